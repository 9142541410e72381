import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackProject
@testable import MapPackTool

/// The pages of MapPackTool's documentation against its sources.
@Suite struct DocumentationTests {
  private static let folder = "Sources/MapPackTool/MapPackTool.docc"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The cells of all rows of a page's tables, from the line `heading` on.
  private static func rows(_ page: String, from heading: String = "") throws -> [[String]] {
    let lines = try text("\(folder)/\(page)").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != heading && !heading.isEmpty }.filter { $0.hasPrefix("| ") }.map { row in
      row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  // MARK: - Errors

  private static let statuses = (0...255).compactMap(MapPackFeatures.ExitStatus.init(rawValue:))

  @Test(arguments: statuses)
  func `every exit status is explained`(status: MapPackFeatures.ExitStatus) throws {
    #expect(try Self.text("\(Self.folder)/Errors.md").contains("\n| \(status.rawValue) | "))
  }

  // MARK: - Rules

  @Test func `the tables of Errors md are those that the tool prints`() throws {
    let tables = CommandOutput.of("explain", "--page").results
    #expect(
      try Self.text("\(Self.folder)/Errors.md").hasSuffix("\n\n" + tables),
      "put the output of `mappack explain --page` under the heading Findings, behind the text")
  }

  @Test func `the id of a rule is spelled only in the catalog of rules`() throws {
    let sources = SwiftCompiler.root.appendingPathComponent("Sources")
    let ids = Set(Rule.allCases.map(\.rawValue).filter { $0.contains("-") })
    try #require(ids.count > 70)
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") && path != "MapPackFeatures/Rules/Rule.swift" {
      let pieces = try Self.text("Sources/\(path)").split(separator: "\"").map(String.init)
      #expect(ids.intersection(pieces) == [], "\(path)")
    }
  }

  // MARK: - Keys

  /// The keys of all mappings of a pipeline file.
  private static let keys = [
    PipelineKeys.document.names, PipelineKeys.source().names,
    ["with"] + PipelineKeys.mask(path: "to").names.filter { !PipelineKeys.source().names.contains($0) },
    PipelineKeys.merge.names, PipelineKeys.clean.names,
    PipelineKeys.regionNames.names, PipelineKeys.expectation.names, PipelineKeys.simplify.names,
    PipelineKeys.region.names, PipelineKeys.output(attributes: [], numbers: []).names,
    PipelineKeys.look(attributes: [], numbers: []).names,
  ]

  @Test func `every key of a pipeline file stands in PipelineFile md`() throws {
    var documented = try Self.rows("PipelineFile.md").map { $0[0].replacing("`", with: "") }
    var missing: [String] = []
    for key in Self.keys.flatMap(\.self) {
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
}
