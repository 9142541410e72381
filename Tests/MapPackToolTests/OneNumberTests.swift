import MapPackTool
import Testing

/// The same piece of land as a gap, as a gap that was filled, and as land that changed hands.
@Suite struct OneNumberTests {
  private static let west: [BoxMap.Box] = [.init(0, 0, 40, 10), .init(0, 10, 20, 4), .init(0, 14, 40, 10)]
  private static let east: [BoxMap.Box] = [.init(40, 0, 20, 24), .init(25, 10, 15, 4)]
  private static let land = BoxMap.Box(20, 10, 5, 4)
  private static let area = "204,922 m²"

  private func write(_ west: [BoxMap.Box], _ east: [BoxMap.Box], to name: String, _ workspace: Workspace) throws
    -> String
  {
    try workspace.write(BoxMap([("1", "West", west), ("2", "East", east)]).geoJSON(), to: name)
  }

  @Test func `an area reads the same in findings, reports, the page and a comparison`() throws {
    let workspace = try Workspace()
    let gap = try write(Self.west, Self.east, to: "source.geojson", workspace)
    for format in ["text", "github", "sarif", "json"] {
      let found = CommandOutput.of("validate", gap, "--key", "code", "--format", format)
      #expect(found.results.contains("between West (1) and East (2): \(Self.area), 226 m wide"), "\(format)")
    }

    let pipeline = try workspace.writePipeline(
      "merge: { key: code, name: name }", "clean: { fillGaps: 1 km2 }",
      outputs: ", report: report.json")
    CommandOutput.of("run", pipeline, exits: 0)
    CommandOutput.of(
      RootCommand.self, ["preview", pipeline, "--export", workspace.path("map.html"), "-q"], exits: 0)
    for text in [try workspace.text("report.json"), try workspace.text("map.html")] {
      #expect(text.contains("a gap of \(Self.area) among the regions was filled"))
    }

    let old = try write(Self.west + [Self.land], Self.east, to: "old.geojson", workspace)
    let new = try write(Self.west, Self.east + [Self.land], to: "new.geojson", workspace)
    for format in ["text", "markdown"] {
      let moved = CommandOutput.of("diff", old, new, "--key", "code", "--name", "name", "--format", format, exits: 1)
      #expect(moved.results.contains(Self.area), "\(format)")
    }
  }
}
