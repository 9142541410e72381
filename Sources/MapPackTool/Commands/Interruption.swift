import Foundation
import MapPackFeatures

/// Puts the files in order before a signal ends the process: finishes a replacement of outputs that has begun, and
/// removes temporary files. Then the signal ends the process as it would have without this.
///
/// A handler of a signal can do little safely. So it only writes the signal's number into a pipe, and a thread reads
/// it. A signal that is ignored when the process starts, as under `nohup`, stays ignored.
enum Interruption {
  /// The signals that would end the process and are no faults: all, but for those that cannot be caught, that are
  /// faults, that only stop the process, or that do nothing unless a program asks for them. A handler of the runtime,
  /// as it may have one for SIGQUIT, gives way.
  private static let signals: [Int32] = {
    var others = CrashReport.signals + [SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU]
    others += [SIGCHLD, SIGCONT, SIGURG, SIGWINCH]
    #if canImport(Darwin)
      others += [SIGEMT, SIGSYS, SIGIO, SIGINFO]
      let count = NSIG
    #else
      // The C library keeps the two between the usual signals and those for real time, and refuses handlers for them.
      let count: Int32 = 65
    #endif
    return (1..<count).filter { !others.contains($0) }
  }()

  private static let ends: (read: Int32, write: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Watches for signals from now on. If no pipe or thread is to be had, signals end the process at once, as usual.
  static func watch() {
    guard ends != nil, startThread() else { return }
    // The thread that started this process may block signals, as threads of a queue do, and the process inherits that.
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in signals { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    for number in signals where !isIgnored(number) {
      CrashReport.handle(number, SA_RESTART) { Interruption.note($0) }
    }
  }

  /// It leaves `errno` as it was, because it runs in the handler of a signal.
  private static func note(_ number: Int32) {
    let reason = errno
    var byte = UInt8(truncatingIfNeeded: number)
    if let ends { _ = write(ends.write, &byte, 1) }
    errno = reason
  }

  /// `false` if no thread can be had.
  private static func startThread() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return pthread_create(
      &thread, nil,
      { _ in
        Interruption.wait()
        return nil
      }, nil) == 0
  }

  private static func wait() {
    guard let ends else { return }
    var byte: UInt8 = 0
    while read(ends.read, &byte, 1) != 1 { guard errno == EINTR else { return } }
    TemporaryFiles.shared.removeAllForGood()
    let number = Int32(byte)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    // The signal may be on its way to another thread. If it does not end the process, `_exit` does.
    sleep(1)
    _exit(128 + number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Functions of C can only be compared by their addresses.
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
