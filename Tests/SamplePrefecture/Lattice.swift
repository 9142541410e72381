/// Nodes in rows, each row half a step beside the one below, so that the triangles between them are equilateral.
struct Lattice {
  let columns: Int
  let rows: Int
  /// The length of an edge, in kilometers.
  let side: Double
  /// The height of a triangle with side 1: half the square root of 3.
  private static let rise = 0.8660254037844386

  /// A lattice over the sheet as far as these distances from its middle.
  init(halfWidth: Double, halfHeight: Double, side: Double) {
    self.side = side
    columns = 2 * Int(halfWidth / side) + 1
    rows = 2 * Int(halfHeight / (side * Self.rise)) + 1
  }

  var count: Int { columns * rows }

  func position(of node: Int) -> Position {
    let (i, j) = (node % columns, node / columns)
    let shift = j.isMultiple(of: 2) ? 0 : 0.5
    return Position(x: (Double(i - columns / 2) + shift) * side, y: Double(j - rows / 2) * side * Self.rise)
  }

  func isOnEdge(_ node: Int) -> Bool {
    let (i, j) = (node % columns, node / columns)
    return i == 0 || j == 0 || i == columns - 1 || j == rows - 1
  }

  /// The nodes round a node, counter-clockwise from the east. True of nodes that are not on the edge.
  func neighbors(of node: Int) -> [Int] {
    let (above, below) = (northWest(of: node), northWest(of: node) - 2 * columns)
    return [node + 1, above + 1, above, node - 1, below, below + 1]
  }

  /// The two triangles above a node that is not on the edge, corners counter-clockwise.
  func triangles(above node: Int) -> [[Int]] {
    let northWest = northWest(of: node)
    return [[node, node + 1, northWest + 1], [node, northWest + 1, northWest]]
  }

  /// A number for the edge between two neighbors, below three times `count`.
  func edge(_ a: Int, _ b: Int) -> Int {
    let (low, high) = (min(a, b), max(a, b))
    return 3 * low + (high == low + 1 ? 0 : high - northWest(of: low) + 1)
  }

  private func northWest(of node: Int) -> Int {
    node + columns - ((node / columns).isMultiple(of: 2) ? 1 : 0)
  }
}
