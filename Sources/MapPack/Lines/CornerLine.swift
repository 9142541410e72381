/// A line whose points go one by one. They are named by their positions.
@usableFromInline
package protocol CornerLine<Point> {
  associatedtype Point: CornerPoint

  /// The area in m² that the line displaces if a point goes, between two others that are left.
  func area(of point: Point, between previous: Point, and next: Point) -> Double

  /// Notes that a point goes, between two others that are left.
  func remove(_ point: Point, between previous: inout Point, and next: Point)
}

/// The method of Visvalingam and Whyatt, for the lines of apps and the arcs of maps alike.
///
/// Points go one by one, each time the one that displaces the least area. The **effective area** of a point is the area
/// that it displaces, or that of a neighbor that went before it if this is larger. So the points that stay at a
/// threshold are those whose effective area is not below it, and the sets for different thresholds nest. If several
/// points have the same effective area, each weighs the least bit more than the one that went before it, so that the
/// order of weights is the order in which they go.
///
/// Source: M. Visvalingam and J. D. Whyatt, "Line generalisation by repeated elimination of points", The Cartographic
/// Journal 30 (1993).
extension CornerQueue {
  /// Weighs the points that go, in m². Afterwards, the queue is used up.
  ///
  /// - Parameters:
  ///   - line: knows the areas.
  ///   - minimum: how many points stay at least.
  ///   - limit: points go as long as the smallest area is below this, or 0.
  ///   - note: is given each point that goes, and its weight.
  /// - Complexity: O(n log n) for n points.
  @inlinable
  package mutating func weigh(
    _ line: some CornerLine<Point>, keeping minimum: Int, below limit: Double, note: (Int, Double) -> Void
  ) {
    for position in corners.indices where isWaiting(position) { set(position, area(at: position, line)) }
    var left = corners.count
    var last = 0.0
    while left > minimum, let (position, weight) = popFirst(below: limit) {
      // Of two points with the same effective area, the one that goes later is more important.
      last = weight > last || last == 0 ? weight : last.nextUp
      note(position, last)
      left -= 1
      let (previous, next) = neighbors(of: position)
      line.remove(corners[position].point, between: &corners[previous].point, and: corners[next].point)
      join(previous, next)
      // A neighbor that may go is measured again. It gets at least the weight of the point that went beside it.
      if isWaiting(previous) { set(previous, max(weight, area(at: previous, line))) }
      if next != previous, isWaiting(next) { set(next, max(weight, area(at: next, line))) }
    }
  }

  @inlinable @inline(__always)
  func area(at position: Int, _ line: some CornerLine<Point>) -> Double {
    let corner = corners[position]
    return line.area(
      of: corner.point, between: corners[Int(corner.previous)].point, and: corners[Int(corner.next)].point)
  }
}
