import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

private func merged(_ table: FeatureTable) throws -> Coverage {
  try merge(table, options: MergeOptions(key: Template("CODE")))
}

private func packed(_ merged: Coverage) throws -> Pack {
  var options = SimplifyOptions()
  options.amount = .none
  let coverage = try simplify(merged, options: options)
  let pack = try Pack(
    data: packData(
      PackContents(
        map: "Places", identity: 7, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) })))
  try pack.verify()
  #expect(Coverage(pack).arcs.points == coverage.arcs.points && Coverage(pack).polygonStart == coverage.polygonStart)
  return pack
}

@Suite struct PointRoadTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a pack has every point of every feature, to a centimeter`(seed: UInt64) throws {
    let table = RandomPoints(seed: seed).table
    let pack = try packed(try merged(table))
    #expect(pack.kind == .points && pack.levelCount == 1)
    var expected: [String: [(Double, Double)]] = [:]
    for feature in 0..<table.featureCount {
      for point in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        expected[table.values[0][feature].displayText ?? "", default: []].append(
          (table.longitude[point], table.latitude[point]))
      }
    }
    #expect(pack.shapes.count == expected.count && pack.mainBounds == pack.bounds)
    for shape in pack.shapes {
      let points = shape.points()
      let own = try #require(expected[shape.code])
      #expect(points.count == own.count && shape.polygonCount == own.count)
      for location in own {
        let wanted = MapPoint(longitude: location.0, latitude: location.1)
        let nearest = points.map { hypot($0.x - wanted.x, $0.y - wanted.y) }.min()
        #expect(nearest.map { $0 * WebMercator.metersPerMapPointAtEquator < 0.01 } == true)
      }
      // The name goes to one of them.
      let label = shape.labelPoint
      #expect(
        points.contains {
          hypot($0.x - label.x, $0.y - label.y) <= hypot(shape.bounds.width, shape.bounds.height) / 1000
        })
      #expect(shape.area == 0 && shape.length == nil && shape.neighbors.isEmpty)
      // No point counts more than another.
      #expect(shape.mainBounds == shape.bounds)
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      #expect(rings.ringCount == 0)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>, [135.0, 180])
  func `the nearest region and those within a rectangle are what trying all points finds`(
    seed: UInt64, longitude: Double
  ) throws {
    let pack = try packed(try merged(RandomPoints(seed: seed, middle: (longitude, 35)).table))
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let location = MapPoint(
        x: pack.bounds.minX + Double.random(in: -0.1...1.1, using: &random) * pack.bounds.width,
        y: pack.bounds.minY + Double.random(in: -0.1...1.1, using: &random) * pack.bounds.height)
      let found = try #require(pack.shape(nearest: location, withinMapPoints: .infinity))
      func gap(_ point: MapPoint) -> Double {
        [-WebMercator.worldSize, 0, WebMercator.worldSize].map {
          hypot(point.x + $0 - location.x, point.y - location.y)
        }
        .min()
          ?? .infinity
      }
      let nearest = try #require(
        pack.shapes.map { ($0, $0.points().map(gap).min() ?? .infinity) }.min { $0.1 < $1.1 })
      #expect(abs(found.mapPoints - nearest.1) < 1e-6)
      #expect(try #require(found.shape.nearestPoint(to: location)).mapPoints - nearest.1 < 1e-6)
      #expect(pack.shape(at: location) == nil)
      let rect = MapRect(
        minX: location.x, minY: location.y, width: pack.bounds.width / 5, height: pack.bounds.height / 7)
      func isInside(_ point: MapPoint) -> Bool {
        guard rect.minY <= point.y, point.y <= rect.maxY else { return false }
        let worlds = [-WebMercator.worldSize, 0, WebMercator.worldSize]
        return worlds.contains { rect.minX <= point.x + $0 && point.x + $0 <= rect.maxX }
      }
      let inside = pack.shapes.filter { $0.points().contains(where: isInside) }
      #expect(pack.shapes(in: rect).map(\.code) == inside.map(\.code))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the order of features makes no difference`(seed: UInt64) throws {
    let one = try merged(RandomPoints(seed: seed).table)
    let other = try merged(RandomPoints(seed: seed, isShuffled: true).table)
    #expect(
      one.arcs.points == other.arcs.points && one.regions.map(\.code) == other.regions.map(\.code))
  }

  @Test func `a point that a region has twice is one point, and the ledger says so`() throws {
    var table = RandomPoints(seed: 1, count: 6).table
    table.values = [Array(repeating: .text("one"), count: 6)]
    (table.longitude[4], table.latitude[4]) = (table.longitude[3], table.latitude[3])
    let coverage = try merged(table)
    #expect(coverage.polygonCount == table.polygonCount - 1)
    #expect(coverage.ledger.polygons.dropped == [.duplicateFeature: 1])
  }

  @Test func `stage files of points come back as they were, and damage is reported`() throws {
    let table = RandomPoints(seed: 3).table
    let read = try FeatureTable(encoded: table.encoded(), file: "places.features")
    #expect(read.kind == .points && read.encoded() == table.encoded())
    var coverage = try merged(table)
    let again = try Coverage(encoded: coverage.encoded(), file: "places.coverage")
    #expect(again.kind == .points && again.encoded() == coverage.encoded())
    coverage.arcs.isClosed[0] = false
    #expect(throws: StageError.self) { try Coverage(encoded: coverage.encoded(), file: "places.coverage") }
  }

  @Test func `points are written as points`() throws {
    let pack = try packed(try merged(RandomPoints(seed: 2, count: 8).table))
    let coverage = Coverage(pack)
    let expected = pack.shapes.map(\.polygonCount)
    for data in [try geoJSON(coverage), try geoJSON(pack)] {
      let found = try JSONDecoder().decode(Collection.self, from: data).features.map(\.geometry.count)
      #expect(found == expected)
    }
    for coordinates in [ExportCoordinates.lonlat, .grid] {
      let topology = try JSONDecoder().decode(Topology.self, from: topoJSON(coverage, coordinates: coordinates))
      #expect(topology.arcs.isEmpty)
      #expect(topology.objects.values.first?.geometries.map(\.count) == expected)
    }
    #expect(String(decoding: try svg(coverage), as: UTF8.self).contains(" class=\"points\""))
  }

  @Test func `what simplifies is refused for points`() throws {
    let coverage = try merged(RandomPoints(seed: 1).table)
    var options = SimplifyOptions()
    options.amount = .tolerance(meters: 10)
    #expect(throws: StageError.self) { try simplify(coverage, options: options) }
  }

  private struct Collection: Decodable {
    var features: [Feature]
    struct Feature: Decodable { var geometry: Geometry }
  }

  private struct Topology: Decodable {
    var arcs: [[[Double]]]
    var objects: [String: Object]
    struct Object: Decodable { var geometries: [Geometry] }
  }

  private struct Geometry: Decodable {
    /// How many points it has; −1 if it is none.
    var count: Int

    private enum Key: CodingKey { case type, coordinates }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      switch try values.decode(String.self, forKey: .type) {
      case "Point": count = try values.decode([Double].self, forKey: .coordinates).count == 2 ? 1 : -1
      case "MultiPoint": count = try values.decode([[Double]].self, forKey: .coordinates).count
      default: count = -1
      }
    }
  }
}
