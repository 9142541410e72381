import Foundation
import MapPackTool
import Testing

/// Two time zones that meet at ±180°, and a land that lies on both sides of it.
@Suite struct AntimeridianTests {
  private static func feature(_ code: String, _ ring: [(Double, Double)]) -> String {
    GeoJSONText.feature(["code": code], GeoJSONText.polygon(ring + [ring[0]]))
  }

  /// Each zone as publishers draw it: within ±180°, or in longitudes from 0° to 360°.
  @Test(arguments: [false, true])
  func `two regions that meet at 180° are neighbors with a border, from the source to the picture`(
    isUncut: Bool
  ) throws {
    let workspace = try Workspace()
    let turn = isUncut ? 360.0 : 0
    let zones = [
      Self.feature("plus", [(170, -60), (180, -60), (180, 10), (180, 50), (170, 50)]),
      Self.feature("minus", [(-180 + turn, -40), (-170 + turn, -40), (-170 + turn, 60), (-180 + turn, 60)]),
      Self.feature("both", [(175, -80), (185, -80), (185, -70), (175, -70)]),
    ]
    try workspace.write(GeoJSONText.collection(zones), to: "RawData/zones.geojson")
    let pipeline = try workspace.writePipeline(
      "merge: { key: code }", "simplify: { tolerance: 1 km, minimumIsland: 100000000 km2 }",
      of: "RawData/zones.geojson", map: "Zones", outputs: ", preview: Output/Zones.svg")
    let run = CommandOutput.of("run", pipeline, exits: 0)
    #expect(!run.messages.contains("adjacency"))
    let inspection = CommandOutput.of("inspect", workspace.path("Output/Zones.mappack"), "--json")
    let regions = try #require(
      try (JSONSerialization.jsonObject(with: Data(inspection.results.utf8)) as? [String: Any])?["regions"]
        as? [[String: Any]])
    var neighbors: [String: [String]] = [:]
    for region in regions { neighbors[region["code"] as? String ?? ""] = region["neighbours"] as? [String] }
    #expect(neighbors == ["plus": ["minus"], "minus": ["plus"], "both": []])
    // The picture has the border, between 40° S and 50° N, as the one line that is no coast.
    let svg = try workspace.text("Output/Zones.svg")
    let borders = svg.matches(of: #/<g id="borders"[^>]*>\n<path [^>]*d="M([0-9. -]+)l0 ([0-9.]+)"\/>\n<\/g>/#)
    #expect(borders.count == 1, "\(svg)")
    CommandOutput.of("validate", workspace.path("Output/Zones.mappack"), exits: 0)
  }
}
