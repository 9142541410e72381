import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import Testing

private let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)]])])

@Suite struct SimplifyOptionsTests {
  @Test(arguments: [
    SimplifyOptions { $0.levels = 0 }, SimplifyOptions { $0.levels = 2 },
    SimplifyOptions {
      $0.levels = 33
      $0.amount = .tolerance(meters: 1)
    },
    SimplifyOptions { $0.amount = .tolerance(meters: -1) }, SimplifyOptions { $0.amount = .tolerance(meters: .nan) },
    SimplifyOptions { $0.amount = .tolerance(meters: .infinity) }, SimplifyOptions { $0.amount = .keep(share: 1.5) },
    SimplifyOptions { $0.amount = .keep(share: .nan) }, SimplifyOptions { $0.minimumIsland = -1 },
    SimplifyOptions { $0.cellExponent = 21 },
    SimplifyOptions { $0.cellExponent = -21 }, SimplifyOptions { $0.maximumParts = 0 },
    SimplifyOptions { $0.keptIslands.locations = [.init(longitude: 181, latitude: 0)] },
    SimplifyOptions { $0.keptIslands.locations = [.init(longitude: 0, latitude: .nan)] },
    SimplifyOptions { $0.regionTolerances = ["a": 10] },
    SimplifyOptions {
      $0.amount = .tolerance(meters: 1)
      $0.regionTolerances = ["a": -1]
    },
    SimplifyOptions {
      $0.amount = .tolerance(meters: 1)
      $0.regionTolerances = ["b": 1]
    },
    SimplifyOptions { $0.amount = .zoom(-1) }, SimplifyOptions { $0.amount = .zoom(25) },
  ])
  func `what makes no sense is wrong usage`(options: SimplifyOptions) throws {
    let coverage = try map.merged()
    let error = #expect(throws: StageError.self) { try simplify(coverage, options: options) }
    #expect(error?.status == .usage)
  }

  @Test func `a simplified coverage is not simplified again`() throws {
    let once = try map.simplified { _ in }
    let error = #expect(throws: StageError.self) { try simplify(once, options: SimplifyOptions()) }
    #expect(error?.status == .usage)
  }

  @Test func `the wish for a cell is followed`() throws {
    let result = try map.simplified { $0.cellExponent = 10 }
    guard case .mercator(let grid) = result.plane else { return #expect(Bool(false)) }
    #expect(grid.cellExponent == 10)
  }

  @Test func `progress is reported from the first step to the last`() throws {
    let told = Told()
    _ = try simplify(try map.merged(), options: SimplifyOptions()) { told.add($0.activity) }
    #expect(told.activities == ["projecting", "simplifying", "proving", "simplified"])
  }
}

/// `simplify` reports from the thread that calls it.
private final class Told: @unchecked Sendable {
  private(set) var activities: [String] = []
  func add(_ activity: String) { activities.append(activity) }
}
