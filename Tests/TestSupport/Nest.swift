/// What sits in the middle of a cell of a `RandomCoverage`: enclaves in enclaves, or two pieces and the corridor
/// between them.
struct Nest {
  typealias Position = RandomCoverage.Position

  /// Polygons with the region that each belongs to.
  var pieces: [(label: Int, rings: [[Position]])] = []
  /// The counter-clockwise outlines of all of it: holes in what lies round it.
  var outlines: [[Position]] = []

  private static let sea = -1

  /// - Parameters:
  ///   - size: the radius within which everything stays.
  ///   - inside: the region of the cell; nothing of the nest borders on it with the same label.
  ///   - nextRegion: the label of the next region that consists of nests alone; counted up when one is made.
  init(
    centre: Position, size: Double, inside parent: Int, regions: Int, nextRegion: inout Int,
    using random: inout SplitMix64
  ) {
    // From the full size down to a five-hundredth: from kilometres to metres.
    let radius = size / [1, 1, 1.5, 4, 20, 100, 500][Int.random(in: 0..<7, using: &random)]

    func label(otherThan taken: Int, andNot second: Int? = nil) -> Int {
      if Int.random(in: 0..<12, using: &random) == 0 {
        nextRegion += 1
        return nextRegion - 1
      }
      while true {
        let label = Int.random(in: Self.sea..<regions, using: &random)
        if label != taken && label != second { return label }
      }
    }

    if Int.random(in: 0..<3, using: &random) > 0 {
      var rings: [[Position]] = []
      var radius = radius
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        rings.append(Self.ring(centre: centre, radius: radius, using: &random))
        radius *= .random(in: 0.3...0.6, using: &random)
      }
      var outside = parent
      for (k, ring) in rings.enumerated() {
        let label = label(otherThan: outside)
        outside = label
        let hole = k + 1 < rings.count ? [Array(rings[k + 1].reversed())] : []
        if label != Self.sea { pieces.append((label, [ring] + hole)) }
      }
      outlines = [rings[0]]
      return
    }

    // Left piece, corridor, right piece; the corridor is a shifted copy of one zigzag line.
    let half = radius / 1.5
    let steps = Int.random(in: 2...12, using: &random)
    // No narrower than some tens of units of the noding grid, else the map would not be valid as it is made.
    let width = max(half / [10, 300, 3000, 10_000][Int.random(in: 0..<4, using: &random)], size / 50_000)
    var line: [Position] = []
    var shifted: [Position] = []
    for step in 0...steps {
      let x = centre.x + half * Double.random(in: -0.4...0.4, using: &random)
      let y = centre.y + half * (2 * Double(step) / Double(steps) - 1)
      line.append(Position(x: x, y: y))
      shifted.append(Position(x: x + width, y: y))
    }
    let low = line[0].y
    let high = line[steps].y
    let left = [Position(x: centre.x - half, y: low)] + line + [Position(x: centre.x - half, y: high)]
    let right =
      [shifted[0], Position(x: centre.x + half, y: low), Position(x: centre.x + half, y: high)]
      + shifted.dropFirst().reversed()
    let corridorLabel = Bool.random(using: &random) ? parent : label(otherThan: parent)
    let leftLabel = label(otherThan: parent, andNot: corridorLabel)
    let rightLabel = label(otherThan: parent, andNot: corridorLabel)
    pieces = [(leftLabel, [left]), (rightLabel, [right])]
    if corridorLabel == parent {
      outlines = [left, right]
    } else {
      pieces.append((corridorLabel, [shifted + line.reversed()]))
      outlines = [
        [left[0], line[0], shifted[0]] + right[1...2] + [shifted[steps], line[steps]] + [left[left.count - 1]]
      ]
    }
    pieces.removeAll { $0.label == Self.sea }
  }

  /// A pentagon with its corners at 0.8 to 1 radius: one of at most 0.6 radius lies inside.
  private static func ring(centre: Position, radius: Double, using random: inout SplitMix64) -> [Position] {
    let corners = [(1.0, 0.0), (0.31, 0.95), (-0.81, 0.59), (-0.81, -0.59), (0.31, -0.95)]
    return corners.map { dx, dy in
      let r = radius * .random(in: 0.8...1, using: &random)
      return Position(x: centre.x + r * dx, y: centre.y + r * dy)
    }
  }
}
