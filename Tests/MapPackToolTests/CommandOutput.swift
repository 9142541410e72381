import ArgumentParser
import Foundation
import MapPackFeatures
import Testing

@testable import MapPackFiles
@testable import MapPackTool

/// What a command did: its status and what it printed.
struct CommandOutput {
  var status: Int32
  var results: String
  var messages: String

  /// Runs a command within this process.
  static func of<Command: ParsableCommand>(_ command: Command.Type, _ arguments: [String]) -> CommandOutput {
    let results = Transcript()
    let messages = Transcript()
    let console = Console(isTerminal: false, output: { results.append($0) }, message: { messages.append($0) })
    let status = Console.$current.withValue(console) { execute(command, arguments) }
    return CommandOutput(status: status, results: results.text, messages: messages.text)
  }

  /// Runs `mappack` within this process.
  static func of(_ arguments: String...) -> CommandOutput { of(RootCommand.self, arguments) }

  /// Runs `mappack` on a thread of its own: a command that waits does not keep other tests from going on.
  static func beside(_ arguments: String...) async -> CommandOutput {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: of(RootCommand.self, arguments)) }.start()
    }
  }

  /// Runs `mappack` within this process, and expects this status.
  @discardableResult
  static func of(
    _ arguments: String..., exits status: Int32, at location: SourceLocation = #_sourceLocation
  ) -> CommandOutput {
    of(RootCommand.self, arguments, exits: status, at: location)
  }

  @discardableResult
  static func of<Command: ParsableCommand>(
    _ command: Command.Type, _ arguments: [String], exits status: Int32, at location: SourceLocation = #_sourceLocation
  ) -> CommandOutput {
    let output = of(command, arguments)
    #expect(output.status == status, "\(output.messages)\(output.results)", sourceLocation: location)
    return output
  }
}

/// Text that is appended to from any thread.
final class Transcript: @unchecked Sendable {
  // Unchecked: `gathered` is touched only while the lock is held.
  private let lock = NSLock()
  private var gathered = ""

  func append(_ text: String) { lock.withLock { gathered += text } }
  var text: String { lock.withLock { gathered } }
}
