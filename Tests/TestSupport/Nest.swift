/// A difficult shape in the middle of a cell of a `RandomCoverage`: enclaves in enclaves, two pieces and the corridor
/// between them, a strait, a fan, or a necklace.
struct Nest {
  typealias Position = RandomCoverage.Position

  /// Polygons, and the region that each belongs to.
  var pieces: [(label: Int, rings: [[Position]])] = []
  /// The counter-clockwise rings round the whole nest. They are holes in the land round it.
  var shells: [[Position]] = []

  private static let sea = -1

  /// - Parameters:
  ///   - inside: the region of the cell; no piece of the nest that borders on the cell has this label.
  ///   - nextRegion: the label of the next region that consists of nests only; increased when one is made.
  init(
    center: Position, options: RandomCoverage.Options, inside parent: Int, nextRegion: inout Int,
    using random: inout SplitMix64
  ) {
    // All shapes stay within the full size. Radii go down to a five-hundredth of it: from kilometers to meters.
    let size = 0.09 * options.cell
    let radius = size / [1, 1, 1.5, 4, 20, 100, 500][Int.random(in: 0..<7, using: &random)]

    var labels = Labels(regions: options.regions, next: nextRegion)
    defer { nextRegion = labels.next }

    if options.hasExtremes {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let left = labels.label(otherThan: parent, using: &random)
        let right = labels.label(otherThan: parent, using: &random)
        makeStrait(center, radius, options, left: left, right: right)
        return
      case 1:
        var wedges = [labels.label(otherThan: parent, using: &random)]
        for _ in 0..<Int.random(in: 2...7, using: &random) {
          wedges.append(labels.label(otherThan: parent, wedges[wedges.count - 1], wedges[0], using: &random))
        }
        makeFan(center, radius, wedges, using: &random)
        return
      case 2:
        let beads = (0..<Int.random(in: 3...7, using: &random)).map { _ in
          labels.label(otherThan: parent, using: &random)
        }
        makeNecklace(center, radius, beads, isClosed: Bool.random(using: &random), parent, using: &random)
        return
      default: break
      }
    }

