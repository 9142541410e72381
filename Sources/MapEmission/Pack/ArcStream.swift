import MapArrangement
import MapGeometry
import MapPack
import MapTopology

/// The bits of a pack's arcs, and the places in long arcs from which decoding can start.
struct ArcStream {
  /// A restart comes after so many deltas: rarely enough to cost little, often enough to find a place in an arc quickly.
  static let deltasPerPiece = 64

  /// Per arc: its first byte; one more at the end.
  private(set) var arcStart: ContiguousArray<Int> = [0]
  private(set) var bytes: ContiguousArray<UInt8> = []
  private(set) var restartBit: ContiguousArray<Int> = []
  private(set) var restartX: ContiguousArray<Int> = []
  private(set) var restartY: ContiguousArray<Int> = []
  private(set) var vertexCount = 0
  /// Levels from the commonest on, in arcs that are open and in closed ones.
  private(set) var openLevels: [Int]
  private(set) var closedLevels: [Int]
  let sideParameter: Int
  /// The pieces of arcs between restarts: those at the beginnings of arcs, then the others.
  private(set) var pieces: [Piece] = []

  /// A stretch of an arc.
  struct Piece {
    /// Its vertices, its ends included, in the coverage's columns.
    var vertices: [Int]
    /// The regions on its two sides, slot and one, as an exclusive or; 0 of a line, which is no border.
    var sides: Int
  }

  /// - Parameter bounds: per slot, where its vertices lie.
  /// - Complexity: O(vertices)
  init(_ arcs: PackArcs, of coverage: Coverage, slotOfRegion: [Int], bounds: [PackBounds]) {
    let shapes = (0..<arcs.count).map { arcs.vertices(of: $0, in: coverage) }
    let coarsest = coverage.levels.count - 1
    let levelOf = { (vertex: Int) in min(Int(coverage.arcs.vertexLevel[vertex]), coarsest) }
    openLevels = Self.ranked(
      shapes.lazy.filter { !$0.isClosed }.flatMap { $0.vertices.dropFirst().dropLast() }.map(levelOf), coarsest)
    closedLevels = Self.ranked(shapes.lazy.filter(\.isClosed).flatMap(\.vertices).map(levelOf), coarsest)
    let right = (0..<arcs.count).map { arc in
      let reference = arcs.reference[arc]
      let region = reference.isReversed ? coverage.arcs.left[reference.arc] : coverage.arcs.right[reference.arc]
      return region == MapArrangement.ArcTable.none ? nil : slotOfRegion[Int(region)]
    }
    let sides = right.enumerated().compactMap { arc, right in right.map { UInt32($0 - arcs.owner[arc] - 1) } }
    sideParameter = RiceCode.parameter(for: sides)

    var openRanks = [Int](repeating: 0, count: coarsest + 1)
    var closedRanks = openRanks
    for (rank, level) in openLevels.enumerated() { openRanks[level] = rank }
    for (rank, level) in closedLevels.enumerated() { closedRanks[level] = rank }

    var writer = BitWriter()
    var later: [Piece] = []
    for arc in 0..<arcs.count {
      let (vertices, isClosed) = shapes[arc]
      let ranks = isClosed ? closedRanks : openRanks
      let owner = arcs.owner[arc]
      writer.append(isClosed ? 1 : 0, bits: 1)
      if !isClosed { writer.append(arcs.isJoined[arc] ? 1 : 0, bits: 1) }
      writer.append(right[arc] == nil ? 0 : 1, bits: 1)
      if let right = right[arc] { writer.append(rice: UInt32(right - owner - 1), parameter: sideParameter) }
      bounds[owner].append(coverage.arcs.point(vertices[0]), to: &writer)

      let written = isClosed || !arcs.isJoined[arc] ? vertices.count : vertices.count - 1
      vertexCount += vertices.count
      let deltaX = Self.deltas(vertices[..<written], coverage.arcs.x)
      let deltaY = Self.deltas(vertices[..<written], coverage.arcs.y)
      let parameterX = RiceCode.parameter(for: deltaX)
      let parameterY = RiceCode.parameter(for: deltaY)
      writer.append(UInt64(parameterX), bits: PackFormat.riceParameterBits)
      writer.append(UInt64(parameterY), bits: PackFormat.riceParameterBits)
      if isClosed && coarsest > 0 { writer.append(unary: ranks[levelOf(vertices[0])]) }
      var pieceStart = 0
      let across = coverage.kind != .areas ? 0 : (owner + 1) ^ (right[arc].map { $0 + 1 } ?? 0)
      func piece(to end: Int) -> Piece { Piece(vertices: Array(vertices[pieceStart...end]), sides: across) }
      for (place, vertex) in vertices[..<written].enumerated().dropFirst() {
        if place - 1 - pieceStart == Self.deltasPerPiece {
          if pieceStart == 0 { pieces.append(piece(to: place - 1)) } else { later.append(piece(to: place - 1)) }
          pieceStart = place - 1
          restartBit.append(writer.position)
          restartX.append(Int(coverage.arcs.x[vertices[pieceStart]]))
          restartY.append(Int(coverage.arcs.y[vertices[pieceStart]]))
        }
        writer.append(rice: deltaX[place - 1], parameter: parameterX)
        writer.append(rice: deltaY[place - 1], parameter: parameterY)
        // The node at the end of an arc is there wherever the arc is.
        let isNode = !isClosed && place == vertices.count - 1
        if coarsest > 0 && !isNode { writer.append(unary: ranks[levelOf(vertex)]) }
      }
      var rest = piece(to: vertices.count - 1)
      if isClosed { rest.vertices.append(vertices[0]) }
      if pieceStart == 0 { pieces.append(rest) } else { later.append(rest) }
      writer.finish()
      arcStart.append(writer.position / 8)
    }
    pieces += later
    bytes = writer.bytes
  }

  /// The differences of neighbouring numbers, folded.
  private static func deltas(_ vertices: ArraySlice<Int>, _ column: ContiguousArray<Int32>) -> ContiguousArray<UInt32> {
    ContiguousArray(zip(vertices.dropFirst(), vertices).map { RiceCode.folded(column[$0] - column[$1]) })
  }

  /// All levels, the commonest first, equally common ones by number.
  private static func ranked(_ levels: some Sequence<Int>, _ coarsest: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: coarsest + 1)
    for level in levels { counts[level] += 1 }
    return counts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
  }
}
