/// The grid of the index for searching: squares that are 2ˢ cells wide, row by row from the north-west.
///
/// A pack has one (section GRID), for which `SquareIndexWriter` in `MapPackEmit` chose the width of squares, and a
/// `LocationSquares` makes one of its own. x and y are in cells of the pack grid, from its origin to the east and to
/// the south. A square contains its northern and western edges, and not the others.
package struct SquareIndex: Sendable {
  /// s: a square is 2ˢ cells wide.
  package let shift: Int
  /// The western and the northern edge, in cells.
  package let minX, minY: Int64
  /// The number of columns and rows.
  package let columns, rows: Int

  /// Reads the grid of a pack; nil if the parameters contradict the number of squares.
  init?(_ parameters: PackedColumn, starts: AscendingColumn, in bytes: RawSpan) {
    shift = parameters.value(0, in: bytes)
    minX = Int64(parameters.value(1, in: bytes))
    minY = Int64(parameters.value(2, in: bytes))
    columns = parameters.value(3, in: bytes)
    rows = parameters.value(4, in: bytes)
    let (squares, overflow) = columns.multipliedReportingOverflow(by: rows)
    guard shift <= 31, minX <= 1 << 31, minY <= 1 << 31, columns <= 1 << 31, rows <= 1 << 31, !overflow,
      squares == starts.count - 1
    else { return nil }
  }

  init(shift: Int, minX: Int64, minY: Int64, columns: Int, rows: Int) {
    (self.shift, self.minX, self.minY) = (shift, minX, minY)
    (self.columns, self.rows) = (columns, rows)
  }

  /// The column in which an x lies; nil if it lies outside.
  @inline(__always)
  func column(of x: Int64) -> Int? {
    let column = (x - minX) &>> Int64(shift)
    return column >= 0 && column < columns ? Int(column) : nil
  }

  /// The row in which a y lies; nil if it lies outside.
  @inline(__always)
  func row(of y: Int64) -> Int? {
    let row = (y - minY) &>> Int64(shift)
    return row >= 0 && row < rows ? Int(row) : nil
  }

  /// The column nearest to an x.
  func nearestColumn(to x: Int64) -> Int { Int(min(max((x - minX) >> Int64(shift), 0), Int64(columns - 1))) }
  /// The row nearest to a y.
  func nearestRow(to y: Int64) -> Int { Int(min(max((y - minY) >> Int64(shift), 0), Int64(rows - 1))) }

  /// The columns between two x; nil if there are none.
  func columns(from west: Int64, to east: Int64) -> ClosedRange<Int>? {
    west <= east && east >= minX && (west - minX) >> Int64(shift) < columns
      ? nearestColumn(to: west)...nearestColumn(to: east) : nil
  }

  /// The rows between two y; nil if there are none.
  func rows(from north: Int64, to south: Int64) -> ClosedRange<Int>? {
    north <= south && south >= minY && (north - minY) >> Int64(shift) < rows
      ? nearestRow(to: north)...nearestRow(to: south) : nil
  }

  /// The western edge of a column, in cells; at most 2³¹ + 2⁶².
  func west(of column: Int) -> Int64 { minX + Int64(column) << Int64(shift) }
  /// The northern edge of a row, in cells; at most 2³¹ + 2⁶².
  func north(of row: Int) -> Int64 { minY + Int64(row) << Int64(shift) }
}

/// A walk over the pieces of arcs that pass through a square of a pack's index.
///
/// The pack may list further pieces, which do no harm.
struct SquareWalk {
  /// The region at the square's north-western corner: slot plus one, 0 for none.
  let corner: Int
  private var cursor: BitCursor
  private var previous = -1
  private let parameter: Int
  private let firstBits: Int

  /// Nil if the square's bits are not in the pack.
  @inline(__always)
  init?(_ storage: PackStorage, _ square: Int, in bytes: RawSpan) {
    let range = storage.squareStart.range(square, limit: 8 &* storage.squareStream.count, in: bytes)
    guard var cursor = BitCursor(storage.squareStream, range) else { return nil }
    corner = cursor.bit(bytes) ? cursor.bits(PackFormat.bitCount(storage.header.slotCount), bytes) : 0
    self.cursor = cursor
    parameter = storage.header.squareParameter
    firstBits = min(32, PackFormat.bitCount(storage.header.arcCount &+ storage.header.restartCount))
  }

  /// The index of the next piece, in ascending order; nil after the last.
  @inline(__always)
  mutating func next(in bytes: RawSpan) -> Int? {
    guard cursor.position < cursor.end else { return nil }
    let piece = previous < 0 ? cursor.bits(firstBits, bytes) : previous &+ 1 &+ Int(cursor.rice(parameter, bytes))
    guard !cursor.isOutside else { return nil }
    previous = piece
    return piece
  }
}
