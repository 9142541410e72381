extension RandomCoverage {
  /// A map whose polygons tie wherever an order could hang on that of the input: shapes and their mirror images meet in
  /// one vertex, have one area, have holes that tie too, and belong to few regions of two names. Some features come
  /// twice.
  package static func twins(seed: UInt64) -> RandomCoverage {
    var random = SplitMix64(seed: seed)
    var options = Options()
    (options.columns, options.rows, options.regions, options.nests) = (1, 1, 1, 0)
    var map = RandomCoverage(seed: seed, options: options)
    map.features = []
    for group in 0..<3 {
      let center = Position(x: Double(10 + group), y: [0, 0, 40].randomElement(using: &random) ?? 0)
      let rings = wedge(using: &random)
      for motion in 0..<8 where Int.random(in: 0..<4, using: &random) > 0 {
        let polygon = rings.map { ring in
          let turned = ring.map { moved($0, by: motion, to: center) }
          // A mirror image runs the other way.
          return isMirror(motion) ? Array(turned.reversed()) : turned
        }
        let code = "0\(Int.random(in: 1...3, using: &random))"
        let name = ["One", "Two"].randomElement(using: &random) ?? ""
        let feature = Feature(code: code, name: name, polygons: [polygon])
        map.features += Array(repeating: feature, count: Int.random(in: 0..<8, using: &random) == 0 ? 2 : 1)
      }
    }
    return map
  }

  /// A quadrilateral with a corner at the origin and the others between the x axis and the diagonal, and two holes that
  /// are mirror images; the shell counter-clockwise, the holes clockwise.
  private static func wedge(using random: inout SplitMix64) -> [[Position]] {
    let size = 0x1p-10 * Double(Int.random(in: 1...4, using: &random))
    let (long, short) = (40 * size, Double(Int.random(in: 5...9, using: &random)) * size)
    let shell = [
      Position(x: 0, y: 0), Position(x: long, y: size), Position(x: long + size, y: 2 * size + short),
      Position(x: long, y: 3 * size + 2 * short),
    ]
    guard Bool.random(using: &random) else { return [shell] }
    let middle = Position(x: 0.75 * long, y: size + short)
    let holes = [1.0, -1].map { side in
      let hole = [
        middle, Position(x: middle.x + 2 * size, y: middle.y + side * 2 * size),
        Position(x: middle.x + 3 * size, y: middle.y + side * size),
      ]
      return side > 0 ? hole : hole.reversed()
    }
    return [shell] + holes
  }

  /// A point after one of the eight motions that lead the axes and diagonals onto themselves.
  private static func moved(_ point: Position, by motion: Int, to center: Position) -> Position {
    let (x, y) = motion & 4 == 0 ? (point.x, point.y) : (point.y, point.x)
    return Position(x: center.x + (motion & 1 == 0 ? x : -x), y: center.y + (motion & 2 == 0 ? y : -y))
  }

  /// Whether a motion swaps left and right.
  private static func isMirror(_ motion: Int) -> Bool { motion.nonzeroBitCount & 1 == 1 }
}
