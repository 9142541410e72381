/// A line that `weigh(between:and:above:into:)` splits. Its points are named by their positions.
@usableFromInline
package protocol SplitLine {
  associatedtype Chord
  associatedtype Order: Comparable

  /// The segment between two points.
  func chord(from first: Int, to last: Int) -> Chord

  /// The square of the distance of a point from a segment, in the units of the plane.
  func squaredDistance(of position: Int, from chord: Chord) -> Double

  /// How many square meters on the ground a square unit of the plane has at a point.
  func squareMeters(at position: Int) -> Double

  /// What decides between two points that are equally far away and equally near to the middle: the larger one splits.
  func order(of position: Int) -> Order
}

/// The method of Ramer, Douglas and Peucker, for the lines of apps and the arcs of maps alike.
///
/// A line is split at the point that is farthest in the plane from the segment between its ends. Both halves are split
/// again. A point weighs the square of its distance on the ground, but never more than the point that made its part. So
/// the points that weigh more than the square of a tolerance are those that the published method keeps at it, and the
/// sets for different tolerances nest.
///
/// If several points are equally far away, the one nearest to the middle of the part is taken, counted in points. So
/// rows of equally distant points, such as the steps along a raster's edge, are halved and not peeled off from one end.
///
/// Sources: U. Ramer, "An iterative procedure for the polygonal approximation of plane curves", Computer Graphics and
/// Image Processing 1 (1972); D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points
/// required to represent a digitized line or its caricature", Cartographica 10 (1973).
extension SplitLine {
  /// Writes the weights of the points between two others that weigh more than a least weight, in m².
  ///
  /// - Parameter weights: by position. The weights of the other points are not written.
  /// - Complexity: O(n log n) for n points; O(n²) if each point splits off only a few others, as on a spiral.
  @inlinable
  package func weigh(
    between first: Int, and last: Int, above least: Double, into weights: inout ContiguousArray<Double>
  ) {
    var parts: ContiguousArray<(first: Int, last: Int, limit: Double)> = []
    parts.reserveCapacity(256)
    parts.append((first, last, .infinity))
    while let part = parts.popLast() {
      guard let (position, squaredMeters) = farthest(between: part.first, and: part.last) else { continue }
      let weight = min(part.limit, squaredMeters)
      guard weight > least else { continue }
      weights[position] = weight
      parts.append((part.first, position, weight))
      parts.append((position, part.last, weight))
    }
  }

  /// The point between two others that is farthest from the segment between them, and the square of its distance on the
  /// ground; nil if there is none. A distance that is not a number does not count.
  ///
  /// - Complexity: O(n) for n points.
  @inlinable @inline(__always)
  package func farthest(between first: Int, and last: Int) -> (position: Int, squaredMeters: Double)? {
    guard last > first + 1 else { return nil }
    let chord = chord(from: first, to: last)
    var (farthest, squaredDistance) = (first, -1.0)
    for position in first + 1..<last {
      let squared = self.squaredDistance(of: position, from: chord)
      guard squared >= squaredDistance else { continue }
      if squared == squaredDistance {
        let middle = first + last
        let (gap, least) = ((2 * position - middle).magnitude, (2 * farthest - middle).magnitude)
        if gap > least || (gap == least && order(of: position) < order(of: farthest)) { continue }
      }
      (farthest, squaredDistance) = (position, squared)
    }
    return farthest > first ? (farthest, squaredDistance * squareMeters(at: farthest)) : nil
  }
}
