import MapGeometry

/// The convex hulls of those pieces of a line whose hulls have few corners.
///
/// They bound a piece that winds better than a box does. In a spiral, for example, the boxes of inner turns reach as
/// far as those of outer ones. The vertex of a piece that is farthest from a segment is a corner of its hull, because
/// the distance from a segment is a convex function of the point.
struct CornerHulls {
  private var corners: ContiguousArray<GridPoint> = []
  /// Piece p has the corners `start[p] ..< end[p]`. The range is empty if it has too many.
  private var start: ContiguousArray<Int32> = []
  private var end: ContiguousArray<Int32> = []
  private var scratch: ContiguousArray<GridPoint> = []

  /// The largest number of corners of a hull that is stored. More would cost more to look at than they save.
  private static let mostCorners = 12

  /// Makes room for `count` pieces without hulls.
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

  /// Sets the hull of a piece to that of its vertices.
  ///
  /// - Complexity: O(v log v) for v vertices.
  mutating func set(_ piece: Int, to points: ContiguousArray<GridPoint>.SubSequence) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: points)
    setToScratch(piece)
  }

  /// Sets the hull of a piece that is made of two others, if both have one.
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
