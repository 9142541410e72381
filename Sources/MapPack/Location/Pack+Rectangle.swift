import Foundation

// The regions in a rectangle.
extension Pack {
  /// The shapes of the regions that have a point in common with a rectangle at the finest level, borders and edges
  /// included, in the order of their raw values.
  ///
  /// The answer is exact for the coordinates passed in. The regions themselves count, and not their bounds. A rectangle
  /// may run past the world's edge in the east or west, and its width and height may be 0. No region is found if a
  /// number is infinite or a NaN, if the width or height is negative, or if the rectangle begins more than eight worlds
  /// away. Lines and points count as areas do.
  /// - Complexity: O(squares of the pack's index in the rectangle, pieces of arcs in them, and vertices of the pieces
  ///   in squares on its edges). A bit is allocated for each piece.
  public func shapes(in rect: MapRect) -> [RegionShape] {
    shapes(in: storage.slots(in: rect))
  }
}

extension PackStorage {
  /// The slots of the regions that have a point in common with a rectangle.
  func slots(in rect: MapRect) -> BitSet {
    let bytes = data.bytes
    var slots = BitSet(below: header.slotCount)
    guard let index = squares, index.count > 0,
      let rect = CellRect(rect, self)
    else { return slots }
    // The world goes on past its edges: what touches its western edge touches the eastern one too, and the reverse.
    for worlds in [0, -1, 1] {
      if let rect = rect.moved(east: worlds * world) { collect(&slots, in: rect, index, in: bytes) }
    }
    return slots
  }

  /// Adds the slots of the regions that have a point in common with a rectangle, as it is: not round the world.
  private func collect(_ slots: inout BitSet, in rect: CellRect, _ index: SquareIndex, in bytes: RawSpan) {
    // A region that contains the whole rectangle has no border in it.
    if let slot = slot(at: rect.northWest) { slots.insert(slot) }
    guard let columns = index.columns.indices(from: rect.northWest.x, to: rect.southEast.x),
      let rows = index.rows.indices(from: rect.northWest.y, to: rect.southEast.y)
    else { return }
    var pieces = SquarePieces(self)
    for row in rows {
      for column in columns {
        let isInside = rect.holds(
          x: index.columns.start(of: column)...index.columns.start(of: column + 1),
          y: index.rows.start(of: row)...index.rows.start(of: row + 1))
        pieces.forEachNew(inSquare: index.square(column, row), self, in: bytes) { walk in
          var meets = isInside || (slots.contains(walk.left - 1) && (walk.right == 0 || slots.contains(walk.right - 1)))
          while !meets, let segment = walk.next(self, in: bytes) { meets = rect.meets(segment) }
          guard meets else { return }
          slots.insert(walk.left - 1)
          slots.insert(walk.right - 1)
        }
      }
    }
  }
}
