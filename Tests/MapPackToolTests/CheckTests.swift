import Foundation
import Testing

@Suite struct CheckTests {
  @Test func `right after a run there is no difference`() throws {
    let workspace = try Workspace.made()
    let before = try workspace.snapshot()
    let check = CommandOutput.of("run", "--check", workspace.pipeline, exits: 0)
    #expect(check.results.hasPrefix("Island: 4 regions"))
    #expect(check.results.hasSuffix(", no difference\n"))
    #expect(try workspace.snapshot() == before)
  }

  @Test func `what changes no byte of the map is no difference`() throws {
    let workspace = try Workspace.made()
    let source = workspace.path("RawData/island.geojson")
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: source)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
    try workspace.write(Island().shuffled(seed: 5).geoJSON, to: "RawData/island.geojson")
    try workspace.write("# A remark\n" + Island.pipeline(), to: "Pipelines/island.yml")
    CommandOutput.of("run", "--check", workspace.pipeline, exits: 0)
  }

  /// What happens to a file after the run: some text in place of another, or it goes.
  struct Change: Sendable, CustomTestStringConvertible {
    var file: String
    var edit: (String, String)?
    /// The output that differs, and why.
    var expected: (file: String, reason: String)
    var testDescription: String { expected.reason }
  }
  private static let (pack, swift) = ("Output/Island.mappack", "Output/Island.swift")
  private static let provenance = "Pipelines/Island.provenance.json"
  private static let changes = [
    Change(
      file: "RawData/island.geojson", edit: ("[8.3,50.4]", "[8.3,50.41]"),
      expected: (pack, "the input has changed: RawData/island.geojson")),
    Change(
      file: "Pipelines/island.yml", edit: ("1 km", "2 km"), expected: (pack, "the pipeline file has changed")),
    Change(file: swift, edit: ("import", "\nimport"), expected: (swift, "it was edited")),
    Change(file: pack, expected: (pack, "it is missing")),
    Change(file: provenance, expected: (provenance, "it is missing")),
    Change(
      file: "Pipelines/island.lock", edit: ("case: \"nordost\"", "case: \"northEast\""),
      expected: (swift, "the name lock has changed")),
    Change(
      file: provenance, edit: ("\"algorithm\" : ", "\"algorithm\" : 99"),
      expected: (provenance, "the algorithm version is")),
  ]

  @Test(arguments: changes)
  func `a difference is said with its reason, exits 1 and writes nothing`(change: Change) throws {
    let workspace = try Workspace.made()
    if let (old, new) = change.edit {
      try workspace.write(workspace.text(change.file).replacingOccurrences(of: old, with: new), to: change.file)
    } else {
      try FileManager.default.removeItem(atPath: workspace.path(change.file))
    }
    let before = try workspace.snapshot()
    let check = CommandOutput.of("run", "--check", workspace.pipeline, exits: 1)
    let (file, reason) = change.expected
    let words = "\(file): differs from what the pipeline gives: \(reason)"
    #expect(check.results.contains(words), "\(check.results)")
    #expect(try workspace.snapshot() == before)
  }
}
