import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// Made-up maps whose regions were each drawn for themselves, put together again by `snap`.
@Suite struct SnapSweepTests {
  /// How far vertices are from where they should be, in degrees, and the distance to snap, in meters: a bit more than
  /// three times that, as two neighbors may be off to either side.
  static let off = 0.000_02
  static let snap = 7.0

  static func map(_ seed: UInt64, nests: Double = 0) -> RandomCoverage {
    var random = SplitMix64(seed: seed ^ 0x5A49)
    return RandomCoverage(seed: seed) {
      $0.columns = Int.random(in: 3...6, using: &random)
      $0.rows = Int.random(in: 3...6, using: &random)
      $0.regions = Int.random(in: 2...7, using: &random)
      $0.depth = Int.random(in: 0...2, using: &random)
      $0.nests = nests
      $0.south = [-35, 0.0, 32, 55][Int.random(in: 0..<4, using: &random)]
    }
  }

  static func merged(_ map: RandomCoverage, snap: Double?, jobs: Int = 1) throws -> Coverage {
    try merge(map.table, options: MergeOptions(key: Template("CODE"), name: Template("NAME"), snap: snap, jobs: jobs))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `regions that were drawn apart are neighbors again, without slivers`(seed: UInt64) throws {
    let clean = Self.map(seed)
    var random = SplitMix64(seed: seed)
    let redrawn = clean.redrawn(within: Self.off, using: &random)
    let wanted = try Self.merged(clean, snap: nil)
    let apart = try Self.merged(redrawn, snap: nil)
    let joined = try Self.merged(redrawn, snap: Self.snap)
    #expect(GeometryExport.violations(of: joined) == [])
    #expect(structuralFindings(of: joined) == [])
    // Regions that touch in a point may touch along some meters now.
    #expect(joined.neighbors.isSuperset(of: wanted.neighbors))
    #expect(joined.neighbors.subtracting(wanted.neighbors).isSubset(of: wanted.touching))
    // Gaps that are narrower than the distance are filled too.
    #expect(joined.gapCount <= wanted.gapCount)
    // No region loses land, but for less than a square meter by rounding. Polygons that touch in a point may be joined
    // now, and overlaps may cut off a piece that is narrower than the distance.
    for region in clean.codes.indices {
      let wide = joined.polygons(of: region).count { joined.polygonArea[$0] > Self.snap * Self.snap }
      #expect(wide <= clean.polygonCounts[clean.codes[region]] ?? 0, "\(clean.codes[region])")
      #expect(joined.regions[region].area >= apart.regions[region].area - 1, "\(clean.codes[region])")
    }
    #expect(Self.farthest(joined, from: redrawn) <= Self.snap + 0.01)
    if !wanted.neighbors.isEmpty { #expect(joined.findings.contains { $0.rule == .snapped }) }
  }

  @Test(arguments: 0..<30 as Range<UInt64>, [0.001, 1, 50])
  func `a map whose borders fit stays as it is, byte for byte`(seed: UInt64, meters: Double) throws {
    let map = Self.map(seed)
    #expect(try Self.merged(map, snap: meters).encoded() == Self.merged(map, snap: nil).encoded())
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `the same map is joined in the same way in whatever order it is written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Nests are of the size of meters.
    let map = Self.map(seed, nests: 0.3).redrawn(within: Self.off / 50, using: &random)
    let first = try Self.merged(map, snap: Self.snap / 50)
    let second = try Self.merged(map.shuffled(using: &random), snap: Self.snap / 50, jobs: 3)
    #expect(differences(first, second) == [])
    // But for the faults of single rings, which stand in the order of the file and name its numbers.
    func messages(_ coverage: Coverage) -> [String] { coverage.findings.filter { $0.ring == nil }.map(\.message) }
    #expect(messages(first) == messages(second))
    func faults(_ coverage: Coverage) -> [String] {
      coverage.findings.filter { $0.ring != nil }.map { $0.message.replacing(#/\d+/#, with: "n") }.sorted()
    }
    #expect(faults(first) == faults(second))
  }

  /// From tens of meters to the size of the cells.
  @Test(arguments: 0..<20 as Range<UInt64>, [30.0, 300, 3000, 30_000])
  func `a distance far above what is needed gives a valid map or names the region that is lost`(
    seed: UInt64, meters: Double
  ) throws {
    var random = SplitMix64(seed: seed)
    let map = Self.map(seed, nests: 0.3).redrawn(within: Self.off, using: &random)
    do throws(StageError) {
      let joined = try merge(map.table, options: MergeOptions(key: Template("CODE"), snap: meters))
      #expect(GeometryExport.violations(of: joined) == [])
      #expect(structuralFindings(of: joined) == [])
      #expect(joined.regions.map(\.code) == map.codes)
    } catch {
      #expect(error.status == .findings && error.message.hasPrefix("the region has no shape left"))
    }
  }

  /// The largest distance of a vertex of a region from where the region's boundary was, in meters.
  private static func farthest(_ joined: Coverage, from map: RandomCoverage) -> Double {
    typealias Position = RandomCoverage.Position
    guard case .lonlat(let grid) = joined.plane else { return .infinity }
    let meters = 40_075_016.685_578_49 / 360
    func distance(_ p: Position, _ a: Position, _ b: Position) -> Double {
      let scale = cos(p.y * .pi / 180)
      let (ax, ay) = ((a.x - p.x) * scale, a.y - p.y)
      let (dx, dy) = ((b.x - a.x) * scale, b.y - a.y)
      let length = dx * dx + dy * dy
      let share = length > 0 ? max(0, min(1, -(ax * dx + ay * dy) / length)) : 0
      let (x, y) = (ax + share * dx, ay + share * dy)
      return (x * x + y * y).squareRoot() * meters
    }
    func farthest(_ one: [[Position]], from other: [[Position]]) -> Double {
      var farthest = 0.0
      for p in one.flatMap({ $0 }) {
        var nearest = Double.infinity
        for ring in other {
          for k in ring.indices { nearest = min(nearest, distance(p, ring[k], ring[(k + 1) % ring.count])) }
        }
        farthest = max(farthest, nearest)
      }
      return farthest
    }
    return joined.regions.indices.map { region in
      let before = map.features.filter { $0.code == joined.regions[region].code }.flatMap(\.polygons).flatMap { $0 }
      let after = GeometryExport(joined).regions[region].polygons.flatMap { $0 }.map { ring in
        ring.map { Position(x: grid.longitude(x: Int32($0.0)), y: grid.latitude(y: Int32($0.1))) }
      }
      return farthest(after, from: before)
    }.max() ?? 0
  }
}

extension Coverage {
  /// Pairs of neighbors: regions with a common arc.
  fileprivate var neighbors: Set<[String]> {
    Set(
      (0..<arcs.count).compactMap { arc in
        let (left, right) = (Int(arcs.left[arc]), Int(arcs.right[arc]))
        return left < 0 || right < 0 ? nil : [regions[left].code, regions[right].code].sorted()
      })
  }

  /// Pairs of regions that have a common vertex.
  fileprivate var touching: Set<[String]> {
    var regionsAt: [GridPoint: Set<Int32>] = [:]
    for arc in 0..<arcs.count {
      for vertex in arcs.vertices(of: arc) {
        regionsAt[arcs.point(vertex), default: []].formUnion([arcs.left[arc], arcs.right[arc]].filter { $0 >= 0 })
      }
    }
    var pairs: Set<[String]> = []
    for here in regionsAt.values {
      for a in here {
        for b in here where b != a { pairs.insert([regions[Int(a)].code, regions[Int(b)].code].sorted()) }
      }
    }
    return pairs
  }

  /// How many bounded pieces of the plane belong to no region, by Euler's formula.
  fileprivate var gapCount: Int {
    var numberOfNode: [GridPoint: Int] = [:]
    var ends: [(Int, Int)] = []
    for arc in 0..<arcs.count {
      func node(_ vertex: Int) -> Int {
        let next = numberOfNode.count
        return numberOfNode[arcs.point(vertex), default: next]
      }
      let first = node(arcs.start[arc])
      numberOfNode[arcs.point(arcs.start[arc])] = first
      guard !arcs.isClosed[arc] else {
        ends.append((first, first))
        continue
      }
      let last = node(arcs.start[arc + 1] - 1)
      numberOfNode[arcs.point(arcs.start[arc + 1] - 1)] = last
      ends.append((first, last))
    }
    var sets = DisjointSets(count: numberOfNode.count)
    for (first, last) in ends { sets.unite(first, last) }
    let components = (0..<numberOfNode.count).count { sets.find($0) == $0 }
    return arcs.count - numberOfNode.count + components - polygonCount
  }
}
