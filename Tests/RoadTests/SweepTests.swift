import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Made-up maps from features to levels, clean and dirty, each result judged twice: by the checker that compares
/// everything with everything, and by the rules of `validate`.
@Suite struct SweepTests {
  private static func merged(_ map: RandomCoverage, jobs: Int = 1) throws -> Coverage {
    try merge(
      map.table, options: MergeOptions(key: Template("CODE"), name: Template("NAME"), jobs: jobs), progress: nil)
  }

  private static func expectValid(_ coverage: Coverage, _ codes: [String]) {
    #expect(coverage.regions.map(\.code) == codes)
    for level in coverage.levels.indices {
      #expect(coverage.polygonLevel.count { Int($0) < level } == Self.dropped(coverage, level: level))
      #expect(GeometryExport.violations(of: coverage, level: level) == [], "level \(level)")
    }
    #expect(structuralFindings(of: coverage) == [])
  }

  private static func dropped(_ coverage: Coverage, level: Int) -> Int {
    level == 0 ? 0 : coverage.ledger.droppedByLevel[level].values.reduce(0, +)
  }

  /// Pairs of regions that have an arc in common which is present at a level.
  private func neighbors(_ coverage: Coverage, level: Int) -> Set<[Int32]> {
    var pairs: Set<[Int32]> = []
    for arc in 0..<coverage.arcs.count where min(coverage.arcs.left[arc], coverage.arcs.right[arc]) >= 0 {
      // An arc that is absent has no vertex at the level; one between neighbors never is.
      guard coverage.arcs.vertices(of: arc).contains(where: { coverage.arcs.vertexLevel[$0] >= level }) else {
        continue
      }
      pairs.insert([coverage.arcs.left[arc], coverage.arcs.right[arc]].sorted())
    }
    return pairs
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a clean map keeps every region and every polygon, and needs no mending`(seed: UInt64) throws {
    let map = Journey(seed: seed).map
    let coverage = try Self.merged(map)
    Self.expectValid(coverage, map.codes)
    #expect(coverage.findings == [])
    for (region, code) in map.codes.enumerated() {
      let count = coverage.polygonStart[region + 1] - coverage.polygonStart[region]
      #expect(count == map.polygonCounts[code], "\(code)")
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a clean map is valid at every level, loses no region and keeps its neighbors`(seed: UInt64) throws {
    let journey = Journey(seed: seed)
    let merged = try Self.merged(journey.map)
    let coverage = try simplify(merged, options: journey.options, progress: nil)
    Self.expectValid(coverage, journey.map.codes)

    // In full detail on the same grid: what rounding does to the neighbors is done there as well.
    guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
    var options = SimplifyOptions()
    options.cellExponent = grid.cellExponent
    options.minimumIsland = journey.options.minimumIsland
    options.maximumParts = journey.options.maximumParts
    let full = try simplify(merged, options: options, progress: nil)
    for level in coverage.levels.indices {
      #expect(neighbors(coverage, level: level) == neighbors(full, level: 0))
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a dirty map becomes valid, at every level, and loses no region`(seed: UInt64) throws {
    let journey = Journey(seed: seed)
    var random = SplitMix64(seed: seed)
    let map = journey.map.dirty(using: &random)
    let merged = try Self.merged(map)
    Self.expectValid(merged, map.codes)
    Self.expectValid(try simplify(merged, options: journey.options, progress: nil), map.codes)
  }

  @Test(arguments: 0..<20 as Range<UInt64>, [false, true])
  func `the same map gives the same coverage in whatever order it is written`(seed: UInt64, isDirty: Bool) throws {
    var journey = Journey(seed: seed)
    var random = SplitMix64(seed: seed)
    let map = isDirty ? journey.map.dirty(using: &random) : journey.map
    let first = try Self.merged(map)
    let second = try Self.merged(map.shuffled(using: &random), jobs: 3)
    #expect(differences(first, second) == [])
    let simple = try simplify(first, options: journey.options, progress: nil)
    journey.options.jobs = 3
    #expect(differences(simple, try simplify(second, options: journey.options, progress: nil)) == [])
  }
}
