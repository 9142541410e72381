import MapGeometry

/// The convex hulls of pieces of a line, of those that have few corners.
///
/// A box holds a piece that winds, as the turns of a spiral do, only loosely: the boxes of many turns reach as far as those
/// of the outer ones. Such a piece has a hull of few corners, and its farthest vertex from a segment is one of them, for the
/// distance from a segment is a convex function of the place.
struct CornerHulls {
  private var corners: ContiguousArray<GridPoint> = []
  /// Piece p has the corners `start[p] ..< end[p]`; none where it has too many.
  private var start: ContiguousArray<Int32> = []
  private var end: ContiguousArray<Int32> = []
  private var scratch: ContiguousArray<GridPoint> = []

  /// More corners cost more to look at than they save.
  private static let mostCorners = 12

  /// Makes room for so many pieces, none of which has a hull yet.
  mutating func reset(count: Int) {
    corners.removeAll(keepingCapacity: true)
    start.removeAll(keepingCapacity: true)
    start.append(contentsOf: repeatElement(0, count: count))
    end = start
  }

  /// The corners of a piece; none where they are not known.
  @inline(__always)
  func ofPiece(_ piece: Int) -> Range<Int> { Int(start[piece])..<Int(end[piece]) }

  @inline(__always)
  subscript(corner: Int) -> GridPoint { corners[corner] }

  /// Sets the hull of a piece that has these vertices.
  mutating func set(_ piece: Int, to points: ContiguousArray<GridPoint>.SubSequence) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: points)
    setToScratch(piece)
  }

  /// Sets the hull of a piece that is two others together.
  mutating func set(_ piece: Int, toThoseOf first: Int, and second: Int) {
    guard !ofPiece(first).isEmpty, !ofPiece(second).isEmpty else { return }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: corners[ofPiece(first)])
    scratch.append(contentsOf: corners[ofPiece(second)])
    setToScratch(piece)
  }

  /// Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing Letters
  /// 9 (1979).
  private mutating func setToScratch(_ piece: Int) {
    scratch.sort()
    let begin = corners.count
    // Below from left to right, then above from right to left.
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
      // Its last corner is the first of the other chain.
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
