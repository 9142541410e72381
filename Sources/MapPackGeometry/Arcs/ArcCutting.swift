/// Cuts paths at their junctions. Each piece of line comes out once, with all its uses.
///
/// A junction is a common vertex at which paths part, or the end of a path. Lines that cross or touch elsewhere stay as
/// they are; `node` mends those.
///
/// Every resulting path runs as `CanonicalWalk` says. Pieces whose uses cancel separate nothing and are left out. Arcs
/// are in the order in which their first pieces are cut, path by path.
///
/// Vertices are in cells of a grid. A claim is whatever the caller numbers, such as a region or a polygon;
/// `ClaimedPaths.none`, which is negative, is no claim.
/// - Precondition: consecutive vertices differ; a closed path has at least two vertices.
/// - Complexity: O(n) expected for n vertices.
package struct ArcCutting: Sendable {
  /// The arcs.
  package let arcs: ClaimedPaths
  /// The lines that were left out, because on each of them one use gives up what another claims.
  package let canceled: [CanceledLine]

  package init(_ input: ClaimedPaths, jobs: Int) {
    var table = PieceTable(input)
    for pieces in Self.pieces(of: input.paths, jobs: jobs) {
      for piece in pieces { table.add(piece) }
    }
    (arcs, canceled) = table.arcs(jobs: jobs)
  }

  /// The pieces of consecutive paths. The junctions take the memory of half the vertices, so they end here.
  private static func pieces(of paths: Paths, jobs: Int) -> [[Piece]] {
    let cutter = PathCutter(paths: paths, junctions: Junctions(paths, jobs: jobs))
    let groups = paths.groups(ofVertices: 1 << 14)
    return concurrentMap(groups.count, jobs: jobs) { cutter.pieces(in: groups[$0]) }
  }
}

/// A path from one junction to the next, or a closed path without one, with its canonical walk.
private struct Piece {
  var path: Int
  /// The vertex of the input at which the walk begins; the walk continues over the end of a closed path.
  var first: Int
  var count: Int
  var isReversed: Bool
  var isClosed: Bool
  /// The first two points by their representatives, which are vertices (`Junctions`): no two lines have both in common.
  var key: UInt64
}

private struct PathCutter: Sendable {
  let paths: Paths
  let junctions: Junctions

  func pieces(in group: Range<Int>) -> [Piece] {
    var pieces: [Piece] = []
    for path in group {
      let begin = paths.start[path]
      let end = paths.start[path + 1]
      guard end - begin > 1 else { continue }
      if !paths.isClosed[path] {
        cut(path, begin, end, from: begin, into: &pieces)
      } else if let first = (begin..<end).first(where: { junctions.isJunction(at: $0) }) {
        cut(path, begin, end, from: first, into: &pieces)
      } else {
        pieces.append(ring(path, begin, end))
      }
    }
    return pieces
  }

  private func cut(_ path: Int, _ begin: Int, _ end: Int, from start: Int, into pieces: inout [Piece]) {
    var first = start
    for vertex in start + 1..<end where junctions.isJunction(at: vertex) {
      pieces.append(piece(path, first: first, count: vertex - first + 1, begin, end))
      first = vertex
    }
    guard paths.isClosed[path] else { return }
    // The last piece runs over the end of the path to the first junction; no vertex between is one.
    pieces.append(piece(path, first: first, count: end - first + start - begin + 1, begin, end))
  }

  private func piece(_ path: Int, first: Int, count: Int, _ begin: Int, _ end: Int) -> Piece {
    func vertex(_ step: Int) -> Int {
      let index = first + step
      return index < end ? index : index - (end - begin)
    }
    let walk = CanonicalWalk(lineOf: count) { paths.point(vertex($0)) }
    return Piece(
      path: path, first: vertex(walk.first), count: count, isReversed: walk.isReversed, isClosed: false,
      key: key(vertex(walk.first), vertex(walk.second)))
  }

  private func ring(_ path: Int, _ begin: Int, _ end: Int) -> Piece {
    let walk = CanonicalWalk(ringOf: end - begin) { paths.point(begin + $0) }
    return Piece(
      path: path, first: begin + walk.first, count: end - begin, isReversed: walk.isReversed, isClosed: true,
      key: key(begin + walk.first, begin + walk.second))
  }

  private func key(_ first: Int, _ second: Int) -> UInt64 {
    UInt64(UInt32(bitPattern: junctions.representative[first])) << 32
      | UInt64(UInt32(bitPattern: junctions.representative[second]))
  }
}

