import MapFeatures
import MapSimplification
import MapTopology
import MapValidation
import TestSupport
import Testing

/// Made-up maps from features to levels, clean and dirty, each result judged twice: by the checker that compares
/// everything with everything, and by the rules of `validate`.
@Suite struct SweepTests {
  /// What a seed stands for: the map and what is done to it vary together, so that a few dozen cover much.
  private struct Journey {
    var map: RandomCoverage
    var options = SimplifyOptions()

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed ^ 0x5EED)
      var shape = RandomCoverage.Options()
      shape.columns = Int.random(in: 3...6, using: &random)
      shape.rows = Int.random(in: 3...6, using: &random)
      shape.regions = Int.random(in: 2...7, using: &random)
      shape.depth = Int.random(in: 0...3, using: &random)
      shape.nests = .random(in: 0...0.6, using: &random)
      // From a town to a continent, up to the far north, where a degree of longitude is short.
      shape.cell = [0.002, 0.1, 0.1, 1, 5][Int.random(in: 0..<5, using: &random)]
      shape.south = [-35, 0.0, 32, 55][Int.random(in: 0..<4, using: &random)]
      map = RandomCoverage(seed: seed, options: shape)

      let cellInMetres = shape.cell * 111_000
      switch Int.random(in: 0..<5, using: &random) {
      case 0: options.amount = .none
      case 1: options.amount = .keep(share: .random(in: 0...1, using: &random))
      default:
        options.amount = .tolerance(metres: cellInMetres / [1000, 100, 10, 2][Int.random(in: 0..<4, using: &random)])
      }
      options.levels = options.amount == .none ? 1 : Int.random(in: 1...5, using: &random)
      if Bool.random(using: &random) {
        options.minimumIsland = cellInMetres * cellInMetres / [10, 1000][Int.random(in: 0..<2, using: &random)]
      }
      // A grid of up to a thirtieth of a cell of the mesh (an eighth of a map point is about 2 cm).
      if Int.random(in: 0..<3, using: &random) == 0 {
        options.cellExponent = shape.cell < 0.01 ? 4 : shape.cell < 1 ? 9 : 13
      }
    }
  }

  private static func merged(_ map: RandomCoverage, jobs: Int = 1) throws -> Coverage {
    try merge(
      map.table, options: MergeOptions(key: Template("CODE"), name: Template("NAME"), jobs: jobs), progress: nil)
  }

  private static func expectValid(_ coverage: Coverage, _ codes: [String]) {
    #expect(coverage.regions.map(\.code) == codes)
    for level in coverage.levels.indices {
      #expect(GeometryExport.violations(of: coverage, level: level) == [], "level \(level)")
    }
    #expect(structuralFindings(of: coverage) == [])
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
  func `a clean map is valid at every level and loses no region`(seed: UInt64) throws {
    let journey = Journey(seed: seed)
    let coverage = try simplify(Self.merged(journey.map), options: journey.options, progress: nil)
    Self.expectValid(coverage, journey.map.codes)
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
