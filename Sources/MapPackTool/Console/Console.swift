import Foundation
import MapPackFeatures

/// Where a command writes: results to one stream, everything else to another.
///
/// Commands write to `Console.current`, so that a test can read what a command prints without starting a process. Any
/// thread may write.
package struct Console: Sendable {
  /// Takes results, with their line ends.
  package var output: @Sendable (String) -> Void
  /// Takes messages, with their line ends.
  package var message: @Sendable (String) -> Void
  /// Whether messages go to a terminal, on which a line can be redrawn.
  package var isTerminal: Bool
  /// The system's error number if a result could not be written, else 0. With an error, `execute` returns status 74
  /// instead of 0 or 1.
  package var failure: @Sendable () -> Int32

  package init(
    isTerminal: Bool, output: @escaping @Sendable (String) -> Void, message: @escaping @Sendable (String) -> Void,
    failure: @escaping @Sendable () -> Int32 = { 0 }
  ) {
    self.isTerminal = isTerminal
    self.output = output
    self.message = message
    self.failure = failure
  }

  /// The process's standard output and standard error.
  package static let standard = Console(
    isTerminal: isatty(STDERR_FILENO) == 1,
    output: { StandardOutput.shared.write($0) },
    // If a message cannot be written, a message about that cannot be written either.
    message: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
    failure: { StandardOutput.shared.failure })

  /// The console of the command that is running.
  @TaskLocal package static var current = Console.standard

  /// Prints a line of results: columns with tabs between them. Text from the data stays within its column.
  package func print(_ columns: String...) { print(columns) }

  /// Prints a line of results, as `print(_:)` with a column for each text.
  package func print(_ columns: [String]) { output(columns.map(\.onOneLine).joined(separator: "\t") + "\n") }

  /// Prints a message of one line, whatever the data's names in it are.
  package func note(_ text: String) { message(text.onOneLine + "\n") }

  /// Prints an error, with the rows that it proposes on lines of their own.
  package func note(_ error: StageError) { message(error.description + "\n") }
}
