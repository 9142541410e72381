/// The squares of a grid, each with its borders and the region at its north-western corner.
///
/// It is the decoded form of what `PackStorage.slot(at:)` reads from the squares of a pack, with a grid of its own.
/// Most squares have no border and say at once which region they lie in. `PointLocator` asks it. All coordinates are in
/// cells of the pack grid.
struct LocationSquares: Sendable {
  private let grid: SquareIndex
  /// Per square, row by row from the north-west: its region (slot plus one, 0 for none); or `Self.hasBorders` and the
  /// square's index in `bordered`. Squares whose region is not in the pack are treated like squares with borders.
  private let squares: ContiguousArray<UInt32>
  /// The squares with borders, and after the last one an entry that ends its borders.
  private let bordered: ContiguousArray<BorderedSquare>
  private let borders: ContiguousArray<BorderSegment>

  private struct BorderedSquare {
    /// The index of its first border. The next square's first border ends them.
    let first: UInt32
    /// The region at the corner: slot plus one, 0 for none.
    let corner: UInt32
  }

  /// The bit that marks an index of `bordered` in `squares`.
  private static let hasBorders: UInt32 = 1 << 31
  /// The limit for the squares per segment. It bounds the memory. The more squares there are, the more have no border.
  private static let squaresPerSegment = 4
  /// The limit for the passages of segments through squares, per segment. It bounds the memory too.
  private static let passagesPerSegment = 4
  /// A number of squares that is always allowed, however few segments there are.
  private static let fewSquares = 256
  /// The limit for the number of segments. Within it, no index of a square or a passage has the bit `hasBorders`.
  static let segmentLimit = 1 << 28

  /// Sorts border segments into squares.
  /// - Parameters:
  ///   - segments: the segments of all borders.
  ///   - slots: the slots that have a region.
  /// - Precondition: the coordinates lie in 0 … 2³⁰, and there are at most `segmentLimit` segments.
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
      // This ends: if there is only one square, each segment passes through it once.
      if let passages = Passages(segments, grid, limit: Self.passagesPerSegment * segments.count) {
        self.grid = grid
        (squares, bordered, borders) = Self.columns(segments, grid, passages, slots)
        return
      }
      shift += 1
    }
  }

  /// The number of segments that pass through each square, and the regions at the squares' corners.
  private struct Passages {
    var count: ContiguousArray<UInt32>
    var corner: ContiguousArray<UInt32>
    var total = 0

    /// Nil if there are more passages than the limit.
    init?(_ segments: ContiguousArray<BorderSegment>, _ grid: SquareIndex, limit: Int) {
      count = ContiguousArray(repeating: 0, count: grid.columns * grid.rows)
      corner = count
      for border in segments {
        grid.forEachRow(of: border.segment) { row, columns, crossing in
          let first = row * grid.columns
          // A way along the row's northern edge, which begins outside all regions, crosses the border here.
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
    // Per square: the index at which its next border is put.
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

  /// The memory of the columns, in bytes.
  var byteCount: Int {
    squares.count * MemoryLayout<UInt32>.stride + bordered.count * MemoryLayout<BorderedSquare>.stride
      + borders.count * MemoryLayout<BorderSegment>.stride
  }

  /// The region at a location: slot plus one, 0 for none.
  ///
  /// It is the region that `PackStorage.slot(at:)` finds. But in a square with borders, it may be one that the pack
  /// does not have, if the pack is damaged.
  /// - Complexity: O(segments in the square)
  func region(at location: CellLocation) -> Int {
    guard let square = square(x: location.x, y: location.y) else { return 0 }
    return region(of: square) ?? region(at: location, in: square)
  }

  /// A square: its entry in `squares`, and its column and row in the grid.
  struct Square {
    fileprivate let content: UInt32
    fileprivate let column, row: Int
  }

  /// The square in which a location lies; nil if it lies outside the grid.
  @inline(__always)
  func square(x: Int64, y: Int64) -> Square? {
    guard let row = grid.row(of: y), let column = grid.column(of: x) else { return nil }
    return Square(content: squares[row &* grid.columns &+ column], column: column, row: row)
  }

  /// The region of a square without borders, which the pack has: slot plus one, 0 for none. Nil if the square has
  /// borders.
  @inline(__always)
  func region(of square: Square) -> Int? {
    square.content & Self.hasBorders == 0 ? Int(square.content) : nil
  }

  /// The region at a location in a square with borders: slot plus one, 0 for none.
  func region(at location: CellLocation, in square: Square) -> Int {
    let number = Int(square.content & ~Self.hasBorders)
    let way = LocationWay(
      corner: CellLocation(x: grid.west(of: square.column), y: grid.north(of: square.row), restX: 0, restY: 0),
      location: location)
    var region = bordered[number].corner
    for border in Int(bordered[number].first)..<Int(bordered[number + 1].first)
    where way.crosses(borders[border].segment) { region ^= borders[border].sides }
    return Int(region)
  }
}
