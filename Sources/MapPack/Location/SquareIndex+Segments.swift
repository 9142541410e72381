// Which squares a segment passes through.
extension SquareIndex {
  /// Calls a function for each row of squares that a segment meets, from the north, until it returns false.
  ///
  /// A square contains its northern and western edges, and not the others. Rows and columns outside the index are
  /// passed too. A pack's index lists each piece in at least these squares.
  /// - Parameters:
  ///   - segment: a segment whose coordinates lie in 0 … 2³⁰.
  ///   - isClosed: whether the segment also meets the square that it touches in its south-eastern corner. What writes a
  ///     pack counts these squares, so that the bytes of a pack stay as they were.
  ///   - body: gets the row and the columns that the segment meets there. If the segment crosses the row's northern
  ///     edge, it also gets the first column whose corner is not to the west of the crossing. It returns whether to go
  ///     on.
  @inline(__always)
  func forEachRow(
    of segment: CellSegment, isClosed: Bool = false,
    _ body: (_ row: Int, _ columns: ClosedRange<Int>, _ crossing: Int?) -> Bool
  ) {
    let isSouthward = segment.ay <= segment.by
    let northX = Int64(isSouthward ? segment.ax : segment.bx)
    let northY = Int64(isSouthward ? segment.ay : segment.by)
    let southX = Int64(isSouthward ? segment.bx : segment.ax)
    let southY = Int64(isSouthward ? segment.by : segment.ay)
    let (dx, dy) = (southX - northX, southY - northY)
    let (minX, minY, shift) = (columns.origin, rows.origin, columns.shift)
    let size = Int64(1) << Int64(shift)
    // The offset from the western edge of the index at which the segment meets a parallel, and whether it is exact. It
    // is rounded down to a cell, which does not change the square. Products have at most 60 bits.
    func offset(atY y: Int64) -> (x: Int64, isExact: Bool) {
      if y == northY { return (northX - minX, true) }
      if y == southY { return (southX - minX, true) }
      let product = dx * (y - northY)
      let quotient = product >= 0 ? product / dy : -((dy - 1 - product) / dy)
      return (northX - minX + quotient, quotient * dy == product)
    }
    let lastRow = (southY - minY) >> Int64(shift)
    var row = (northY - minY) >> Int64(shift)
    var ends = (northX - minX) >> Int64(shift)
    while row <= lastRow {
      let top = minY + row << Int64(shift)
      var crossing: Int?
      if northY <= top {
        let (x, isExact) = offset(atY: top)
        ends = x >> Int64(shift)
        // A segment that ends on the edge does not cross it.
        if top < southY { crossing = Int((x + (isExact ? 0 : 1) + size - 1) >> Int64(shift)) }
      }
      var other = southX - minX
      if row < lastRow {
        let (x, isExact) = offset(atY: top + size)
        // The southern edge is the next row's.
        other = dx > 0 && isExact && !isClosed ? x - 1 : x
      }
      other >>= Int64(shift)
      guard body(Int(row), Int(min(ends, other))...Int(max(ends, other)), crossing) else { return }
      row += 1
    }
  }
}
