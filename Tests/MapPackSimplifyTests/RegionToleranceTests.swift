import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

@Suite struct RegionToleranceTests {
  /// How many vertices of level k lie on the arcs between two regions, or between one and the outside.
  private func vertices(_ coverage: Coverage, between a: Int32, and b: Int32, level: Int) -> Int {
    let arcs = coverage.arcs
    return (0..<arcs.count).reduce(0) { sum, arc in
      let sides = [arcs.left[arc], arcs.right[arc]]
      guard sides == [a, b] || sides == [b, a] else { return sum }
      return sum + arcs.vertices(of: arc).count { Int(arcs.vertexLevel[$0]) >= level }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `regions of different tolerances make a valid map at every level`(seed: UInt64) throws {
    let merged = try RandomMapTests.merged(RandomMapTests.small(seed))
    func simplified(_ change: (inout SimplifyOptions) -> Void) throws -> Coverage {
      var options = SimplifyOptions { ($0.cellExponent, $0.levels) = (0, 3) }
      change(&options)
      return try simplify(merged, options: options)
    }
    let coarse = try simplified { $0.amount = .tolerance(meters: 4000) }
    let fine = try simplified { $0.amount = .tolerance(meters: 500) }
    let mixed = try simplified {
      $0.amount = .tolerance(meters: 4000)
      $0.regionTolerances = [merged.regions[merged.regions.count - 1].code: 500]
    }
    #expect(mixed.levels == coarse.levels)
    for level in 0..<3 { #expect(GeometryExport.violations(of: mixed, level: level) == []) }
    #expect(mixed.arcs.vertexCount < fine.arcs.vertexCount)
    #expect(mixed.arcs.vertexCount > coarse.arcs.vertexCount)
  }

  @Test func `a coarser tolerance of one region leaves its neighbors' borders as they are`() throws {
    // b's outer edge has a dent of 100 m, and so has the border of a and b.
    let dent = 0.001
    let map = DrawnMap(regions: [
      ("a", [[[(0, 0), (1, 0), (1 + dent, 0.5), (1, 1), (0, 1)]]]),
      ("b", [[[(1, 0), (2, 0), (2 + dent, 0.5), (2, 1), (1, 1), (1 + dent, 0.5)]]]),
    ])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 100)
      $0.regionTolerances = ["b": 20_000]
    }
    #expect(vertices(result, between: 0, and: 1, level: 0) == 3)
    #expect(vertices(result, between: 1, and: -1, level: 0) == 4)
  }

  @Test func `the islands of a coarser region go at finer levels`() throws {
    let island = DrawnMap.square(2, 0, 0.01)
    let map = DrawnMap(regions: [
      ("a", [[DrawnMap.square(0, 0, 1)], [island]]),
      ("b", [[DrawnMap.square(4, 0, 1)], [island.map { ($0 + 4, $1) }]]),
    ])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 50)
      $0.regionTolerances = ["b": 200]
      $0.minimumIsland = 1
      $0.levels = 4
    }
    // 1.2 km² is less than (4 × 400 m)² at level 3 of a, and at level 1 of b.
    #expect(result.polygonLevel == [3, 2, 3, 0])
  }
}
