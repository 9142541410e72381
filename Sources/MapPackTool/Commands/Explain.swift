import ArgumentParser
import Foundation
import MapPackFeatures
import MapPackFiles

/// `mappack explain`: what a rule means, and what to do about it.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what the rule of a finding means, and what to do about it.",
    discussion: """
      Each finding ends in its rule, such as [gap]. Lists all rules if none
      is named.

      EXAMPLES
        mappack explain
        mappack explain near-miss gap
        mappack explain --page
      """)

  @Argument(help: ArgumentHelp("A rule, as it is printed after a finding.", valueName: "RULE"), completion: .rules)
  var rules: [String] = []

  @Flag(help: "Print the tables of the page of errors.")
  var page = false

  func run() throws {
    guard !rules.isEmpty else {
      Console.current.output(page ? Self.tables : Self.list)
      return
    }
    // Finds all rules first, so that a wrong name fails before anything is printed.
    let found = try rules.map(Self.rule)
    Console.current.output(found.map(\.words).joined(separator: "\n"))
  }

  /// The rule with a name, which may stand in brackets.
  private static func rule(_ name: String) throws(StageError) -> Rule {
    let name = name.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    if let rule = Rule(rawValue: name) { return rule }
    throw StageError(
      .usage, "there is no rule “\(name)”",
      remedy: "\(didYouMean(name, in: Rule.allCases.map(\.rawValue)))`mappack explain` lists all")
  }

  /// The tables of Errors.md: a heading and a row for each rule.
  private static var tables: String {
    RuleExplanation.Heading.allCases.map { heading in
      let rows = Rule.allCases.filter { $0.explanation.heading == heading }.map { rule in
        let row = rule.explanation
        return "| `\(rule)` | \(row.severityWord) | \(row.meaning) | \(row.remedyWords) |\n"
      }
      return """
        ### \(heading.rawValue)

        | Rule | Severity | What it means | What to do |
        |---|---|---|---|
        \(rows.joined())
        """
    }.joined(separator: "\n")
  }

  private static var list: String {
    let width = Rule.allCases.map(\.rawValue.count).max() ?? 0
    return RuleExplanation.Heading.allCases.map { heading in
      let lines = Rule.allCases.filter { $0.explanation.heading == heading }.map { rule in
        "  \(rule.rawValue.padding(toLength: width, withPad: " ", startingAt: 0))  \(rule.explanation.severityWord)\n"
      }
      return heading.rawValue.uppercased() + "\n" + lines.joined()
    }.joined(separator: "\n")
  }
}

extension Rule {
  /// The text for a reader: lines of at most 80 columns, each with its line end.
  fileprivate var words: String {
    let severity = explanation.severity.map(\.rawValue) ?? "no finding, only an entry in the ledger"
    return """
      \(rawValue): \(severity)
        told by     \(explanation.told)
      \(paragraph("it means", explanation.meaning))
      \(paragraph("do this", explanation.remedyWords))

      """
  }

  private func paragraph(_ title: String, _ text: String) -> String {
    let indent = 14
    var paragraph = ""
    var line = "  " + title.padding(toLength: indent - 3, withPad: " ", startingAt: 0)
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 80 {
        paragraph += line + "\n"
        line = String(repeating: " ", count: indent - 1)
      }
      line += " " + word
    }
    return paragraph + line
  }
}

extension RuleExplanation {
  fileprivate var severityWord: String { severity?.rawValue ?? "ledger" }

  /// The commands that report findings of the rule.
  fileprivate var told: String {
    switch subject {
    case .reading: "ingest, validate, run"
    case .features, .borders, .regions: "validate; merge and run, if they mended it"
    case .coverages: "validate of a coverage or a pack; a map that has it is not written"
    case .merging: "merge, run"
    case .simplifying: "simplify, run"
    case .naming: "emit, run"
    case .exporting: "export"
    }
  }
}
