import MapPackSimplify
import TestSupport

/// What a seed stands for: a made-up map and what is done to it vary together, so that a few dozen cover much.
struct Journey {
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
    shape.hasExtremes = Bool.random(using: &random)
    // From a town to a continent, up to the far north, where a degree of longitude is short.
    shape.cell = [0.002, 0.1, 0.1, 1, 5][Int.random(in: 0..<5, using: &random)]
    shape.south = [-35, 0.0, 32, 55][Int.random(in: 0..<4, using: &random)]
    map = RandomCoverage(seed: seed, options: shape)

    let cellInMeters = shape.cell * 111_000
    switch Int.random(in: 0..<8, using: &random) {
    case 0: options.amount = .none
    case 1: options.amount = .keep(share: .random(in: 0...1, using: &random))
    case 2: options.amount = .zoom(.random(in: 0...14, using: &random))
    default:
      // From a thousandth of a cell of the mesh to ten cells, more than the map is wide.
      let share = [0.001, 0.01, 0.1, 0.5, 10][Int.random(in: 0..<5, using: &random)]
      options.amount = .tolerance(meters: cellInMeters * share)
      if Int.random(in: 0..<4, using: &random) == 0 {
        for code in map.codes where Bool.random(using: &random) {
          options.regionTolerances[code] = cellInMeters * [0, 0.001, 0.3][Int.random(in: 0..<3, using: &random)]
        }
      }
    }
    options.method = SimplifyOptions.Method.allCases[Int.random(in: 0..<3, using: &random)]
    options.levels = options.amount == .none ? 1 : Int.random(in: 1...5, using: &random)
    if Bool.random(using: &random) {
      options.minimumIsland = cellInMeters * cellInMeters / [10, 1000][Int.random(in: 0..<2, using: &random)]
    }
    if Int.random(in: 0..<6, using: &random) == 0 { options.maximumParts = Int.random(in: 1...3, using: &random) }
    // A grid of about a hundredth of a cell of the mesh, or of a fifth, on which nests and borders are a few cells.
    switch Int.random(in: 0..<4, using: &random) {
    case 0: options.cellExponent = shape.cell < 0.01 ? 4 : shape.cell < 1 ? 9 : 13
    case 1: options.cellExponent = shape.cell < 0.01 ? 8 : shape.cell < 1 ? 14 : shape.cell < 5 ? 17 : 19
    default: break
    }
  }
}
