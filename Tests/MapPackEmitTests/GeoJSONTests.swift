import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// A GeoJSON file as plain values.
private struct File: Decodable {
  struct Feature: Decodable {
    struct Geometry: Decodable {
      var type: String
      var polygons: [[[[Double]]]]

      enum Key: CodingKey { case type, coordinates }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        type = try container.decode(String.self, forKey: .type)
        polygons =
          type == "Polygon"
          ? [try container.decode([[[Double]]].self, forKey: .coordinates)]
          : try container.decode([[[[Double]]]].self, forKey: .coordinates)
      }
    }
    struct Properties: Decodable {
      var code: String
      var name: String
    }
    var properties: Properties
    var geometry: Geometry?
  }
  var type: String
  var features: [Feature]

  init(_ data: Data) throws { self = try JSONDecoder().decode(File.self, from: data) }
}

/// A square and a triangle in longitude and latitude on the finest lattice that holds the world; y to the north.
private func geographic() -> Coverage {
  let grid = NodingGrid(west: -180, south: -90, east: 180, north: 90)
  var drawing = CoverageDrawing()
  func cell(_ longitude: Double, _ latitude: Double) -> (Int32, Int32) {
    let point = grid.point(longitude: longitude, latitude: latitude)
    return (point.x, point.y)
  }
  let square = drawing.arc(
    [cell(129.123456789, 32.5), cell(129.2, 32.5), cell(129.2, 33), cell(129.123456789, 33)], left: 0, closed: true)
  let far = drawing.arc([cell(-180, -90), cell(180, 90), cell(-0.1, 10)], left: 1, closed: true)
  drawing.region("1", "Square", polygons: [[[square]]])
  drawing.region("2", "Far", polygons: [[[far]]])
  drawing.set { $0.plane = .lonlat(grid) }
  return drawing.coverage
}

enum ExportSample: CaseIterable {
  case letters, antimeridian, quilt, fine, geographic

  var coverage: Coverage {
    switch self {
    case .letters: TestSupport.letters()
    case .antimeridian: TestSupport.antimeridian()
    case .quilt: TestSupport.quilt(columns: 4, rows: 3, verticesPerArc: 20, levels: 3, seed: 7)
    case .fine: TestSupport.quilt(columns: 2, rows: 2, verticesPerArc: 20, seed: 8, cellExponent: -18)
    case .geographic: MapPackEmitTests.geographic()
    }
  }
}

/// The ring as an export writes it: from its smallest vertex round to it again.
private func closed<Point: Comparable>(_ ring: [Point]) -> [Point] {
  let first = ring.indices.min { ring[$0] < ring[$1] } ?? 0
  return Array(ring[first...] + ring[...first])
}

@Test(arguments: ExportSample.allCases)
func `a grid export has the coverage's integers, rings from their smallest vertex`(sample: ExportSample) throws {
  let coverage = sample.coverage
  for level in coverage.levels.indices {
    let file = try File(geoJSON(coverage, level: level, coordinates: .grid))
    #expect(file.type == "FeatureCollection")
    #expect(file.features.map(\.properties.code) == coverage.regions.map(\.code))
    #expect(file.features.map(\.properties.name) == coverage.regions.map(\.name))
    for (region, feature) in file.features.enumerated() {
      let expected = coverage.rings(of: region, level: level).map { $0.map(closed) }
      let found = feature.geometry?.polygons.map { polygon in
        polygon.map { $0.map { GridPoint(x: Int32($0[0]), y: Int32($0[1])) } }
      }
      #expect(found == (expected.isEmpty ? nil : expected))
      #expect(feature.geometry?.type == (expected.isEmpty ? nil : expected.count == 1 ? "Polygon" : "MultiPolygon"))
    }
  }
}

