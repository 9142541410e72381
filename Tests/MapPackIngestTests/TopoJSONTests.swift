import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// TopoJSON as a source: arcs put together to rings, objects as layers.
@Suite struct TopoJSONTests {
  private let fixture: ArchiveFixture

  init() throws { fixture = try ArchiveFixture() }

  /// Two squares side by side: arc 0 is their border northwards, 1 the rest of the western one, 2 that of the eastern one.
  private static let arcs = "[[[1,0],[1,1]],[[1,1],[0,1],[0,0],[1,0]],[[1,0],[2,0],[2,1],[1,1]]]"
  private static let west = #"{"type":"Polygon","arcs":[[0,1]],"id":7,"properties":{"NAME":"west","a":{"b":1}}}"#
  private static let east = #"{"type":"MultiPolygon","arcs":[[[2,-1]]],"properties":{"NAME":"east"}}"#

  private static func collection(_ geometries: String...) -> String {
    #"{"type":"GeometryCollection","geometries":[\#(geometries.joined(separator: ","))]}"#
  }

  private static func topology(
    _ objects: [String: String], arcs: String = Self.arcs, members: String = ""
  ) -> String {
    let objects = objects.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
    return #"{"type":"Topology","objects":{\#(objects)},\#(members)"arcs":\#(arcs)}"#
  }

  private static let two = topology(["towns": collection(west, east)])

  private func table(_ text: String, layer: String? = nil, name: String = "map.topojson", faults: Faults = .fail) throws
    -> FeatureTable
  {
    try MapPackIngest.ingest([request(try fixture.folder.write(text, to: name), layer: layer)], faults: faults)
  }

  private func error(_ text: String, layer: String? = nil) throws -> StageError {
    try fixture.folder.write(text, to: "map.topojson")
    return try fixture.failure("map.topojson", layer: layer)
  }

  // MARK: Rings

  @Test func `rings go along arcs, forwards and backwards, and take each joint once`() throws {
    let table = try table(Self.two)
    #expect(table.ring(0) == [[1, 0], [1, 1], [0, 1], [0, 0]])
    #expect(table.ring(1) == [[1, 0], [2, 0], [2, 1], [1, 1]])
    #expect(table.identifier == ["7", nil])
    #expect(table.column("NAME") == [.text("west"), .text("east")])
    #expect(table.column("a.b") == [.integer(1), .null])
    #expect(table.record == [1, 2])
    #expect(table.findings == [])
    #expect(table.sources.map(\.encoding) == ["UTF-8"])
    #expect(table.sources.map(\.coordinateSystem) == ["WGS 84"])
  }

  /// 0.1 · 3 − 0.3 in two steps; in one that rounds once it would be half of that.
  @Test func `quantized positions are the same doubles on any processor`() throws {
    let arcs = "[[[3,3],[10,0],[0,10],[-10,-10]]]"
    let ring = #"{"type":"Polygon","arcs":[[0]]}"#
    let transform = #""transform":{"scale":[0.1,0.1],"translate":[-0.3,-0.3]},"#
    let table = try table(Self.topology(["a": ring], arcs: arcs, members: transform))
    #expect(table.longitude.first == 0x1p-54 && table.latitude.first == 0x1p-54)
  }