    if Int.random(in: 0..<3, using: &random) > 0 {
      makeEnclaves(center, radius, parent, &labels, using: &random)
    } else {
      makeCorridor(center, radius, size, parent, &labels, using: &random)
    }
  }

  /// Gives the pieces their regions.
  private struct Labels {
    /// The number of regions that are not made of nests.
    let regions: Int
    /// The label of the next region that consists of nests only.
    var next: Int

    /// A region that is none of the taken ones, or the sea.
    mutating func label(otherThan taken: Int..., using random: inout SplitMix64) -> Int {
      if Int.random(in: 0..<12, using: &random) == 0 { return newRegion() }
      // If there are few regions, all of them may be taken.
      for _ in 0..<20 {
        let label = Int.random(in: Nest.sea..<regions, using: &random)
        if !taken.contains(label) { return label }
      }
      return newRegion()
    }

    private mutating func newRegion() -> Int {
      next += 1
      return next - 1
    }
  }

  /// Makes rings in rings, each of another region than the one round it.
  private mutating func makeEnclaves(
    _ center: Position, _ radius: Double, _ parent: Int, _ labels: inout Labels, using random: inout SplitMix64
  ) {
    var rings: [[Position]] = []
    var radius = radius
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      rings.append(Self.ring(center: center, radius: radius, using: &random))
      radius *= .random(in: 0.3...0.6, using: &random)
    }
    var outside = parent
    for (k, ring) in rings.enumerated() {
      let label = labels.label(otherThan: outside, using: &random)
      outside = label
      let hole = k + 1 < rings.count ? [Array(rings[k + 1].reversed())] : []
      if label != Self.sea { pieces.append((label, [ring] + hole)) }
    }
    shells = [rings[0]]
  }

  /// Makes two pieces and the corridor between them.
  /// - Parameter size: the largest radius of a nest.
  private mutating func makeCorridor(
    _ center: Position, _ radius: Double, _ size: Double, _ parent: Int, _ labels: inout Labels,
    using random: inout SplitMix64
  ) {
    // Left piece, corridor, right piece; the corridor is a shifted copy of one zigzag line.
    let half = radius / 1.5
    let steps = Int.random(in: 2...12, using: &random)
    // At least some tens of cells of the noding grid wide, or the map would not be valid before noding.
    let width = max(half / [10, 300, 3000, 10_000][Int.random(in: 0..<4, using: &random)], size / 50_000)
    var line: [Position] = []
    var shifted: [Position] = []
    for step in 0...steps {
      let x = center.x + half * Double.random(in: -0.4...0.4, using: &random)
      let y = center.y + half * (2 * Double(step) / Double(steps) - 1)
      line.append(Position(x: x, y: y))
      shifted.append(Position(x: x + width, y: y))
    }
    let low = line[0].y
    let high = line[steps].y
    let left = [Position(x: center.x - half, y: low)] + line + [Position(x: center.x - half, y: high)]
    let right =
      [shifted[0], Position(x: center.x + half, y: low), Position(x: center.x + half, y: high)]
      + shifted.dropFirst().reversed()
    let corridorLabel = Bool.random(using: &random) ? parent : labels.label(otherThan: parent, using: &random)
    let leftLabel = labels.label(otherThan: parent, corridorLabel, using: &random)
    let rightLabel = labels.label(otherThan: parent, corridorLabel, using: &random)
    pieces = [(leftLabel, [left]), (rightLabel, [right])]
    if corridorLabel == parent {
      shells = [left, right]
    } else {
      pieces.append((corridorLabel, [shifted + line.reversed()]))
      shells = [
        [left[0], line[0], shifted[0]] + right[1...2] + [shifted[steps], line[steps]] + [left[left.count - 1]]
      ]
    }
    pieces.removeAll { $0.label == Self.sea }
  }

  /// Makes two coasts that are two cells of the noding grid apart. They are straight and their vertices have the same
  /// heights, so that they do not cross when they are rounded. On coarser grids they become one line.
  private mutating func makeStrait(
    _ center: Position, _ radius: Double, _ options: RandomCoverage.Options, left: Int, right: Int
  ) {
    // A cell is smaller than the extent over 2²⁹, and at least 360° over 2⁴⁰.
    let extent = options.cell * Double(max(options.columns, options.rows) + 1)
    let width = 2 * max(extent / Double(1 << 29), 360 / Double(1 << 40))
    let heights = [-0.7, -0.3, 0.1, 0.2, 0.7].map { center.y + $0 * radius }
    let coast = heights.map { Position(x: center.x, y: $0) }
    let opposite = heights.map { Position(x: center.x + width, y: $0) }
    let west = [heights[4], heights[0]].map { Position(x: center.x - 0.6 * radius, y: $0) }
    let east = [heights[0], heights[4]].map { Position(x: center.x + 0.6 * radius, y: $0) }
    shells = [coast + west, east + opposite.reversed()]
    pieces = zip([left, right], shells).map { ($0, [$1]) }.filter { $0.0 != Self.sea }
  }

  /// Makes wedges round one point.
  private mutating func makeFan(
    _ center: Position, _ radius: Double, _ labels: [Int], using random: inout SplitMix64
  ) {
    let rim = Self.rim(center, labels.count, using: &random) { _, random in
      radius * .random(in: 0.6...1, using: &random)
    }
    for (k, label) in labels.enumerated() where label != Self.sea {
      pieces.append((label, [[center, rim[k], rim[(k + 1) % rim.count]]]))
    }
    shells = [rim]
  }

  /// Makes quadrangles in a row, each of which touches the next one in a corner. If the row is closed, it cuts off the
  /// land inside it.
  private mutating func makeNecklace(
    _ center: Position, _ radius: Double, _ beads: [Int], isClosed: Bool, _ parent: Int, using random: inout SplitMix64
  ) {
    // Two beads touch on every second ray from the center. On the rays between, a bead has its inner and outer corner.
    let count = beads.count + (isClosed ? 0 : 1)
    let rays = Self.rim(center, 2 * count, using: &random) { k, random in
      radius * (k % 2 == 0 ? 0.7 : 1) * .random(in: 0.9...1, using: &random)
    }
    let inner = (0..<count).map { k in
      let outer = rays[2 * k + 1]
      return Position(x: center.x + 0.4 * (outer.x - center.x), y: center.y + 0.4 * (outer.y - center.y))
    }
    for (k, label) in beads.enumerated() {
      let bead = [rays[2 * k], rays[2 * k + 1], rays[(2 * k + 2) % rays.count], inner[k]]
      if label != Self.sea { pieces.append((label, [bead])) }
      if !isClosed { shells.append(bead) }
    }
    guard isClosed else { return }
    shells = [rays]
    if parent != Self.sea { pieces.append((parent, [(0..<count).flatMap { [rays[2 * $0], inner[$0]] }])) }
  }

  /// Points on rays from the center, counter-clockwise.
  ///
  /// - Parameter distance: gives the distance of point k from the center.
  private static func rim(
    _ center: Position, _ count: Int, using random: inout SplitMix64,
    _ distance: (Int, inout SplitMix64) -> Double
  ) -> [Position] {
    (0..<count).map { k in
      // A point on a square, moved along its ray. This needs no sine, so all machines have the same points.
      let way = 8 * Double(k) / Double(count)
      let along = way - 2 * Double(Int(way / 2)) - 1
      let (x, y) = [(1, along), (-along, 1), (-1, -along), (along, -1)][Int(way / 2)]
      let scale = distance(k, &random) / (x * x + y * y).squareRoot()
      return Position(x: center.x + x * scale, y: center.y + y * scale)
    }
  }

  /// A pentagon with its corners at 0.8 to 1 radius. A pentagon of at most 0.6 of the radius lies inside it.
  private static func ring(center: Position, radius: Double, using random: inout SplitMix64) -> [Position] {
    let corners = [(1.0, 0.0), (0.31, 0.95), (-0.81, 0.59), (-0.81, -0.59), (0.31, -0.95)]
    return corners.map { dx, dy in
      let r = radius * .random(in: 0.8...1, using: &random)
      return Position(x: center.x + r * dx, y: center.y + r * dy)
    }
  }
}
