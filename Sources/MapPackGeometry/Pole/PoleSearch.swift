import MapPack

/// Searches for the largest circle in a polygon, in square cells of which the most promising one is divided first.
///
/// No point of a cell is farther from the edge than its center is, plus half of the cell's diagonal. So a cell whose sum
/// is no more than 1 % above the best radius so far is left out. Each cell keeps the segments that may be nearest to one
/// of its points, out of those of the cell that it is a part of; so the lists grow short, and no index is needed. In
/// each cell, a circle is also let grow from the edge, which finds the middle of a strip long before cells are as small
/// as the strip is wide.
///
/// Cells and circles have their centers on a lattice of 2⁻²⁰ grid cells, and whether a center is inside is exact. It
/// follows from the center before, by the segments that the way from one to the other crosses.
///
/// Sources: D. Garcia-Castellanos and U. Lombardo, "Poles of inaccessibility: a calculation algorithm for the remotest
/// places on Earth", Scottish Geographical Journal 123 (2007); V. Agafonkin, polylabel (2016), for the cells; J. Ma, S. W.
/// Bae and S. Choi, "3D medial axis point approximation using nearest neighbors and the normal field", The Visual Computer
/// 28 (2012), for the circles.
package struct PoleSearch {
  private var segments: ContiguousArray<Segment> = []
  /// The lists of all cells, one behind the other.
  private var lists: ContiguousArray<Int32>
  /// The squares of the distances of a list's segments.
  private var squares: ContiguousArray<Double>
  private var cells = BinaryHeap<SquareCell>()
  private var best: PoleOfInaccessibility
  /// How many cells were made.
  package private(set) var examined = 0

  /// The spacing of the lattice.
  private static let spacing = 0x1p-20
  /// A circle counts as larger if it is so much larger.
  private static let precision = 1.01
  /// So many cells are divided without finding a larger circle; then the search ends.
  private static let patience = 400
  /// A circle shrinks so often at most, until no segment reaches into it, or only by this share of its radius.
  private static let shrinkings = 8
  private static let share = 0.005

  /// - Precondition: as `poleOfInaccessibility(of:)`.
  package init(_ lines: Paths) {
    var segments: ContiguousArray<Segment> = []
    for path in 0..<lines.count {
      lines.forEachSegment(of: path) { first, last in
        let (a, b) = (lines.point(first), lines.point(last))
        if a != b { segments.append(Segment(from: a, to: b)) }
      }
    }
    precondition(!segments.isEmpty, "A polygon without edges has no inside")
    self.segments = segments
    lists = ContiguousArray(0..<Int32(segments.count))
    squares = ContiguousArray(repeating: 0, count: segments.count)
    best = PoleOfInaccessibility(x: segments[0].x, y: segments[0].y, radius: 0)
  }

  /// Finds the largest circle.
  /// - Complexity: about O(n log n) for n segments of usual regions; O(n) for each cell at worst.
  package mutating func pole() -> PoleOfInaccessibility {
    var (minX, minY, maxX, maxY) = (best.x, best.y, best.x, best.y)
    for segment in segments {
      let (x, y) = (segment.x + segment.runX, segment.y + segment.runY)
      (minX, maxX) = (min(minX, x, segment.x), max(maxX, x, segment.x))
      (minY, maxY) = (min(minY, y, segment.y), max(maxY, y, segment.y))
    }
    var half = 0.5
    while 2 * half < max(maxX - minX, maxY - minY) { half *= 2 }
    let (x, y) = ((minX + maxX) / 2, (minY + maxY) / 2)
    let outside = SquareCell(x: minX - 1, y: y, half: 0, list: segments.indices)
    add(SquareCell(x: x, y: y, half: half, list: segments.indices), beside: outside)
    var (patience, reached) = (Self.patience, 0.0)
    while patience > 0, let cell = cells.popFirst(), mayBeat(cell.reach) {
      patience -= 1
      if best.radius > reached * Self.precision { (patience, reached) = (Self.patience, best.radius) }
      let half = cell.half / 2
      for (east, north) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        add(SquareCell(x: cell.x + east, y: cell.y + north, half: half, list: cell.list), beside: cell)
      }
    }
    return best
  }

  private func mayBeat(_ radius: Double) -> Bool { radius > best.radius * Self.precision }

  /// Adds a cell if it may have a better center.
  /// - Parameters:
  ///   - cell: has the list of the other cell.
  ///   - other: the cell of which it is a part, or a point outside the polygon.
  private mutating func add(_ cell: SquareCell, beside other: SquareCell) {
    examined += 1
    var cell = cell
    let (distance, nearest) = nearest(to: cell.x, cell.y, cell.list)
    let diagonal = cell.half * 2.0.squareRoot()
    guard mayBeat(distance + diagonal) else { return }
    cell.isInside = isInside(cell.x, cell.y, beside: other)
    if cell.isInside { keep(cell.x, cell.y, distance) }
    cell.reach = (cell.isInside ? distance : -distance) + diagonal
    guard mayBeat(cell.reach) else { return }
    // A little more, because distances are rounded.
    let limit = (distance + 2 * diagonal) * (1 + 0x1p-30)
    let (first, own) = (cell.list.lowerBound, lists.count)
    for index in cell.list where squares[index - first] <= limit * limit { lists.append(lists[index]) }
    cell.list = own..<lists.count
    grow(in: cell, distance, segments[nearest])
    if cell.half > Self.spacing && mayBeat(cell.reach) { cells.push(cell) } else { lists.removeSubrange(own...) }
  }

  /// Tries the largest circle that touches the edge in the point nearest to a cell's center, as far as its own center
  /// lies in the cell: it shrinks until no segment reaches into it.
  private mutating func grow(in cell: SquareCell, _ distance: Double, _ touched: Segment) {
    guard distance > 0 else { return }
    let foot = touched.nearest(to: cell.x, cell.y)
    // The direction from the edge to the center; the normal is more precise.
    var (inX, inY) = ((cell.x - foot.x) / distance, (cell.y - foot.y) / distance)
    if foot.share > 0 && foot.share < 1 {
      let length = (touched.runX * touched.runX + touched.runY * touched.runY).squareRoot()
      let scale = touched.isOnLeft(cell.x, cell.y) ? 1 / length : -1 / length
      (inX, inY) = (-touched.runY * scale, touched.runX * scale)
    }
    if !cell.isInside { (inX, inY) = (-inX, -inY) }
    var radius = (cell.isInside ? distance : -distance) + cell.half / max(inX.magnitude, inY.magnitude)
    for _ in 0..<Self.shrinkings where radius > best.radius {
      let x = Double(Int64((foot.x + radius * inX) / Self.spacing)) * Self.spacing
      let y = Double(Int64((foot.y + radius * inY) / Self.spacing)) * Self.spacing
      let (held, holder) = nearest(to: x, y, cell.list)
      if held > best.radius, isInside(x, y, beside: cell) { keep(x, y, held) }
      guard held < radius * (1 - Self.share) else { return }
      let end = segments[holder].nearest(to: x, y)
      let (toX, toY) = (end.x - foot.x, end.y - foot.y)
      let next = (toX * toX + toY * toY) / (2 * (inX * toX + inY * toY))
      guard next > 0, next < radius else { return }
      radius = next
    }
  }

  private mutating func keep(_ x: Double, _ y: Double, _ radius: Double) {
    if radius > best.radius { best = PoleOfInaccessibility(x: x, y: y, radius: radius) }
  }

  /// The distance of a point from the nearest segment of a list, and that segment. The squares of all distances are kept.
  private mutating func nearest(to x: Double, _ y: Double, _ list: Range<Int>) -> (distance: Double, segment: Int) {
    var (least, found) = (Double.infinity, 0)
    for (number, index) in list.enumerated() {
      let near = segments[Int(lists[index])].nearest(to: x, y)
      let square = (x - near.x) * (x - near.x) + (y - near.y) * (y - near.y)
      squares[number] = square
      if square < least { (least, found) = (square, Int(lists[index])) }
    }
    return (least.squareRoot(), found)
  }

  /// Whether a point of the lattice is inside, by the way to it from a cell's center along a parallel and a meridian.
  ///
  /// A point lies an infinitely small ε to the east of its coordinates, and ε² to the north. Exact.
  /// - Parameter cell: its list has all segments that the way may cross.
  private func isInside(_ x: Double, _ y: Double, beside cell: SquareCell) -> Bool {
    var isInside = cell.isInside
    for index in cell.list {
      let segment = segments[Int(lists[index])]
      if (segment.y <= cell.y) != (segment.y + segment.runY <= cell.y),
        segment.isOnLeft(cell.x, cell.y) != segment.isOnLeft(x, cell.y)
      {
        isInside.toggle()
      }
      if (segment.x <= x) != (segment.x + segment.runX <= x),
        segment.isOnLeft(x, cell.y) != segment.isOnLeft(x, y)
      {
        isInside.toggle()
      }
    }
    return isInside
  }
}

