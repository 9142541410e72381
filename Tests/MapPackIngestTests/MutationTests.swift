import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Bytes with a few changes: bits flipped, bytes set to what parsers trip over, pieces cut out or doubled.
func mutated(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
  var bytes = bytes
  for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
    let position = Int.random(in: bytes.indices, using: &random)
    let length = Int.random(in: 1...8, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1:
      bytes[position] = [0, 0x7F, 0x80, 0xFF, 0x22, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D].randomElement(using: &random) ?? 0
    case 2: bytes.removeSubrange(position..<min(position + length, bytes.count))
    case 3: bytes.insert(contentsOf: bytes[position..<min(position + length, bytes.count)], at: position)
    case 4: bytes.removeLast(bytes.count - position)
    default:
      for index in position..<min(position + 4, bytes.count) { bytes[index] = index == position ? 0x7F : 0xFF }
    }
  }
  return bytes
}

/// A table that keeps its promises or an error about the data; anything else is a bug.
func check(_ path: String) {
  do throws(StageError) {
    let table = try ingest(path)
    #expect(table.brokenPromises == [])
    #expect(table.outcomes.count { $0 == "pending" || $0 == "no-geometry" } == table.featureCount)
  } catch {
    #expect(error.status == .unreadableData)
    #expect(error.file != nil)
  }
}

@Test(arguments: ["shp", "shx", "dbf", "prj"], 0..<6 as Range<UInt64>)
func `damaged parts of a Shapefile give a table or an error, never a crash`(part: String, seed: UInt64) throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("NAME"), .number("N"), .number("R", decimals: 2)],
    shapes: [
      .init([square(130, 33, side: 4), square(131, 34, isClockwise: false)], ["長崎", "1", "2.5"]),
      .init([square(140, 33)], ["b", nil, "1.0"]), .init([], ["c", "3", nil], type: 0),
    ]
  ).write(to: folder)
  try folder.write(
    #"GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    to: "map.prj")
  let whole = try folder.bytes(of: "map." + part)
  var random = SplitMix64(seed: seed)
  for _ in 0..<60 {
    try folder.write(mutated(whole, using: &random), to: "map." + part)
    check(path)
  }
}

@Test(arguments: 0..<8 as Range<UInt64>)
func `damaged GeoJSON gives a table or an error, never a crash`(seed: UInt64) throws {
  let folder = try TemporaryFolder()
  let text = #"""
    {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"features":[
    {"type":"Feature","id":1,"properties":{"a":"長崎\n","b":[1,{"c":null}],"d":1.5e3},"geometry":{"type":"Polygon",
    "coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[1,2],[2,2],[1,1]]]}},
    {"type":"Feature","properties":null,"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point",
    "coordinates":[1,2]},{"type":"MultiPolygon","coordinates":[[[[5,5],[6,5],[6,6],[5,5]]]]}]}}],"x":true}
    """#
  var random = SplitMix64(seed: seed)
  for _ in 0..<150 {
    let path = try folder.write(mutated(Array(text.utf8), using: &random), to: "map.geojson")
    check(path)
  }
}

@Test(arguments: 0..<40 as Range<UInt64>)
func `damaged files of lines and points give a table or an error, never a crash`(seed: UInt64) throws {
  let folder = try TemporaryFolder()
  let files: [(kind: GeometryKind, name: String, text: String)] = [
    (
      .lines, "map.gpx",
      #"<gpx><trk><name>t</name><trkseg><trkpt lat="1" lon="179"/><trkpt lat="2" lon="-179"/></trkseg></trk></gpx>"#
    ),
    (.lines, "map.kml", "<kml><Placemark><Track><coord>1 2 3</coord><coord>2 3 4</coord></Track></Placemark></kml>"),
    (.lines, "map.geojson", #"{"type":"MultiLineString","coordinates":[[[0,0],[1,0]],[[5,5],[5,6],[5,5]]]}"#),
    (
      .lines, "map.topojson",
      #"{"type":"Topology","arcs":[[[0,0],[1,1]]],"objects":{"a":{"type":"LineString","arcs":[0,-1]}}}"#
    ),
    (.points, "map.gpx", #"<gpx><wpt lat="1" lon="179"><name>t</name></wpt><wpt lat="2" lon="-179"/></gpx>"#),
    (.points, "map.kml", "<kml><Placemark><Point><coordinates>1,2,3</coordinates></Point></Placemark></kml>"),
    (
      .points, "map.geojson",
      #"{"type":"Feature","properties":{"NAME":"n"},"geometry":{"type":"MultiPoint","coordinates":[[0,0],[1,0]]}}"#
    ),
    (
      .points, "map.topojson",
      #"{"type":"Topology","arcs":[],"objects":{"a":{"type":"MultiPoint","coordinates":[[0,0],[1,1]]}}}"#
    ),
  ]
  var random = SplitMix64(seed: seed)
  for (kind, name, text) in files {
    for _ in 0..<50 {
      let path = try folder.write(mutated(Array(text.utf8), using: &random), to: name)
      guard let table = try? ingest(path, kind: kind, faults: .report) else { continue }
      #expect(try FeatureTable(encoded: table.encoded(), file: name).encoded() == table.encoded())
    }
  }
}
