/// The circles that touch the edge of a polygon from inside in one point. Their centers lie on the ray from this point
/// straight into the polygon, and a larger circle contains a smaller one.
///
/// Another segment **holds** such a circle to a radius: with a larger one, the circle would reach beyond the segment. This
/// radius is a **convex** function of where the circle touches the edge, as the point moves along a segment or the ray
/// turns at a vertex. So a segment that holds the circles at both ends of an interval to a radius holds all circles
/// between them to that radius.
///
/// Why it is convex: a point of the segment at the vector p from the touched one holds the circle in the direction u to
/// |p|² / 2(p · u). That is a square over a linear function, so it is convex in p and in the touched point together. The
/// least value over a convex set of p is convex again. As a function of the ray's angle, it is a secant where the circle
/// meets an end of the segment, and the squared secant of half the angle where it meets the inside. Where one follows the
/// other, their slopes are the same.
struct TangentCircle {
  /// The point on the edge, in cells.
  let x: Double
  let y: Double
  /// The direction into the polygon, of length 1.
  let inX: Double
  let inY: Double
  /// The vertex from which lengths are taken, exactly.
  private let base: GridPoint
  /// The vector of the segment that is touched; (0, 0) on a vertex.
  private let runX: Int64
  private let runY: Int64
  /// The length of the segment in cells; 0 on a vertex.
  private let length: Double
  /// The distance of the point from `base` along the segment, in cells.
  private let offset: Double

  /// On a segment that has the inside on its left, at a share of its length.
  /// - Precondition: a and b differ.
  init(from a: GridPoint, to b: GridPoint, at share: Double) {
    let (runX, runY) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let (x, y) = (Double(runX), Double(runY))
    let length = (x * x + y * y).squareRoot()
    self.init(base: a, runX: runX, runY: runY, length: length, offset: share * length)
  }

  private init(base: GridPoint, runX: Int64, runY: Int64, length: Double, offset: Double) {
    self.base = base
    self.runX = runX
    self.runY = runY
    self.length = length
    self.offset = offset
    inX = -Double(runY) / length
    inY = Double(runX) / length
    x = Double(base.x) + offset * inY
    y = Double(base.y) - offset * inX
  }

  private init(_ vertex: GridPoint, inX: Double, inY: Double) {
    base = vertex
    runX = 0
    runY = 0
    length = 0
    offset = 0
    x = Double(vertex.x)
    y = Double(vertex.y)
    self.inX = inX
    self.inY = inY
  }

  /// At the end of the same segment.
  var atEndOfSegment: TangentCircle {
    TangentCircle(base: base, runX: runX, runY: runY, length: length, offset: length)
  }

  func turned(on vertex: GridPoint) -> TangentCircle { TangentCircle(vertex, inX: inX, inY: inY) }

  /// In the middle between two: between points on one segment, or between directions from one vertex, clockwise.
  init(between first: TangentCircle, _ last: TangentCircle) {
    if first.length > 0 {
      self.init(
        base: first.base, runX: first.runX, runY: first.runY, length: first.length,
        offset: (first.offset + last.offset) / 2)
      return
    }
    let (sumX, sumY) = (first.inX + last.inX, first.inY + last.inY)
    let length = (sumX * sumX + sumY * sumY).squareRoot()
    if length > 0x1p-20 {
      self.init(first.base, inX: sumX / length, inY: sumY / length)
    } else {
      // A half turn lies between them.
      self.init(first.base, inX: first.inY, inY: -first.inX)
    }
  }

  var isOnVertex: Bool { length == 0 }

  func center(radius: Double) -> (x: Double, y: Double) { (x + radius * inX, y + radius * inY) }

  /// How far apart two are, approximately: along their segment in cells, or round their vertex in radians.
  func difference(from other: TangentCircle) -> Double {
    if length > 0 { return (offset - other.offset).magnitude }
    let (x, y) = (inX - other.inX, inY - other.inY)
    return (x * x + y * y).squareRoot()
  }

  /// A point as seen from the point on the edge: how far along the edge, and how far inwards.
  ///
  /// On a segment, the sign of `inwards` is exact: it says on which side of the segment the point lies.
  @inline(__always)
  private func local(_ point: GridPoint) -> (along: Double, inwards: Double) {
    let dx = Int64(point.x) &- Int64(base.x)
    let dy = Int64(point.y) &- Int64(base.y)
    if length > 0 {
      return (
        Double(runX &* dx &+ runY &* dy) / length - offset, Double(runX &* dy &- runY &* dx) / length
      )
    }
    return (Double(dx) * inY - Double(dy) * inX, Double(dx) * inX + Double(dy) * inY)
  }

  /// The radius to which a segment holds the circle; infinite if it does not hold it.
  @inline(__always)
  func radius(heldBy a: GridPoint, _ b: GridPoint) -> Double {
    let (ax, ay) = local(a)
    let (bx, by) = local(b)
    if ay <= 0 && by <= 0 { return .infinity }
    let dx = bx - ax
    let dy = by - ay
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return (ax * ax + ay * ay) / (2 * ay) }
    let length = squared.squareRoot()
    // The unit normal of the line, away from the point on the edge, and how far away the line is.
    let turn = ay * dx - ax * dy
    let distance = turn.magnitude / length
    let normalX = (turn < 0 ? dy : -dy) / length
    let normalY = (turn < 0 ? -dx : dx) / length
    // For the circle that touches the line: 1 + normalY, without subtracting nearly equal numbers.
    let spread = normalY < 0 ? normalX * normalX / (1 - normalY) : 1 + normalY
    if spread > 0 {
      let radius = distance / spread
      let along = ((radius * normalX - ax) * dx + (radius * spread - ay) * dy) / squared
      if along >= 0 && along <= 1 { return radius }
    }
    let ofA = ay > 0 ? (ax * ax + ay * ay) / (2 * ay) : .infinity
    let ofB = by > 0 ? (bx * bx + by * by) / (2 * by) : .infinity
    return min(ofA, ofB)
  }
}
