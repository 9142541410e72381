import Foundation
import MapPack
import TestSupport
import Testing

/// A whole building in Indoor Mapping Data Format, with every type of feature.
@Suite struct BuildingTests {
  private static func position(_ x: Double, _ y: Double) -> String { "[\(139.7 + x / 1000),\(35.6 + y / 1000)]" }

  private static func ring(_ x: Double, _ y: Double, _ side: Double) -> String {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
    return "[" + corners.map { position($0.0, $0.1) }.joined(separator: ",") + "]"
  }

  private static func polygon(_ rings: String...) -> String {
    "{\"type\":\"Polygon\",\"coordinates\":[\(rings.joined(separator: ","))]}"
  }

  private static func line(_ ends: (Double, Double)...) -> String {
    "{\"type\":\"LineString\",\"coordinates\":[\(ends.map { position($0.0, $0.1) }.joined(separator: ","))]}"
  }

  private static func point(_ x: Double, _ y: Double) -> String {
    "{\"type\":\"Point\",\"coordinates\":\(position(x, y))}"
  }

  private static func name(_ english: String, _ japanese: String) -> String {
    "\"name\":{\"en\":\"\(english)\",\"ja-JP\":\"\(japanese)\"},\"alt_name\":null"
  }

  /// What the layers hold, by type: ids, geometries and properties.
  private static let features: [String: [(id: String, geometry: String, properties: String)]] = [
    "address": [("ad", "null", "\"address\":\"1 Marunouchi\",\"unit\":null")],
    "building": [("bu", "null", "\"category\":\"transit\",\(name("Building", "駅舎")),\"display_point\":null")],
    "venue": [("ve", polygon(ring(0, 0, 9)), "\"category\":\"transit\",\(name("Station", "駅"))")],
    "geofence": [("ge", polygon(ring(0, 0, 9)), "\"category\":\"geofence\",\"name\":null")],
    "relationship": [("re", "null", "\"category\":\"elevator\",\"direction\":\"undirected\"")],
    "level": [
      ("l0", polygon(ring(0, 0, 9)), "\"ordinal\":0,\"short_name\":{\"ja-JP\":\"1F\"},\(name("Ground", "1階"))"),
      ("l1", polygon(ring(0, 0, 9)), "\"ordinal\":1,\"short_name\":{\"ja-JP\":\"2F\"},\(name("Upper", "2階"))"),
    ],
    "footprint": [
      ("f0", polygon(ring(0, 0, 9)), "\"category\":\"ground\",\"name\":null,\"building_ids\":[\"bu\"]"),
      ("f1", polygon(ring(1, 1, 9)), "\"category\":\"aerial\",\"name\":null,\"building_ids\":[\"bu\"]"),
    ],
    "unit": [
      (
        "u0", polygon(ring(0, 0, 4), ring(1, 1, 1)),
        "\"category\":\"walkway\",\(name("Hall", "ホール")),\"level_id\":\"l0\",\"display_point\":\(point(3, 3.5))"
      ),
      ("u1", polygon(ring(4, 0, 4)), "\"category\":\"room\",\"name\":null,\"level_id\":\"l0\",\"display_point\":null"),
      ("u2", polygon(ring(0, 0, 4)), "\"category\":\"walkway\",\(name("Deck", "デッキ")),\"level_id\":\"l1\""),
      ("u3", "null", "\"category\":\"room\",\"name\":null,\"level_id\":\"l1\""),
    ],
    "fixture": [("x0", polygon(ring(3, 3, 0.5)), "\"category\":\"furniture\",\"name\":null,\"level_id\":\"l0\"")],
    "kiosk": [("k0", polygon(ring(5, 1, 0.5)), "\(name("Info", "案内")),\"level_id\":\"l0\",\"anchor_id\":null")],
    "section": [
      ("s0", polygon(ring(0, 0, 4)), "\"category\":\"seating\",\"name\":null,\"level_id\":\"l1\""),
      ("s1", polygon(ring(2, 0, 4)), "\"category\":\"food.service\",\"name\":null,\"level_id\":\"l1\""),
    ],
    "opening": [
      ("o0", line((0, 1), (0, 2)), "\"category\":\"pedestrian\",\(name("Gate", "改札")),\"level_id\":\"l0\""),
      ("o1", line((4, 1), (4, 2)), "\"category\":\"automobile\",\"name\":null,\"level_id\":\"l0\""),
    ],
    "detail": [("d0", line((1, 3), (2, 3), (2, 3.5)), "\"level_id\":\"l1\"")],
    "amenity": [
      ("a0", point(0.5, 0.5), "\"category\":\"restroom\",\(name("Toilet", "トイレ")),\"unit_ids\":[\"u0\",\"u2\"]"),
      ("a1", point(4.5, 0.5), "\"category\":\"restroom\",\"name\":null,\"unit_ids\":[]"),
    ],
    "anchor": [("n0", point(5, 2), "\"unit_id\":\"u1\",\"address_id\":\"ad\"")],
    "occupant": [
      ("c0", "null", "\"category\":\"shopping\",\(name("Shop", "店")),\"anchor_id\":\"n0\",\"hours\":\"Mo-Fr\""),
      ("c1", "null", "\"category\":\"shopping\",\(name("Gone", "閉店")),\"anchor_id\":\"nowhere\""),
    ],
  ]

