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

  /// The binary logarithm of a square's width in cells.
  private let shift: Int
  private let box: GridBox
  private let columns: Int
  private let rows: Int
  private let pieceCount: Int
  private var passages: ContiguousArray<Passage> = []
  /// The changes of region on the way east along the northern edges of squares. A border that crosses an edge is a
  /// change of the first square whose corner is at the crossing or east of it; the value is the piece's `sides`.
  private var changes: ContiguousArray<Passage> = []

  private struct Passage: Comparable {
    var square: Int
    var value: Int

    static func < (a: Passage, b: Passage) -> Bool { (a.square, a.value) < (b.square, b.value) }
  }

  /// - Parameter pieces: all pieces of the arcs, in the order of the pack; see `ArcStream`.
  /// - Complexity: O(n + p log p) for n vertices and p passages of pieces through squares.
  init(_ arcs: ArcTable, pieces: [ArcStream.Piece]) {
    var box = GridBox()
    for vertex in 0..<arcs.vertexCount { box.extend(to: arcs.point(vertex)) }
    if box.isEmpty { box = GridBox(GridPoint(x: 0, y: 0), GridPoint(x: 0, y: 0)) }
    self.box = box
    pieceCount = pieces.count
    let width = Int(box.maxX) - Int(box.minX)
    let height = Int(box.maxY) - Int(box.minY)
    var shift = 0
    while (width >> shift + 1) * (height >> shift + 1) > max(16, pieces.count / Self.piecesPerSquare) { shift += 1 }
    self.shift = shift
    columns = width >> shift + 1
    rows = height >> shift + 1

    for (number, piece) in pieces.enumerated() {
      for (a, b) in zip(piece.vertices, piece.vertices.dropFirst()) {
        add(arcs.point(a), arcs.point(b), number, piece.sides)
      }
    }
    passages.sort()
    changes.sort()
  }

  /// Adds the passages of the closed segment from a to b, and its changes.
  private mutating func add(_ a: GridPoint, _ b: GridPoint, _ piece: Int, _ sides: Int) {
    let (north, south) = a.y <= b.y ? (a, b) : (b, a)
    let dx = Int64(south.x) - Int64(north.x)
    let dy = Int64(south.y) - Int64(north.y)
    // The x at which the segment crosses a parallel, from the box's western edge. It is rounded down to a cell, which
    // does not change the square. Products have at most 62 bits.
    func crossing(atY y: Int64) -> (x: Int64, isExact: Bool) {
      let product = dx * (y - Int64(north.y))
      let quotient = product >= 0 ? product / dy : -((dy - 1 - product) / dy)
      return (Int64(north.x) - Int64(box.minX) + quotient, quotient * dy == product)
    }
    func column(atY y: Int64) -> Int { Int(crossing(atY: y).x) >> shift }
    let firstRow = (Int(north.y) - Int(box.minY)) >> shift
    let lastRow = (Int(south.y) - Int(box.minY)) >> shift
    for row in firstRow...lastRow {
      let top = Int64(box.minY) + Int64(row << shift)
      var ends = (Int(north.x) - Int(box.minX)) >> shift
      var other = (Int(south.x) - Int(box.minX)) >> shift
      if dy > 0 {
        ends = column(atY: max(top, Int64(north.y)))
        other = column(atY: min(top + Int64(1) << Int64(shift), Int64(south.y)))
        if Int64(north.y) <= top && top < Int64(south.y) {
          let (x, isExact) = crossing(atY: top)
          let next = (Int(x) + (isExact ? 0 : 1) + (1 << shift) - 1) >> shift
          if next < columns { changes.append(Passage(square: row * columns + next, value: sides)) }
        }
      }
      for column in min(ends, other)...max(ends, other) {
        let passage = Passage(square: row * columns + column, value: piece)
        if passages.last != passage { passages.append(passage) }
      }
    }
  }

  /// The columns of the section, and the Rice parameter of the pieces' indices.
  func encoded(slotCount: Int) -> (columns: [PackColumn], parameter: Int) {
    var lists: [(corner: Int, pieces: [Int])] = []
    var passage = 0
    var change = 0
    for row in 0..<rows {
      var region = 0
      for square in row * columns..<(row + 1) * columns {
        while change < changes.count, changes[change].square == square {
          region ^= changes[change].value
          change += 1
        }
        var pieces: [Int] = []
        while passage < passages.count, passages[passage].square == square {
          if pieces.last != passages[passage].value { pieces.append(passages[passage].value) }
          passage += 1
        }
        lists.append((region, pieces))
      }
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
    let parameters = [shift, Int(box.minX), Int(box.minY), columns, rows]
    return ([PackColumn(parameters), PackColumn(ascending: start), PackColumn(bytes: writer.bytes)], parameter)
  }
}
