import Foundation
import MapPackTool
import Testing

@Suite struct CheckTests {
  private func made(_ island: Island = Island()) throws -> Workspace {
    let workspace = try Workspace(island)
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    return workspace
  }

  @Test func `right after a run there is no difference`() throws {
    let workspace = try made()
    let before = try workspace.snapshot()
    let check = CommandOutput.of("run", "--check", workspace.pipeline, exits: 0)
    #expect(check.results.hasPrefix("Island: 4 regions"))
    #expect(check.results.hasSuffix(", no difference\n"))
    #expect(try workspace.snapshot() == before)
  }

  @Test func `what changes no byte of the map is no difference`() throws {
    let workspace = try made()
    let source = workspace.path("RawData/island.geojson")
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: source)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
    try workspace.write(Island().shuffled(seed: 5).geoJSON, to: "RawData/island.geojson")
    try workspace.write("# A remark\n" + Island.pipeline(), to: "Pipelines/island.yml")
    CommandOutput.of("run", "--check", workspace.pipeline, exits: 0)
  }

  enum Change: String, CaseIterable {
    case input, pipeline, edited, missing, provenance, lock, algorithm
  }

  @Test(arguments: Change.allCases)
  func `a difference is said with its reason, exits 1 and writes nothing`(change: Change) throws {
    let workspace = try made()
    let expected: String
    switch change {
    case .input:
      try workspace.write(Island(seed: 2).geoJSON, to: "RawData/island.geojson")
      expected =
        "Output/Island.mappack: differs from what the pipeline gives: the input has changed: RawData/island.geojson"
    case .pipeline:
      try workspace.write(Island.pipeline().replacingOccurrences(of: "1 km", with: "2 km"), to: "Pipelines/island.yml")
      expected = "Output/Island.mappack: differs from what the pipeline gives: the pipeline file has changed"
    case .edited:
      try workspace.write(workspace.text("Output/Island.swift") + "\n", to: "Output/Island.swift")
      expected = "Output/Island.swift: differs from what the pipeline gives: it was edited"
    case .missing:
      try FileManager.default.removeItem(atPath: workspace.path("Output/Island.mappack"))
      expected = "Output/Island.mappack: differs from what the pipeline gives: it is missing"
    case .provenance:
      try FileManager.default.removeItem(atPath: workspace.path("Output/Island.provenance.json"))
      expected = "Output/Island.provenance.json: differs from what the pipeline gives: it is missing"
    case .lock:
      let text = try workspace.text("Pipelines/island.lock")
      try workspace.write(
        text.replacingOccurrences(of: "case: \"nordost\"", with: "case: \"northEast\""),
        to: "Pipelines/island.lock")
      expected = "Output/Island.swift: differs from what the pipeline gives: the name lock has changed"
    case .algorithm:
      let text = try workspace.text("Output/Island.provenance.json")
      try workspace.write(
        text.replacingOccurrences(of: "\"algorithm\" : ", with: "\"algorithm\" : 99"),
        to: "Output/Island.provenance.json")
      expected = "Output/Island.provenance.json: differs from what the pipeline gives: the algorithm version is"
    }
    let before = try workspace.snapshot()
    let check = CommandOutput.of("run", "--check", workspace.pipeline, exits: 1)
    #expect(check.results.contains(expected), "\(check.results)")
    #expect(try workspace.snapshot() == before)
  }
}
