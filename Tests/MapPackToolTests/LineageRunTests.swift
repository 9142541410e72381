import Foundation
import Testing

/// What becomes of a map whose regions merge, divide and change their codes between two editions.
@Suite struct LineageRunTests {
  private static let pipeline = Island.pipeline(more: "changes: Pipelines/changes.csv\n")
    .replacingOccurrences(of: "edition: \"1\"", with: "edition: \"2024-01-01\"")

  private static func made() throws -> Workspace {
    let workspace = try Workspace(Island())
    try workspace.write("date,kind,from,to\n", to: "Pipelines/changes.csv")
    try workspace.write(pipeline, to: "Pipelines/island.yml")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    return workspace
  }

  struct Reform: Sendable {
    /// New codes and names by old codes.
    var becomes: [String: String]
    var rows: [String]
    /// What the enum says of it.
    var lineage: String
  }

  /// On raw values: the island's codes are 000, 001, 010, 011 by raw values 1 to 4; new ones follow.
  static let reforms = [
    Reform(
      becomes: ["010": "011"], rows: ["2024-01-01,absorb,010,011"],
      lineage: "retired: [\n      3,\n    ],\n    successors: [\n      3: [4],\n    ],"),
    Reform(
      becomes: ["000": "A", "001": "A"], rows: ["2024-01-01,merge,000 001,A"],
      lineage: "retired: [\n      1,\n      2,\n    ],\n    successors: [\n      1: [5],\n      2: [5],\n    ],"),
    Reform(
      becomes: ["011": "B"], rows: ["2024-01-01,recode,011,B"],
      lineage: "retired: [\n      4,\n    ],\n    successors: [\n      4: [5],\n    ],"),
  ]

  @Test(arguments: reforms)
  func `absent codes fail the run with the rows that account for them, and with these they are retired`(
    reform: Reform
  ) throws {
    let workspace = try Self.made()
    var island = Island()
    for index in island.pieces.indices {
      guard let code = reform.becomes[island.pieces[index].code] else { continue }
      island.pieces[index].name = island.pieces.first { $0.code == code }?.name ?? "New \(code)"
      island.pieces[index].code = code
    }
    try workspace.write(island.geoJSON, to: "RawData/island.geojson")
    let before = try workspace.snapshot()
    let failed = CommandOutput.of("run", workspace.pipeline, exits: 1)
    for row in reform.rows { #expect(failed.messages.contains("\n\(row)\n"), "\(failed.messages)") }
    #expect(try workspace.snapshot() == before)

    try workspace.write("date,kind,from,to\n\(reform.rows.joined(separator: "\n"))\n", to: "Pipelines/changes.csv")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    let source = try workspace.text("Output/Island.swift")
    #expect(source.contains(reform.lineage), "\(source)")
    #expect(source.contains("is retired since 2024-01-01"))
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
    // The stages one by one know it as well.
    workspace.stages(pipeline: workspace.pipeline, emit: [])
    #expect(try workspace.text("Output/Island.swift") == source)
  }

  @Test func `an edit of the change table is a reason for the check to fail`() throws {
    let workspace = try Self.made()
    try workspace.write("date,kind,from,to\n,split,000,000 001\n", to: "Pipelines/changes.csv")
    let check = CommandOutput.of("run", "--check", workspace.pipeline, exits: 1)
    #expect(check.results.contains("Pipelines/changes.csv"), "\(check.results)")
  }
}
