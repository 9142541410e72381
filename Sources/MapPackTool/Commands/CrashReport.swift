import Foundation
import MapPackFeatures

/// Ends a process that has no memory left or has a fault: prints a sentence, removes the temporary files, and exits
/// with status 70. `start` installs it; `Interruption` is for signals that a user sends.
///
/// If memory runs out, the runtimes of Swift and C++ end the process by a signal, as they do for a fault. To tell the
/// two causes apart would itself take memory, so the sentence names both.
///
/// Sources: sysexits.h for the status, `EX_SOFTWARE`; POSIX.1-2017, 2.4.3, for what a handler may call.
enum CrashReport {
  /// The signals of faults.
  static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]

  /// The size in bytes of the handler's own stack, because the stack of the thread may have run out.
  private static let stackSize = 64 * 1_024

  /// Installs the handlers of the signals.
  static func install() {
    // Creates the list now, because a handler must not allocate it.
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

  /// Ends the process. Takes no lock and allocates no memory, because it runs in the handler of a signal.
  private static func end() -> Never {
    let words: StaticString =
      "error: memory ran out, or the tool has a fault: the process ended early; give it more memory (ulimit -v, the container's limit) or fewer threads (--jobs 1), or report the fault with the command\n"
    words.withUTF8Buffer { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    TemporaryFiles.shared.removeAllInCrash()
    _exit(ExitStatus.internalFault.rawValue)
  }
}