  @Test func `the winding is free, and holes stay in their polygons`() throws {
    let arcs = "[[[0,0],[0,9],[9,9],[9,0],[0,0]],[[1,1],[2,1],[2,2],[1,1]],[[3,3],[3,4],[4,4],[3,3]]]"
    let table = try table(
      Self.topology(["x": #"{"type":"Polygon","arcs":[[0],[1],[-3]]}"#], arcs: arcs))
    #expect(table.ringCounts == [[3]])
    #expect(table.ring(0) == [[9, 0], [9, 9], [0, 9], [0, 0]])
    #expect(table.findings == [])
    #expect(table.brokenPromises == [])
  }

  @Test func `with a transform positions are differences, wherever it stands`() throws {
    let transform = #""transform":{"scale":[0.5,0.25],"translate":[100,-10]}"#
    let arcs = "[[[2,0],[0,4]],[[2,4],[-2,0,9],[0,-4],[2,0]],[[2,0],[2,0],[0,4],[-2,0]]]"
    let objects = #""objects":{"towns":\#(Self.collection(Self.west, Self.east))}"#
    for members in [
      [#""type":"Topology""#, transform, objects, #""arcs":\#(arcs)"#],
      [#""arcs":\#(arcs)"#, objects, transform, #""bbox":[0,0,1,1],"type": "Topology""#],
    ] {
      let table = try table("{" + members.joined(separator: " , ") + "}", name: "map.json")
      #expect(table.ring(0) == [[101, -10], [101, -9], [100, -9], [100, -10]])
      #expect(table.ring(1) == [[101, -10], [102, -10], [102, -9], [101, -9]])
    }
  }

  @Test func `an arc that stands alone closes its ring, and a ring left open is closed with a finding`() throws {
    let arcs = "[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6]]]"
    let table = try table(
      Self.topology(
        ["x": Self.collection(#"{"type":"Polygon","arcs":[[0]]}"#, #"{"type":"Polygon","arcs":[[1]]}"#)], arcs: arcs))
    #expect(table.ring(0) == [[0, 0], [1, 0], [1, 1]])
    #expect(table.ring(1) == [[5, 5], [6, 5], [6, 6]])
    #expect(table.findings.map(\.rule) == [.ringUnclosed])
    #expect(table.findings.first?.record == 2)
  }

  @Test func `every geometry is in the ledger, kept or not`() throws {
    let table = try table(
      Self.topology([
        "x": Self.collection(
          Self.west, #"{"type":"Point","coordinates":[1,1]}"#, #"{"type":"LineString","arcs":[0]}"#, #"{"type":null}"#,
          #"{"type":"Polygon","arcs":[]}"#, Self.collection(Self.east, #"{"type":"MultiPoint","coordinates":[]}"#))
      ]))
    #expect(table.outcomes == ["pending", "not-a-polygon", "not-a-polygon", "no-geometry", "no-geometry", "pending"])
    #expect(table.count(of: .polygonBesideOthers) == 1)
  }

  // MARK: Objects

  @Test func `the only object is taken, whatever it is called, and by the file's name as well`() throws {
    for layer in [nil, "towns", "map"] { #expect(try table(Self.two, layer: layer).featureCount == 2) }
    let unknown = try error(Self.two, layer: "other")
    #expect(unknown.status == .usage)
    #expect(
      unknown.description
        == "map.topojson: error: there is no layer “other”; name one of them, as in --layer towns: towns")
    // A geometry that is no collection is one feature.
    #expect(try table(Self.topology(["one": Self.west])).column("NAME") == [.text("west")])
  }

  private static let several = topology(["b": collection(west), "a": east, "map": collection(west, east)])

  @Test func `if a topology has several objects, one has to be named`() throws {
    let text = Self.topology(["b": Self.collection(Self.west), "a": Self.east])
    for layer in [nil, "map"] {
      let error = try error(text, layer: layer)
      #expect(error.status == .usage)
      #expect(
        error.description
          == "map.topojson: error: the topology has 2 objects; name one of them, as in --layer a, or all of them by --layer '*': a, b"
      )
    }
    #expect(try table(text, layer: "a").column("NAME") == [.text("east")])
    #expect(try table(text, layer: "b").column("NAME") == [.text("west")])
    // One that is called like the file is that object.
    #expect(try table(Self.several, layer: "map").featureCount == 2)
  }

  @Test(arguments: ["map.topojson", "map.json", "map.geojson", "map", "map.topojson.gz", "map.gz"])
  func `a topology is known by its ending or its type, compressed or not`(name: String) throws {
    for text in [
      Self.several, "\u{FEFF} \n" + Self.several,
      #"{"a":{"type":"Feature","features":[]},"t\"":[1],"type"  :  "Topology","arcs":\#(Self.arcs),"objects":{"a":\#(Self.east)}}"#,
    ] {
      let bytes = Array(text.utf8)
      try fixture.folder.write(name.hasSuffix(".gz") ? gzipMember(bytes) : bytes, to: name)
      #expect(try fixture.names(name, layer: "a") == [.text("east")])
    }
    // What is GeoJSON is not taken for one.
    if name != "map.topojson", !name.hasSuffix(".gz") {
      let geoJSON = #"{"objects":{"type":"Topology"},"type":"FeatureCollection","features":[]}"#
      try fixture.folder.write(geoJSON, to: name)
      #expect(try fixture.table(name).featureCount == 0)
    }
  }

  @Test func `in an archive a layer is the file or, if there is one topology, its object`() throws {
    let file = ArchiveFixture.file("in/map.topojson", Array(Self.two.utf8))
    try fixture.write([file])
    for layer in [nil, "map", "in/map", "towns"] {
      #expect(try fixture.names(layer: layer) == [.text("west"), .text("east")])
    }
    #expect(
      try fixture.failure(layer: "x").description
        == "a.zip/in/map.topojson: error: there is no layer “x”; name one of them, as in --layer towns: towns")
    try fixture.write([ArchiveFixture.file("map.topojson", Array(Self.several.utf8))])
    #expect(try fixture.names(layer: "a") == [.text("east")])
    #expect(try fixture.names(layer: "map").count == 2)
    #expect(try fixture.failure().message == "the topology has 3 objects")
    // With two topologies the name has to be a file's.
    try fixture.write([file, ArchiveFixture.file("b.topojson", Array(Self.two.utf8))])
    #expect(try fixture.names(layer: "b").count == 2)
    #expect(try fixture.failure(layer: "towns").status == .usage)
    // A file of another format may be called so.
    try fixture.write([file, ArchiveFixture.file("towns.geojson", ArchiveFixture.geoJSON(names: ["json"]))])
    #expect(try fixture.names(layer: "towns") == [.text("json")])
    #expect(try fixture.names(layer: "map").count == 2)
    // By its content, in a .json.
    try fixture.write([ArchiveFixture.file("map.json", Array(Self.two.utf8))])
    #expect(try fixture.names() == [.text("west"), .text("east")])
  }

  @Test func `a system that is named is followed`() throws {
    let arcs = "[[[0,0],[1000,0],[1000,1000],[0,0]]]"
    let text = Self.topology(["x": #"{"type":"Polygon","arcs":[[0]]}"#], arcs: arcs)
    let path = try fixture.folder.write(text, to: "map.topojson")
    let table = try ingest(path, system: "EPSG:6677")
    #expect(abs(table.ring(0)[0].x - 139.8333) < 0.001 && abs(table.ring(0)[0].y - 36) < 0.001)
    #expect(try fixture.failure("map.topojson").message.contains("out of range"))
  }

  @Test(arguments: [
    (#"{"type":"Polygon","arcs":[[0,1],[]]}"#, 1), (#"{"type":"MultiPolygon","arcs":[[[]],[[0,1]]]}"#, 1),
    (#"{"type":"MultiPolygon","arcs":[[],[[0,1]]]}"#, 1),
  ])
  func `a ring that lost all of its arcs is as empty as one of GeoJSON without positions`(
    polygon: String, count: Int
  ) throws {
    let table = try table(Self.topology(["x": polygon]))
    #expect(table.polygonCount == count)
    #expect(!table.findings.contains { $0.severity == .error }, "\(table.findings)")
    // A feature of which nothing is left is a fault.
    let error = try error(Self.topology(["x": #"{"type":"Polygon","arcs":[[]]}"#]))
    #expect(error.message.contains("the ring has 0 different vertices"), "\(error)")
  }

  // MARK: What is wrong

  private static let wrong: [(polygon: String, words: String, ring: Int?)] = [
    (#"{"type":"Polygon","arcs":[[0,3]]}"#, "there is no such arc, of 3 that the topology has: 3", 0),
    (#"{"type":"Polygon","arcs":[[0,1],[-4]]}"#, "there is no such arc, of 3 that the topology has: -4", 1),
    (#"{"type":"Polygon","arcs":[[9223372036854775807]]}"#, "no such arc", 0),
    (#"{"type":"Polygon","arcs":[[-9223372036854775808]]}"#, "no such arc", 0),
    (#"{"type":"Polygon","arcs":[[9223372036854775808]]}"#, "must be a whole one", 0),
    (#"{"type":"Polygon","arcs":[[0.5]]}"#, "the number of an arc must be a whole one, not: 0.5", 0),
    (#"{"type":"Polygon","arcs":[["0"]]}"#, "must be a whole one", 0),
    (#"{"type":"Polygon","arcs":[0,1]}"#, "a ring must be an array of numbers of arcs", 0),
    (#"{"type":"MultiPolygon","arcs":[0]}"#, "a polygon must be an array of rings", 0),
    (#"{"type":"MultiPolygon","arcs":7}"#, "must be an array of polygons", nil),
    (#"{"type":"Polygon","arcs":[[0,2]]}"#, "does not begin where the one before it in the ring ends", 0),
    (#"{"type":"Polygon"}"#, "has no \"arcs\"", nil),
    (#"{"type":"Polygone","arcs":[]}"#, "not a geometry of TopoJSON", nil),
    (#"{"arcs":[]}"#, "has no \"type\"", nil), (#"{"type":"Polygon","arcs":[],"arcs":[]}"#, "twice", nil),
    (#"{"type":"Polygon","arcs":[],"properties":[]}"#, "properties", nil),
    (#"{"type":"Polygon","arcs":[],"id":{}}"#, "id", nil),
  ]

  @Test(arguments: wrong)
  func `a geometry that is wrong is refused with its object, number and ring`(
    polygon: String, words: String, ring: Int?
  ) throws {
    let text = Self.topology(["x": Self.east, "towns": Self.collection(Self.west, polygon, Self.east)])
    let error = try error(text, layer: "towns")
    #expect(error.status == .unreadableData)
    #expect(error.message.contains(words), "\(error)")
    #expect(error.message.hasSuffix(", in the object “towns”"))
    #expect(error.record == 2 && error.ring == ring && error.line == 1)
    // Where faults are reported, the others are read.
    #expect(
      try table(text, layer: "towns", faults: .report).outcomes == ["pending", "malformed-feature", "pending"])
  }

  @Test func `a topology that is wrong is refused in words`() throws {
    let whole = Self.two
    let transforms: [(String, String)] = [
      ("{}", "needs both"), (#"{"scale":[1,1]}"#, "needs both"), (#"{"translate":[1,1]}"#, "needs both"),
      (#"{"scale":[1],"translate":[0,0]}"#, "has 1 numbers"),
      (#"{"scale":[1,1,1],"translate":[0,0]}"#, "has 3 numbers"),
      (#"{"scale":[1,null],"translate":[0,0]}"#, "arrays of two numbers"),
      (#"{"scale":1,"translate":[0,0]}"#, "arrays of two numbers"), (#"{"scale":[1,NaN],"translate":[0,0]}"#, "NaN"),
      (#"{"scale":[1,1e400],"translate":[0,0]}"#, "too large"), ("null", "must be an object"),
    ]
    let cases: [(text: String, words: String)] =
      transforms.map { (Self.topology(["x": Self.west], members: #""transform":\#($0.0),"#), $0.1) } + [
        (String(whole.dropLast()), "not closed"), (whole + "x", "not JSON"), ("", "nothing in it"),
        ("{}", "it has no \"type\""), (#"{"type":"FeatureCollection","features":[]}"#, "this is not TopoJSON"),
        (#"{"type":"Topology","arcs":[]}"#, "no \"objects\""), (#"{"type":"Topology","objects":{}}"#, "no \"arcs\""),
        (#"{"type":"Topology","objects":{},"arcs":[]}"#, "the topology has no object"),
        (#"{"type":"Topology","objects":{},"arcs":[],"arcs":[]}"#, "twice"),
        (#"{"type":"Topology","objects":[],"arcs":[]}"#, "\"objects\" must be an object"),
        (#"{"type":"Topology","objects":{"x":7},"arcs":[]}"#, "an object must be a geometry"),
        (#"{"type":"Topology","objects":{"x":{"type":null},"x":{"type":null}},"arcs":[]}"#, "\"x\" stands twice"),
        (#"{"type":"Topology","objects":{"x":{"type":"GeometryCollection"}},"arcs":[]}"#, "no \"geometries\""),
        (Self.topology(["x": Self.collection("7")]), "a geometry must be an object"),
        (Self.topology(["x": Self.west], arcs: "7"), "\"arcs\" must be an array"),
        (Self.topology(["x": Self.west], arcs: "[[[0,0],[1,1]],7]"), "arc 1: it must be an array of positions"),
        (Self.topology(["x": Self.west], arcs: "[[[0,0],[1]]]"), "arc 0: a position has 1 numbers"),
        (Self.topology(["x": Self.west], arcs: #"[[[0,0],[1,"1"]]]"#), "arc 0: a coordinate must be a number"),
        (Self.topology(["x": Self.west], arcs: "[[[0,0],[1,1e400]]]"), "arc 0: a number is malformed or too large"),
        (Self.topology(["x": Self.west], arcs: "[[[0,0],[1,nul]]]"), "not JSON"),
        (
          Self.topology(
            ["x": Self.west],
            members: #""y":"# + String(repeating: "[", count: 900) + String(repeating: "]", count: 900) + ","),
          "nested too deep"
        ),
        (
          Self.topology([
            "x": String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 300) + Self.west
              + String(repeating: "]}", count: 300)
          ]), "nested too deep"
        ),
        (String(repeating: "[", count: 100_000), "not an object"),
        (String(repeating: #"{"a":"#, count: 100_000), "not JSON"),
      ]
    for (text, words) in cases {
      let error = try error(text)
      #expect(error.status == .unreadableData, "\(error)")
      #expect(error.message.contains(words), "\(words): \(error)")
    }
  }

  @Test func `coordinates beyond the range are refused with their location`() throws {
    let arcs = "[[[0,0],[1,0],[500,1],[0,0]]]"
    let error = try error(Self.topology(["x": #"{"type":"Polygon","arcs":[[0]]}"#], arcs: arcs))
    #expect(error.message.contains("out of range"))
    #expect(error.record == 1 && error.polygon == 0 && error.ring == 0 && error.vertex == 2)
  }

  @Test func `a small file that names one arc without end is refused before it fills the memory`() throws {
    let count = 20_000
    let arc = "[" + (0..<count).map { "[\($0 % 2),\($0 % 3)]" }.joined(separator: ",") + "]"
    let ring = "[" + Array(repeating: "0,-1", count: count).joined(separator: ",") + "]"
    let text = Self.topology(["x": #"{"type":"Polygon","arcs":[\#(ring)]}"#], arcs: "[\(arc)]")
    let error = try error(text)
    #expect(error.status == .unreadableData)
    #expect(
      error.message.hasPrefix(
        "the topology names its arcs so often that its shapes have more than ten vertices for each of its bytes"))
    // Over many geometries as well.
    let many = Array(repeating: #"{"type":"Polygon","arcs":[[0,-1]]}"#, count: count).joined(separator: ",")
    let second = try self.error(
      Self.topology(["x": #"{"type":"GeometryCollection","geometries":[\#(many)]}"#], arcs: "[\(arc)]"))
    #expect(second.message.hasPrefix("the topology names its arcs so often"))
    #expect((second.record ?? 0) > 100)
  }
}
