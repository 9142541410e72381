/// A lattice of cells whose corners are moved at random and whose edges are fractal lines.
///
/// Each edge is drawn once, so the cells on its two sides have the same vertices to the last bit. An edge stays within
/// a rhombus round its chord, whose height is 0.4 of its length. Corners move so little that these rhombuses meet in
/// corners only. So the drawing has no crossing, at any depth.
struct FractalMesh {
  typealias Position = RandomCoverage.Position

  let columns: Int
  let rows: Int
  private var corners: [Position] = []
  /// The edges along rows, from left to right, and along columns, from bottom to top.
  private var horizontal: [[Position]] = []
  private var vertical: [[Position]] = []

  /// How far a corner moves in x and y, in cells.
  private static let jitter = 0.14
  /// The height of the tooth on an edge, as a share of the edge's length; the rhombus is 0.2 high on either side.
  private static let teeth = 0.06...0.19

  init(options: RandomCoverage.Options, using random: inout SplitMix64) {
    columns = options.columns
    rows = options.rows
    for j in 0...rows {
      for i in 0...columns {
        corners.append(
          Position(
            x: options.west + options.cell * (Double(i) + .random(in: -Self.jitter...Self.jitter, using: &random)),
            y: options.south + options.cell * (Double(j) + .random(in: -Self.jitter...Self.jitter, using: &random))))
      }
    }
    for j in 0...rows {
      for i in 0...columns {
        horizontal.append(i < columns ? line(corner(i, j), corner(i + 1, j), options.depth, using: &random) : [])
        vertical.append(j < rows ? line(corner(i, j), corner(i, j + 1), options.depth, using: &random) : [])
      }
    }
  }

  private func corner(_ i: Int, _ j: Int) -> Position { corners[i + j * (columns + 1)] }

  private func line(_ a: Position, _ b: Position, _ depth: Int, using random: inout SplitMix64) -> [Position] {
    var line = [a]
    displace(a, b, Int.random(in: 0...depth, using: &random), into: &line, using: &random)
    return line
  }

  /// Adds the vertices between a and b, and b: four pieces, of which the middle two form a tooth to one side.
  ///
  /// Source: midpoint displacement on the generator of H. von Koch's curve (1904).
  private func displace(
    _ a: Position, _ b: Position, _ depth: Int, into line: inout [Position], using random: inout SplitMix64
  ) {
    guard depth > 0 else {
      line.append(b)
      return
    }
    let height = Double.random(in: Self.teeth, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    let dx = b.x - a.x
    let dy = b.y - a.y
    let stops = [
      Position(x: a.x + dx / 3, y: a.y + dy / 3),
      Position(x: a.x + dx / 2 - dy * height, y: a.y + dy / 2 + dx * height),
      Position(x: b.x - dx / 3, y: b.y - dy / 3),
      b,
    ]
    var from = a
    for stop in stops {
      displace(from, stop, depth - 1, into: &line, using: &random)
      from = stop
    }
  }

  /// The middle of a cell. All edges are at least a tenth of a cell away from it.
  func center(of cell: Int) -> Position {
    let (i, j) = (cell % columns, cell / columns)
    let four = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]
    return Position(x: four.map(\.x).reduce(0, +) / 4, y: four.map(\.y).reduce(0, +) / 4)
  }

  func neighbors(of cell: Int) -> [Int] {
    let (i, j) = (cell % columns, cell / columns)
    var all: [Int] = []
    if i > 0 { all.append(cell - 1) }
    if i < columns - 1 { all.append(cell + 1) }
    if j > 0 { all.append(cell - columns) }
    if j < rows - 1 { all.append(cell + columns) }
    return all
  }

  /// The components of a set of cells that are connected by edges, each sorted.
  func components(of cells: Set<Int>) -> [[Int]] {
    var left = cells
    var components: [[Int]] = []
    for start in cells.sorted() where left.contains(start) {
      var component: [Int] = []
      var queue = [start]
      left.remove(start)
      while let cell = queue.popLast() {
        component.append(cell)
        for next in neighbors(of: cell) where left.remove(next) != nil { queue.append(next) }
      }
      components.append(component.sorted())
    }
    return components
  }

  /// The simple rings round cells that are connected by edges: the shell, then holes.
  func rings(round component: [Int]) -> [[Position]] {
    let cells = Set(component)
    // Directed edges of the lattice with a cell of the set on their left and none on their right.
    var targets: [Int: [Int]] = [:]
    let width = columns + 1
    for cell in component {
      let (i, j) = (cell % columns, cell / columns)
      let lowerLeft = i + j * width
      func add(_ from: Int, _ to: Int) { targets[from, default: []].append(to) }
      if j == 0 || !cells.contains(cell - columns) { add(lowerLeft, lowerLeft + 1) }
      if i == columns - 1 || !cells.contains(cell + 1) { add(lowerLeft + 1, lowerLeft + 1 + width) }
      if j == rows - 1 || !cells.contains(cell + columns) { add(lowerLeft + 1 + width, lowerLeft + width) }
      if i == 0 || !cells.contains(cell - 1) { add(lowerLeft + width, lowerLeft) }
    }
    var shells: [[Int]] = []
    var holes: [[Int]] = []
    for start in targets.keys.sorted() {
      var trail = [start]
      while let here = trail.last, let next = targets[here]?.popLast() {
        guard let first = trail.firstIndex(of: next) else {
          trail.append(next)
          continue
        }
        // A corner comes again, so the corners in between are a ring.
        let ring = Array(trail[first...])
        trail.removeSubrange((first + 1)...)
        if latticeArea(ring) > 0 { shells.append(ring) } else { holes.append(ring) }
      }
    }
    precondition(shells.count == 1, "Cells that hang together by edges have one shell, not \(shells.count)")
    return (shells + holes).map(drawn)
  }

  private func latticeArea(_ ring: [Int]) -> Int {
    let width = columns + 1
    var sum = 0
    for (k, a) in ring.enumerated() {
      let b = ring[(k + 1) % ring.count]
      sum += (a % width) * (b / width) - (b % width) * (a / width)
    }
    return sum
  }

  private func drawn(_ ring: [Int]) -> [Position] {
    var positions: [Position] = []
    for (k, a) in ring.enumerated() {
      let b = ring[(k + 1) % ring.count]
      let isAlongRow = abs(a - b) == 1
      let line = isAlongRow ? horizontal[min(a, b)] : vertical[min(a, b)]
      positions += a < b ? line.dropLast() : line.reversed().dropLast()
    }
    return positions
  }
}
