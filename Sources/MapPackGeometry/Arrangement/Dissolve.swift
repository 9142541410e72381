/// The arcs that remain when all faces of one owner that meet along an arc are united.
package struct Dissolved {
  /// Canonical arcs (`CanonicalWalk`), sorted by their first two points, with the owners on both sides.
  package private(set) var arcs: ArcTable
  /// Per half-edge of `arcs`: the united face on its left.
  package private(set) var face: ContiguousArray<Int32>
  /// Per face: the united face that it is part of, named by its first face; 0 is the unbounded face.
  package private(set) var unitedFace: ContiguousArray<Int32>

  /// - Parameters:
  ///   - paths: noded arcs, of which `halves` is made.
  ///   - faces: per half-edge, the face on its left; 0 is the unbounded face.
  ///   - owner: per face, its owner, or `ArcTable.none`.
  ///   - seams: lines along which an arc runs wholly or not at all; `nil` flags no arc as a seam.
  ///   - levels: per vertex, the coarsest level at which it is present; `nil` for 0.
  /// - Complexity: O(n log n) for n vertices.
  package init(
    _ paths: Paths, _ halves: HalfEdges, _ faces: ContiguousArray<Int32>, owner: ContiguousArray<Int32>,
    seams: SeamLines?, levels: ContiguousArray<UInt8>? = nil, jobs: Int
  ) {
    var united = DisjointSets(count: owner.count)
    var isBorder = ContiguousArray<Bool>(repeating: false, count: paths.count)
    for arc in 0..<paths.count {
      let left = Int(faces[2 * arc])
      let right = Int(faces[2 * arc + 1])
      if owner[left] == owner[right] {
        united.unite(left, right)
      } else {
        isBorder[arc] = true
      }
    }
    unitedFace = ContiguousArray((0..<owner.count).map { Int32(united.find($0)) })
    arcs = ArcTable()
    face = []
    let lines = BorderLines(paths, halves, isBorder)
    let chunks = (0..<lines.count).chunks(of: 1 << 14) { lines.length(of: $0) }
    let piecesByChunk = concurrentMap(chunks.count, jobs: jobs) { Self.pieces(of: chunks[$0], lines, seams) }
    // Where each piece goes in the sorted table, as the index of its first vertex.
    let pieces = piecesByChunk.flatMap { $0 }
    var firstVertex = ContiguousArray<Int>(repeating: 0, count: pieces.count)
    for index in pieces.indices.sorted(by: { pieces[$0].key < pieces[$1].key }) {
      let piece = pieces[index]
      let half = lines.firstHalf(of: piece.line) ^ (piece.isReversed ? 1 : 0)
      let leftFace = unitedFace[Int(faces[half])]
      let rightFace = unitedFace[Int(faces[half ^ 1])]
      firstVertex[index] = arcs.start[arcs.count]
      arcs.start.append(arcs.start[arcs.count] + piece.count)
      arcs.left.append(owner[Int(leftFace)])
      arcs.right.append(owner[Int(rightFace)])
      arcs.isClosed.append(piece.isClosed)
      arcs.isSeam.append(piece.isSeam)
      face.append(leftFace)
      face.append(rightFace)
    }
    let vertexCount = arcs.start[arcs.count]
    let firstPiece = piecesByChunk.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    func joined<Value: BitwiseCopyable & Sendable>(_ column: ContiguousArray<Value>) -> ContiguousArray<Value> {
      ContiguousArray(count: vertexCount) { [firstVertex] slots in
        _ = concurrentMap(chunks.count, jobs: jobs) { chunk in
          var values = ContiguousArray<Value>()
          var line = -1
          for (index, piece) in piecesByChunk[chunk].enumerated() {
            if piece.line != line { lines.fill(&values, of: column, with: piece.line) }
            line = piece.line
            piece.write(values, slots, from: firstVertex[firstPiece[chunk] + index])
          }
        }
      }
    }
    arcs.points = joined(paths.points)
    arcs.vertexLevel = levels.map(joined) ?? ContiguousArray(repeating: 0, count: vertexCount)
  }

  private static func pieces(of range: Range<Int>, _ lines: BorderLines, _ seams: SeamLines?) -> [Piece] {
    var points = ContiguousArray<GridPoint>()
    var pieces: [Piece] = []
    for line in range {
      lines.fill(&points, of: lines.points, with: line)
      if let seams, points.contains(where: seams.contains) {
        divide(points, line, isClosed: lines.isClosed[line], at: seams, into: &pieces)
      } else {
        pieces.append(Piece.whole(points, line, isClosed: lines.isClosed[line]))
      }
    }
    return pieces
  }

  private static func divide(
    _ points: ContiguousArray<GridPoint>, _ line: Int, isClosed: Bool, at seams: SeamLines, into pieces: inout [Piece]
  ) {
    let count = points.count
    let segments = isClosed ? count : count - 1
    func isSeam(_ segment: Int) -> Bool { seams.contains(points[segment], points[(segment + 1) % count]) }
    let changes = ((isClosed ? 0 : 1)..<segments).filter { isSeam($0) != isSeam($0 == 0 ? segments - 1 : $0 - 1) }
    guard let first = changes.first else {
      pieces.append(Piece.whole(points, line, isClosed: isClosed, isSeam: isSeam(0)))
      return
    }
    let bounds = isClosed ? changes + [first + count] : [0] + changes + [segments]
    for (begin, end) in zip(bounds, bounds.dropFirst()) {
      pieces.append(Piece(points, line, from: begin, to: end, isSeam: isSeam(begin)))
    }
  }
}

/// A canonical arc as a part of a line: where it begins there, and in which direction it runs.
private struct Piece {
  let line: Int
  /// The position of its first point in the line; in a ring, it may be beyond the end.
  let first: Int
  let count: Int
  let isReversed: Bool
  let isClosed: Bool
  let isSeam: Bool
  /// Its first two points, by which arcs are sorted. No other arc has the same.
  let key: (UInt64, UInt64)

  static func whole(_ points: ContiguousArray<GridPoint>, _ line: Int, isClosed: Bool, isSeam: Bool = false) -> Piece {
    isClosed
      ? Piece(ring: points, line, isSeam: isSeam)
      : Piece(points, line, from: 0, to: points.count - 1, isSeam: isSeam)
  }

  private init(ring points: ContiguousArray<GridPoint>, _ line: Int, isSeam: Bool) {
    let walk = CanonicalWalk(ringOf: points.count) { points[$0] }
    self.line = line
    first = walk.first
    count = points.count
    isReversed = walk.isReversed
    isClosed = true
    self.isSeam = isSeam
    key = (points[walk.first].key, points[walk.second].key)
  }

  /// The open arc between two positions. In a ring, the last one may be beyond the end.
  init(_ points: ContiguousArray<GridPoint>, _ line: Int, from begin: Int, to end: Int, isSeam: Bool) {
    func point(_ step: Int) -> GridPoint { points[(begin + step) % points.count] }
    count = end - begin + 1
    let walk = CanonicalWalk(lineOf: count, point)
    self.line = line
    first = begin + walk.first
    isReversed = walk.isReversed
    isClosed = false
    self.isSeam = isSeam
    key = (point(walk.first).key, point(walk.second).key)
  }

  func write<Value>(_ line: ContiguousArray<Value>, _ slots: DisjointSlots<Value>, from vertex: Int) {
    var position = first % line.count
    for step in 0..<count {
      slots[vertex + step] = line[position]
      if isReversed {
        position = position == 0 ? line.count - 1 : position - 1
      } else {
        position = position + 1 == line.count ? 0 : position + 1
      }
    }
  }
}
