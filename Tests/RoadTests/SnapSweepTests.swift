import MapFeatures
import MapGeometry
import MapTopology
import MapValidation
import TestSupport
import Testing

/// Made-up maps whose regions were each drawn for themselves, put together again by `snap`.
@Suite struct SnapSweepTests {
  /// How far vertices are from where they should be, in degrees, and the distance to snap, in metres: a bit more than
  /// three times that, as two neighbours may be off to either side.
  static let off = 0.000_02
  static let snap = 7.0

  static func map(_ seed: UInt64, nests: Double = 0) -> RandomCoverage {
    var random = SplitMix64(seed: seed ^ 0x5A49)
    var options = RandomCoverage.Options()
    options.columns = Int.random(in: 3...6, using: &random)
    options.rows = Int.random(in: 3...6, using: &random)
    options.regions = Int.random(in: 2...7, using: &random)
    options.depth = Int.random(in: 0...2, using: &random)
    options.nests = nests
    options.south = [-35, 0.0, 32, 55][Int.random(in: 0..<4, using: &random)]
    return RandomCoverage(seed: seed, options: options)
  }

  static func merged(_ map: RandomCoverage, snap: Double?, jobs: Int = 1) throws -> Coverage {
    try merge(map.table, options: MergeOptions(key: Template("CODE"), name: Template("NAME"), snap: snap, jobs: jobs))
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `regions that were drawn apart are neighbours again, without slivers`(seed: UInt64) throws {
    let clean = Self.map(seed)
    var random = SplitMix64(seed: seed)
    let redrawn = clean.redrawn(within: Self.off, using: &random)
    let wanted = try Self.merged(clean, snap: nil)
    let joined = try Self.merged(redrawn, snap: Self.snap)
    #expect(GeometryExport.violations(of: joined) == [])
    #expect(structuralFindings(of: joined) == [])
    // Regions that touch in a point may touch along some metres now.
    #expect(joined.neighbours.isSuperset(of: wanted.neighbours))
    #expect(joined.neighbours.subtracting(wanted.neighbours).isSubset(of: wanted.touching))
    #expect(joined.gapCount == wanted.gapCount)
    for (region, code) in clean.codes.enumerated() {
      #expect(joined.polygonStart[region + 1] - joined.polygonStart[region] == clean.polygonCounts[code], "\(code)")
    }
    if !wanted.neighbours.isEmpty { #expect(joined.findings.contains { $0.rule == "snapped" }) }
  }
}

extension Coverage {
  /// Pairs of neighbours: regions with a common arc.
  fileprivate var neighbours: Set<[String]> {
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
