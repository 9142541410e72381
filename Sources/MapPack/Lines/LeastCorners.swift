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
    Self.weigh(line, keeping: minimum, below: Self.bits(limit), &corners, &links, &occupied, &state, note: note)
  }

  @inlinable
  static func weigh(
    _ line: some CornerLine<Point>, keeping minimum: Int, below limit: Int64, _ corners: inout ContiguousArray<Corner>,
    _ links: inout ContiguousArray<CornerLink>, _ occupied: inout ContiguousArray<UInt64>, _ state: inout State,
    note: (Int, Double) -> Void
  ) {
    var corners = corners.mutableSpan
    var links = links.mutableSpan
    var occupied = occupied.mutableSpan
    for position in 0..<corners.count where corners[position].priority >= 0 {
      let area = area(at: position, in: corners, line)
      set(position, bits(area), &corners, &links, &occupied, &state)
    }
    var left = corners.count
    var last = 0.0
    while left > minimum, let first = popFirst(below: limit, &corners, &links, &occupied, &state) {
      let position = Int(first.position)
      let weight = Double(bitPattern: UInt64(bitPattern: first.priority))
      // Of two points with the same effective area, the one that goes later is more important.
      last = weight > last || last == 0 ? weight : last.nextUp
      note(position, last)
      left -= 1
      let corner = corners[position]
      let (previous, next) = (Int(corner.previous), Int(corner.next))
      line.remove(corner.point, between: &corners[previous].point, and: corners[next].point)
      corners[previous].next = corner.next
      corners[next].previous = corner.previous
      // A neighbor that may go is measured again. It gets at least the weight of the point that went beside it.
      var neighbor = previous
      while true {
        if corners[neighbor].priority >= 0 {
          let area = max(weight, area(at: neighbor, in: corners, line))
          set(neighbor, bits(area), &corners, &links, &occupied, &state)
        }
        if neighbor == next { break }
        neighbor = next
      }
    }
  }

  @inlinable @inline(__always)
  static func area(
    at position: Int, in corners: borrowing MutableSpan<Corner>, _ line: some CornerLine<Point>
  ) -> Double {
    let corner = corners[position]
    return line.area(
      of: corner.point, between: corners[Int(corner.previous)].point, and: corners[Int(corner.next)].point)
  }
}
