import MapSimplification
import MapTopology
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
    let result = try map.simplified { $0.amount = .tolerance(metres: 60_000) }
    #expect(GeometryExport.violations(of: result) == [])
    #expect(result.arcs.vertexCount < 9 + 4)
  }

  /// Two coasts a strait apart; the chords of the one would cross the other.
  @Test func `coasts do not cross`() throws {
    let map = DrawnMap(regions: [
      ("north", [[[(0, 1.2), (5, 0.2), (10, 1.2), (10, 5), (0, 5)]]]),
      ("south", [[[(0, 1), (0, -5), (10, -5), (10, 1), (5, 0)]]]),
    ])
    let result = try map.simplified { $0.amount = .tolerance(metres: 1e6) }
    #expect(GeometryExport.violations(of: result) == [])
  }
}
