/// The grid of the index for searching: squares that are 2ˢ cells wide, row by row from the north-west.
///
/// A pack has one (section GRID). x and y are in cells of the pack grid, from its origin to the east and to the south. A
/// square contains its northern and western edges, and not the others.
package struct SquareIndex: Sendable {
  /// The columns, from the west, and the rows, from the north.
  package let columns, rows: Axis

  /// The columns or the rows of squares, all of one width.
  package struct Axis: Sendable {
    /// s: a square is 2ˢ cells wide.
    package let shift: Int
    /// Where the first one begins, in cells.
    package let origin: Int64
    /// How many there are.
    package let count: Int

    /// The one in which a coordinate lies; nil if it lies outside.
    @inline(__always)
    func index(of coordinate: Int64) -> Int? {
      let index = (coordinate - origin) &>> Int64(shift)
      return index >= 0 && index < count ? Int(index) : nil
    }

    /// The one nearest to a coordinate.
    func nearest(to coordinate: Int64) -> Int {
      Int(min(max((coordinate - origin) >> Int64(shift), 0), Int64(count - 1)))
    }

    /// Those between two coordinates; nil if there are none.
    func indices(from first: Int64, to last: Int64) -> ClosedRange<Int>? {
      first <= last && last >= origin && (first - origin) >> Int64(shift) < count
        ? nearest(to: first)...nearest(to: last) : nil
    }

    /// Where one begins, in cells; at most 2³¹ + 2⁶².
    func start(of index: Int) -> Int64 { origin + Int64(index) << Int64(shift) }
  }

  /// Reads the grid of a pack; nil if the parameters contradict the number of squares.
  init?(_ parameters: PackedColumn, starts: AscendingColumn, in bytes: RawSpan) {
    let numbers = (0..<5).map { parameters.value($0, in: bytes) }
    self.init(
      shift: numbers[0], minX: Int64(numbers[1]), minY: Int64(numbers[2]), columns: numbers[3], rows: numbers[4])
    let (squares, overflow) = columns.count.multipliedReportingOverflow(by: rows.count)
    guard numbers[0] <= 31, numbers[1...].allSatisfy({ $0 <= 1 << 31 }), !overflow, squares == starts.count - 1
    else { return nil }
  }

  package init(shift: Int, minX: Int64, minY: Int64, columns: Int, rows: Int) {
    self.columns = Axis(shift: shift, origin: minX, count: columns)
    self.rows = Axis(shift: shift, origin: minY, count: rows)
  }

  /// How many squares there are.
  package var count: Int { columns.count * rows.count }

  @inline(__always)
  func square(_ column: Int, _ row: Int) -> Int { row &* columns.count &+ column }

  /// The north-western corner of a square.
  func corner(_ column: Int, _ row: Int) -> CellLocation {
    CellLocation(x: columns.start(of: column), y: rows.start(of: row), restX: 0, restY: 0)
  }
}

/// A walk over the pieces of arcs that pass through a square of a pack's index.
///
/// A **piece** is a part of an arc between two restarts, which can be decoded by itself. A pack may also list pieces that
/// pass by the square. They change no answer, because each segment is looked at anyway.
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