@Test(arguments: ExportSample.allCases)
func `longitudes and latitudes project back to the very grid points`(sample: ExportSample) throws {
  let coverage = sample.coverage
  func point(_ position: [Double]) -> GridPoint {
    switch coverage.plane {
    case .lonlat(let grid):
      return grid.point(longitude: position[0], latitude: position[1])
    case .mercator(let grid):
      let location = MapPoint(longitude: position[0], latitude: position[1])
      return grid.point(x: location.x, y: location.y)
    }
  }
  let file = try File(geoJSON(coverage))
  for (region, feature) in file.features.enumerated() {
    let polygons = try #require(feature.geometry?.polygons)
    #expect(
      polygons.map { $0.map { Set($0.map(point)) } } == coverage.rings(of: region, level: 0).map { $0.map { Set($0) } })
    for (index, ring) in polygons.flatMap({ Array($0.enumerated()) }) {
      #expect(ring.first == ring.last)
      #expect(ring.dropLast().min { ($0[0], $0[1]) < ($1[0], $1[1]) } == ring.first)
      // Relative to the first vertex; counter-clockwise in the numbers written.
      var doubledArea = 0.0
      for (a, b) in zip(ring, ring.dropFirst()) {
        doubledArea += (a[0] - ring[0][0]) * (b[1] - ring[0][1]) - (b[0] - ring[0][0]) * (a[1] - ring[0][1])
      }
      #expect(index == 0 ? doubledArea > 0 : doubledArea < 0)
    }
  }
}

@Test func `a position has no digit that it does not need`() throws {
  // On the equator a cell of 8 map points is 0.0000107° wide and high: six digits lead to within an eighth of it.
  var coverage = letters()
  coverage.plane = .mercator(PackGrid(cellExponent: 3, originX: 1_000_000, originY: 1 << 24))
  let text = String(decoding: try geoJSON(coverage), as: UTF8.self)
  let numbers = text.split { !"-.0123456789".contains($0) }.filter { $0.contains(".") }
  #expect(numbers.count > 20)
  #expect(numbers.allSatisfy { $0.drop { $0 != "." }.count <= 1 + 6 && $0.last != "0" })
}

@Test(arguments: [0, 3, 7, 9, 12])
func `no latitude that is written lies beyond the end of the plane`(cellExponent: Int) throws {
  for origin in [0, (1 << (28 - cellExponent)) - 100] {
    var coverage = letters()
    coverage.plane = .mercator(PackGrid(cellExponent: cellExponent, originX: 0, originY: Int64(origin)))
    let latitudes = try File(geoJSON(coverage)).features.flatMap { $0.geometry?.polygons ?? [] }.joined().joined()
      .map { $0[1] }
    #expect(latitudes.allSatisfy { $0.magnitude <= WebMercator.latitudeLimit })
    let farthest = try #require(latitudes.max { $0.magnitude < $1.magnitude })
    let end = WebMercator.worldSize / 2 * (origin == 0 ? 1 : -1)
    let y = WebMercator.worldSize / 2 - WebMercator.y(latitude: farthest)
    #expect(abs(y - end) <= 0.125 * Double(1 << cellExponent))
  }
}

@Test(arguments: [ExportSample.letters, .antimeridian, .quilt, .fine], ExportCoordinates.allCases)
func `a pack's export is that of the coverage it was made from`(
  sample: ExportSample, coordinates: ExportCoordinates
) throws {
  let coverage = sample.coverage
  let pack = try Pack(
    data: packData(
      PackContents(
        map: "Test", identity: 1, coverage: coverage,
        rawValues: coverage.regions.indices.map { UInt16(coverage.regions.count - $0) })))
  for level in coverage.levels.indices {
    #expect(
      try geoJSON(pack, level: level, coordinates: coordinates)
        == geoJSON(coverage, level: level, coordinates: coordinates))
  }
}

@Test func `the file reads as it is meant to`() throws {
  #expect(
    String(decoding: try geoJSON(letters(), level: 1, coordinates: .grid), as: UTF8.self) == """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"code":"01","name":"甲 & <A>"},"geometry":{"type":"Polygon","coordinates":\
      [[[0,0],[100,0],[100,100],[0,100],[0,0]],[[30,30],[30,60],[60,60],[60,30],[30,30]]]}},
      {"type":"Feature","properties":{"code":"02","name":"乙"},"geometry":{"type":"Polygon","coordinates":\
      [[[100,0],[200,0],[200,100],[100,100],[100,0]]]}},
      {"type":"Feature","properties":{"code":"03","name":"丙"},"geometry":{"type":"Polygon","coordinates":\
      [[[30,30],[60,30],[60,60],[30,60],[30,30]]]}}
      ],"bbox":[0,0,200,100]}

      """)
}

/// What an export says besides shapes.
private struct Described: Decodable {
  struct Feature: Decodable { var properties: [String: String?] }
  var features: [Feature]?
  var bbox: [Double]?
}

