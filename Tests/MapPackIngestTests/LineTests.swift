import CMapPackShapelib
import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// What is read if lines are asked for.
@Suite struct LineTests {
  private func lines(_ text: String, _ name: String, faults: Faults = .fail) throws -> FeatureTable {
    let folder = try TemporaryFolder()
    return try ingest(folder.write(text, to: name), kind: .lines, faults: faults)
  }

  private func feature(_ type: String, _ coordinates: String) -> String {
    #"{"type":"Feature","properties":{"NAME":"n"},"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
  }

  private func collection(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  @Test func `lines of GeoJSON are read, and what is no line is in the ledger`() throws {
    let table = try lines(
      collection(
        feature("LineString", "[[0,0],[1,1],[1,1],[2,0]]"),
        feature("MultiLineString", "[[[0,0],[1,0]],[[5,5],[5,6],[5,5]]]"), feature("Point", "[0,0]"),
        feature("Polygon", "[[[0,0],[1,0],[1,1],[0,0]]]"), feature("LineString", "[]"),
        #"{"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,1]},{"type":"LineString","coordinates":[[1,1],[2,2]]}]}}"#
      ), "map.geojson")
    #expect(table.kind == .lines)
    #expect(table.outcomes == ["pending", "pending", "not-a-line", "not-a-line", "no-geometry", "pending"])
    #expect(
      (0..<4).map { table.ring($0) } == [
        [[0, 0], [1, 1], [2, 0]], [[0, 0], [1, 0]], [[5, 5], [5, 6], [5, 5]], [[1, 1], [2, 2]],
      ])
    #expect(table.count(of: .repeatedVertex) == 1)
    #expect(table.count(of: .lineBesideOthers) == 1)
    #expect(table.count(of: .notALine) == 2)
  }

  @Test func `lines of a topology are put together from arcs, backwards too`() throws {
    let table = try lines(
      """
      {"type":"Topology","arcs":[[[0,0],[1,1]],[[3,0],[1,1]]],"objects":{"roads":{"type":"GeometryCollection","geometries":[
      {"type":"LineString","arcs":[0,-2],"properties":{"NAME":"a"}},
      {"type":"MultiLineString","arcs":[[0],[1]]},{"type":"Point","coordinates":[1,1]}]}}}
      """, "map.topojson")
    #expect(table.outcomes == ["pending", "pending", "not-a-line"])
    #expect(table.ring(0) == [[0, 0], [1, 1], [3, 0]])
    #expect(table.ring(2) == [[3, 0], [1, 1]])
  }

