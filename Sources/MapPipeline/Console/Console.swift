import Foundation
import MapValidation

/// Where a command writes: results to one stream, everything else to another.
///
/// The commands find theirs in `Console.current`, so that tests read what a command prints without a process.
package struct Console: Sendable {
  /// Takes results, as they are to appear.
  package var output: @Sendable (String) -> Void
  /// Takes messages, as they are to appear.
  package var message: @Sendable (String) -> Void
  /// Whether messages go to a terminal, on which a line may be drawn again.
  package var isTerminal: Bool
  /// The system's error where a result could not be written, or 0. A command ends with status 74 then.
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
    // What cannot be said cannot be said to have failed either.
    message: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
    failure: { StandardOutput.shared.failure })

  /// The console of the command that is running.
  @TaskLocal package static var current = Console.standard

  /// Prints a line of results.
  package func print(_ line: String) { output(line + "\n") }
  /// Prints a message of one or more lines. Other control characters, which may come from the data, are spaces: none
  /// reaches a terminal.
  package func note(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    message(lines.map { String($0).onOneLine }.joined(separator: "\n") + "\n")
  }
}