  private static func archive(in workspace: Workspace) throws -> String {
    var entries = [
      (name: Array("manifest.json".utf8), data: Array("{\"version\":\"1.0.0\",\"language\":\"ja-JP\"}".utf8))
    ]
    for (type, features) in features.sorted(by: { $0.key < $1.key }) {
      let texts = features.map {
        "{\"type\":\"Feature\",\"id\":\"\($0.id)\",\"feature_type\":\"\(type)\",\"geometry\":\($0.geometry),"
          + "\"properties\":{\($0.properties)}}"
      }
      entries.append((name: Array("\(type).geojson".utf8), data: Array(GeoJSONText.collection(texts).utf8)))
    }
    try FileManager.default.createDirectory(
      at: workspace.url.appendingPathComponent("RawData"), withIntermediateDirectories: true)
    try zipArchive(entries, to: workspace.path("RawData/station.zip"))
    return workspace.path("RawData/station.zip")
  }

  @Test func `init makes a map of every layer that is drawn, on every level, and says of which it makes none`() throws {
    let workspace = try Workspace()
    let run = CommandOutput.of(
      "init", "Station", try Self.archive(in: workspace), "--project", workspace.url.path, exits: 0)
    #expect(
      run.messages.contains(
        "no map was proposed of address, anchor, building, geofence, level, relationship, venue; `layer`"),
      "\(run.messages)")
    let expected: [String: (kind: RegionKind, codes: [String], names: [String])] = [
      "Station1F": (.areas, ["u0", "u1"], ["ホール", "room"]), "Station2F": (.areas, ["u2"], ["デッキ"]),
      "Station1FFixtures": (.areas, ["x0"], ["furniture"]), "Station1FKiosks": (.areas, ["k0"], ["案内"]),
      "Station2FSectionsSeating": (.areas, ["s0"], ["seating"]),
      "Station2FSectionsFoodService": (.areas, ["s1"], ["food.service"]),
      "StationFootprintsGround": (.areas, ["f0"], ["ground"]), "StationFootprintsAerial": (.areas, ["f1"], ["aerial"]),
      "Station1FOpenings": (.lines, ["o0", "o1"], ["改札", "automobile"]), "Station2FDetails": (.lines, ["d0"], ["d0"]),
      "Station1FAmenities": (.points, ["a0"], ["トイレ"]), "Station1FOccupants": (.points, ["c0"], ["店"]),
    ]
    let made = workspace.files().filter { $0.hasSuffix(".mappack") }
    #expect(Set(made) == Set(expected.keys.map { "Output/\($0).mappack" }))
    for (map, (kind, codes, names)) in expected {
      let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/\(map).mappack")))
      try pack.verify()
      #expect(pack.kind == kind && pack.shapes.map(\.code) == codes && pack.shapes.map(\.name) == names, "\(map)")
    }
    let floor = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Station1F.mappack")))
    #expect(floor.shapes.map(\.group) == ["walkway", "room"])
    let hall = try #require(floor.shape(code: "u0"))
    #expect(hall.text("name.en") == "Hall" && hall.text("name.ja-JP") == "ホール")
    // The label stands at the display point.
    #expect(abs(hall.labelPoint.longitude - 139.703) < 2e-6 && abs(hall.labelPoint.latitude - 35.6035) < 2e-6)
    // A room without one is labeled in its middle.
    let room = try #require(floor.shape(code: "u1"))
    #expect(abs(room.labelPoint.longitude - 139.706) < 1e-4)
    // The occupant is where its anchor is.
    let shops = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Station1FOccupants.mappack")))
    let shop = try #require(shops.shapes.first?.points().first)
    #expect(abs(shop.longitude - 139.705) < 1e-6 && abs(shop.latitude - 35.602) < 1e-6)
    for map in expected.keys {
      #expect(CommandOutput.of("run", "--check", workspace.path("Pipelines/\(map).yml")).status == 0)
    }
  }

  @Test(arguments: features.keys.sorted(), ["areas", "lines", "points"])
  func `a layer has as many features as the archive, and those of a kind have a shape`(
    layer: String, geometry: String
  ) throws {
    let workspace = try Workspace()
    let source = try Self.archive(in: workspace)
    let table = workspace.path("a.features")
    let run = CommandOutput.of("ingest", source, "--layer", layer, "--geometry", geometry, "-o", table, exits: 0)
    let features = try #require(Self.features[layer])
    let type = ["areas": "\"Polygon\"", "lines": "\"LineString\"", "points": "\"Point\""][geometry] ?? ""
    var shapes = features.count { $0.geometry.contains(type) }
    // One of two occupants has an anchor.
    if layer == "occupant", geometry == "points" { shapes = 1 }
    let part = ["areas": "polygon", "lines": "line", "points": "point"][geometry] ?? ""
    let words = "\(shapes) \(part)\(shapes == 1 ? "" : "s")"
    #expect(run.results.contains(", \(words),"), "\(run.results)")
    // What is of another kind is left out in words, and what has no shape is kept for its key.
    let kept = features.count { $0.geometry.contains(type) || $0.geometry == "null" }
    #expect(run.results.contains(": \(kept) feature"), "\(run.results)")
    #expect(kept == features.count || run.messages.contains("[not-a-\(part)]"), "\(run.messages)")
  }

  @Test func `a label point outside of its region is not taken`() throws {
    let workspace = try Workspace()
    let square = Self.polygon(Self.ring(0, 0, 1))
    let texts = [("a", 139.7002), ("b", 150.0)].map { code, x in
      "{\"type\":\"Feature\",\"properties\":{\"CODE\":\"\(code)\",\"X\":\(x),\"Y\":35.6001},\"geometry\":\(square)}"
        .replacing("[139.7", with: code == "a" ? "[139.7" : "[139.8")
    }
    try workspace.write(GeoJSONText.collection(texts), to: "a.geojson")
    let file = try workspace.writePipeline("merge: { key: CODE, label: [X, Y] }", of: "a.geojson")
    CommandOutput.of("run", file, exits: 0)
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack")))
    let labels = pack.shapes.map { ($0.labelPoint.longitude, $0.bounds) }
    #expect(abs(labels[0].0 - 139.7002) < 1e-6)
    #expect(abs(labels[1].0 - 139.8005) < 1e-4)
  }
}
