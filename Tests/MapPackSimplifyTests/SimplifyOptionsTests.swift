import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import Testing

private let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)]])])

private func options(_ change: (inout SimplifyOptions) -> Void) -> SimplifyOptions {
  var options = SimplifyOptions()
  change(&options)
  return options
}

@Suite struct SimplifyOptionsTests {
  @Test(arguments: [
    options { $0.levels = 0 }, options { $0.levels = 2 },
    options {
      $0.levels = 33
      $0.amount = .tolerance(meters: 1)
    },
    options { $0.amount = .tolerance(meters: -1) }, options { $0.amount = .tolerance(meters: .nan) },
    options { $0.amount = .tolerance(meters: .infinity) }, options { $0.amount = .keep(share: 1.5) },
    options { $0.amount = .keep(share: .nan) }, options { $0.minimumIsland = -1 }, options { $0.cellExponent = 21 },
    options { $0.cellExponent = -21 }, options { $0.maximumParts = 0 },
    options { $0.keptIslands.locations = [.init(longitude: 181, latitude: 0)] },
    options { $0.keptIslands.locations = [.init(longitude: 0, latitude: .nan)] },
    options { $0.regionTolerances = ["a": 10] },
    options {
      $0.amount = .tolerance(meters: 1)
      $0.regionTolerances = ["a": -1]
    },
    options {
      $0.amount = .tolerance(meters: 1)
      $0.regionTolerances = ["b": 1]
    },
    options { $0.amount = .zoom(-1) }, options { $0.amount = .zoom(25) },
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
