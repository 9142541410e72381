import MapPack
import MapPackCoverage
import MapPackGeometry

/// Makes the index with which a pack finds the region at a location.
///
/// The map's box is divided into squares. Each square has the region at its north-western corner, and a list of the
/// pieces of borders that pass through it. y grows to the south.
/// Source: Format.md, section GRID.
struct SquareIndexWriter {
  /// A search is faster with few pieces, and the index smaller with many.
  private static let piecesPerSquare = 2

  private let grid: SquareIndex
  /// Per square: the region at its north-western corner, slot plus one, 0 for none.
  private var corners: [UInt32]
  /// Per square: the pieces that pass through it, ascending.
  private var lists: [[Int]]
  private let pieceCount: Int

  /// - Parameter pieces: all pieces of the arcs, in the order of the pack; see `ArcStream`.
  /// - Complexity: O(n + p) for n vertices and p passages of segments through squares.
  init(_ arcs: ArcTable, pieces: [ArcStream.Piece]) {
    pieceCount = pieces.count
    var box = GridBox()
    for piece in pieces where piece.vertices.count > 1 {
      for vertex in piece.vertices { box.extend(to: arcs.point(vertex)) }
    }
    if box.isEmpty { box = GridBox(GridPoint(x: 0, y: 0), GridPoint(x: 0, y: 0)) }
    let (width, height) = (Int(box.maxX) - Int(box.minX), Int(box.maxY) - Int(box.minY))
    let squareLimit = max(16, pieces.count / Self.piecesPerSquare)
    var shift = 0
    while (width >> shift + 1) * (height >> shift + 1) > squareLimit { shift += 1 }
    grid = SquareIndex(
      shift: shift, minX: Int64(box.minX), minY: Int64(box.minY), columns: width >> shift + 1, rows: height >> shift + 1
    )
    corners = Array(repeating: 0, count: grid.count)
    lists = Array(repeating: [], count: grid.count)
    let columnCount = grid.columns.count
    for (number, piece) in pieces.enumerated() {
      for (a, b) in zip(piece.vertices, piece.vertices.dropFirst()) {
        grid.forEachRow(from: arcs.point(a), to: arcs.point(b)) { row, columns, crossing in
          let first = row * columnCount
          // Walk along the row's northern edge from the west, outside all regions. Here the walk crosses the border, so
          // it leaves one of the two regions and enters the other: `sides` is the exclusive or of both.
          if let crossing, crossing < columnCount {
            corners[first + crossing] ^= UInt32(truncatingIfNeeded: piece.sides)
          }
          for square in first + columns.lowerBound...first + columns.upperBound where lists[square].last != number {
            lists[square].append(number)
          }
        }
      }
    }
    for square in corners.indices where square % columnCount > 0 { corners[square] ^= corners[square - 1] }
  }

  /// The columns of the section, and the Rice parameter of the pieces' indices.
  func encoded(slotCount: Int) -> (columns: [PackColumn], parameter: Int) {
    let (columns, rows) = (grid.columns, grid.rows)
    let gaps = { (pieces: [Int]) in zip(pieces.dropFirst(), pieces).map { UInt32($0 - $1 - 1) } }
    let parameter = RiceCode.parameter(for: lists.flatMap(gaps))
    var start: [Int] = []
    var writer = BitWriter()
    for (corner, pieces) in zip(corners, lists) {
      start.append(writer.position)
      writer.append(corner > 0 ? 1 : 0, bits: 1)
      if corner > 0 { writer.append(UInt64(corner), bits: PackFormat.bitCount(slotCount)) }
      guard let first = pieces.first else { continue }
      writer.append(UInt64(first), bits: PackFormat.bitCount(pieceCount))
      for gap in gaps(pieces) { writer.append(rice: gap, parameter: parameter) }
    }
    start.append(writer.position)
    writer.finish()
    let parameters = [columns.shift, Int(columns.origin), Int(rows.origin), columns.count, rows.count]
    return ([PackColumn(parameters), PackColumn(ascending: start), PackColumn(bytes: writer.bytes)], parameter)
  }
}