/// The letters with groups and attributes, one of them with a name that is taken.
private func describedLetters() -> Coverage {
  var coverage = letters()
  for (index, values) in [["こう", "Ko", "x"], ["おつ", nil, "y"], [nil, nil, nil]].enumerated() {
    coverage.regions[index].group = index < 2 ? "east" : nil
    coverage.regions[index].attributes = zip(["kana", "english", "name"], values).compactMap { field, value in
      value.map { Region.Attribute(field: field, value: $0) }
    }
  }
  return coverage
}

@Test func `an export carries groups and attributes, the same keys for every region`() throws {
  let coverage = describedLetters()
  let expected: [[String: String?]] = [
    ["code": "01", "name": "甲 & <A>", "group": "east", "kana": "こう", "english": "Ko", "name_2": "x"],
    ["code": "02", "name": "乙", "group": "east", "kana": "おつ", "english": nil, "name_2": "y"],
    ["code": "03", "name": "丙", "group": nil, "kana": nil, "english": nil, "name_2": nil],
  ]
  #expect(try JSONDecoder().decode(Described.self, from: geoJSON(coverage)).features?.map(\.properties) == expected)
  let pack = try Pack(
    data: packData(PackContents(map: "Test", identity: 1, coverage: coverage, rawValues: [1, 2, 3])))
  #expect(try geoJSON(pack) == geoJSON(coverage))
  #expect(try topoJSON(Coverage(pack)) != topoJSON(letters()))
  let text = String(decoding: try topoJSON(coverage), as: UTF8.self)
  #expect(
    text.contains(
      #""properties":{"code":"02","name":"乙","group":"east","kana":"おつ","english":null,"name_2":"y"}"#))
}

@Test func `an export carries numbers as numbers, and null if a region has none`() throws {
  var coverage = letters()
  coverage.regions[0].attributes = [.init(field: "rate", value: "high")]
  coverage.regions[0].numbers = [.init(name: "name", value: 12), .init(name: "rate", value: 0.1)]
  coverage.regions[1].numbers = [.init(name: "rate", value: -2)]
  let pack = try Pack(
    data: packData(PackContents(map: "Test", identity: 1, coverage: coverage, rawValues: [1, 2, 3])))
  for data in try [geoJSON(coverage), geoJSON(pack), topoJSON(coverage)] {
    let text = String(decoding: data, as: UTF8.self)
    #expect(
      text.contains(#""properties":{"code":"01","name":"甲 & <A>","rate":"high","name_2":12,"rate_2":0.1}"#))
    #expect(text.contains(#""properties":{"code":"02","name":"乙","rate":null,"name_2":null,"rate_2":-2}"#))
  }
}

@Test(arguments: [ExportSample.antimeridian, .quilt, .geographic])
func `the bbox is that of all positions, and goes past the antimeridian if that is narrower`(
  sample: ExportSample
) throws {
  let coverage = sample.coverage
  let file = try File(geoJSON(coverage))
  let positions = file.features.flatMap { $0.geometry?.polygons.flatMap { $0.flatMap { $0 } } ?? [] }
  let bbox = try #require(try JSONDecoder().decode(Described.self, from: geoJSON(coverage)).bbox)
  #expect(try JSONDecoder().decode(Described.self, from: topoJSON(coverage)).bbox == bbox)
  #expect(bbox[1] == positions.map { $0[1] }.min() && bbox[3] == positions.map { $0[1] }.max())
  for position in positions {
    let x = position[0]
    #expect(bbox[0] <= bbox[2] ? bbox[0] <= x && x <= bbox[2] : x >= bbox[0] || x <= bbox[2])
  }
  #expect(Set(positions.map { $0[0] }).isSuperset(of: [bbox[0], bbox[2]]))
  #expect((bbox[0] > bbox[2]) == (sample == .antimeridian))
}

@Test func `a level that the map does not have is refused`() throws {
  for level in [-1, 2] {
    #expect(throws: StageError.self) { try geoJSON(letters(), level: level) }
    #expect(throws: StageError.self) { try topoJSON(letters(), level: level) }
    #expect(throws: StageError.self) { try svg(letters(), level: level) }
  }
  #expect(throws: Never.self) { try geoJSON(letters(), level: 1) }
}

@Test func `features that are lines or points are written with their own vertices`() {
  func geometries(_ table: FeatureTable) -> [Substring] {
    String(decoding: geoJSON(table), as: UTF8.self).split(separator: "\n").dropFirst().dropLast().map { line in
      line.split(separator: "\"geometry\":").last?.prefix { $0 != "}" } ?? ""
    }
  }
  #expect(
    geometries(StageFileSeed.placeTable) == [
      #"{"type":"MultiPoint","coordinates":[[139,35],[139.1,35.05],[139,35]]"#,
      #"{"type":"Point","coordinates":[-180,0]"#, "null", #"{"type":"Point","coordinates":[180,-17]"#,
    ])
  #expect(
    geometries(StageFileSeed.routeTable) == [
      #"{"type":"MultiLineString","coordinates":[[[139,35],[139.1,35.05],[139.2,35]],[[139.3,35.1],[139.2,35]]]"#,
      #"{"type":"LineString","coordinates":[[139.1,35.2],[139.2,35.2],[139.2,35.3],[139.1,35.2]]"#, "null",
      #"{"type":"MultiLineString","coordinates":[[[179.9,-17],[180,-17.1]],[[-180,-17.1],[-179.9,-17]]]"#,
    ])
}

