import MapPack
import MapPackGeometry
import MapPackMerge

/// Makes the index with which a pack finds the region at a location.
///
/// The map's box is divided into squares. Each square has the region at its north-western corner, and a list of the
/// pieces of borders that pass through it. y grows to the south.
/// Source: Format.md, section GRID.
struct SquareIndexWriter {
  /// A search is faster with few pieces, and the index smaller with many.
  private static let piecesPerSquare = 2

  private let table: SquareTable
  /// Per segment of the table: the index of its piece.
  private var pieceOfSegment: [Int] = []
  private let pieceCount: Int

  /// - Parameter pieces: all pieces of the arcs, in the order of the pack; see `ArcStream`.
  /// - Complexity: O(n + p) for n vertices and p passages of segments through squares.
  init(_ arcs: ArcTable, pieces: [ArcStream.Piece]) {
    pieceCount = pieces.count
    var segments: ContiguousArray<BorderSegment> = []
    for (number, piece) in pieces.enumerated() {
      for (a, b) in zip(piece.vertices, piece.vertices.dropFirst()) {
        let segment = CellSegment(ax: arcs.point(a).x, ay: arcs.point(a).y, bx: arcs.point(b).x, by: arcs.point(b).y)
        segments.append(BorderSegment(segment: segment, sides: UInt32(truncatingIfNeeded: piece.sides)))
        pieceOfSegment.append(number)
      }
    }
    table = SquareTable(segments, squareLimit: max(16, pieces.count / Self.piecesPerSquare), isClosed: true)
  }

  /// The columns of the section, and the Rice parameter of the pieces' indices.
  func encoded(slotCount: Int) -> (columns: [PackColumn], parameter: Int) {
    let (grid, columns, rows) = (table.grid, table.grid.columns, table.grid.rows)
    let lists = (0..<grid.count).map { square in
      var pieces: [Int] = []
      for segment in table.segments(ofSquare: square) where pieces.last != pieceOfSegment[Int(segment)] {
        pieces.append(pieceOfSegment[Int(segment)])
      }
      return (corner: table.squares[square].corner, pieces: pieces)
    }
    let gaps = { (pieces: [Int]) in zip(pieces.dropFirst(), pieces).map { UInt32($0 - $1 - 1) } }
    let parameter = RiceCode.parameter(for: lists.flatMap { gaps($0.pieces) })
    var start: [Int] = []
    var writer = BitWriter()
    for (corner, pieces) in lists {
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
