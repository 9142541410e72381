import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ends the process on a signal as it would end without this, but for its files: where several outputs are just being
/// replaced, that is finished first; temporary files are removed.
///
/// The handler of the signal writes the signal's number into a pipe, which is all that a handler may do safely; a thread
/// reads it. A signal that is ignored when the process starts, as under `nohup`, stays ignored.
enum Interruption {
  /// Read and written by the handler: the ends of the pipe, which are never closed.
  private static let ends: (read: Int32, write: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Watches for interruptions from now on. Without a pipe or a thread to watch, the signals end the process as ever.
  static func watch() {
    guard ends != nil, startThread() else { return }
    // A thread that starts this process may block signals, as those of a queue do, and the process inherits that.
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { Interruption.note($0) }
      #else
        action.__sigaction_handler.sa_handler = { Interruption.note($0) }
      #endif
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  /// Called by the handler.
  private static func note(_ number: Int32) {
    let reason = errno
    var byte = UInt8(truncatingIfNeeded: number)
    if let ends { _ = write(ends.write, &byte, 1) }
    errno = reason
  }

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
    // The signal may be on its way to another thread. A process that it does not end still has to end.
    sleep(1)
    _exit(128 + number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Two functions of C cannot be compared but by their addresses.
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
