import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ends a process that has no memory left, or that has come upon a fault of its own, with a sentence and status 70; its
/// temporary files are removed.
///
/// Where memory cannot be had, the runtimes of Swift and C++ end the process by a signal. A program that explains the
/// signal would need memory itself, so this says what is known: that the two causes cannot be told apart.
///
/// Source: the number is `EX_SOFTWARE` of sysexits.h; what a handler may call is listed in POSIX.1-2017, 2.4.3.
enum CrashReport {
  private static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]

  /// The handler's own stack: that of the thread may be what has run out.
  private static let stackSize = 64 * 1_024

  static func install() {
    // Made now: a handler must not be the first to ask for it.
    _ = TemporaryFiles.shared
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    stack.ss_size = numericCast(stackSize)
    sigaltstack(&stack, nil)
    for number in signals {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { _ in CrashReport.end() }
      #else
        action.__sigaction_handler.sa_handler = { _ in CrashReport.end() }
      #endif
      action.sa_flags = SA_ONSTACK | Int32(truncatingIfNeeded: SA_RESETHAND)
      sigaction(number, &action, nil)
    }
  }

  /// Called by a handler of a signal: takes no lock and no memory.
  private static func end() -> Never {
    let words: StaticString =
      "error: memory ran out, or the tool has a fault: the process ended early; give it more memory (ulimit -v, the container's limit) or fewer threads (--jobs 1), or report the fault with the command\n"
    words.withUTF8Buffer { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    TemporaryFiles.shared.removeAllInCrash()
    _exit(ExitStatus.internalFault.rawValue)
  }
}
