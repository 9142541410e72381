/// Borders by the squares of a grid, each with the region at its north-western corner: what `PackStorage.slot(at:)` reads
/// from the squares of a pack, decoded.
///
/// Most squares have no border and say at once which region they lie in.
struct PlaceSquares: Sendable {
  private let grid: SquareIndex
  /// By square, row by row from the north-west: its region (slot and one, 0 for none), or `Self.hasBorders` and the place
  /// in `bordered`, where those stand too whose region is not there.
  private let squares: ContiguousArray<UInt32>
  /// Squares with borders, and behind the last one the number of all borders.
  private let bordered: ContiguousArray<BorderedSquare>
  private let borders: ContiguousArray<BorderSegment>

  private struct BorderedSquare {
    /// The first of its borders; the next square's first ends them.
    let first: UInt32
    /// The region at the corner: slot and one, 0 for none.
    let corner: UInt32
  }

  private static let hasBorders: UInt32 = 1 << 31
  /// There are at most so many squares to a segment, and so many segments in squares: what bounds the memory. The more there
  /// are, the more squares have no border.
  private static let squaresPerSegment = 4
  private static let passagesPerSegment = 4
  /// So few squares are nothing, whatever the segments.
  private static let fewSquares = 256
  /// So no number of a square or a passage has the bit of `hasBorders`.
  static let segmentLimit = 1 << 28

  /// - Parameter slots: that have a region.
  /// - Precondition: coordinates in 0 … 2³⁰, at most `segmentLimit` segments.
  /// - Complexity: O(segments)
  init(_ segments: ContiguousArray<BorderSegment>, slots: BitSet) {
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for border in segments {
      let segment = border.segment
      (minX, minY) = (min(minX, segment.ax, segment.bx), min(minY, segment.ay, segment.by))
      (maxX, maxY) = (max(maxX, segment.ax, segment.bx), max(maxY, segment.ay, segment.by))
    }
    if segments.isEmpty { (minX, minY, maxX, maxY) = (0, 0, 0, 0) }
    let (width, height) = (Int(maxX) - Int(minX), Int(maxY) - Int(minY))
    let limit = max(Self.fewSquares, Self.squaresPerSegment * segments.count)
    var shift = 0
    while (width >> shift + 1) * (height >> shift + 1) > limit { shift += 1 }
    while true {
      let grid = SquareIndex(
        shift: shift, minX: Int64(minX), minY: Int64(minY), columns: width >> shift + 1, rows: height >> shift + 1)
      // In one square each segment passes once.
      if let passages = Passages(segments, grid, limit: Self.passagesPerSegment * segments.count) {
        self.grid = grid
        (squares, bordered, borders) = Self.columns(segments, grid, passages, slots)
        return
      }
      shift += 1
    }
  }

  /// How many segments pass through each square, and the regions at the corners.
  private struct Passages {
    var count: ContiguousArray<UInt32>
    var corner: ContiguousArray<UInt32>
    var total = 0

    /// Nil where there are more passages than the limit.
    init?(_ segments: ContiguousArray<BorderSegment>, _ grid: SquareIndex, limit: Int) {
      count = ContiguousArray(repeating: 0, count: grid.columns * grid.rows)
      corner = count
      for border in segments {
        grid.forEachRow(of: border.segment) { row, columns, crossing in
          let first = row * grid.columns
          // A way along the northern edges of the row comes from no region and meets the border there.
          if let crossing, crossing < grid.columns { corner[first + crossing] ^= border.sides }
          total += columns.count
          guard total <= limit else { return false }
          for column in columns { count[first + column] += 1 }
          return true
        }
        guard total <= limit else { return nil }
      }
      for row in 0..<grid.rows {
        var region: UInt32 = 0
        for square in row * grid.columns..<(row + 1) * grid.columns {
          region ^= corner[square]
          corner[square] = region
        }
      }
    }
  }

  private static func columns(
    _ segments: ContiguousArray<BorderSegment>, _ grid: SquareIndex, _ passages: Passages, _ slots: BitSet
  ) -> (ContiguousArray<UInt32>, ContiguousArray<BorderedSquare>, ContiguousArray<BorderSegment>) {
    var squares = passages.corner
    var bordered: ContiguousArray<BorderedSquare> = []
    bordered.reserveCapacity(1 + passages.count.reduce(0) { $0 + ($1 > 0 ? 1 : 0) })
    // Where the next border of a square goes.
    var next = passages.count
    var first: UInt32 = 0
    for square in squares.indices
    where passages.count[square] > 0 || (squares[square] > 0 && !slots.contains(Int(squares[square]) - 1)) {
      squares[square] = hasBorders | UInt32(bordered.count)
      bordered.append(BorderedSquare(first: first, corner: passages.corner[square]))
      next[square] = first
      first += passages.count[square]
    }
    bordered.append(BorderedSquare(first: first, corner: 0))
    let nothing = BorderSegment(segment: CellSegment(ax: 0, ay: 0, bx: 0, by: 0), sides: 0)
    var borders = ContiguousArray(repeating: nothing, count: passages.total)
    for border in segments {
      grid.forEachRow(of: border.segment) { row, columns, _ in
        for column in columns {
          let square = row * grid.columns + column
          borders[Int(next[square])] = border
          next[square] += 1
        }
        return true
      }
    }
    return (squares, bordered, borders)
  }

  var byteCount: Int {
    squares.count * MemoryLayout<UInt32>.stride + bordered.count * MemoryLayout<BorderedSquare>.stride
      + borders.count * MemoryLayout<BorderSegment>.stride
  }

  /// The region at a place: slot and one, 0 for none. As `PackStorage.slot(at:)` finds it, but that a region in a square
  /// with borders may be one that is not there.
  /// - Complexity: O(segments in the square)
  func region(at place: CellPlace) -> Int {
    guard let square = square(x: place.x, y: place.y) else { return 0 }
    return region(of: square) ?? region(at: place, in: square)
  }

  /// A square by what `squares` says of it, and its place in the grid.
  struct Square {
    fileprivate let content: UInt32
    fileprivate let column, row: Int
  }

  /// The square in which a place lies; nil where there is none.
  @inline(__always)
  func square(x: Int64, y: Int64) -> Square? {
    guard let row = grid.row(of: y), let column = grid.column(of: x) else { return nil }
    return Square(content: squares[row &* grid.columns &+ column], column: column, row: row)
  }

  /// The region of a square, which is there: slot and one, 0 for none; nil where the square has borders.
  @inline(__always)
  func region(of square: Square) -> Int? {
    square.content & Self.hasBorders == 0 ? Int(square.content) : nil
  }

  /// The region at a place in a square with borders: slot and one, 0 for none.
  func region(at place: CellPlace, in square: Square) -> Int {
    let number = Int(square.content & ~Self.hasBorders)
    let way = LocationWay(
      corner: CellPlace(x: grid.west(of: square.column), y: grid.north(of: square.row), restX: 0, restY: 0),
      place: place)
    var region = bordered[number].corner
    for border in Int(bordered[number].first)..<Int(bordered[number + 1].first)
    where way.crosses(borders[border].segment) { region ^= borders[border].sides }
    return Int(region)
  }
}
