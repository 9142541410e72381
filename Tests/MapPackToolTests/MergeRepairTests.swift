import Foundation
import MapPackFeatures
import MapPackTool
import Testing

/// What `run` says about what merge mended.
@Suite struct MergeRepairTests {
  /// A map of a feature or two; each is a list of polygons of closed rings.
  private static func workspace(_ features: [(code: String, polygons: String)], more: String = "") throws -> Workspace {
    let workspace = try Workspace()
    let objects = features.map {
      GeoJSONText.feature(["code": $0.code], #"{"type":"MultiPolygon","coordinates":\#($0.polygons)}"#)
    }
    try workspace.write(GeoJSONText.collection(objects), to: "RawData/land.geojson")
    try workspace.writePipeline(
      "merge: { key: code }", more, of: "RawData/land.geojson", map: "Land", outputs: ", report: report.json")
    return workspace
  }

  private static func report(_ workspace: Workspace) throws -> [String: Any] {
    let report = try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
    return try #require((report?["maps"] as? [[String: Any]])?.first)
  }

  private static let square = "[[0,0],[4,0],[4,4],[0,4],[0,0]]"

  private static let faults: [(rule: Rule, polygons: String, vertex: Int?)] = [
    (.selfIntersection, "[[[[0,0],[3,3],[3,1],[0,4],[0,0]]]]", nil),
    (.ringSelfIntersection, "[[[[0,0],[4,0],[4,4],[2,2],[0,4],[0,3],[2,2],[0,1],[0,0]]]]", nil),
    (.ringsByDepth, "[[\(square),[[1,1],[1,2],[2,2],[2,1],[1,1]],[[1,1],[1,2],[2,2],[2,1],[1,1]]]]", nil),
    (.ringsByDepth, "[[\(square),[[5,1],[5,2],[6,2],[6,1],[5,1]]]]", nil),
    (.ringsByDepth, "[[\(square),[[1,1],[1,3],[3,3],[3,1],[1,1]],[[1.5,1.5],[1.5,2],[2,2],[2,1.5],[1.5,1.5]]]]", nil),
    (.nestedShells, "[[\(square)],[[[1,1],[2,1],[2,2],[1,2],[1,1]]]]", nil),
    // Faults that merging dissolves: two holes, and two polygons, with a whole edge in common; a corridor without width.
    (.selfIntersection, "[[\(square),[[1,1],[1,2],[2,2],[2,1],[1,1]],[[2,1],[2,2],[3,2],[3,1],[2,1]]]]", nil),
    (.selfIntersection, "[[\(square)],[[[4,0],[6,0],[6,4],[4,4],[4,0]]]]", nil),
    (
      .selfIntersection,
      "[[[[0,0],[1,0],[1,1],[3,1],[3,0],[4,0],[4,2],[3,2],[3,1],[1,1],[1,2],[0,2],[0,0]]]]", nil
    ),
    (.disconnectedInterior, "[[\(square),[[0,2],[2,3],[4,2],[2,1],[0,2]]]]", nil),
    (.spike, "[[[[0,0],[4,0],[4,2],[6,3],[4,2],[4,4],[0,4],[0,0]]]]", 3),
    (.repeatedVertex, "[[[[0,0],[4,0],[4,0],[4,4],[0,4],[0,0]]]]", nil),
    (.ringWinding, "[[[[0,0],[0,4],[4,4],[4,0],[0,0]]]]", nil),
  ]

  @Test(arguments: faults.indices)
  func `each fault that was mended has its own rule, and is an error if nothing may be mended`(index: Int) throws {
    let fault = Self.faults[index]
    let features = [
      (code: "b", polygons: "[[[[8,0],[9,0],[9,1],[8,1],[8,0]]]]"), (code: "a", polygons: fault.polygons),
    ]
    let mended = try Self.workspace(features)
    #expect(CommandOutput.of("run", mended.path("Pipelines/land.yml")).status == 0)
    let found = try #require(try Self.report(mended)["findings"] as? [[String: Any]])
      .filter { $0["rule"] as? String == fault.rule.rawValue }
    let first = try #require(found.first)
    #expect(first["severity"] as? String != "error")
    #expect(first["record"] as? Int == 2)
    if let vertex = fault.vertex { #expect(first["vertex"] as? Int == vertex) }

    let refused = try Self.workspace(features, more: "clean: { mode: none }")
    let run = CommandOutput.of("run", refused.path("Pipelines/land.yml"), exits: 1)
    #expect(run.messages.contains("would have to be mended"), "\(run.messages)")
    #expect(run.messages.contains("record 2"), "\(run.messages)")
    #expect(!refused.files().contains("Output/Land.mappack"))
  }

  @Test func `what is clean runs as it is if nothing may be mended`() throws {
    let workspace = try Self.workspace([("a", "[[\(Self.square)]]")], more: "clean: { mode: none }")
    CommandOutput.of("run", workspace.path("Pipelines/land.yml"), exits: 0)
    #expect((try Self.report(workspace)["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func `the report has the account of each region's land`() throws {
    let lake = "[[\(Self.square),[[1,1],[1,1.01],[1.01,1.01],[1.01,1],[1,1]]]]"
    let workspace = try Self.workspace(
      [("a", lake), ("b", "[[[[3,1],[6,1],[6,2],[3,2],[3,1]]]]")], more: "clean: { fillGaps: 2 km }")
    CommandOutput.of("run", workspace.path("Pipelines/land.yml"), exits: 0)
    let ledger = try #require(try Self.report(workspace)["ledger"] as? [String: Any])
    let polygons = try #require(ledger["polygons"] as? [String: Any])
    #expect(polygons["read"] as? Int == 2 && polygons["merged"] as? Int == 2)
    let regions = try #require(ledger["regions"] as? [[String: Any]])
    let land = regions.compactMap { ($0["land"] as? [String: Any])?.compactMapValues { $0 as? Double } }
    #expect(land.count == 2)
    for account in land {
      let parts = ["area", "given", "drawnTwice", "rewound", "rounding"].compactMap { account[$0] }
      let sum = parts.reduce(0, +) - (account["filled"] ?? 0)
      #expect(parts.count == 5 && abs(sum - (account["drawn"] ?? 0)) < 1)
    }
    // The overlap has three sides in a; a square of a hundredth of a degree at 1° north is 1.23 km².
    #expect(land[0]["given"] == 0 && (land[1]["given"] ?? 0) > 1e10)
    #expect(abs((land[0]["filled"] ?? 0) - 1.23e6) < 0.01e6)
  }

  @Test(arguments: [("5", "is “5”"), ("0 m", "is “0 m”"), ("ten metres", "is “ten metres”")])
  func `a size of gaps has a unit and is above zero`(value: String, words: String) throws {
    let workspace = try Self.workspace([("a", "[[\(Self.square)]]")], more: "clean: { fillGaps: \(value) }")
    let run = CommandOutput.of("run", workspace.path("Pipelines/land.yml"), exits: 64)
    #expect(run.messages.contains(words), "\(run.messages)")
    let flag = CommandOutput.of("merge", "a.features", "-o", "b.coverage", "--fill-gaps", value, exits: 64)
    #expect(flag.messages.contains("is neither an area nor a length"), "\(flag.messages)")
  }
}
