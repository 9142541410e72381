import CMapPackShapelib
import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// What is read if points are asked for.
@Suite struct PointTests {
  private static func points(
    _ text: [UInt8], _ name: String, faults: Faults = .fail
  ) throws -> FeatureTable {
    let folder = try TemporaryFolder()
    return try ingest(folder.write(text, to: name), kind: .points, faults: faults)
  }

  private static func feature(_ type: String, _ coordinates: String) -> String {
    #"{"type":"Feature","properties":{"NAME":"n"},"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
  }

  private static func positions(_ table: FeatureTable) -> [[SIMD2<Double>]] {
    (0..<table.featureCount).map { feature in
      (table.polygonStart[feature]..<table.polygonStart[feature + 1]).flatMap { table.ring($0) }
    }
  }

  @Test func `points of GeoJSON are read, and what is no point is in the ledger`() throws {
    let features = [
      Self.feature("Point", "[1,2,3]"), Self.feature("MultiPoint", "[[1,2],[3,4],[1,2]]"),
      Self.feature("LineString", "[[1,2],[3,4]]"), Self.feature("Point", "[]"), Self.feature("MultiPoint", "[]"),
      #"{"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,6]},{"type":"LineString","coordinates":[[1,1],[2,2]]}]}}"#,
      Self.feature("Point", "[190,6]"),
    ]
    let table = try Self.points(
      Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8), "map.geojson")
    #expect(table.kind == .points)
    #expect(
      table.outcomes == ["pending", "pending", "not-a-point", "no-geometry", "no-geometry", "pending", "pending"])
    #expect(Self.positions(table) == [[[1, 2]], [[1, 2], [3, 4], [1, 2]], [], [], [[5, 6]], [[-170, 6]]])
    #expect(table.count(of: .pointBesideOthers) == 1 && table.count(of: .longitudeWrapped) == 1)
    #expect(try FeatureTable(encoded: table.encoded(), file: "t.features").encoded() == table.encoded())
  }

  @Test func `points of a topology are where its transform puts them`() throws {
    let table = try Self.points(
      Array(
        """
        {"type":"Topology","transform":{"scale":[0.5,2],"translate":[10,20]},"arcs":[[[0,0],[1,1]]],"objects":{"a":{"type":
        "GeometryCollection","geometries":[{"type":"Point","coordinates":[2,3]},{"type":"MultiPoint","coordinates":[[0,0],
        [1,1]]},{"type":"LineString","arcs":[0]}]}}}
        """.utf8), "map.topojson")
    #expect(table.outcomes == ["pending", "pending", "not-a-point"])
    #expect(Self.positions(table) == [[[11, 26]], [[10, 20], [10.5, 22]]])
  }

  @Test func `points of KML are read, alone and among others`() throws {
    let table = try Self.points(
      Array(
        """
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
        <Placemark><name>駅</name><Point><altitudeMode>clampToGround</altitudeMode><coordinates> 1,2,3 </coordinates></Point></Placemark>
        <Placemark><MultiGeometry><Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point>
        <LineString><coordinates>0,0 1,1</coordinates></LineString></MultiGeometry></Placemark>
        <Placemark><LineString><coordinates>0,0 1,1</coordinates></LineString></Placemark><Placemark><Point/></Placemark>
        </Document></kml>
        """.utf8), "map.kml")
    #expect(table.outcomes == ["pending", "pending", "not-a-point", "no-geometry"])
    #expect(Self.positions(table) == [[[1, 2]], [[1, 2], [3, 4]], []])
    #expect(table.count(of: .pointBesideOthers) == 1)
  }

  @Test func `a KML point with two positions is a fault`() throws {
    let error = #expect(throws: StageError.self) {
      try Self.points(
        Array("<kml><Placemark><Point><coordinates>1,2 3,4</coordinates></Point></Placemark></kml>".utf8), "map.kml")
    }
    #expect(error?.message == "the point has 2 positions, expected one" && error?.record == 1)
  }

  @Test func `waypoints of GPX are read with their texts, and tracks are in the ledger`() throws {
    let table = try Self.points(
      Array(
        """
        <gpx><wpt lat="35.5" lon="135"><time>2024-01-01T00:00:00Z</time><name>山</name><sym>Summit</sym></wpt>
        <trk><name>t</name><trkseg><trkpt lat="1" lon="2"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>
        """.utf8), "map.gpx")
    #expect(table.outcomes == ["pending", "not-a-point"])
    #expect(Self.positions(table) == [[[135, 35.5]]])
    #expect(table.column("name") == [.text("山")] && table.column("sym") == [.text("Summit")])
    #expect(table.column("kind") == [.text("waypoint")])
    #expect(table.column("start") == [.text("2024-01-01T00:00:00Z")])
  }

  @Test(arguments: [
    (SHPT_POINT, 1), (SHPT_POINTZ, 1), (SHPT_POINTM, 1), (SHPT_MULTIPOINT, 2), (SHPT_MULTIPOINTZ, 2),
    (SHPT_MULTIPOINTM, 2),
  ])
  func `points of a Shapefile are read, with the index and without`(type: Int32, count: Int) throws {
    let folder = try TemporaryFolder()
    let positions = Array([(1.5, 2.5), (3.0, 4.0)].prefix(count))
    let path = try ShapefileFixture(
      type: type, fields: [.text("NAME")],
      shapes: [.init([positions], ["a"], type: type), .init([], ["b"], type: SHPT_NULL)]
    ).write(to: folder)
    for isLost in [false, true] {
      if isLost { try FileManager.default.removeItem(atPath: folder.path("map.shx")) }
      let table = try ingest(path, kind: .points)
      #expect(table.outcomes == ["pending", "no-geometry"])
      #expect(Self.positions(table)[0] == positions.map { SIMD2($0.0, $0.1) })
    }
  }

  @Test(arguments: [
    ("[1,\"x\"]", Rule?.none), ("[1]", nil), ("[1,95]", .swappedCoordinates), ("[120,95]", .outOfRange),
    ("[500000,4000000]", .projectedCoordinates),
  ])
  func `a point that is none is a fault of its feature`(coordinates: String, rule: Rule?) throws {
    let error = #expect(throws: StageError.self) {
      try Self.points(Array(Self.feature("Point", coordinates).utf8), "map.geojson")
    }
    #expect(error?.rule == rule ?? .malformedFeature)
  }
}
