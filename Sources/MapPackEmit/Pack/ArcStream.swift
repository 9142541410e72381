import MapPack
import MapPackCoverage
import MapPackGeometry

/// The encoded arcs of a pack, and the restarts: positions inside of long arcs at which decoding can start. A slot is
/// the index of a raw value. Source: Format.md, sections BITS, JUMP and OVER.
struct ArcStream {
  /// Restarts are rare enough to cost little, and frequent enough to reach any vertex of an arc quickly.
  static let deltasPerPiece = 64

  /// Per arc: the index of its first byte; one more at the end.
  private(set) var arcStart: ContiguousArray<Int> = [0]
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// Per restart: the position in the stream, in bits, of the first vertex after it.
  private(set) var restartBit: ContiguousArray<Int> = []
  /// Per restart: the coordinates of the vertex before that one, in cells.
  private(set) var restartX: ContiguousArray<Int> = []
  private(set) var restartY: ContiguousArray<Int> = []
  private(set) var vertexCount = 0
  /// The levels of the vertices of open arcs, from the commonest on.
  private(set) var openLevels: [Int]
  /// The levels of the vertices of closed arcs, from the commonest on.
  private(set) var closedLevels: [Int]
  /// The Rice parameter of the regions on the right of arcs.
  let sideParameter: Int
  /// The pieces of arcs between restarts: first the ones at the starts of arcs, then the others.
  private(set) var pieces: [Piece] = []

  /// A piece of an arc, from its start or a restart to the next restart or its end.
  struct Piece {
    /// The indices of its vertices in the coverage, both ends included.
    var vertices: [Int]
    /// The exclusive or of the two sides, each as the slot plus one, or 0 without a region. It is 0 for a line.
    var sides: Int
  }

  /// - Parameters:
  ///   - slotOfRegion: per region of the coverage, its raw value.
  ///   - bounds: per slot, the bounds of its vertices, by which first vertices are written.
  ///   - finest: the level whose vertices are written; above 0, they are an overview, which has no restarts.
  init(_ arcs: PackArcs, of coverage: Coverage, slotOfRegion: [Int], bounds: [PackBounds], from finest: Int = 0) {
    let coarsest = coverage.levels.count - 1
    let levelOf = { (vertex: Int) in min(Int(coverage.arcs.vertexLevel[vertex]), coarsest) }
    let shapes = (0..<arcs.count).map { arc in
      var shape = arcs.vertices(of: arc, in: coverage)
      if finest > 0 {
        let isPresent = arcs.level[arc] >= finest
        let ends = shape.isClosed ? [] : [shape.vertices.first, shape.vertices.last]
        shape.vertices.removeAll { !isPresent || levelOf($0) < finest && !ends.contains($0) }
      }
      return shape
    }
    let hasLevels = coarsest > finest
    func ranked(isClosed: Bool) -> [Int] {
      var counts = [Int](repeating: 0, count: coarsest + 1)
      for shape in shapes where shape.isClosed == isClosed {
        for vertex in isClosed ? shape.vertices[...] : shape.vertices.dropFirst().dropLast() {
          counts[levelOf(vertex)] += 1
        }
      }
      // Of equally common ones the finer first.
      return (finest...coarsest).sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    }
    openLevels = ranked(isClosed: false)
    closedLevels = ranked(isClosed: true)
    let right = Self.slotsOnRight(of: arcs, coverage, slotOfRegion)
    let sides = right.enumerated().compactMap { arc, right in right.map { UInt32($0 - arcs.owner[arc] - 1) } }
    sideParameter = RiceCode.parameter(for: sides)

    let openRanks = Self.ranks(of: openLevels, coarsest)
    let closedRanks = Self.ranks(of: closedLevels, coarsest)
    var writer = BitWriter()
    var later: [Piece] = []
    for arc in 0..<arcs.count {
      let (vertices, isClosed) = shapes[arc]
      guard !vertices.isEmpty else {
        arcStart.append(writer.position / 8)
        continue
      }
      let isJoined = arcs.isJoined[arc] && !shapes[arc + 1].vertices.isEmpty
      let ranks = isClosed ? closedRanks : openRanks
      let owner = arcs.owner[arc]
      writer.append(isClosed ? 1 : 0, bits: 1)
      if !isClosed { writer.append(isJoined ? 1 : 0, bits: 1) }
      writer.append(right[arc] == nil ? 0 : 1, bits: 1)
      if let right = right[arc] { writer.append(rice: UInt32(right - owner - 1), parameter: sideParameter) }
      bounds[owner].append(coverage.arcs.point(vertices[0]), to: &writer)

      let written = isClosed || !isJoined ? vertices.count : vertices.count - 1
      vertexCount += vertices.count
      let points = vertices[..<written].map(coverage.arcs.point)
      let deltaX = Self.deltas(points.lazy.map(\.x))
      let deltaY = Self.deltas(points.lazy.map(\.y))
      let parameterX = RiceCode.parameter(for: deltaX)
      let parameterY = RiceCode.parameter(for: deltaY)
      writer.append(UInt64(parameterX), bits: PackFormat.riceParameterBits)
      writer.append(UInt64(parameterY), bits: PackFormat.riceParameterBits)
      if isClosed && hasLevels { writer.append(unary: ranks[levelOf(vertices[0])]) }
      var pieceStart = 0
      let across = coverage.kind != .areas ? 0 : (owner + 1) ^ (right[arc].map { $0 + 1 } ?? 0)
      func piece(to end: Int) -> Piece { Piece(vertices: Array(vertices[pieceStart...end]), sides: across) }
      for (position, vertex) in vertices[..<written].enumerated().dropFirst() {
        if finest == 0, position - 1 - pieceStart == Self.deltasPerPiece {
          if pieceStart == 0 { pieces.append(piece(to: position - 1)) } else { later.append(piece(to: position - 1)) }
          pieceStart = position - 1
          restartBit.append(writer.position)
          restartX.append(Int(coverage.arcs.point(vertices[pieceStart]).x))
          restartY.append(Int(coverage.arcs.point(vertices[pieceStart]).y))
        }
        writer.append(rice: deltaX[position - 1], parameter: parameterX)
        writer.append(rice: deltaY[position - 1], parameter: parameterY)
        // The node at the end of an arc is present wherever the arc is, so its level is not written.
        let isNode = !isClosed && position == vertices.count - 1
        if hasLevels && !isNode { writer.append(unary: ranks[levelOf(vertex)]) }
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

  /// Per arc: the slot of the region on its right, as its owner walks it.
  private static func slotsOnRight(of arcs: PackArcs, _ coverage: Coverage, _ slotOfRegion: [Int]) -> [Int?] {
    (0..<arcs.count).map { arc in
      let reference = arcs.reference[arc]
      let region = reference.isReversed ? coverage.arcs.left[reference.arc] : coverage.arcs.right[reference.arc]
      return region == MapPackGeometry.ArcTable.none ? nil : slotOfRegion[Int(region)]
    }
  }

  private static func ranks(of levels: [Int], _ coarsest: Int) -> [Int] {
    var ranks = [Int](repeating: 0, count: coarsest + 1)
    for (rank, level) in levels.enumerated() { ranks[level] = rank }
    return ranks
  }

  /// The differences between consecutive numbers, folded.
  private static func deltas(_ column: some Collection<Int32>) -> ContiguousArray<UInt32> {
    ContiguousArray(zip(column.dropFirst(), column).map { RiceCode.folded($0 - $1) })
  }
}
