import Foundation
import MapPackTool
import Testing

/// `clip` and `erase` in a pipeline file.
@Suite struct `Masks of a pipeline file` {
  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
    let ring = "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
    return #"{"type":"Polygon","coordinates":[\#(ring)]}"#
  }

  /// A map of two towns, and a source with a land and a lake.
  private static func workspace(_ masks: String) throws -> Workspace {
    let workspace = try Workspace()
    let towns = [("1", box(0, 0, 4, 4)), ("2", box(4, 0, 8, 4))].map { GeoJSONText.feature(["code": $0.0], $0.1) }
    try workspace.write(GeoJSONText.collection(towns), to: "RawData/land.geojson")
    let areas = [("land", box(-1, 1, 9, 9)), ("lake", box(3, 2, 5, 3))].map {
      GeoJSONText.feature(["kind": $0.0], $0.1)
    }
    try workspace.write(GeoJSONText.collection(areas), to: "RawData/areas.geojson")
    try workspace.writePipeline(
      "merge: { key: code }", masks, of: "RawData/land.geojson", map: "Land", outputs: ", report: report.json")
    return workspace
  }

  private static let masks = """
    clip: { to: RawData/areas.geojson, select: { kind: land }, publisher: Coast Office }
    erase: { with: RawData/areas.geojson, drop: { kind: land } }
    """

  @Test func `select and drop choose among the areas, and the report says what each region lost`() throws {
    let workspace = try Self.workspace(Self.masks)
    let run = CommandOutput.of("run", workspace.path("Pipelines/land.yml"))
    #expect(run.status == 0, "\(run.messages)")
    let report = try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
    let map = try #require((report?["maps"] as? [[String: Any]])?.first)
    let regions = try #require((map["ledger"] as? [String: Any])?["regions"] as? [[String: Any]])
    for region in regions {
      let land = try #require(region["land"] as? [String: Double])
      let (cut, drawn) = (try #require(land["cut"]), try #require(land["drawn"]))
      // A quarter lies south of the land, and a sixteenth in the lake. Parallels are shorter in the north.
      #expect(abs(cut / drawn - 5.0 / 16) < 0.001)
    }
  }

  @Test func `a map is made again if the areas change, and the credits of their publisher are in the pack`() throws {
    let workspace = try Self.workspace(Self.masks)
    let path = workspace.path("Pipelines/land.yml")
    #expect(CommandOutput.of("run", path).status == 0)
    #expect(CommandOutput.of("run", path).results.contains("up to date"))
    let pack = try workspace.data("Output/Land.mappack")
    #expect(pack.range(of: Data("Coast Office".utf8)) != nil)
    let areas = [("land", Self.box(-1, 2, 9, 9)), ("lake", Self.box(3, 2, 5, 3))].map {
      GeoJSONText.feature(["kind": $0.0], $0.1)
    }
    try workspace.write(GeoJSONText.collection(areas), to: "RawData/areas.geojson")
    #expect(CommandOutput.of("run", path).status == 0)
    #expect(try workspace.data("Output/Land.mappack") != pack)
  }

  @Test func `a map that is merged in parts is masked as one that is merged at once`() throws {
    let workspace = try Self.workspace(Self.masks)
    let path = workspace.path("Pipelines/land.yml")
    #expect(CommandOutput.of("run", path).status == 0)
    let pack = try workspace.data("Output/Land.mappack")
    let (features, coverage) = (workspace.path("a.features"), workspace.path("a.coverage"))
    #expect(CommandOutput.of("ingest", "--pipeline", path, "-o", features).status == 0)
    #expect(CommandOutput.of("merge", "--pipeline", path, features, "-o", coverage).status == 0)
    let run = CommandOutput.of("run", "--force", "--merged", coverage, path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(try workspace.data("Output/Land.mappack") == pack)
  }

  @Test(arguments: ["clip: { with: a.geojson }", "erase: { to: a.geojson }", "clip: { select: { a: b } }"])
  func `clip takes to, and erase takes with`(masks: String) throws {
    let workspace = try Self.workspace(masks)
    let run = CommandOutput.of("run", workspace.path("Pipelines/land.yml"))
    #expect(run.status == 64)
  }

  @Test func `a mask that is absent is named with its key and its line`() throws {
    let workspace = try Self.workspace("clip: { to: gone.shp }")
    let run = CommandOutput.of("run", workspace.path("Pipelines/land.yml"))
    #expect(run.status == 66 && run.messages.contains("gone.shp") && run.messages.contains("(clip, "))
  }
}
