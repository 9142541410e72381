import MapPack
import MapPackGeometry

// Which squares a segment passes through.
extension SquareIndex {
  /// Calls a function for each row of squares that a segment meets, from the north.
  ///
  /// A square contains its northern and western edges, and not the others; but the segment also meets the square that it
  /// touches in its south-eastern corner alone.
  /// - Parameters:
  ///   - a: one end of the segment. Coordinates lie in 0 … 2³⁰.
  ///   - b: the other end.
  ///   - body: gets the row and the columns that the segment meets there. If the segment crosses the row's northern
  ///     edge, it also gets the first column whose corner is not to the west of the crossing.
  @inline(__always)
  func forEachRow(
    from a: GridPoint, to b: GridPoint, _ body: (_ row: Int, _ columns: ClosedRange<Int>, _ crossing: Int?) -> Void
  ) {
    let (north, south) = a.y <= b.y ? (a, b) : (b, a)
    let (northX, northY) = (Int64(north.x), Int64(north.y))
    let (southX, southY) = (Int64(south.x), Int64(south.y))
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
      let other = (row < lastRow ? offset(atY: top + size).x : southX - minX) >> Int64(shift)
      body(Int(row), Int(min(ends, other))...Int(max(ends, other)), crossing)
      row += 1
    }
  }
}
