/// The squares of a grid, each with its borders and the region at its north-western corner.
///
/// It is what the section GRID of a pack says, decoded for speed and on a grid of its own. It never changes, so threads
/// can share it. Most squares have no border and say at once which region they lie in. All coordinates are in cells of
/// the pack grid. A **slot** is a raw value: the position of a region in the pack's columns.
struct LocationSquares: Sendable {
  private let grid: SquareIndex
  /// As in a `SquareTable`. A square without borders is of a region that the pack has, or of none.
  private let squares: ContiguousArray<SquareTable.Square>
  /// The borders of all squares.
  private let borders: ContiguousArray<BorderSegment>

  /// The limit for the squares per segment, and for the passages of segments through squares. It bounds the memory. The
  /// more squares there are, the more have no border.
  private static let limitPerSegment = 4
  /// A number of squares that is always allowed, however few segments there are.
  private static let fewSquares = 256
  /// The limit for the number of segments, so that 32 bits count passages.
  static let segmentLimit = 1 << 28

  /// Sorts border segments into squares.
  /// - Parameters:
  ///   - segments: the segments of all borders.
  ///   - slots: the slots that have a region.
  /// - Precondition: the coordinates lie in 0 … 2³⁰, and there are at most `segmentLimit` segments.
  /// - Complexity: O(segments)
  init(_ segments: ContiguousArray<BorderSegment>, slots: BitSet) {
    let limit = Self.limitPerSegment * segments.count
    let table = SquareTable(segments, squareLimit: max(Self.fewSquares, limit), passageLimit: limit)
    var squares = table.squares
    for square in squares.indices.dropLast() where squares[square].first == squares[square + 1].first {
      if !slots.contains(Int(squares[square].corner) - 1) { squares[square].corner = 0 }
    }
    grid = table.grid
    self.squares = squares
    borders = ContiguousArray(table.segments.map { segments[Int($0)] })
  }

  /// The memory that it takes, in bytes.
  var byteCount: Int {
    squares.count * MemoryLayout<SquareTable.Square>.stride + borders.count * MemoryLayout<BorderSegment>.stride
  }

  /// The region at a location: slot plus one, 0 for none. If borders or rings are damaged, it may be one that the pack
  /// does not have. A location on a border belongs to one of the two regions, by the rule of `Pack.shape(at:)`.
  /// - Complexity: O(1) in a square without borders, else O(its borders)
  func region(at location: CellLocation) -> Int {
    guard let row = grid.rows.index(of: location.y), let column = grid.columns.index(of: location.x) else { return 0 }
    let square = grid.square(column, row)
    var region = squares[square].corner
    let range = squares[square].first..<squares[square + 1].first
    guard !range.isEmpty else { return Int(region) }
    let way = LocationWay(corner: grid.corner(column, row), location: location)
    for border in range where way.crosses(borders[Int(border)].segment) { region ^= borders[Int(border)].sides }
    return Int(region)
  }

  /// The region of all of the square at a location of whole cells: slot plus one, 0 for none; nil if the square has
  /// borders.
  @inline(__always)
  func wholeRegion(x: Int64, y: Int64) -> Int? {
    guard let row = grid.rows.index(of: y), let column = grid.columns.index(of: x) else { return 0 }
    let square = grid.square(column, row)
    return squares[square].first == squares[square &+ 1].first ? Int(squares[square].corner) : nil
  }
}