@Test func `a feature table keeps its ids, its attributes and every bit of its numbers`() throws {
  var table = FeatureTable()
  table.fields = ["text", "number", "real", "flag", "none", "not a number"]
  let first: [AttributeValue] = [
    .text("a\"b\\c\n\t\u{1}長崎"), .integer(-9_007_199_254_740_993), .real(0.1), .boolean(true), .null, .real(.nan),
  ]
  let second: [AttributeValue] = [.null, .integer(0), .real(1e300), .boolean(false), .text(""), .real(-0.0)]
  table.values = zip(first, second).map { [$0, $1] }
  table.source = [0, 0]
  table.record = [1, 2]
  table.identifier = ["x1", nil]
  table.polygonStart = [0, 2, 2]
  table.ringStart = [0, 2, 3]
  table.vertexStart = [0, 3, 6, 9]
  table.longitude = [9, 0, 10, 3, 2.5, 1e-7, 129.123456789012345, 130, 129.5]
  table.latitude = [9, 0, 1, 2, 2.5, 2, -33, -33, 1.0 / 3]
  #expect(
    String(decoding: geoJSON(table), as: UTF8.self) == """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"x1","properties":{"text":"a\\"b\\\\c\\n\\t\\u0001長崎","number":-9007199254740993,\
      "real":0.1,"flag":true,"none":null,"not a number":null},"geometry":{"type":"MultiPolygon","coordinates":\
      [[[[0,0],[10,1],[9,9],[0,0]],[[1e-07,2],[3,2],[2.5,2.5],[1e-07,2]]],\
      [[[129.12345678901235,-33],[130,-33],[129.5,0.3333333333333333],[129.12345678901235,-33]]]]}},
      {"type":"Feature","properties":{"text":null,"number":0,"real":1e+300,"flag":false,"none":"",\
      "not a number":-0.0},"geometry":null}
      ]}

      """)
}

@Test func `an edge along the end of the plane is led round the world, and no other is changed`() throws {
  let world: Int32 = 1 << 25
  var drawing = CoverageDrawing(cellExponent: 3, originX: 0, originY: 0)
  let coast = drawing.arc(
    [(0, world), (0, world - 90), (world / 3, world - 70), (world, world - 90), (world, world)], left: 0)
  let clip = drawing.arc([(0, world), (world, world)], right: 0, seam: true)
  drawing.region("S", "South", polygons: [[[coast, ~clip]]])
  let coverage = drawing.coverage
  let file = try File(geoJSON(coverage))
  let ring = try #require(file.features.first?.geometry?.polygons.first?.first)
  let limit = WebMercator.latitudeLimit
  let along = ring.filter { abs($0[1] + limit) < 1e-5 }
  #expect(Set(along.map { $0[0] }) == Set((0...32).map { Double($0) * 11.25 - 180 }))
  #expect(ring.count == 33 + 3 + 1)
  #expect(try File(geoJSON(coverage, coordinates: .grid)).features[0].geometry?.polygons[0][0].count == 6)
  #expect(String(decoding: try topoJSON(coverage), as: UTF8.self).contains("-168.75,"))
}
