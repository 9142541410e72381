import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

@Suite struct `Maps made one after the other of one coverage` {
  /// Settings as somebody tries them, each time with something else.
  private static let trials: [SimplifyOptions] = {
    var trials: [SimplifyOptions] = []
    for amount in [
      SimplifyOptions.Amount.tolerance(meters: 500), .tolerance(meters: 4000), .tolerance(meters: 0.5),
      .keep(share: 0.2),
      .zoom(5), .zoom(9), .none, .keep(share: 0.9),
    ] {
      trials.append(RandomMapTests.options(amount))
    }
    trials[1].levels = 3
    for (index, method) in SimplifyOptions.Method.allCases.enumerated() { trials[index].method = method }
    var islands = RandomMapTests.options(.tolerance(meters: 500))
    islands.minimumIsland = 1e8
    trials.append(islands)
    islands.minimumIsland = nil
    islands.maximumParts = 1
    trials.append(islands)
    var grid = RandomMapTests.options(.tolerance(meters: 500))
    grid.cellExponent = 8
    trials.append(grid)
    grid.cellExponent = 14
    trials.append(grid)
    grid.amount = .tolerance(meters: 90_000)
    trials.append(grid)
    return trials
  }()

  @Test(arguments: 0..<4 as Range<UInt64>)
  private func `maps made one after the other of one coverage are the maps that each would be alone`(seed: UInt64)
    throws
  {
    let coverage = try RandomMapTests.merged(RandomMapTests.small(seed))
    var order = Self.trials
    var random = SplitMix64(seed: seed)
    order.shuffle(using: &random)
    var simplifier: Simplifier?
    for options in order + order.reversed() {
      let alone = try simplify(coverage, options: options, progress: nil)
      let after = try simplify(coverage, options: options, reusing: &simplifier)
      #expect(Columns(after) == Columns(alone), "\(options)")
      #expect(after.findings == alone.findings && after.ledger == alone.ledger)
    }
  }
}