  @Test func `lines, rings that bound nothing and tracks of KML are read`() throws {
    let table = try lines(
      """
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
      <Placemark><name>line</name><LineString><coordinates>0,0 1,1,5 2,0</coordinates></LineString></Placemark>
      <Placemark><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></Placemark>
      <Placemark><gx:Track><when>2020-01-01T00:00:00Z</when><gx:coord>7 8 9</gx:coord><gx:coord> 7.5 8.5 9 </gx:coord>
      <gx:coord/></gx:Track></Placemark>
      <Placemark><MultiGeometry><Point><coordinates>1,1</coordinates></Point><gx:MultiTrack><gx:Track><gx:coord>1 2 3</gx:coord>
      <gx:coord>2 2 3</gx:coord></gx:Track></gx:MultiTrack></MultiGeometry></Placemark>
      <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      </Document></kml>
      """, "map.kml")
    #expect(table.outcomes == ["pending", "pending", "pending", "pending", "not-a-line"])
    #expect(
      (0..<4).map { table.ring($0) } == [
        [[0, 0], [1, 1], [2, 0]], [[0, 0], [1, 0], [1, 1], [0, 0]], [[7, 8], [7.5, 8.5]], [[1, 2], [2, 2]],
      ])
    #expect(table.count(of: .lineBesideOthers) == 1)
  }

  @Test(arguments: [
    ("map.kml", "<kml><Placemark><LineString><coordinates/></LineString></Placemark></kml>"),
    ("map.kml", "<kml><Placemark><LinearRing/></Placemark></kml>"),
    // As Google writes the time that one spent at a location.
    ("map.kml", "<kml><Placemark><Track><altitudeMode>clampToGround</altitudeMode></Track></Placemark></kml>"),
    ("map.kml", "<kml><Placemark><MultiTrack><Track/><Track><coord/></Track></MultiTrack></Placemark></kml>"),
    ("map.gpx", "<gpx><trk><trkseg/></trk></gpx>"),
    ("map.geojson", #"{"type":"LineString","coordinates":[]}"#),
    ("map.geojson", #"{"type":"MultiLineString","coordinates":[[],[]]}"#),
    (
      "map.geojson",
      #"{"type":"GeometryCollection","geometries":[{"type":"MultiLineString","coordinates":[[]]},{"type":"LineString","coordinates":[]}]}"#
    ),
  ])
  func `lines without a vertex are no geometry, and the feature is kept`(name: String, text: String) throws {
    let table = try lines(text, name)
    #expect(table.outcomes == ["no-geometry"] && table.featureCount == 1)
    #expect(table.count(of: .noGeometry) == 1 && table.findings.count == 1)
  }

  @Test(arguments: [
    (
      "map.geojson",
      #"{"type":"MultiLineString","coordinates":[[],[[0,0],[1,0]],[[2,2]]]}"#
    ),
    (
      "map.kml",
      """
      <kml><Placemark><MultiGeometry><LineString/><LineString><coordinates>0,0 1,0</coordinates></LineString>
      <LineString><coordinates>2,2</coordinates></LineString></MultiGeometry></Placemark></kml>
      """
    ),
  ])
  func `beside others a line without a vertex is none, one of a vertex is left out`(name: String, text: String) throws {
    let table = try lines(text, name)
    #expect(table.outcomes == ["pending"] && table.ring(0) == [[0, 0], [1, 0]] && table.ringCount == 1)
    #expect(table.count(of: .lineTooShort) == 1)
  }

  @Test func `a position of a track that is none is left out, with a note`() throws {
    let table = try lines(
      "<kml><Placemark><name>t</name><Track><coord>1 2 3</coord>\n<coord>1 x</coord><coord>4 5 6</coord></Track>"
        + "</Placemark></kml>", "map.kml")
    #expect(table.ring(0) == [[1, 2], [4, 5]])
    #expect(table.findings.count { $0.severity == .note && $0.record == 1 } == 1)
  }

  @Test(arguments: [SHPT_ARC, SHPT_ARCZ, SHPT_ARCM])
  func `each part of a polyline is a line, with the index and without`(type: Int32) throws {
    let folder = try TemporaryFolder()
    let path = try ShapefileFixture(
      type: type, fields: [.text("NAME")],
      shapes: [
        .init([[(0, 0), (1, 1), (0, 0)], [(5, 5), (6, 6)]], ["a"], type: type), .init([], ["b"], type: SHPT_NULL),
      ]
    ).write(to: folder)
    for isLost in [false, true] {
      if isLost { try FileManager.default.removeItem(atPath: folder.path("map.shx")) }
      let table = try ingest(path, kind: .lines)
      #expect(table.outcomes == ["pending", "no-geometry"])
      #expect(table.ring(0) == [[0, 0], [1, 1], [0, 0]] && table.ring(1) == [[5, 5], [6, 6]])
    }
  }

  @Test func `tracks and routes of GPX are read with their texts, and waypoints are in the ledger`() throws {
    let text = """
      <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>file</name></metadata>
      <wpt lat="1" lon="2"><name>w</name></wpt>
      <rte><name>道</name><rtept lat="35" lon="135"/><rtept lat="36" lon="136"><name>p</name></rtept></rte>
      <trk><name>t</name><type>walk</type><trkseg><trkpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time></trkpt>
      <trkpt lat="1.5" lon="2.5"/><trkpt lat="2" lon="3"><time>2024-01-01T01:00:00Z</time></trkpt></trkseg><trkseg/>
      <trkseg><trkpt lat="9" lon="9"/></trkseg><trkseg><trkpt lat="5" lon="5"/><trkpt lat="6" lon="5"/></trkseg></trk></gpx>
      """
    for name in ["map.gpx", "map.xml"] {
      let table = try lines(text, name)
      #expect(table.outcomes == ["not-a-line", "pending", "pending"])
      #expect(table.column("name") == [.text("道"), .text("t")])
      #expect(table.column("kind") == [.text("route"), .text("track")])
      #expect(table.column("start") == [.null, .text("2024-01-01T00:00:00Z")])
      #expect(table.column("end") == [.null, .text("2024-01-01T01:00:00Z")])
      #expect(
        (0..<3).map { table.ring($0) } == [
          [[135, 35], [136, 36]], [[2, 1], [2.5, 1.5], [3, 2]], [[5, 5], [5, 6]],
        ])
      #expect(table.count(of: .lineTooShort) == 1)
    }
  }

  @Test(arguments: [
    ("<gpx><trk><trkseg><trkpt lat='1' lon='2'/><trkpt lat='1' lon='2'/></trkseg></trk></gpx>", Rule.tooFewPoints),
    ("<gpx><rte><rtept lat='1' lon='2'/><rtept lat='1' lon='2'/></rte></gpx>", .tooFewPoints),
  ])
  func `a broken line is a fault, or a finding if faults are reported`(text: String, rule: Rule) throws {
    let error = #expect(throws: StageError.self) { try lines(text, "map.gpx") }
    #expect(error?.rule == rule && error?.record == 1)
    #expect(try lines(text, "map.gpx", faults: .report).outcomes == [rule.rawValue])
  }

  @Test func `GPX is refused in words if areas are asked for`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("<gpx/>", to: "map.gpx")
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.remedy?.words.contains("--geometry lines") == true)
  }

  @Test(
    arguments: [
      // The short way over the antimeridian, to the east and back.
      ("[[179,0],[-179,2]]", [[[179.0, 0], [180, 1]], [[-180, 1], [-179, 2]]]),
      ("[[-179,2],[179,0]]", [[[-179.0, 2], [-180, 1]], [[180, 1], [179, 0]]]),
      // Longitudes that go on beyond it.
      ("[[179,0],[181,2],[182,2]]", [[[179.0, 0], [180, 1]], [[-180, 1], [-179, 2], [-178, 2]]]),
      ("[[190,0],[200,1]]", [[[-170.0, 0], [-160, 1]]]),
      // A vertex on it, and a line along it.
      ("[[179,0],[180,1],[-179,2]]", [[[179.0, 0], [180, 1]], [[-180, 1], [-179, 2]]]),
      ("[[179,0],[-180,1],[-179,2]]", [[[179.0, 0], [180, 1]], [[-180, 1], [-179, 2]]]),
      ("[[180,0],[180,5]]", [[[180.0, 0], [180, 5]]]),
      ("[[179,0],[-180,1]]", [[[179.0, 0], [180, 1]]]),
    ] as [(String, [[SIMD2<Double>]])])
  func `lines are cut at the antimeridian`(coordinates: String, expected: [[SIMD2<Double>]]) throws {
    let table = try lines(collection(feature("LineString", coordinates)), "map.geojson")
    #expect((0..<table.ringCount).map { table.ring($0) } == expected)
  }

  /// The edge that would close such a line was taken for one of it, and got a vertex at its middle.
  @Test(
    arguments: [
      // From -100° over 0° to 120°, and back.
      ([-100, 0, 120], [[SIMD2(-100, 0), SIMD2(0, 0), SIMD2(120, 0)]]),
      ([120, 0, -100], [[SIMD2(120, 0), SIMD2(0, 0), SIMD2(-100, 0)]]),
      // As wide as on a map of the world: the edge has a vertex at its middle.
      ([-100, 120], [[SIMD2(-100, 0), SIMD2(10, 0), SIMD2(120, 0)]]),
      // From one end of the world to the other.
      ([-180, -90, 0, 180], [[SIMD2(-180, 0), SIMD2(-90, 0), SIMD2(0, 0), SIMD2(180, 0)]]),
    ] as [([Double], [[SIMD2<Double>]])])
  func `lines of a projected system end where they end`(longitudes: [Double], expected: [[SIMD2<Double>]]) throws {
    let meters = longitudes.map { "[\($0 * 20_037_508.342789244 / 180),0]" }.joined(separator: ",")
    let crs = #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":["#
    let table = try lines(crs + feature("LineString", "[\(meters)]") + "]}", "map.geojson")
    let found = (0..<table.ringCount).map { table.ring($0) }
    #expect(found.map(\.count) == expected.map(\.count))
    for (a, b) in zip(found.joined(), expected.joined()) { #expect(abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9) }
  }
}
