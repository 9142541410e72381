import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

/// What the overlap of two editions promises.
@Suite struct ShapeOverlapTests {
  private static func coverage(_ map: RandomCoverage) throws -> Coverage {
    var options = MergeOptions(jobs: 2)
    options.key = try Template("CODE")
    return try merge(map.table, options: options)
  }

  /// Nests would be lost if they are drawn anew.
  private static func map(_ seed: UInt64) -> RandomCoverage {
    RandomCoverage(seed: seed) { $0.nests = 0 }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `all land of either edition is in exactly one piece`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = Self.map(seed)
    let old = try Self.coverage(map)
    let new = try Self.coverage(map.redrawn(within: 0.003, using: &random))
    let overlap = try #require(ShapeOverlap(old, new, jobs: 2))
    for region in old.regions.indices {
      let pieces = overlap.pieces.filter { $0.old == region }.reduce(0) { $0 + $1.area }
      #expect(abs(pieces - overlap.old.area[region]) <= 1e-6 * overlap.old.area[region])
      // What merge says of the published shape is the same land.
      #expect(abs(pieces - old.regions[region].area) <= 1e-6 * old.regions[region].area)
    }
    for region in new.regions.indices {
      let pieces = overlap.pieces.filter { $0.new == region }.reduce(0) { $0 + $1.area }
      #expect(abs(pieces - new.regions[region].area) <= 1e-6 * new.regions[region].area)
    }
    for shared in overlap.shared {
      let pieces = overlap.pieces.filter { $0.old == shared.old && $0.new == shared.new }.reduce(0) { $0 + $1.area }
      #expect(abs(pieces - shared.area) <= 1e-6 * shared.area)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the overlap of the editions exchanged is the same one mirrored`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = Self.map(seed)
    let old = try Self.coverage(map)
    let new = try Self.coverage(map.redrawn(within: 0.003, using: &random))
    let there = try #require(ShapeOverlap(old, new, jobs: 2))
    let back = try #require(ShapeOverlap(new, old, jobs: 1))
    #expect(there.old.area == back.new.area)
    #expect(there.old.borders == back.new.borders)
    #expect(
      Set(there.shared.map { [Double($0.old), Double($0.new), $0.area] })
        == Set(back.shared.map { [Double($0.new), Double($0.old), $0.area] }))
    #expect(there.pieces.count == back.pieces.count)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a map laid over itself has one owner everywhere`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = RandomCoverage(seed: seed)
    let overlap = try #require(
      ShapeOverlap(try Self.coverage(map), try Self.coverage(map.shuffled(using: &random)), jobs: 2))
    #expect(overlap.pieces.allSatisfy { $0.old == $0.new })
    #expect(overlap.old.borders == overlap.new.borders)
  }
}
