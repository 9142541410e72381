/// Borders by the cells of a grid, each with the region at its north-western corner: what `PackStorage.slot(at:)` reads
/// from the squares of a pack, decoded.
///
/// Most cells have no border and say at once which region they lie in.
struct PlaceCells: Sendable {
  private let grid: SquareIndex
  /// By cell, row by row from the north-west: its region (slot and one, 0 for none), or `Self.hasBorders` and the place
  /// in `bordered`.
  private let cells: ContiguousArray<UInt32>
  /// Cells with borders, and behind the last one the number of all borders.
  private let bordered: ContiguousArray<BorderedCell>
  private let borders: ContiguousArray<BorderSegment>

  private struct BorderedCell {
    /// The first of its borders; the next cell's first ends them.
    let first: UInt32
    /// The region at the corner: slot and one, 0 for none.
    let corner: UInt32
  }

  private static let hasBorders: UInt32 = 1 << 31
  /// There are at most so many cells to a segment, and so many segments in cells: what bounds the memory. The more there
  /// are, the more cells have no border.
  private static let cellsPerSegment = 4
  private static let passagesPerSegment = 4
  /// So few cells are nothing, whatever the segments.
  private static let fewCells = 256
  /// So no number of a cell or a passage has the bit of `hasBorders`.
  static let segmentLimit = 1 << 28

  /// - Precondition: coordinates in 0 … 2³⁰, at most `segmentLimit` segments.
  /// - Complexity: O(segments)
  init(_ segments: ContiguousArray<BorderSegment>) {
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for border in segments {
      let segment = border.segment
      (minX, minY) = (min(minX, segment.ax, segment.bx), min(minY, segment.ay, segment.by))
      (maxX, maxY) = (max(maxX, segment.ax, segment.bx), max(maxY, segment.ay, segment.by))
    }
    if segments.isEmpty { (minX, minY, maxX, maxY) = (0, 0, 0, 0) }
    let (width, height) = (Int(maxX) - Int(minX), Int(maxY) - Int(minY))
    let limit = max(Self.fewCells, Self.cellsPerSegment * segments.count)
    var shift = 0
    while (width >> shift + 1) * (height >> shift + 1) > limit { shift += 1 }
    while true {
      let grid = SquareIndex(
        shift: shift, minX: Int64(minX), minY: Int64(minY), columns: width >> shift + 1, rows: height >> shift + 1)
      // In one cell each segment passes once.
      if let passages = Passages(segments, grid, limit: Self.passagesPerSegment * segments.count) {
        self.grid = grid
        (cells, bordered, borders) = Self.columns(segments, grid, passages)
        return
      }
      shift += 1
    }
  }

  /// How many segments pass through each cell, and the regions at the corners.
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
        for cell in row * grid.columns..<(row + 1) * grid.columns {
          region ^= corner[cell]
          corner[cell] = region
        }
      }
    }
  }

  private static func columns(
    _ segments: ContiguousArray<BorderSegment>, _ grid: SquareIndex, _ passages: Passages
  ) -> (ContiguousArray<UInt32>, ContiguousArray<BorderedCell>, ContiguousArray<BorderSegment>) {
    var cells = passages.corner
    var bordered: ContiguousArray<BorderedCell> = []
    bordered.reserveCapacity(1 + passages.count.reduce(0) { $0 + ($1 > 0 ? 1 : 0) })
    // Where the next border of a cell goes.
    var next = passages.count
    var first: UInt32 = 0
    for cell in cells.indices where passages.count[cell] > 0 {
      cells[cell] = hasBorders | UInt32(bordered.count)
      bordered.append(BorderedCell(first: first, corner: passages.corner[cell]))
      next[cell] = first
      first += passages.count[cell]
    }
    bordered.append(BorderedCell(first: first, corner: 0))
    let nothing = BorderSegment(segment: CellSegment(ax: 0, ay: 0, bx: 0, by: 0), sides: 0)
    var borders = ContiguousArray(repeating: nothing, count: passages.total)
    for border in segments {
      grid.forEachRow(of: border.segment) { row, columns, _ in
        for column in columns {
          let cell = row * grid.columns + column
          borders[Int(next[cell])] = border
          next[cell] += 1
        }
        return true
      }
    }
    return (cells, bordered, borders)
  }

  var byteCount: Int {
    cells.count * MemoryLayout<UInt32>.stride + bordered.count * MemoryLayout<BorderedCell>.stride
      + borders.count * MemoryLayout<BorderSegment>.stride
  }

  /// The region at a place: slot and one, 0 for none. As `PackStorage.slot(at:)` finds it.
  /// - Complexity: O(segments in the cell)
  @inline(__always)
  func region(at place: CellPlace) -> Int {
    guard let row = grid.row(of: place.y), let column = grid.column(of: place.x) else { return 0 }
    let cell = cells[row &* grid.columns &+ column]
    guard cell & Self.hasBorders != 0 else { return Int(cell) }
    return region(at: place, column, row, bordered: Int(cell & ~Self.hasBorders))
  }

  private func region(at place: CellPlace, _ column: Int, _ row: Int, bordered cell: Int) -> Int {
    let way = LocationWay(
      corner: CellPlace(x: grid.west(of: column), y: grid.north(of: row), restX: 0, restY: 0), place: place)
    var region = bordered[cell].corner
    for border in Int(bordered[cell].first)..<Int(bordered[cell + 1].first)
    where way.crosses(borders[border].segment) { region ^= borders[border].sides }
    return Int(region)
  }
}
