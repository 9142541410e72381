import MapPackGeometry

/// The convex hulls of those pieces of a line whose hulls have few corners.
///
/// `FarthestVertex` uses them for the method of Ramer, Douglas and Peucker: they tell how far from a segment the
/// vertices of a piece are at most. The farthest vertex is a corner of the hull, because the distance from a segment is
/// a convex function of the point. If a piece winds, its hull is a tighter bound than its box: in a spiral, the boxes
/// of inner turns reach as far as those of outer ones.
///
/// A piece is a number from 0 that the caller gives. Corners are vertices of the line, in cells; they go round the hull
/// counter-clockwise (y upward), without those on a straight side.
struct CornerHulls {
  private var corners: ContiguousArray<GridPoint> = []
  /// Piece p has the corners `start[p] ..< end[p]`. The range is empty if its hull is not set or has too many.
  private var start: ContiguousArray<Int32> = []
  private var end: ContiguousArray<Int32> = []
  private var scratch: ContiguousArray<GridPoint> = []

  /// The largest number of corners of a hull that is stored. More would cost more to look at than they save.
  private static let mostCorners = 12

  /// Forgets all hulls, and makes room for `count` pieces without hulls.
  mutating func reset(count: Int) {
    corners.removeAll(keepingCapacity: true)
    start.removeAll(keepingCapacity: true)
    start.append(contentsOf: repeatElement(0, count: count))
    end = start
  }

  /// The indices of a piece's corners; empty if its hull is not known.
  @inline(__always)
  func ofPiece(_ piece: Int) -> Range<Int> { Int(start[piece])..<Int(end[piece]) }

  /// The point of a corner, by an index from `ofPiece`.
  @inline(__always)
  subscript(corner: Int) -> GridPoint { corners[corner] }

  /// Sets the hull of a piece to that of its vertices. The piece stays without a hull if that has too many corners.
  ///
  /// - Complexity: O(v log v) for v vertices.
  mutating func set(_ piece: Int, to points: ContiguousArray<GridPoint>.SubSequence) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: points)
    setToScratch(piece)
  }

  /// Sets the hull of a piece that is made of two others. It stays without one if one of the two has none, or if its
  /// hull has too many corners.
  ///
  /// - Complexity: O(1), because a stored hull has at most 12 corners.
  mutating func set(_ piece: Int, toThoseOf first: Int, and second: Int) {
    guard !ofPiece(first).isEmpty, !ofPiece(second).isEmpty else { return }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: corners[ofPiece(first)])
    scratch.append(contentsOf: corners[ofPiece(second)])
    setToScratch(piece)
  }

  /// Sets the hull of a piece to that of the points in `scratch`, unless it has too many corners.
  ///
  /// Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing
  /// Letters 9 (1979).
  private mutating func setToScratch(_ piece: Int) {
    scratch.sort()
    let begin = corners.count
    // The lower chain from left to right, then the upper one from right to left.
    for isUpper in [false, true] {
      let chain = corners.count
      for index in scratch.indices {
        let point = scratch[isUpper ? scratch.count - 1 - index : index]
        while corners.count > chain + 1,
          orientation(corners[corners.count - 2], corners[corners.count - 1], point) <= 0
        {
          corners.removeLast()
        }
        if corners.count == chain || corners[corners.count - 1] != point { corners.append(point) }
      }
      // The last corner of a chain is the first one of the other.
      if corners.count > chain + 1 { corners.removeLast() }
    }
    if corners.count - begin > Self.mostCorners {
      corners.removeSubrange(begin...)
    } else {
      start[piece] = Int32(truncatingIfNeeded: begin)
      end[piece] = Int32(truncatingIfNeeded: corners.count)
    }
  }
}
