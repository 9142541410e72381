import Foundation
import MapFeatures
import MapValidation
import TestSupport
import Testing

@testable import MapPipeline

/// The pages of MapPipeline's documentation against its sources.
@Suite struct DocumentationTests {
  private static let folder = "Sources/MapPipeline/MapPipeline.docc"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The cells of all rows of a page's tables, from the line `heading` on.
  private static func rows(_ page: String, from heading: String = "") throws -> [[String]] {
    let lines = try text("\(folder)/\(page)").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != heading && !heading.isEmpty }.filter { $0.hasPrefix("| ") }.map { row in
      row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { ErrorMessages.normalized(String($0)) }
    }
  }

  // MARK: - Errors

  private struct Row {
    var status: String
    /// The texts of one row, which ` / ` separates.
    var messages: [String]
  }

  private static func errorRows() throws -> [Row] {
    try rows("Errors.md", from: "## Errors").filter { $0.count == 3 && Int($0[0]) != nil }
      .map { Row(status: $0[0], messages: $0[1].components(separatedBy: " / ")) }
  }

  private static let spoken = Result {
    try ErrorMessages.all(in: SwiftCompiler.root.appendingPathComponent("Sources"))
  }

  private static let statuses = (0...255).compactMap(MapFeatures.ExitStatus.init(rawValue:))

  @Test func `every error message stands in Errors md, with its exit status`() throws {
    let rows = try Self.errorRows()
    let spoken = try Self.spoken.get()
    try #require(spoken.count > 200)
    var missing: [String] = []
    for message in spoken {
      let status = Self.statuses.first { "\($0)" == message.status }.map { String($0.rawValue) }
      let isThere = rows.contains { row in
        (status == nil || row.status == status) && row.messages.contains { $0.contains(message.words) }
      }
      if !isThere {
        missing.append("\(message.path):\n| \(status ?? "STATUS") | \(message.words) | \(message.remedy) |")
      }
    }
    #expect(missing.isEmpty, "add these rows to \(Self.folder)/Errors.md:\n\(missing.joined(separator: "\n"))")
  }

  @Test func `no message stands in Errors md that the tools do not say`() throws {
    let spoken = try Self.spoken.get().map(\.words).joined(separator: "\n")
    var unknown: [String] = []
    for message in try Self.errorRows().flatMap(\.messages) {
      let pieces = message.split(separator: "…").filter { $0.contains { $0.isLetter } }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if pieces.isEmpty || !pieces.allSatisfy(spoken.contains) { unknown.append(message) }
    }
    #expect(unknown.isEmpty, "remove these from \(Self.folder)/Errors.md:\n\(unknown.joined(separator: "\n"))")
  }

  @Test(arguments: statuses)
  func `every exit status is explained`(status: MapFeatures.ExitStatus) throws {
    #expect(try Self.text("\(Self.folder)/Errors.md").contains("\n| \(status.rawValue) | "))
  }

  // MARK: - Rules

  @Test func `every rule stands in Errors md, and no other`() throws {
    let documented = try Self.rows("Errors.md").filter { $0.count == 4 && $0[0].hasPrefix("`") }
      .map { $0[0].replacing("`", with: "") }
    let missing = Rule.allCases.filter { !documented.contains($0.rawValue) }
      .map { "| `\($0)` | SEVERITY | \($0.explanation.meaning) | \($0.explanation.remedy) |" }
    #expect(missing.isEmpty, "add these rows to \(Self.folder)/Errors.md:\n\(missing.joined(separator: "\n"))")
    let unknown = documented.filter { Rule(rawValue: $0) == nil }
    #expect(unknown.isEmpty, "remove these from \(Self.folder)/Errors.md: \(unknown)")
    #expect(Set(documented).count == documented.count)
  }

  @Test func `the explanations of rules are those of Errors md`() throws {
    let lines = try Self.text("\(Self.folder)/Errors.md").split(separator: "\n")
    let findings = lines.drop { $0 != "## Findings" }.prefix { $0 != "## Errors" }
    var heading = ""
    var remedy = ""
    var faults: [String] = []
    for line in findings {
      if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
      let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      guard line.hasPrefix("| `"), cells.count == 4 else { continue }
      remedy = cells[3] == "the same" ? remedy : cells[3]
      let rule = try #require(Rule(rawValue: cells[0].replacing("`", with: "")))
      let explanation = rule.explanation
      let severity = explanation.severity?.rawValue ?? "ledger"
      // A rule of several severities has them in words.
      let isSevere = cells[1] == severity || cells[1].contains(";") && cells[1].contains(severity)
      if !isSevere || explanation.meaning != cells[2] || explanation.remedy != remedy { faults.append("\(rule)") }
      #expect(explanation.heading == heading || heading == "Reading" || explanation.heading == "Validate", "\(rule)")
    }
    #expect(faults.isEmpty, "these differ from Rule.explanation: \(faults)")
  }

  @Test func `the id of a rule is spelled only in the catalog of rules`() throws {
    let sources = SwiftCompiler.root.appendingPathComponent("Sources")
    let ids = Set(Rule.allCases.map(\.rawValue).filter { $0.contains("-") })
    try #require(ids.count > 70)
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") && path != "MapFeatures/Rules/Rule.swift" {
      let spelled = SwiftTokens.tokens(of: try Self.text("Sources/\(path)"))
        .filter { $0.kind == .literal && ids.contains($0.text) }
      #expect(spelled.isEmpty, "\(path): \(spelled.map(\.text))")
    }
  }

  // MARK: - Keys

  /// The keys of all mappings of a pipeline file.
  private static let keys = [
    PipelineKeys.document, .source, .merge, .clean, .regionNames, .expectation, .simplify, .region, .output,
  ]

  @Test func `every key of a pipeline file stands in PipelineFile md`() throws {
    var documented = try Self.rows("PipelineFile.md").map { $0[0].replacing("`", with: "") }
    var missing: [String] = []
    for key in Self.keys.flatMap(\.names) {
      if let row = documented.firstIndex(of: key) { documented.remove(at: row) } else { missing.append(key) }
    }
    let rows = missing.map { "| `\($0)` | TAKES | DEFAULT | EXAMPLE | GOES WRONG WHERE |" }
    #expect(missing.isEmpty, "add these rows to \(Self.folder)/PipelineFile.md:\n\(rows.joined(separator: "\n"))")
  }

  @Test(arguments: ["README.md", "\(folder)/AddingAMap.md", "\(folder)/PipelineFile.md"])
  func `every pipeline file of the documentation makes its map`(page: String) throws {
    let listings = try Listing.all(in: page).filter { $0.language == "yaml" && $0.text.hasPrefix("map:") }
    try #require(!listings.isEmpty)
    for listing in listings {
      let workspace = try Workspace()
      try FileManager.default.createSymbolicLink(
        at: workspace.url.appendingPathComponent("RawData"),
        withDestinationURL: SwiftCompiler.root.appendingPathComponent("RawData"))
      let run = CommandOutput.of("run", try workspace.write(listing.text, to: "Pipelines/listing.yml"))
      #expect(run.status == 0, "\(page):\(listing.line): \(run.messages)")
    }
  }

  @Test(arguments: ["README.md", "\(folder)/Installing.md"])
  func `the libraries that the package links are named`(page: String) throws {
    let manifest = try Self.text("Package.swift")
    let words = Set(try Self.text(page).split { !($0.isLetter || $0.isNumber || "-._".contains($0)) })
    for provider in ["apt", "brew"] {
      for part in manifest.components(separatedBy: ".\(provider)([\"").dropFirst() {
        let library = part.prefix { $0 != "\"" }
        #expect(words.contains(library), "\(library) of \(provider)")
      }
    }
  }
}
