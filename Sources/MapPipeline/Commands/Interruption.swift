import Dispatch
import Foundation
import MapIngest

/// Ends the process on a signal as it would end without this, but for its temporary files: they are removed first.
///
/// A signal that is ignored when the process starts, as under `nohup`, stays ignored.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Watches for interruptions as long as the value lives.
  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      // The source sees what is delivered only where the signal itself does nothing.
      guard !Self.isIgnored(number) else { return nil }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        ScratchFolderRegister.shared.removeAllForGood()
        Self.end(by: number)
      }
      source.resume()
      return source
    }
  }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    // The threads of a queue take no signals; this one has to, that the process ends by it.
    var numbers = sigset_t()
    sigemptyset(&numbers)
    sigaddset(&numbers, number)
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    kill(getpid(), number)
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
