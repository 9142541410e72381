import Foundation
import MapPackFeatures

/// Where a command writes: results to one stream, everything else to another. Any thread may write.
package struct Console: Sendable {
  /// On a terminal, a line can be redrawn.
  package var isTerminal: Bool
  /// Whether results may have bold words: on a terminal that has them, if NO_COLOR is not set (no-color.org).
  package var isStyled = false
  /// Takes results, with their line ends.
  package var output: @Sendable (String) -> Void
  /// Takes messages, with their line ends.
  package var message: @Sendable (String) -> Void
  /// The system's error number if a result could not be written, else 0.
  package var failure: @Sendable () -> Int32 = { 0 }

  /// The process's standard output and standard error.
  package static let standard = Console(
    isTerminal: isatty(STDERR_FILENO) == 1, isStyled: isStyled(ProcessInfo.processInfo.environment),
    output: { StandardOutput.shared.write($0) },
    // If a message cannot be written, a message about that cannot be written either.
    message: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
    failure: { StandardOutput.shared.failure })

  private static func isStyled(_ environment: [String: String]) -> Bool {
    isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] ?? "dumb" != "dumb"
  }

  /// The console of the command that is running.
  @TaskLocal package static var current = Console.standard

  /// Prints a line of results: columns with tabs between them. Text from the data stays within its column.
  package func print(_ columns: String...) { print(columns) }

  /// Prints a line of results, as `print(_:)`.
  package func print(_ columns: [String]) { output(columns.map(\.onOneLine).joined(separator: "\t") + "\n") }

  /// Prints a message of one line, whatever the data's names in it are.
  package func note(_ text: String) { message(text.onOneLine + "\n") }

  /// Prints an error, with the rows that it proposes on lines of their own.
  package func note(_ error: StageError, for reader: Remedy.Reader = .stage) {
    message(error.text(for: reader) + "\n")
  }
}

/// Keeps what is printed until it can be printed in order.
package final class HeldConsole: @unchecked Sendable {
  // Unchecked: `texts` is read and written only while the lock is held.
  private let lock = NSLock()
  private var texts: [(isResult: Bool, text: String)] = []

  package init() {}

  package var console: Console {
    Console(
      isTerminal: false, output: { [self] text in lock.withLock { texts.append((true, text)) } },
      message: { [self] text in lock.withLock { texts.append((false, text)) } })
  }

  package func print(to console: Console) {
    for (isResult, text) in lock.withLock({ texts }) { isResult ? console.output(text) : console.message(text) }
  }
}
