import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// Rings that cross themselves, with borders that miss each other, joined by `snap`.
@Suite struct `Joining dirty rings` {
  /// Regions drawn for themselves, with vertices exchanged, spikes, overlaps and copies.
  private static func dirtyMap(_ seed: UInt64) -> RandomCoverage {
    var random = SplitMix64(seed: seed &* 31 &+ 7)
    return SnapSweepTests.map(seed, nests: 0.2).redrawn(within: SnapSweepTests.off, using: &random)
      .dirty(using: &random)
  }

  /// A few rings of random vertices beside each other, most of which cross themselves and miss each other by some
  /// meters.
  private static func tangle(_ seed: UInt64) -> RandomCoverage {
    var random = SplitMix64(seed: seed &+ 900)
    var map = SnapSweepTests.map(1)
    let meter = 360 / 40_075_016.7
    let lattice = (0..<5).map { Double($0) * 40 * meter }
    let pattern = map.features[0]
    map.features = (0..<4).map { index in
      let count = Int.random(in: 4...9, using: &random)
      let ring = (0..<count).map { _ in
        RandomCoverage.Position(
          x: 10 + lattice[Int.random(in: 0..<5, using: &random)] + Double.random(in: -3...3, using: &random) * meter,
          y: 10 + lattice[Int.random(in: 0..<5, using: &random)] + Double.random(in: -3...3, using: &random) * meter)
      }
      let code = ["00101", "00102", "00103"][index % 3]
      var feature = pattern
      (feature.code, feature.name, feature.polygons) = (code, code, [[ring]])
      return feature
    }
    return map
  }

  private static func merged(_ map: RandomCoverage, snap: Double) -> Coverage? {
    try? SnapSweepTests.merged(map, snap: snap)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `joining dirty rings gives the same map whichever way they run, wherever they start, in whatever order`(
    seed: UInt64
  ) throws {
    for (map, snap) in [(Self.dirtyMap(seed), SnapSweepTests.snap), (Self.tangle(seed), 8)] {
      var random = SplitMix64(seed: seed)
      let first = Self.merged(map, snap: snap)
      if let first { #expect(GeometryExport.violations(of: first) == []) }
      for _ in 0..<3 {
        let other = Self.merged(map.shuffled(reversingRings: true, using: &random), snap: snap)
        #expect((first == nil) == (other == nil))
        if let first, let other { #expect(differences(first, other) == []) }
      }
    }
  }
}
