/// Squares over a polygon, each with a vertex of the polygon's edge that lies in it, if there is one. They tell quickly
/// that a vertex lies in a circle.
struct EdgeSquares {
  private var columns = 0
  private var rows = 0
  /// Row by row.
  private var vertices: ContiguousArray<GridPoint> = []
  private var box = GridBox()
  private var squaresPerCell = 0.0
  /// How many squares a circle reaches from the one in which its center lies.
  private var reach = 0
  /// About the radius of the circles; 0 if there are no squares.
  private(set) var radius = 0.0
  /// The vertex that was found last.
  private var last = Self.none

  /// A square without a vertex has this point, which is far from all others.
  private static let none = GridPoint(x: .min, y: .min)
  /// The reach, if the limit on the number of squares leaves it so large.
  private static let largestReach = 3.0
  /// There are about as many squares as vertices at most, or so many.
  private static let leastLimit = 1024

  /// No squares, in which nothing is found.
  init() {}

  /// There are none if they would be so large that few of the vertices in a circle are looked at.
  /// - Parameter radius: about the radius of the circles in which vertices will be looked for.
  init(_ tree: SegmentTree, radius: Double) {
    let (box, limit) = (tree.box, Double(max(tree.end.count, Self.leastLimit)))
    let (across, up) = (Double(box.maxX) - Double(box.minX), Double(box.maxY) - Double(box.minY))
    let width = max(radius / Self.largestReach, (across * up / limit).squareRoot(), across / limit, up / limit, 1)
    guard radius > width else { return }
    reach = Int((radius / width).rounded(.up))
    self.box = box
    self.radius = radius
    squaresPerCell = 1 / width
    columns = Int(across * squaresPerCell) + 1
    rows = Int(up * squaresPerCell) + 1
    vertices = ContiguousArray(repeating: Self.none, count: columns * rows)
    for vertex in tree.end.indices where tree.end[vertex] >= 0 {
      let point = tree.paths.point(vertex)
      let column = Int((Double(point.x) - Double(box.minX)) * squaresPerCell)
      let row = Int((Double(point.y) - Double(box.minY)) * squaresPerCell)
      vertices[row * columns + column] = point
    }
  }

  var isEmpty: Bool { vertices.isEmpty }

  /// Whether one of the vertices that the squares round a point have, or the one that was found last, is a wanted one.
  @inline(__always)
  mutating func haveVertex(near x: Double, _ y: Double, where isWanted: (GridPoint) -> Bool) -> Bool {
    if isWanted(last) { return true }
    let (toX, toY) = ((x - Double(box.minX)) * squaresPerCell, (y - Double(box.minY)) * squaresPerCell)
    let around = Double(reach)
    guard toX > -around, toX < Double(columns) + around, toY > -around, toY < Double(rows) + around else {
      return false
    }
    let (column, middleRow) = (Int(toX), Int(toY))
    let (west, east) = (max(0, column - reach), min(columns - 1, column + reach))
    guard west <= east else { return false }
    // The rows from the middle one outward, on both sides.
    for step in 0...2 * reach {
      let row = step & 1 == 0 ? middleRow + step / 2 : middleRow - 1 - step / 2
      guard row >= 0, row < rows else { continue }
      for square in row * columns + west...row * columns + east where isWanted(vertices[square]) {
        last = vertices[square]
        return true
      }
    }
    return false
  }
}
