/// The canonical way to walk along a line or round a ring: the same for equal lines, however they were drawn.
///
/// A line runs from its smaller end; one that returns to its end runs toward the smaller of the two points beside it. A
/// ring starts at its smallest point and runs toward the smaller of the two points beside it.
package struct CanonicalWalk: Sendable {
  /// The position of the point at which the walk begins.
  package let first: Int
  /// The position of the point that comes after it.
  package let second: Int
  /// Whether the walk runs toward lower positions. Round a ring, position 0 is then followed by the last one.
  package let isReversed: Bool

  /// The walk along a line.
  /// - Precondition: there are at least two points, and consecutive ones differ.
  @inlinable @inline(__always)
  package init(lineOf count: Int, _ point: (Int) -> GridPoint) {
    let last = count - 1
    let (start, end) = (point(0), point(last))
    isReversed = start == end ? point(last - 1) < point(1) : end < start
    (first, second) = isReversed ? (last, last - 1) : (0, 1)
  }

  /// The walk round a ring, whose first point stands once.
  /// - Precondition: as for a line. If the smallest point stands several times, the first of its positions counts.
  /// - Complexity: O(n) for n points.
  @inlinable @inline(__always)
  package init(ringOf count: Int, _ point: (Int) -> GridPoint) {
    var smallest = 0
    var smallestPoint = point(0)
    for position in 1..<count {
      let candidate = point(position)
      if candidate < smallestPoint { (smallest, smallestPoint) = (position, candidate) }
    }
    let before = smallest == 0 ? count - 1 : smallest - 1
    let behind = smallest + 1 == count ? 0 : smallest + 1
    isReversed = point(before) < point(behind)
    first = smallest
    second = isReversed ? before : behind
  }
}