/// A square of a search, by its center.
private struct SquareCell: Comparable, Sendable {
  let x, y: Double
  /// Half of its width.
  let half: Double
  /// The segments that may be nearest to its points, as a range of the lists.
  var list: Range<Int>
  /// Whether the center is inside.
  var isInside = false
  /// No circle round a point of the cell is larger.
  var reach = 0.0

  static func < (a: SquareCell, b: SquareCell) -> Bool { a.reach > b.reach }
}

/// A segment of the edge, by its first end and the vector to the other one, in whole cells.
private struct Segment {
  let x, y, runX, runY: Double
  private let inverseSquaredLength: Double

  init(from a: GridPoint, to b: GridPoint) {
    (x, y) = (Double(a.x), Double(a.y))
    (runX, runY) = (Double(b.x) - x, Double(b.y) - y)
    inverseSquaredLength = 1 / (runX * runX + runY * runY)
  }

  /// The point of the segment nearest to another, and how far along the segment it is: 0 … 1.
  @inline(__always)
  func nearest(to x: Double, _ y: Double) -> (x: Double, y: Double, share: Double) {
    let along = ((x - self.x) * runX + (y - self.y) * runY) * inverseSquaredLength
    let share = along <= 0 ? 0 : along >= 1 ? 1 : along
    return (self.x + share * runX, self.y + share * runY, share)
  }

  /// Whether a point of the lattice lies on the left of the line through the segment. Exact.
  @inline(__always)
  func isOnLeft(_ x: Double, _ y: Double) -> Bool {
    let (left, right) = (runX * (y - self.y), runY * (x - self.x))
    if (left - right).magnitude > (left.magnitude + right.magnitude) * 0x1p-52 { return left > right }
    // Products of 31 and 52 bits.
    let exactLeft = Int64(runX).multipliedFullWidth(by: Int64((y - self.y) * 0x1p20))
    let exactRight = Int64(runY).multipliedFullWidth(by: Int64((x - self.x) * 0x1p20))
    if exactLeft.high != exactRight.high { return exactLeft.high > exactRight.high }
    if exactLeft.low != exactRight.low { return exactLeft.low > exactRight.low }
    return runY != 0 ? runY < 0 : runX > 0
  }
}
