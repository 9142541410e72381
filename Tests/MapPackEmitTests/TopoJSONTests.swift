import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

/// A TopoJSON file as plain values, decoded as the specification says.
private struct Topology: Decodable {
  struct Transform: Decodable {
    var scale: [Double]
    var translate: [Double]
  }
  struct Object: Decodable {
    var type: String
    var geometries: [Geometry]
  }
  struct Geometry: Decodable {
    struct Properties: Decodable {
      var code: String
      var name: String
    }
    var type: String?
    var id: String
    var properties: Properties
    /// Of a polygon as of several.
    var polygons: [[[Int]]]

    enum Key: CodingKey { case type, id, properties, arcs }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      type = try container.decode(String?.self, forKey: .type)
      id = try container.decode(String.self, forKey: .id)
      properties = try container.decode(Properties.self, forKey: .properties)
      switch type {
      case "Polygon": polygons = [try container.decode([[Int]].self, forKey: .arcs)]
      case "MultiPolygon": polygons = try container.decode([[[Int]]].self, forKey: .arcs)
      default: polygons = []
      }
    }
  }
  var type: String
  var transform: Transform?
  var objects: [String: Object]
  var arcs: [[[Double]]]

  init(_ data: Data) throws { self = try JSONDecoder().decode(Topology.self, from: data) }

  /// The positions of an arc, forwards.
  func line(_ arc: Int) -> [[Double]] {
    guard let transform else { return arcs[arc] }
    var sum = [0.0, 0.0]
    return arcs[arc].map { step in
      sum = zip(sum, step).map { $0 + $1 }
      return zip(zip(sum, transform.scale), transform.translate).map { $0.0 * $0.1 + $1 }
    }
  }

  /// The positions of a ring of arcs, closed; `nil` if an arc does not begin where the one before it ended.
  func ring(_ references: [Int]) -> [[Double]]? {
    var ring: [[Double]] = []
    for reference in references {
      let line = reference < 0 ? Array(line(~reference).reversed()) : line(reference)
      guard ring.isEmpty || ring.last == line.first else { return nil }
      ring += ring.isEmpty ? line : Array(line.dropFirst())
    }
    return ring.first == ring.last ? ring : nil
  }
}

