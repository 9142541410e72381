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

  private static func help(_ command: Command) -> [String] {
    RootCommand.helpMessage(for: command.type, columns: 80).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test(arguments: commands) func `no line is longer than the terminal`(command: Command) {
    let long = Self.help(command).filter { $0.columns > 80 && $0.split(separator: " ").count > 1 }
    #expect(long.isEmpty)
  }

  @Test(arguments: commands) func `no word is left alone in a line`(command: Command) {
    let lines = Self.help(command)
    // A line that was broken goes on with what would have fitted nowhere else.
    let alone = zip(lines, lines.dropFirst()).filter { line, next in
      let words = next.split(separator: " ")
      return words.count == 1 && next.trimmingPrefix(while: { $0 == " " }).count < 14 && line.columns > 60
    }
    #expect(alone.isEmpty, "\(alone)")
  }

  @Test(arguments: commands) func `every command teaches by example`(command: Command) {
    let lines = Self.help(command)
    let examples = lines.drop { !$0.hasPrefix("EXAMPLE") }.prefix { !$0.hasPrefix("USAGE") }
    let name = command.type == RootCommand.self ? "mappack " : "mappack \(command.type._commandName)"
    #expect(examples.contains { $0.contains(name) })
  }

  @Test(arguments: commands) func `every option and argument says what it is for`(command: Command) {
    let options = Self.help(command).drop { !$0.hasPrefix("OPTIONS") }
    for (line, next) in zip(options, options.dropFirst()) where line.hasPrefix("  -") {
      // A name that leaves no room has its words below.
      let words = line.split(separator: " ").drop { $0.hasPrefix("-") || $0.hasPrefix("<") }
      #expect(!words.isEmpty || next.hasPrefix("        "), "\(line)")
    }
  }
}

extension String {
  /// How many columns it takes: letters of Japanese take two.
  fileprivate var columns: Int {
    unicodeScalars.reduce(0) { $0 + (0x2E80...0xFFEF ~= $1.value ? 2 : 1) }
  }
}
