import Foundation
import MapPack
import MapPackCoverage
import TestSupport
import Testing

@testable import MapPackEmit

/// What the page is sent of a map.
@Suite struct PageMapTests {
  private static let golden = [
    "antimeridian", "coarse", "empty", "fine", "hawaii", "letters", "lines", "loops", "points", "polar", "restarts",
    "sixteen-levels", "texts",
  ]

  private static func pack(_ name: String) throws -> Pack {
    try Pack(
      contentsOf: SwiftCompiler.root.appendingPathComponent("Tests/MapPackTests/Golden/\(name).mappack"))
  }

  private struct Point: Hashable, Comparable {
    var x: Int
    var y: Int

    static func < (a: Point, b: Point) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  /// Reads the shapes as map.js does.
  private struct Shapes {
    var arcs: [(kind: Int, isClosed: Bool, points: [Point], levels: [Int])] = []
    /// By regions, polygons and rings.
    var regions: [[(level: Int, rings: [[Int]])]] = []
    private var bytes: ArraySlice<UInt8>
    /// Whether all bytes are read.
    var isAtEnd: Bool { bytes.isEmpty }

    init(_ data: Data, regions count: Int, levels: Int) {
      bytes = ArraySlice(data)
      var (x, y, last) = (0, 0, 0)
      for _ in 0..<next() {
        let head = next()
        var (points, levelsOfVertices): ([Point], [Int]) = ([], [])
        for _ in 0..<head / 8 {
          x += signed(next())
          y += signed(next())
          points.append(Point(x: x, y: y))
          levelsOfVertices.append(levels > 1 ? next() : 0)
        }
        arcs.append((head / 2 % 4, head % 2 == 1, points, levelsOfVertices))
      }
      for _ in 0..<count {
        let polygons = next()
        regions.append(
          (0..<polygons).map { _ in
            let level = next()
            let rings = next()
            return (
              level,
              (0..<rings).map { _ in
                let uses = next()
                return (0..<uses).map { _ in
                  let use = next()
                  last += signed(use / 2)
                  return use % 2 == 1 ? ~last : last
                }
              }
            )
          })
      }
    }

    private mutating func next() -> Int {
      var (value, shift) = (0, 0)
      while let byte = bytes.popFirst() {
        value |= Int(byte & 127) << shift
        if byte < 128 { break }
        shift += 7
      }
      return value
    }

    private func signed(_ number: Int) -> Int { number % 2 == 1 ? ~(number / 2) : number / 2 }

    /// The vertices of each ring of a region at a level; a node comes once.
    func rings(of region: Int, level: Int) -> [[Point]] {
      regions[region].filter { $0.level >= level }.flatMap(\.rings).map { uses in
        var ring: [Point] = []
        for use in uses {
          let arc = arcs[use < 0 ? ~use : use]
          let kept = zip(arc.points, arc.levels).filter { $1 >= level }.map(\.0)
          ring += (use < 0 ? kept.reversed() : kept).drop { $0 == ring.last }
        }
        return ring
      }
    }
  }

  /// A ring from its smallest vertex on, in the direction of the smaller one beside it, moved into one world.
  private func plain(_ ring: [Point], world: Int) -> [Point] {
    var ring = ring.map { Point(x: ($0.x % world + world) % world, y: $0.y) }
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard let first = ring.indices.min(by: { ring[$0] < ring[$1] }) else { return [] }
    ring = Array(ring[first...] + ring[..<first])
    let back = [ring[0]] + ring.dropFirst().reversed()
    return ring.lexicographicallyPrecedes(back) ? ring : back
  }

