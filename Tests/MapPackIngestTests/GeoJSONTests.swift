import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

private func feature(_ coordinates: String, _ properties: String = "null", type: String = "Polygon") -> String {
  #"{"type":"Feature","properties":\#(properties),"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
}

private func collection(_ features: String...) -> String {
  #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
}

private let unit = "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]"

private func read(_ text: String, select: FeatureFilter? = nil, drop: FeatureFilter? = nil) throws -> FeatureTable {
  let folder = try TemporaryFolder()
  return try ingest(try folder.write(text, to: "map.geojson"), select: select, drop: drop)
}

private func error(_ text: String) throws -> StageError {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "map.geojson")
  return try failure { () throws(StageError) in try ingest(path) }
}

@Test func `a collection's features come with their attributes, types and ids`() throws {
  let table = try read(
    #"""
    {"type":"FeatureCollection","name":"x","features":[
      {"type":"Feature","id":"a1","properties":{"n":7,"r":1.5,"t":"長崎市","b":true,"z":null,"o":[{"a": [1, "]"]}]},
       "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
      {"geometry":{"coordinates":[[[[2,2],[3,2],[3,3],[2,2]]]],"type":"MultiPolygon"},
       "properties":{"t":"\u9577","extra":12345678901234567890},"id":42,"type":"Feature"}
    ],"after":[1,2]}
    """#)
  #expect(table.identifier == ["a1", "42"])
  #expect(table.column("n") == [.integer(7), .null])
  #expect(table.column("r") == [.real(1.5), .null])
  #expect(table.column("t") == [.text("長崎市"), .text("長")])
  #expect(table.column("b") == [.boolean(true), .null])
  #expect(table.column("z") == [.null, .null])
  #expect(table.column("o") == [.text(#"[{"a": [1, "]"]}]"#), .null])
  #expect(table.column("extra") == [.null, .text("12345678901234567890")])
  #expect(table.fields == ["n", "r", "t", "b", "z", "o", "extra"])
  #expect(table.ring(0) == [[0, 0], [1, 0], [1, 1]])
  #expect(table.ring(1) == [[2, 2], [3, 2], [3, 3]])
  #expect(table.outcomes == ["pending", "pending"])
  #expect(table.sources.map(\.encoding) == ["UTF-8"])
  #expect(table.brokenPromises == [])
}

@Test(arguments: [
  feature(unit), #"{"type":"Polygon","coordinates":\#(unit)}"#, "\u{FEFF}" + feature(unit),
  "\n\t " + feature(unit) + "\r\n",
  #"{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":\#(unit)}]}"#,
  #"{"features": [\#(feature(unit))], "type": "FeatureCollection"}"#,
  #"{"a":{"features":[1]},"type":"FeatureCollection","b":"\"features\":[","features" : [ \#(feature(unit)) ]}"#,
])
func `a feature, a geometry and a collection in any order of members are read`(text: String) throws {
  let table = try read(text)
  #expect(table.featureCount == 1)
  #expect(table.ring(0) == [[0, 0], [1, 0], [1, 1], [0, 1]])
  #expect(table.findings == [])
}

@Test func `every feature is in the ledger: kept, without geometry, or no polygon`() throws {
  let table = try read(
    collection(
      feature(unit), #"{"type":"Feature","properties":{},"geometry":null}"#, feature("[0,0]", type: "Point"),
      feature("[[0,0],[1,1]]", type: "LineString"), feature("[]"),
      #"{"type":"Feature","properties":null,"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,1]},{"type":"Polygon","coordinates":\#(unit)}]}}"#
    ))
  #expect(table.outcomes == ["pending", "no-geometry", "not-a-polygon", "not-a-polygon", "no-geometry", "pending"])
  #expect(table.record == [1, 2, 5, 6])
  #expect(table.count(of: .notAPolygon) == 2)
  #expect(table.count(of: .noGeometry) == 2)
  #expect(table.count(of: .polygonBesideOthers) == 1)
  #expect(table.findings.first { $0.rule == .notAPolygon }?.record == 3)
}

@Test func `what is mended is counted with its first location`() throws {
  let table = try read(
    collection(
      feature(unit),
      // Unclosed, a repeat, clockwise, an overshoot, and a hole of two points.
      feature("[[[0,0],[0,1],[0,1],[180.0000000001,1],[1,0]],[[0.5,0.5],[0.6,0.6],[0.5,0.5]]]", #"{"NAME":"府中市"}"#)))
  #expect(table.ring(1) == [[1, 0], [180, 1], [0, 1], [0, 0]])
  for rule in [Rule.ringUnclosed, .repeatedVertex, .ringWinding, .coordinateClamped, .holeTooShort] {
    let finding = try #require(table.findings.first { $0.rule == rule }, "\(rule)")
    #expect(finding.count == 1 && finding.record == 2 && finding.name == "府中市" && finding.polygon == 0)
  }
  #expect(table.ringCounts == [[1], [1]])
  #expect(table.brokenPromises == [])
}

@Test func `a hole stays in its polygon whatever its winding`() throws {
  let hole = "[[0.2,0.2],[0.4,0.2],[0.4,0.4],[0.2,0.2]]"
  let table = try read(feature("[[[0,0],[1,0],[1,1],[0,1],[0,0]],\(hole)]"))
  #expect(table.ringCounts == [[2]])
  #expect(table.ring(1) == [[0.4, 0.4], [0.4, 0.2], [0.2, 0.2]])
  #expect(table.brokenPromises == [])
}

private let refused: [(text: String, words: String)] = [
  (String(collection(feature(unit)).dropLast(30)), "cut off"),
  (String(collection(feature(unit)).dropLast(1)), "cut off"),
  (collection(feature(unit)) + "x", "something follows"),
  (collection(feature(unit)) + "{}", "no “type”"),
  ("", "empty"),
  ("[1]", "does not start with {"),
  (#"{"type":"FeatureCollection"}"#, "no “features”"),
  (feature("[[[0,0],[NaN,0],[1,1],[0,0]]]"), "NaN"),
  (feature("[[[0,0],[1e400,0],[1,1],[0,0]]]"), "1e400"),
  (collection(feature(unit, #"{"a":nul}"#)), "not JSON"),
  (collection(feature(unit, #"{"a":[1,{"b":tru}]}"#)), "not JSON"),
  (collection(feature(unit), ""), "not JSON"),
  (collection(feature(unit, "{\"a\":\"\u{1}\"}")), "control character"),
  (collection(feature(unit, #"{"a":"\x"}"#)), "escape"),
  (collection(feature(unit), "5"), "not an object"),
  (collection(#"{"type":"Fature"}"#), "Fature"),
  (#"{"type":"Fature","features":[\#(feature(unit))]}"#, "Fature"),
  (feature("[[[0,0],[1],[1,1],[0,0]]]"), "position"),
  (feature("[[[0,0],[\"1\",0],[1,1],[0,0]]]"), "must be a number"),
  (feature("[[[0,0],[null,0],[1,1],[0,0]]]"), "must be a number"),
  (feature("[[0,0],[1,1],[2,0],[0,0]]"), "position"),
  (feature(unit, type: "Polygone"), "Polygone"),
  (#"{"type":"Polygon"}"#, "coordinates"),
  (feature(unit, "[1]"), "properties"),
  (
    #"{"type":"Polygon","a":"# + String(repeating: #"{"a":"#, count: 3000) + "1" + String(repeating: "}", count: 3001),
    "nested too deep"
  ),
  (
    feature(unit, #"{"a":"# + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}"),
    "nested too deep"
  ),
  (#"{"type":"Feature","geometry":null,"geometry":null}"#, "twice"),
  (#"{"type":"Feature","properties":null,"properties":{},"geometry":null}"#, "twice"),
  (#"{"type":"Polygon","coordinates":[],"coordinates":[]}"#, "twice"),
  (#"{"type":"Polygon","coordinates":[],"type":"Polygon"}"#, "twice"),
  (#"{"type":"GeometryCollection","geometries":[],"geometries":[]}"#, "twice"),
  (#"{"type":"Feature","id":1e400,"properties":null,"geometry":null}"#, "1e400"),
  (
    feature(unit, String(repeating: #"{"a":"#, count: 300) + "1" + String(repeating: "}", count: 300)),
    "nested too deep"
  ),
  (feature(unit, #"{"\#(String(repeating: "a", count: 990))":{"0123456789":1}}"#), "longer than 1000 bytes"),
]

@Test(arguments: refused)
func `what is not JSON to the last byte, or not GeoJSON, is refused in words`(text: String, words: String) throws {
  let error = try error(text)
  #expect(error.status == .unreadableData)
  #expect(error.file == "map.geojson")
  #expect(error.description.contains(words))
}

@Test func `an error in JSON names line, byte and feature`() throws {
  let text = "{\"type\":\"FeatureCollection\",\n\"features\":[\n" + feature(unit) + ",\n"
  let error = try error(text + feature("[[[0,0],[NaN,0],[1,1],[0,0]]]") + "\n]}")
  #expect(error.record == 2)
  #expect(error.line == 4)
  #expect((error.polygon, error.ring, error.vertex) == (0, 0, 1))
  let byte = (text + feature("[[[0,0],[")).utf8.count - "}}".utf8.count
  #expect(error.message.contains("byte \(byte)"))
}

@Test func `text that is not UTF-8 is refused with its location`() throws {
  let folder = try TemporaryFolder()
  let text = Array(collection(feature(unit, #"{"NAME":"?"}"#)).utf8).map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
  let path = try folder.write(text, to: "map.json")
  let error = try failure { () throws(StageError) in try ingest(path) }
  #expect(error.status == .unreadableData && error.record == 1 && error.message.contains("UTF-8"))
  let wide = try folder.write(
    Array(collection(feature(unit)).utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, to: "wide.json")
  #expect(try failure { () throws(StageError) in try ingest(wide) }.message.contains("UTF-16"))
}

@Test(arguments: [
  ("[[[0,0],[1,1],[0,0]]]", "2 different vertices", 0),
  ("[[[0,0],[0,0],[0,0],[0,0]]]", "1 vertex", 0),
  ("[[]]", "0 different vertices", 0),
  ("[[[0,0],[1,1],[0,0],[1,1],[0,0]]]", "2 different vertices", 0),
  ("[[[0,0],[1,0],[370,1],[0,0]]]", "out of range", 2),
  ("[[[35.6,139.7],[36,139.7],[36,139],[35.6,139.7]]]", "swapped", 0),
  ("[[[-30000.5,12000],[-30000,12000],[-30000,12001],[-30000.5,12000]]]", "projected", 0),
])
func `a ring of two points and coordinates out of range are refused with their location`(
  coordinates: String, words: String, vertex: Int
) throws {
  let text = collection(feature(unit), feature(coordinates, #"{"NAME":"府中市"}"#))
  let error = try error(text)
  #expect(error.status == .unreadableData)
  #expect(error.label == "府中市" && error.record == 2 && error.polygon == 0 && error.ring == 0)
  #expect(error.vertex ?? 0 == vertex)
  #expect(error.message.contains(words))
  #expect(error.remedy != nil)
  // The remedy helps: the same file without the feature is read.
  let table = try read(text, drop: FeatureFilter(terms: [("NAME", ["府中市"])]))
  #expect(table.outcomes == ["pending", "drop"])
}

@Test(arguments: [
  ("urn:ogc:def:crs:OGC:1.3:CRS84", "WGS 84"), ("EPSG:4326", "WGS 84"), ("urn:ogc:def:crs:EPSG::6668", "JGD2011"),
  ("http://www.opengis.net/def/crs/EPSG/0/4258", "ETRS89"), ("urn:ogc:def:crs:EPSG::4612", "JGD2000"),
])
func `a crs member on a datum like WGS 84 is taken`(name: String, datum: String) throws {
  let table = try read(
    #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(name)"}},"features":[\#(feature(unit))]}"#
  )
  #expect(table.sources.map(\.coordinateSystem) == [datum])
}

@Test(arguments: [true, false])
func `a crs member that cannot be followed is refused in words, before and after the features`(isBefore: Bool) throws {
  let system = #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3821"}}"#
  let features = #""features":[\#(feature("[[[10,10],[11,10],[11,11],[10,10]]]"))]"#
  let members = isBefore ? [system, features] : [features, system]
  let error = try error(#"{"type":"FeatureCollection",\#(members.joined(separator: ","))}"#)
  #expect(error.status == .unreadableData && error.message.contains("Taiwan Datum 1967"))
}

@Test func `features longer than a chunk, and many small ones, come whole`() throws {
  var random = SplitMix64(seed: 7)
  func ring(_ count: Int) -> [[Double]] {
    (0..<count).map { [Double($0) / Double(count), Double.random(in: 0..<1, using: &random)] }
  }
  let rings = [ring(60_000), ring(3), ring(50_000)] + (0..<5_000).map { _ in ring(3) }
  let features = rings.map { ring in
    feature(
      "[[" + (ring + ring.prefix(1)).map { "[\($0[0]),\($0[1])]" }.joined(separator: ",") + "]]", #"{"t":"}\"{["}"#)
  }
  let table = try read(collection(features.joined(separator: ",\n")))
  #expect(table.featureCount == rings.count)
  for (number, ring) in rings.enumerated() {
    // Compared as sets: the winding may have been turned.
    #expect(Set(table.ring(number)) == Set(ring.map { SIMD2($0[0], $0[1]) }))
  }
  #expect(table.brokenPromises == [])
}
