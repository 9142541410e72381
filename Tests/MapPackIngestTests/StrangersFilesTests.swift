import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Files as strangers publish them, which no specification describes.
@Suite struct StrangersFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func table(
    _ text: String, _ name: String, _ kind: GeometryKind = .areas, drop: FeatureFilter? = nil, faults: Faults = .fail
  ) throws -> FeatureTable {
    try ingest(try folder.write(text, to: name), kind: kind, drop: drop, faults: faults)
  }

  private func error(_ bytes: some Collection<UInt8>, _ name: String, _ kind: GeometryKind = .areas) throws
    -> StageError
  {
    let path = try folder.write(bytes, to: name)
    return try failure { () throws(StageError) in try ingest(path, kind: kind) }
  }

  // MARK: Shapefiles

  @Test func `files of a Shapefile whose capitals differ are one Shapefile`() throws {
    let path = try ShapefileFixture(fields: [.text("NAME")], shapes: [.init([square(10, 50)], ["東"])]).write(to: folder)
    let upper = folder.path("MAP.SHP")
    try FileManager.default.moveItem(atPath: path, toPath: upper)
    try FileManager.default.moveItem(atPath: folder.path("map.dbf"), toPath: folder.path("Map.DBF"))
    try folder.write("UTF-8", to: "mAp.Cpg")
    let table = try ingest(upper)
    #expect(table.column("NAME") == [.text("東")] && table.findings == [])
    #expect(ShapefileParts.shown(folder.path("Map.DBF"), beside: "a/MAP.SHP") == "a/Map.DBF")
    let error = try failure { () throws(StageError) in try ingest(folder.path("Map.DBF")) }
    #expect(error.remedy == "name MAP.SHP")
  }

  @Test func `the table with the very name goes before one that differs in capitals`() {
    let names = ["MAP.dbf", "Map.dbf", "map.dbf"]
    for stem in ["MAP", "Map", "map"] { #expect(ShapefileParts.best(names, for: stem) { $0 } == stem + ".dbf") }
    #expect(ShapefileParts.best(names, for: "mAP") { $0 } == "MAP.dbf")
  }

  @Test(arguments: [nil, "UTF-8"])
  func `a table in two encodings is told with the records of each, and no encoding is proposed`(label: String?) throws {
    let japanese: [UInt8] = [0x92, 0xB7, 0x8D, 0xE8, 0x8E, 0x73]
    let path = try ShapefileFixture(
      fields: [.text("NAME")],
      shapes: [Array("長崎市".utf8), Array("a".utf8), japanese].enumerated().map {
        .init([square(130 + Double($0.offset), 33)], bytes: [$0.element])
      }
    ).write(to: folder)
    if let label { try folder.write(label, to: "map.cpg") }
    let error = try failure { () throws(StageError) in try ingest(path) }
    #expect(error.file == "map.dbf" && error.record == 3)
    #expect(error.message.contains("record 3 is not in UTF-8, record 1 is in it"))
    #expect(error.remedy?.words.contains("--encoding") == false)
  }

  // MARK: KML

  @Test(arguments: [
    ("13.01,37.51,0,13.02,37.51,0,13.02,37.52,0,13.01,37.51,0", true),
    ("13.01,37.51,13.02,37.51,13.02,37.52,13.01,37.51", true),
    ("13.01,37.51,13.02,37.51,13.02,37.52,13.03,37.52,13.03,37.51,13.01,37.51", true),
    ("13.01,37.51,7.5, 13.02,37.51,8 ,\n13.02,37.52,9,13.01,37.51,7.5,", true),
    ("13.01,37.51,0 13.02,37.51,0 13.02,37.52,0 13.01,37.51,0", false),
  ])
  func `KML positions with commas between them are told apart`(coordinates: String, isJoined: Bool) throws {
    let table = try table(document(placemark(polygon(coordinates))), "map.kml")
    #expect(Set(table.ring(0)).isSuperset(of: [[13.01, 37.51], [13.02, 37.51], [13.02, 37.52]]))
    #expect(table.count(of: .positionsJoined) == (isJoined ? 1 : 0))
  }

  @Test(arguments: ["1,2,3,4,5", "1,2,0,3,4,0 5,6,0", "0,91,0,0,92,0,0,93,0"])
  func `numbers that give no positions stay a fault`(coordinates: String) throws {
    let error = try error(document(placemark(polygon(coordinates))).utf8, "map.kml")
    #expect(error.rule == .malformedFeature && error.message.contains("more than three numbers"))
  }

  @Test func `a link of KML is told with its target`() throws {
    let link = "<NetworkLink><name>Parks</name><Link><href> files/Parks.kml </href></Link></NetworkLink>"
    let finding = try #require(try table(document(link), "map.kml").findings.first)
    #expect(finding.rule == .networkLink)
    #expect(finding.message == "the file links to files/Parks.kml, as “Parks”: what that holds was not read")
  }

  // MARK: GPX

  private func gpx(_ content: String) -> String { #"<gpx version="1.1" creator="a">\#(content)</gpx>"# }

  @Test(arguments: [#"lat="" lon="""#, #"lat="NaN" lon="8""#, #"lat="46""#, #"lat="1000" lon="8""#])
  func `a point of a track without a position is left out, and the track stays`(point: String) throws {
    let track = gpx(
      #"<trk><trkseg><trkpt lat="46" lon="8"/><trkpt \#(point)/><trkpt lat="46.1" lon="8"/></trkseg></trk>"#)
    let table = try table(track, "map.gpx", .lines)
    #expect(table.ring(0) == [[8, 46], [8, 46.1]])
    #expect(table.findings.map(\.rule) == [.positionLeftOut] && table.findings.map(\.severity) == [.note])
  }

  @Test func `the points that draw a route between its own are its vertices`() throws {
    let route = gpx(
      """
      <rte><rtept lat="1" lon="2"><extensions><gpxx:RoutePointExtension xmlns:gpxx="g"><gpxx:rpt lat="1.1" lon="2.1"/>
      <gpxx:rpt lat="1.2" lon="2.2"/></gpxx:RoutePointExtension></extensions></rtept><rtept lat="1.3" lon="2.3"/></rte>
      """)
    #expect(try table(route, "map.gpx", .lines).ring(0) == [[2, 1], [2.1, 1.1], [2.2, 1.2], [2.3, 1.3]])
  }

  @Test func `a broken GPX says what is broken, whatever is asked for`() throws {
    for kind in GeometryKind.allCases {
      let error = try error("<gpx><trk><trkseg>".utf8, "map.gpx", kind)
      #expect(error.status == .unreadableData && error.message.contains("cut off"))
    }
    #expect(try error(gpx("").utf8, "map.gpx").status == .usage)
  }

  // MARK: JSON

  @Test(arguments: [
    (
      "map.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1]]]},"properties":{"NAME":"b"}}]}"#
    ),
    (
      "map.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,NaN]]]},"properties":{"NAME":"b"}}]}"#
    ),
    (
      "map.topojson",
      #"{"type":"Topology","arcs":[],"objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[9]],"properties":{"NAME":"b"}}]}}}"#
    ),
    (
      "map.kml",
      document(placemark("<name>b</name><Polygon/>", attributes: #" id="x""#)).replacing(
        "<name>", with: "<ExtendedData><Data name=\"NAME\"><value>"
      ).replacing("</name>", with: "</value></Data></ExtendedData>")
    ),
  ])
  func `a feature whose geometry is broken can be dropped by its attributes`(name: String, text: String) throws {
    let drop = FeatureFilter(terms: [("NAME", ["b"])])
    #expect(try table(text, name, drop: drop).outcomes == ["drop"])
    let reported = try table(text, name, faults: .report)
    #expect(reported.column("NAME") == [.text("b")] && reported.findings.map(\.severity) == [.error])
    #expect(try error(text.utf8, name).label != nil)
  }

  @Test func `null among the geometries of a topology is a feature without one`() throws {
    let table = try table(
      """
      {"type":"Topology","arcs":[[[0,0],[1,0],[1,1],[0,0]]],"objects":{"a":{"type":"GeometryCollection","geometries":[null,
      {"type":"Polygon","arcs":[[0]],"id":"p"}, null ,{"type":"GeometryCollection","geometries":[null,
      {"type":"Polygon","arcs":[[0]],"id":"inner"}]}]}}}
      """, "map.topojson")
    #expect(table.outcomes == ["no-geometry", "pending", "no-geometry", "pending"])
    #expect(table.identifier == [nil, "p", nil, nil] && table.count(of: .innerAttributes) == 1)
  }

  @Test(arguments: ["NaN", "-Infinity", "Infinity", "nan", "1e999", "[1,NaN]", #"{"b":NaN}"#])
  func `a number that JSON does not have is a finding where nobody needs it`(value: String) throws {
    let table = try table(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","x":NaN,"properties":{"a":\#(value),"NAME":"n"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#,
      "map.geojson")
    #expect(table.column("NAME") == [.text("n")] && table.outcomes == ["pending"])
    #expect(table.findings.map(\.rule) == [.notANumber] && table.findings.map(\.count) == [2])
  }

  // MARK: What is no source

  @Test(arguments: [
    (
      "map.json",
      #"{"fieldAliases":{},"geometryType":"esriGeometryPolygon","features":[{"attributes":{"A":1},"geometry":{"rings":[]}}]}"#,
      "Esri JSON"
    ),
    ("map.geojson", #"{"features":[{"geometry":{"rings":[]},"attributes":{"A":1}}]}"#, "Esri JSON"),
    ("map.json", #"{"version":0.6,"generator":"Overpass API","elements":[{"type":"node","id":1}]}"#, "Overpass"),
    ("map.geojson", #"{"error":{"code":400,"message":"Invalid"}}"#, "an answer of a server"),
    ("map.geojson", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", "a web page (HTML)"),
    ("map.kml", "\u{FEFF}<html><head/></html>", "a web page (HTML)"),
    ("map.geojson", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "a pointer of Git LFS"),
    ("map.shp", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "a pointer of Git LFS"),
    ("map.xml", "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>", "an answer of a server"),
    ("map.gml", "<wfs:FeatureCollection xmlns:wfs=\"w\"/>", "GML"), ("map.geojson", "%PDF-1.7", "a PDF document"),
    ("map.geojson", "POLYGON ((0 0, 1 0, 1 1, 0 0))", "well-known text (WKT)"),
    ("map.csv", "code,name,wkt\n1,a,POINT(0 0)\n", "a table (CSV)"),
    ("map.gpkg", "SQLite format 3\0", "a SQLite database"),
    ("map.fgb", "fgb\u{3}fgb\0", "FlatGeobuf"), ("map.parquet", "PAR1", "Parquet"),
    ("map.gml", "<ksj:Dataset xmlns:gml=\"http://www.opengis.net/gml/3.2\"/>", "GML"),
    ("map.xml", "<CityModel xmlns=\"c\" xmlns:gml='http://www.opengis.net/gml'/>", "GML"),
    ("map.xsd", "<xs:schema xmlns:gml=\"http://www.opengis.net/gml/3.2\"/>", "a description of data"),
    (
      "a00000001.gdbtable", "\u{3}\0\0\0\u{9}\0\0\0\u{42}\0\0\0\u{5}\0\0\0\0\0\0\0",
      "a table of a file geodatabase"
    ),
    ("map.osm.pbf", "\0\0\0\u{E}\u{A}\u{9}OSMHeader", "OpenStreetMap's PBF"),
  ])
  func `a file that is no source is called what it is`(name: String, text: String, what: String) throws {
    let error = try error(text.utf8, name)
    #expect(error.status == .unreadableData && error.message.contains(what), "\(error)")
    #expect(error.remedy?.words.isEmpty == false)
  }

  @Test(arguments: [
    ("map.geojson", #"{"geometryType":"esriGeometryPolygon","features":[]}"#, "Esri JSON"),
    ("map.geojson", #"{"version":0.6,"generator":"Overpass API","elements":[]}"#, "Overpass"),
    ("map.geojson", "<html/>", "a web page (HTML)"), ("map.kml", "<ogr:FeatureCollection/>", "GML"),
    ("map.shp", "version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS"),
    ("map.geojson", "fgb\u{3}fgb\0", "FlatGeobuf"),
  ])
  func `what is no source is also named out of an archive and a compressed file`(
    name: String, text: String, what: String
  ) throws {
    let archive = folder.path("map.zip")
    try zipArchive([(Array(name.utf8), Array(text.utf8))], to: archive)
    let archived = try failure { () throws(StageError) in try ingest(archive, kind: .areas) }
    let compressed = try error(gzipMember(Array(text.utf8)), name + ".gz")
    for error in [archived, compressed] {
      #expect(error.status == .unreadableData && error.message.contains(what), "\(error)")
    }
  }

  @Test(arguments: [
    (
      "map.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","attributes":{},"properties":{"error":1},"geometry":null}]}"#
    ),
    ("map.json", #"{"error":null,"type":"FeatureCollection","features":[]}"#),
    ("map.geojson", #"{"features":[],"type":"FeatureCollection"}"#),
  ])
  func `GeoJSON that looks like something else is still GeoJSON`(name: String, text: String) throws {
    #expect(try table(text, name).polygonCount == 0)
  }
}