/// Unites pieces that are one line; lines are in the order in which their first pieces come.
private struct PieceTable {
  private let input: ClaimedPaths
  private var lines: [Piece] = []
  private var lineByKey: [UInt64: Int32] = [:]
  /// Per use, in the order in which they are found: its line, and its claims as seen along that line.
  private var usedLine: ContiguousArray<Int32> = []
  private var left: ContiguousArray<Int32> = []
  private var right: ContiguousArray<Int32> = []

  init(_ input: ClaimedPaths) { self.input = input }

  mutating func add(_ piece: Piece) {
    let next = Int32(truncatingIfNeeded: lines.count)
    let line: Int32
    if let known = lineByKey[piece.key] {
      line = known
    } else {
      lineByKey[piece.key] = next
      lines.append(piece)
      line = next
    }
    for use in input.useStart[piece.path]..<input.useStart[piece.path + 1] {
      usedLine.append(line)
      left.append(piece.isReversed ? input.right[use] : input.left[use])
      right.append(piece.isReversed ? input.left[use] : input.right[use])
    }
  }

  /// The lines with their uses side by side, and the lines whose uses cancel.
  func arcs(jobs: Int) -> (arcs: ClaimedPaths, canceled: [CanceledLine]) {
    let usesByLine = Grouping(usedLine.lazy.map { Int($0) }, count: lines.count)
    var kept: ContiguousArray<Int> = []
    var canceled: [CanceledLine] = []
    var start: ContiguousArray<Int> = [0]
    var isClosed: ContiguousArray<Bool> = []
    var result = ClaimedPaths()
    var vertexCount = 0
    for line in lines.indices {
      let uses = usesByLine[line].map { Int($0) }
      if cancel(uses) {
        let ends = ends(of: lines[line])
        for claim in Set(uses.map { max(left[$0], right[$0]) }).sorted() {
          canceled.append(CanceledLine(claim: claim, from: ends.from, to: ends.to))
        }
        continue
      }
      kept.append(line)
      vertexCount += lines[line].count
      start.append(vertexCount)
      isClosed.append(lines[line].isClosed)
      for use in uses {
        result.left.append(left[use])
        result.right.append(right[use])
      }
      result.useStart.append(result.left.count)
    }

    result.paths = Paths(points: walked(kept, start, jobs: jobs), start: start, isClosed: isClosed)
    return (result, canceled)
  }

  private func ends(of line: Piece) -> (from: GridPoint, to: GridPoint) {
    let (begin, end) = (input.paths.start[line.path], input.paths.start[line.path + 1])
    let steps = (line.isReversed ? 1 - line.count : line.count - 1) % (end - begin)
    let last = (line.first - begin + steps + (end - begin)) % (end - begin) + begin
    return (input.paths.point(line.first), input.paths.point(line.isClosed ? line.first : last))
  }

  private func walked(
    _ kept: ContiguousArray<Int>, _ start: ContiguousArray<Int>, jobs: Int
  ) -> ContiguousArray<GridPoint> {
    let groups = kept.indices.chunks(of: 1 << 16) { start[$0 + 1] - start[$0] }
    let count = start[kept.count]
    // Noding replaces a few lines by longer ones. With room for these, the others are not copied.
    return ContiguousArray(count: count, capacity: count + count / 32 + 64) { slots in
      _ = concurrentMap(groups.count, jobs: jobs) { group in
        for arc in groups[group] { copy(lines[kept[arc]], to: slots, from: start[arc]) }
      }
    }
  }

  private func copy(_ line: Piece, to slots: DisjointSlots<GridPoint>, from position: Int) {
    let begin = input.paths.start[line.path]
    let end = input.paths.start[line.path + 1]
    var vertex = line.first
    for step in 0..<line.count {
      slots[position + step] = input.paths.point(vertex)
      if line.isReversed {
        vertex = vertex == begin ? end - 1 : vertex - 1
      } else {
        vertex = vertex + 1 == end ? begin : vertex + 1
      }
    }
  }

  private func cancel(_ uses: [Int]) -> Bool {
    if uses.count == 1, let use = uses.first { return left[use] == right[use] }
    let gained = uses.map { left[$0] }.filter { $0 >= 0 }.sorted()
    let lost = uses.map { right[$0] }.filter { $0 >= 0 }.sorted()
    return gained == lost
  }
}
