import ArgumentParser
import Testing

@testable import MapPackFiles
@testable import MapPackProject
@testable import MapPackTool

/// What `--help` prints, on a terminal of 80 columns.
@Suite struct HelpTests {
  @Test func `help begins with the commands that make a map of a file and show it`() {
    let commands = RootCommand.helpMessage(columns: 80).split(separator: "\n").filter { $0.hasPrefix("    mappack ") }
    #expect(commands.map { $0.split(separator: " ")[1] }.starts(with: ["init", "preview", "run"]))
  }

  @Test(arguments: [false, true])
  func `help pipeline lists every key below its topic, in bold on a terminal`(isStyled: Bool) throws {
    let (results, ends) = (Transcript(), isStyled ? ["\u{1B}[1m", "\u{1B}[0m"] : ["", ""])
    let console = Console(isTerminal: false, isStyled: isStyled, output: { results.append($0) }, message: { _ in })
    let status = Console.$current.withValue(console) { execute(RootCommand.self, ["help", "pipeline"]) }
    #expect(status == 0)
    // What holds of all keys comes first.
    let head = try #require(results.text.firstRange(of: "\n\n"))
    let lines = results.text[head.upperBound...].split(separator: "\n").map(String.init)
    let topics = lines.filter { !$0.hasPrefix(" ") }
    #expect(topics == PipelineKeys.document.names.map { ends[0] + $0 + ends[1] })
    for (topic, keys) in [
      ("sources", PipelineKeys.source().names), ("merge", PipelineKeys.merge.names),
      ("simplify", PipelineKeys.simplify.names), ("clip", PipelineKeys.mask(path: "to").names),
      ("output", PipelineKeys.output(attributes: [], numbers: []).names),
    ] {
      let own = lines.drop { $0 != ends[0] + topic + ends[1] }.dropFirst().prefix { $0.hasPrefix(" ") }
      #expect(own.filter { $0.prefix(3).last != " " } == keys.map { "  " + ends[0] + $0 + ends[1] }[...])
    }
    #expect(lines.allSatisfy { $0.count <= 100 } && results.text.contains("One of:\n    areas, lines, points.\n"))
    #expect(results.text == CommandOutput.of("pipeline", exits: 0).results || isStyled)
  }

  @Test func `help pipeline has the keys of one topic, and knows which word was meant`() {
    let all = CommandOutput.of("help", "pipeline", exits: 0).results
    let join = CommandOutput.of("help", "pipeline", "join", exits: 0).results
    #expect(join.hasPrefix("join\n") && all.contains("\n\n" + join), "\(join)")
    #expect(CommandOutput.of("help", "pipeline", "jion", exits: 64).messages.contains("did you mean join?"))
  }

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
