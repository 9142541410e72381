import CMapPackShapelib
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Lines that are read as areas, because they end where they start.
@Suite struct ClosedLineTests {
  /// A square and a triangle that lies in it, an open line, and a line of three positions.
  private static let square: [(Double, Double)] = [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)]
  private static let inner: [(Double, Double)] = [(1, 1), (1, 2), (2, 1), (1, 1)]
  private static let open: [(Double, Double)] = [(9, 9), (9, 8), (8, 8), (8, 9)]
  private static let short: [(Double, Double)] = [(7, 7), (6, 6), (7, 7)]

  private static func json(_ line: [(Double, Double)]) -> String {
    "[\(line.map { "[\($0.0), \($0.1)]" }.joined(separator: ","))]"
  }

  private static func kml(_ line: [(Double, Double)]) -> String {
    "<LineString><coordinates>\(line.map { "\($0.0),\($0.1)" }.joined(separator: " "))</coordinates></LineString>"
  }

  private static func gpx(_ lines: [(Double, Double)]...) -> String {
    let segments = lines.map { line in
      "<trkseg>\(line.map { "<trkpt lat='\($0.1)' lon='\($0.0)'/>" }.joined())</trkseg>"
    }
    return "<trk>\(segments.joined())</trk>"
  }

  /// Four features: a closed line, two closed parts, a closed part and an open one, and no closed line.
  private static let texts: [(name: String, text: String)] = [
    (
      "map.geojson",
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":\(json(square))}},
      {"type":"Feature","properties":{},"geometry":{"type":"MultiLineString","coordinates":[\(json(square)),\(json(inner))]}},
      {"type":"Feature","properties":{},"geometry":{"type":"MultiLineString","coordinates":[\(json(open)),\(json(inner))]}},
      {"type":"Feature","properties":{},"geometry":{"type":"MultiLineString","coordinates":[\(json(short)),\(json(open))]}}]}
      """
    ),
    (
      "map.topojson",
      """
      {"type":"Topology","arcs":[\(json(square)),[[1,1],[1,2]],[[1,1],[2,1],[1,2]],\(json(open)),\(json(short))],"objects":{"a":
      {"type":"GeometryCollection","geometries":[{"type":"LineString","arcs":[0]},
      {"type":"MultiLineString","arcs":[[0],[1,-3]]},{"type":"MultiLineString","arcs":[[3],[1,-3]]},
      {"type":"MultiLineString","arcs":[[4],[3]]}]}}}
      """
    ),
    (
      "map.kml",
      """
      <kml><Placemark>\(kml(square))</Placemark><Placemark><MultiGeometry>\(kml(square))\(kml(inner))</MultiGeometry></Placemark>
      <Placemark><MultiGeometry>\(kml(open))\(kml(inner))</MultiGeometry></Placemark>
      <Placemark><MultiGeometry>\(kml(short))\(kml(open))</MultiGeometry></Placemark></kml>
      """
    ),
    ("map.gpx", "<gpx>\(gpx(square))\(gpx(square, inner))\(gpx(open, inner))\(gpx(short, open))</gpx>"),
  ]

  private func areas(_ path: String, _ closedLines: ClosedLines, kind: GeometryKind = .areas) throws(StageError)
    -> FeatureTable
  {
    var request = request(path, kind: kind)
    request.closedLines = closedLines
    return try ingest([request])
  }

  private func expectAreas(_ table: FeatureTable) {
    #expect(table.outcomes == ["pending", "pending", "pending", "not-a-polygon"])
    #expect(table.ringCounts == [[1], [1, 1], [1]])
    #expect(Set(table.ring(0)) == [[0, 0], [4, 0], [4, 4], [0, 4]])
    #expect(Set(table.ring(2)) == [[1, 1], [2, 1], [1, 2]] && Set(table.ring(3)) == [[1, 1], [2, 1], [1, 2]])
    // No rule of a format says how such a line has to run.
    #expect(Set(table.findings.map(\.rule)) == [.notAPolygon, .polygonBesideOthers])
  }

  private func expectLines(_ table: FeatureTable) {
    #expect(table.outcomes == Array(repeating: "not-a-polygon", count: 4))
    #expect(table.findings.allSatisfy { $0.remedy?.words.contains("closedLines: areas") == true })
  }

  @Test(arguments: texts)
  func `each closed line is an area of its own if it is asked for`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    expectAreas(try areas(folder.write(text, to: name), .areas))
  }

  @Test(arguments: texts.dropLast())
  func `closed lines that are left out are told how to be read`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    expectLines(try areas(folder.write(text, to: name), .lines))
  }

  @Test(arguments: [SHPT_ARC, SHPT_ARCZ, SHPT_ARCM])
  func `closed parts of the lines of a Shapefile are areas`(type: Int32) throws {
    let folder = try TemporaryFolder()
    let shapes = [[Self.square], [Self.square, Self.inner], [Self.open, Self.inner], [Self.short, Self.open]]
    let path = try ShapefileFixture(
      type: type, fields: [.text("NAME")], shapes: shapes.map { .init($0, ["a"], type: type) }
    ).write(to: folder)
    expectAreas(try areas(path, .areas))
    expectLines(try areas(path, .lines))
  }

  @Test func `closed lines of a GeoPackage are areas`() throws {
    let folder = try TemporaryFolder()
    let binary = BinaryGeometry()
    let shapes = [
      binary.line(Self.square), binary.many(5, [binary.line(Self.square), binary.line(Self.inner)]),
      binary.many(5, [binary.line(Self.open), binary.line(Self.inner)]),
      binary.many(5, [binary.line(Self.short), binary.line(Self.open)]),
    ]
    let path = folder.path("map.gpkg")
    let layer = GeoPackageText.Layer(rows: shapes.map { (binary.inPackage($0), ["'a'"]) })
    try GeoPackageText([layer]).write(to: path)
    expectAreas(try areas(path, .areas))
    expectLines(try areas(path, .lines))
  }

  @Test func `polygons stay as they are beside lines that are areas`() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[\(Self.json(Self.square)),\(Self.json(Self.inner))]},
      {"type":"LineString","coordinates":[]},{"type":"LineString","coordinates":\(Self.json(Self.inner))},
      {"type":"Polygon","coordinates":[[[5,5],[6,5],[6,6],[5,5]]]}]}
      """
    let table = try areas(folder.write(text, to: "map.geojson"), .areas)
    #expect(table.ringCounts == [[2, 1, 1]] && table.ring(3) == [[5, 5], [6, 5], [6, 6]])
    #expect(table.count(of: .polygonBesideOthers) == 1)
  }

  @Test(arguments: [
    (
      "map.geojson",
      #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":"?"},"#
        + #"{"type":"LineString","coordinates":[[[0],null],{}]},{"type":"Polygon","coordinates":[[[5,5],[6,5],[6,6],[5,5]]]}]}"#
    ),
    (
      "map.topojson",
      #"{"type":"Topology","arcs":[[[5,5],[6,5],[6,6],[5,5]]],"objects":{"a":{"type":"GeometryCollection","geometries":"#
        + #"[{"type":"LineString","arcs":[7]},{"type":"MultiLineString","arcs":[["x"],[],[1e9]]},{"type":"Polygon","arcs":[[0]]}]}}}"#
    ),
    (
      "map.kml",
      "<kml><Placemark><MultiGeometry><LineString><coordinates>x</coordinates></LineString><Polygon><outerBoundaryIs>"
        + "<LinearRing><coordinates>5,5 6,5 6,6 5,5</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark></kml>"
    ),
  ])
  func `a line that is left out may say what it likes`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    let table = try areas(folder.write(text, to: name), .lines)
    #expect(table.ringCounts == [[1]] && table.ring(0) == [[5, 5], [6, 5], [6, 6]])
  }

  @Test(arguments: [GeometryKind.lines, .points])
  func `closed lines cannot be areas on a map of lines or points`(kind: GeometryKind) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("<gpx/>", to: "map.gpx")
    let error = try failure { () throws(StageError) in try areas(path, .areas, kind: kind) }
    #expect(error.status == .usage && error.message.contains(kind.rawValue))
  }
}
