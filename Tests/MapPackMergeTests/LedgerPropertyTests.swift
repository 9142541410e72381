import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// Made-up maps with the faults of published data. That merge returns means that the ledger closes.
@Suite struct `The ledger of any dirty map` {
  private static func dirty(_ seed: UInt64) -> RandomCoverage {
    var random = SplitMix64(seed: seed)
    let map = RandomCoverage(seed: seed) {
      $0.columns = Int.random(in: 3...5, using: &random)
      $0.rows = Int.random(in: 3...5, using: &random)
      $0.regions = Int.random(in: 2...7, using: &random)
      $0.cell = [0.002, 0.1, 2][Int.random(in: 0..<3, using: &random)]
    }
    return map.dirty(using: &random)
  }

  private static func merged(_ map: RandomCoverage, fillGaps: MergeOptions.GapLimit? = nil, jobs: Int = 1) throws
    -> Coverage
  {
    try merge(map.table, options: MergeOptions(key: Template("CODE"), fillGaps: fillGaps, jobs: jobs))
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `accounts and findings of a dirty map are the same in whatever order it is written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed ^ 7)
    let map = Self.dirty(seed)
    let first = try Self.merged(map)
    let second = try Self.merged(map.shuffled(using: &random), jobs: 3)
    #expect(first.ledger.accounts == second.ledger.accounts)
    #expect(first.ledger.polygons == second.ledger.polygons)
    // But for where in the file a feature stands.
    func points(_ coverage: Coverage) -> [String] {
      coverage.findings.filter { $0.rule != .duplicateFeature }
        .map { "\($0.rule) \($0.code ?? "") \($0.longitude ?? 0) \($0.latitude ?? 0) \($0.message)" }.sorted()
    }
    #expect(points(first) == points(second))
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `what features draw is what the regions have and what else became of it`(seed: UInt64) throws {
    let map = Self.dirty(seed)
    let coverage = try Self.merged(map)
    for (account, region) in zip(coverage.ledger.accounts, coverage.regions) {
      // Each feature by itself, as a map of one region: overlaps among features of a region count twice then.
      let alone = map.features.filter { $0.code == region.code }.map { feature -> Double in
        var single = map
        single.features = [feature]
        return (try? Self.merged(single))?.ledger.accounts.first?.drawn ?? 0
      }.reduce(0, +)
      // Each of the two has its own grid.
      #expect(abs(account.drawn - alone) <= 1e-6 * alone + 0.1 * account.roundingLimit, "\(region.code)")
      #expect(account.area == region.area)
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `gaps that are filled leave no small gap and no fault`(seed: UInt64) throws {
    let map = Self.dirty(seed)
    let before = try Self.merged(map)
    // All that are smaller than a hundredth of a cell of the mesh.
    let meters = map.options.cell * 111_000
    let limit = meters * meters / 100
    let after = try Self.merged(map, fillGaps: .area(limit))
    #expect(GeometryExport.violations(of: after) == [])
    let division = try RegionDivision(
      map.table, options: MergeOptions(key: Template("CODE"), fillGaps: .area(limit)))
    let ground = Ground(division.grid)
    #expect(division.gaps().allSatisfy { ground.squareMeters(within: $0.boundary) >= limit })
    let filled = after.ledger.accounts.reduce(0) { $0 + $1.filled }
    let gained = zip(after.regions, before.regions).reduce(0) { $0 + $1.0.area - $1.1.area }
    #expect(abs(filled - gained) <= 1e-9 * after.regions.reduce(0) { $0 + $1.area })
    #expect((filled > 0) == after.findings.contains { $0.rule == .gapFilled })
  }
}
