import ArgumentParser
import Testing

@testable import MapPackTool

/// What `--help` prints, on a terminal of 80 columns.
@Suite struct HelpTests {
  struct Command: CustomTestStringConvertible, Sendable {
    var type: any ParsableCommand.Type
    var testDescription: String { type._commandName }
  }

  static let commands = ([RootCommand.self] + RootCommand.configuration.subcommands).map { Command(type: $0) }

  @Test(arguments: commands)
  func `every command teaches by example, and every option says what it is for`(command: Command) {
    let lines = RootCommand.helpMessage(for: command.type, columns: 80)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let examples = lines.drop { !$0.hasPrefix("EXAMPLE") }.prefix { !$0.hasPrefix("USAGE") }
    let name = command.type == RootCommand.self ? "mappack " : "mappack \(command.type._commandName)"
    #expect(examples.contains { $0.contains(name) })
    let options = lines.drop { !$0.hasPrefix("OPTIONS") }
    for (line, next) in zip(options, options.dropFirst()) where line.hasPrefix("  -") {
      // A name that leaves no room has its words below.
      let words = line.split(separator: " ").drop { $0.hasPrefix("-") || $0.hasPrefix("<") }
      #expect(!words.isEmpty || next.hasPrefix("        "), "\(line)")
    }
  }
}
