import Foundation

/// Keeps what is printed until it can be printed in order: `Runner` gives one to each map that it makes beside others.
final class HeldConsole: @unchecked Sendable {
  // Unchecked: `texts` is read and written only while the lock is held.
  private let lock = NSLock()
  private var texts: [(isResult: Bool, text: String)] = []

  /// The console that keeps what is printed to it.
  var console: Console {
    Console(
      isTerminal: false, output: { [self] text in lock.withLock { texts.append((true, text)) } },
      message: { [self] text in lock.withLock { texts.append((false, text)) } })
  }

  /// Prints the kept texts, in the order in which they came.
  func print(to console: Console) {
    for (isResult, text) in lock.withLock({ texts }) { isResult ? console.output(text) : console.message(text) }
  }
}