/// The polygons of a GeoJSON file's features.
private func polygons(ofGeoJSON data: Data) throws -> [[[[[Double]]]]] {
  let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  return try #require(root["features"] as? [[String: Any]]).map { feature in
    guard let geometry = feature["geometry"] as? [String: Any] else { return [] }
    if geometry["type"] as? String == "Polygon" { return [try #require(geometry["coordinates"] as? [[[Double]]])] }
    return try #require(geometry["coordinates"] as? [[[[Double]]]])
  }
}

/// A closed ring from its smallest position on.
private func fromSmallest(_ ring: [[Double]]) -> [[Double]] {
  let open = ring.dropLast()
  let first = open.indices.min { (open[$0][0], open[$0][1]) < (open[$1][0], open[$1][1]) } ?? 0
  return open[first...] + open[..<first] + [ring[first]]
}

@Test(arguments: ExportSample.allCases, ExportCoordinates.allCases)
func `arcs put together are the rings of the GeoJSON export, in its direction`(
  sample: ExportSample, coordinates: ExportCoordinates
) throws {
  let coverage = sample.coverage
  for level in coverage.levels.indices {
    let topology = try Topology(topoJSON(coverage, level: level, coordinates: coordinates))
    let geometries = try #require(topology.objects[coverage.map ?? "regions"]).geometries
    let rings = try geometries.map { geometry in
      try geometry.polygons.map { try $0.map { fromSmallest(try #require(topology.ring($0))) } }
    }
    #expect(try rings == polygons(ofGeoJSON: geoJSON(coverage, level: level, coordinates: coordinates)))
    #expect(geometries.map(\.id) == coverage.regions.map(\.code))
    #expect(geometries.map(\.properties.code) == coverage.regions.map(\.code))
    #expect(geometries.map(\.properties.name) == coverage.regions.map(\.name))
    #expect((topology.transform == nil) == (coordinates == .lonlat))
  }
}

@Test(arguments: 0..<6 as Range<UInt64>)
func `made-up maps come back, every arc used, every border once`(seed: UInt64) throws {
  let coverage = try mergedMap(seed: seed)
  for coordinates in ExportCoordinates.allCases {
    let topology = try Topology(topoJSON(coverage, coordinates: coordinates))
    let geometries = try #require(topology.objects["regions"]).geometries
    let rings = try geometries.map { geometry in
      try geometry.polygons.map { try $0.map { fromSmallest(try #require(topology.ring($0))) } }
    }
    #expect(try rings == polygons(ofGeoJSON: geoJSON(coverage, coordinates: coordinates)))
    let uses = geometries.flatMap(\.polygons).joined().joined().map { $0 < 0 ? ~$0 : $0 }
    #expect(Set(uses) == Set(topology.arcs.indices))
    let stretches = topology.arcs.indices.flatMap { arc in
      let line = topology.line(arc)
      return zip(line, line.dropFirst()).map { [$0, $1].sorted { ($0[0], $0[1]) < ($1[0], $1[1]) } }
    }
    #expect(Set(stretches).count == stretches.count)
  }
}

@Test func `the topology reads as it is meant to`() throws {
  #expect(
    String(decoding: try topoJSON(letters(), level: 1, coordinates: .grid), as: UTF8.self) == """
      {"type":"Topology","transform":{"scale":[1,1],"translate":[0,0]},"objects":{"Letters":\
      {"type":"GeometryCollection","geometries":[
      {"type":"Polygon","arcs":[[0,-2],[3]],"id":"01","properties":{"code":"01","name":"甲 & <A>"}},
      {"type":"Polygon","arcs":[[2,-1]],"id":"02","properties":{"code":"02","name":"乙"}},
      {"type":"Polygon","arcs":[[-4]],"id":"03","properties":{"code":"03","name":"丙"}}
      ]}},"arcs":[
      [[100,0],[0,100]],
      [[100,0],[-100,0],[0,100],[100,0]],
      [[100,0],[100,0],[0,100],[-100,0]],
      [[30,30],[0,30],[30,0],[0,-30],[-30,0]]
      ],"bbox":[0,0,200,100]}

      """)
}

@Test(arguments: [2, 100, 10_000, 1 << 30])
func `rounded positions are whole steps of the extent, the nearest ones`(steps: Int) throws {
  let coverage = TestSupport.quilt(columns: 4, rows: 3, verticesPerArc: 20, levels: 1, seed: 7)
  guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
  let arcs = coverage.arcs
  func position(_ vertex: Int) -> [Double] {
    [WebMercator.longitude(x: grid.x(arcs.point(vertex).x)), WebMercator.latitude(y: grid.y(arcs.point(vertex).y))]
  }
  let exact: [[[Double]]] = (0..<arcs.count).map { arc in arcs.vertices(of: arc).map(position) }
  let data = try topoJSON(coverage, quantization: steps)
  let rounded = try Topology(data)
  let scale = try #require(rounded.transform?.scale)
  #expect(rounded.arcs.count == exact.count)
  #expect(rounded.arcs.allSatisfy { $0.count >= 2 && $0.allSatisfy { $0.allSatisfy { $0 == $0.rounded() } } })
  for arc in exact.indices {
    let line = rounded.line(arc)
    for position in exact[arc] {
      let isNear = line.contains { vertex in
        (0..<2).allSatisfy { abs(vertex[$0] - position[$0]) <= 0.500001 * scale[$0] + 1e-12 }
      }
      #expect(isNear)
    }
  }
  // Whatever the steps, the extent is that of the map.
  let vertices = rounded.arcs.indices.flatMap { rounded.line($0) }
  let all = exact.flatMap { $0 }
  for axis in 0..<2 {
    let (low, high) = (vertices.map { $0[axis] }.min() ?? 0, vertices.map { $0[axis] }.max() ?? 0)
    #expect(abs(low - (all.map { $0[axis] }.min() ?? 1)) < 1e-9 && abs(high - (all.map { $0[axis] }.max() ?? 1)) < 1e-9)
  }
  let plain = try topoJSON(coverage).count
  #expect(steps > 10_000 || data.count < plain)
}

@Test(arguments: [-1, 0, 1, (1 << 30) + 1])
func `a number of steps that no transform can have is refused`(steps: Int) {
  let error = #expect(throws: StageError.self) { try topoJSON(letters(), quantization: steps) }
  #expect(error?.status == .usage && error?.remedy != nil)
}

@Test func `the grid's numbers are not rounded again`() {
  #expect(throws: StageError.self) { try topoJSON(letters(), coordinates: .grid, quantization: 100) }
}

@Test func `a region without a polygon is a null geometry`() throws {
  var drawing = CoverageDrawing()
  drawing.region("1", "Nowhere \"\\\n", polygons: [])
  let topology = try Topology(topoJSON(drawing.coverage))
  let geometry = try #require(topology.objects["regions"]?.geometries.first)
  #expect(geometry.type == nil && geometry.properties.name == "Nowhere \"\\\n")
  #expect(topology.arcs.isEmpty)
}