  @Test(arguments: golden) func `the page draws what the pack holds, at every level`(name: String) throws {
    let pack = try Self.pack(name)
    let map = PageMap(pack)
    let shapes = Shapes(map.shapes, regions: pack.shapes.count, levels: pack.levelCount)
    #expect(shapes.isAtEnd)
    let world = Int(WebMercator.worldSize / pack.cell)
    let origin = Point(x: Int(pack.originX), y: Int(pack.originY))
    for (region, shape) in pack.shapes.enumerated() {
      for level in 0..<pack.levelCount {
        let drawn = shapes.rings(of: region, level: level).map { ring in
          plain(ring.map { Point(x: $0.x + origin.x, y: $0.y) }, world: world)
        }
        var held = GridRings()
        if pack.kind == .areas {
          shape.appendGridRings(level: level, to: &held)
        } else {
          for polygon in pack.polygons(of: shape) where polygon.level >= level {
            _ = pack.appendVertices(ofArc: Int(polygon.rings[0][0]), level: level, to: &held)
          }
        }
        let rings = (0..<held.ringCount).map { ring in
          plain(
            (held.ringStart[ring]..<held.ringStart[ring + 1]).map {
              Point(x: Int(held.x[$0]) + origin.x, y: Int(held.y[$0]))
            }, world: world)
        }
        #expect(
          drawn.sorted { $0.lexicographicallyPrecedes($1) } == rings.sorted { $0.lexicographicallyPrecedes($1) },
          "\(shape.code) at level \(level)")
      }
    }
  }

  @Test(arguments: golden) func `land, names and boxes lie in one piece, from the map's western edge on`(
    name: String
  ) throws {
    let pack = try Self.pack(name)
    guard !pack.shapes.isEmpty else { return }
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(PageMap(pack))) as? [String: Any]
    let bounds = try #require(json?["bounds"] as? [Double])
    let boxes = try #require(json?["boxes"] as? [Double])
    let points = try #require(json?["labelPoints"] as? [Double])
    let shapes = Shapes(PageMap(pack).shapes, regions: pack.shapes.count, levels: pack.levelCount)
    let isInside = { (x: Double, y: Double) in
      bounds[0] <= x && x <= bounds[0] + bounds[2] && bounds[1] <= y && y <= bounds[1] + bounds[3]
    }
    #expect(shapes.arcs.allSatisfy { $0.points.allSatisfy { isInside(Double($0.x), Double($0.y)) } })
    #expect(stride(from: 0, to: points.count, by: 2).allSatisfy { isInside(points[$0], points[$0 + 1]) })
    #expect(stride(from: 0, to: boxes.count, by: 4).allSatisfy { isInside(boxes[$0], boxes[$0 + 1]) })
  }

  @Test(arguments: golden) func `the page of a pack is the page of what it was made of`(name: String) throws {
    let pack = try Self.pack(name)
    let (read, made) = (PageMap(pack), PageMap(pack, of: Coverage(pack)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(read.shapes == made.shapes)
    #expect(try encoder.encode(read) == encoder.encode(made))
  }

  /// A number of regions, of which every other is in the group “even”.
  private func number(_ values: [Double?]) -> PageNumber {
    PageNumber(
      "people",
      of: values.enumerated().map { index, value in
        var region = Region(code: "\(index)", name: "")
        region.group = index.isMultiple(of: 2) ? "even" : "odd"
        region.numbers = value.map { [.init(name: "people", value: $0)] } ?? []
        return region
      })
  }

  @Test func `a number has its words`() {
    let ten = number((1...10).map(Double.init) + [nil])
    #expect(ten.words.prefix(2) == ["1", "2"] && ten.words.last == "")
    #expect(
      number([1.0 / 3, -12_345.678, 0.000_012_345_678, 1e300]).words == [
        "0.333333", "-12345.7", "0.0000123457", "1e+300",
      ])
  }

  @Test(
    arguments: [
      ([1_000, 20_000, 0, nil], true), ([120, 0], true), ([5_000.5, 20_000], false), ([-1, 20_000], false),
      ([1, 7, 100], false), ([2019, 2020, 0], false), ([2019, 20_190], true), ([nil], false),
      ([Double?](repeating: 500, count: 20) + [0.5], true),
    ] as [([Double?], Bool)])
  func `a number is a count if it is whole, and neither a year nor a rank`(values: [Double?], isCount: Bool) {
    #expect(number(values).isCount == isCount)
  }
}
