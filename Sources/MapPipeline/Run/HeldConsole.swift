import Foundation

/// Takes what is printed and keeps it, until it is printed in its turn.
final class HeldConsole: @unchecked Sendable {
  // Unchecked: `texts` is read and written only while the lock is held.
  private let lock = NSLock()
  private var texts: [(isResult: Bool, text: String)] = []

  /// Where to print.
  var console: Console {
    Console(
      isTerminal: false, output: { [self] text in lock.withLock { texts.append((true, text)) } },
      message: { [self] text in lock.withLock { texts.append((false, text)) } })
  }

  /// Prints what was kept, in its order.
  func print(to console: Console) {
    for (isResult, text) in lock.withLock({ texts }) { isResult ? console.output(text) : console.message(text) }
  }
}
