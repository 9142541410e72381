import MapPackCoverage
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// What each check is there for, drawn by hand: without it, that test fails.
@Suite struct CureTests {
  /// A lagoon behind a cape, with an island in the lagoon: the chord across its mouth leaves the island inland.
  @Test func `an island does not end inland`() throws {
    let map = DrawnMap(regions: [
      ("land", [[[(0, 0), (10, 0), (10, 5), (6, 5), (5.5, 4.8), (5, 4.7), (4.5, 4.8), (4, 5), (0, 5)]]]),
      ("island", [[DrawnMap.square(4.99, 4.9, 0.02)]]),
    ])
    let result = try map.simplified { $0.amount = .tolerance(meters: 100_000) }
    #expect(GeometryExport.violations(of: result) == [])
    #expect(result.arcs.vertexCount < 8 + 4)
  }

  /// A cape in a bay: the chord across the bay would cross the cape.
  @Test func `coasts do not cross`() throws {
    let map = DrawnMap(regions: [
      ("north", [[[(0, 0.5), (4, 0.5), (5, 0.95), (6, 0.5), (10, 0.5), (10, 6), (0, 6)]]]),
      ("south", [[[(0, -6), (10, -6), (10, 0), (7, 0), (5, 0.9), (3, 0), (0, 0)]]]),
    ])
    let result = try map.simplified { $0.amount = .tolerance(meters: 110_000) }
    #expect(GeometryExport.violations(of: result) == [])
  }

  /// A hook whose three most important vertices run the other way round.
  @Test func `a ring does not turn over`() throws {
    let hook = [
      (11, 73), (13, 61), (20, 16), (64, 4), (80, 13), (80, 24), (68, 26), (22, 55), (98, 69), (93, 98), (39, 59),
      (51, 99), (29, 99), (12, 73),
    ]
    let map = DrawnMap(regions: [("hook", [[hook.map { (Double($0.0) / 100, Double($0.1) / 100) }]])])
    let result = try map.simplified { $0.amount = .tolerance(meters: 1e6) }
    #expect(GeometryExport.violations(of: result) == [])
    #expect(result.arcs.vertexCount < hook.count)
  }
}
