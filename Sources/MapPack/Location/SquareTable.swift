/// The squares of an index, each with the segments that pass through it and the region at its north-western corner.
///
/// A **passage** is a segment in one of the squares that it passes through.
/// - Complexity: 8 bytes per square and 4 per passage. The segments of a square are found in O(1).
package struct SquareTable {
  package let grid: SquareIndex
  /// Per square; one more at the end.
  package private(set) var squares: ContiguousArray<Square>
  /// The indices of the segments that pass through each square, ascending.
  package private(set) var segments: ContiguousArray<UInt32>

  package struct Square: Sendable {
    /// The index of its first segment in the column of indices.
    package var first: UInt32 = 0
    /// The region at its north-western corner: slot plus one, 0 for none.
    package var corner: UInt32 = 0
  }

  /// Sorts segments into the smallest squares that the limits allow.
  /// - Parameters:
  ///   - segments: closed lines round each region, whose coordinates lie in 0 … 2³⁰.
  ///   - squareLimit: how many squares there may be.
  ///   - passageLimit: how many passages there may be; at least as many as segments.
  ///   - isClosed: whether a segment also passes through a square whose south-eastern corner alone it touches.
  /// - Precondition: there are fewer than 2³² passages.
  /// - Complexity: O(squares + passages), and as much for each doubling of the squares' width that the limit of passages
  ///   asks for
  package init(
    _ segments: ContiguousArray<BorderSegment>, squareLimit: Int, passageLimit: Int = .max, isClosed: Bool = false
  ) {
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for border in segments {
      let segment = border.segment
      (minX, minY) = (min(minX, segment.ax, segment.bx), min(minY, segment.ay, segment.by))
      (maxX, maxY) = (max(maxX, segment.ax, segment.bx), max(maxY, segment.ay, segment.by))
    }
    if segments.isEmpty { (minX, minY, maxX, maxY) = (0, 0, 0, 0) }
    let (width, height) = (Int(maxX) - Int(minX), Int(maxY) - Int(minY))
    var shift = 0
    while (width >> shift + 1) * (height >> shift + 1) > squareLimit { shift += 1 }
    while true {
      let grid = SquareIndex(
        shift: shift, minX: Int64(minX), minY: Int64(minY), columns: width >> shift + 1, rows: height >> shift + 1)
      // This ends: if there is only one square, each segment passes through it once.
      if let table = SquareTable(segments, on: grid, passageLimit, isClosed) {
        self = table
        return
      }
      shift += 1
    }
  }

  /// Nil if there are more passages than the limit.
  private init?(
    _ segments: ContiguousArray<BorderSegment>, on grid: SquareIndex, _ limit: Int, _ isClosed: Bool
  ) {
    self.grid = grid
    squares = ContiguousArray(repeating: Square(), count: grid.count + 1)
    self.segments = []
    var total = 0
    for border in segments {
      grid.forEachRow(of: border.segment, isClosed: isClosed) { row, columns, crossing in
        let first = row * grid.columns.count
        // Walk along the row's northern edge from the west, outside all regions. Here the walk crosses the border, so
        // it leaves one of the two regions and enters the other: `sides` is the exclusive or of both.
        if let crossing, crossing < grid.columns.count { squares[first + crossing].corner ^= border.sides }
        total += columns.count
        guard total <= limit else { return false }
        for column in columns { squares[first + column].first += 1 }
        return true
      }
      guard total <= limit else { return nil }
    }
    var sum: UInt32 = 0
    for square in squares.indices.dropLast() {
      if square % grid.columns.count > 0 { squares[square].corner ^= squares[square - 1].corner }
      // For now, where the square's segments end.
      sum += squares[square].first
      squares[square].first = sum
    }
    squares[squares.count - 1].first = sum
    self.segments = ContiguousArray(repeating: 0, count: total)
    for (index, border) in segments.enumerated().reversed() {
      grid.forEachRow(of: border.segment, isClosed: isClosed) { row, columns, _ in
        for column in columns {
          let square = grid.square(column, row)
          squares[square].first -= 1
          self.segments[Int(squares[square].first)] = UInt32(truncatingIfNeeded: index)
        }
        return true
      }
    }
  }

  /// The indices of the segments that pass through a square, ascending.
  package func segments(ofSquare square: Int) -> ArraySlice<UInt32> {
    segments[Int(squares[square].first)..<Int(squares[square + 1].first)]
  }
}
