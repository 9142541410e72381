/// A line whose points go one by one. They are named by their positions.
@usableFromInline
package protocol CornerLine {
  /// The area in m² that the line displaces if a point goes, between two others that are left.
  func area(at position: Int, between previous: Int, and next: Int) -> Double

  /// Notes that a point goes, between two others that are left.
  mutating func remove(_ position: Int, between previous: Int, and next: Int)
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
extension CornerLine {
  /// Weighs the points that go, in m².
  ///
  /// - Parameters:
  ///   - corners: all points; those that may go are waiting. Afterwards, it is used up.
  ///   - minimum: how many points stay at least.
  ///   - limit: points go as long as the smallest area is below this, or 0.
  ///   - note: is given each point that goes, and its weight.
  /// - Complexity: O(n log n) for n points.
  @inlinable
  package mutating func weigh(
    _ corners: inout CornerQueue, keeping minimum: Int, below limit: Double, note: (Int, Double) -> Void
  ) {
    for position in 0..<corners.count where corners.isWaiting(position) {
      let beside = corners.neighbors(of: position)
      corners.set(position, area(at: position, between: beside.previous, and: beside.next))
    }
    var left = corners.count
    var last = 0.0
    while left > minimum, let (position, weight) = corners.popFirst(below: limit) {
      // Of two points with the same effective area, the one that goes later is more important.
      last = weight > last || last == 0 ? weight : last.nextUp
      note(position, last)
      left -= 1
      let (previous, next) = corners.neighbors(of: position)
      remove(position, between: previous, and: next)
      corners.join(previous, next)
      reconsider(previous, atLeast: weight, &corners)
      if next != previous { reconsider(next, atLeast: weight, &corners) }
    }
  }

  /// Measures a point again, if it may go. It gets at least the weight of the one that went beside it.
  @inlinable @inline(__always)
  func reconsider(_ position: Int, atLeast weight: Double, _ corners: inout CornerQueue) {
    guard corners.isWaiting(position) else { return }
    let beside = corners.neighbors(of: position)
    corners.set(position, max(weight, area(at: position, between: beside.previous, and: beside.next)))
  }
}
