/// The faces of a divided plane in connected pieces: faces that meet along a line are in one piece if they have one key.
package struct FacePieces: Sendable {
  /// Per face: its piece, or −1. Pieces are numbered by their smallest faces.
  package let piece: ContiguousArray<Int32>
  package let count: Int
  /// Per piece: the half-edges round it, with the piece on their left. The last group has all other half-edges.
  package let boundary: Grouping

  /// - Parameter key: per face; a face without a key is in no piece.
  /// - Complexity: O(h) for h half-edges.
  package init<Key: Equatable>(_ division: PlaneDivision, _ key: (_ face: Int) -> Key?) {
    let face = division.faces.face
    var united = DisjointSets(count: division.faces.count)
    for half in stride(from: 0, to: face.count, by: 2) {
      let (a, b) = (Int(face[half]), Int(face[half + 1]))
      if a != b, let one = key(a), one == key(b) { united.unite(a, b) }
    }
    var piece = ContiguousArray<Int32>(repeating: -1, count: division.faces.count)
    var count = 0
    for face in piece.indices where key(face) != nil {
      // A set is named by its smallest member, which comes first.
      let first = united.find(face)
      piece[face] = first == face ? Int32(truncatingIfNeeded: count) : piece[first]
      if first == face { count += 1 }
    }
    self.piece = piece
    self.count = count
    boundary = Grouping(
      face.indices.lazy.map { [piece, count] half in
        let own = piece[Int(face[half])]
        return own >= 0 && own != piece[Int(face[half ^ 1])] ? Int(own) : count
      }, count: count + 1)
  }

  /// The lines round a piece, outside and inside, each with the piece on its left.
  package func boundary(of piece: Int, _ paths: Paths) -> Paths {
    Paths(along: boundary[piece].lazy.map { Int($0) }, of: paths)
  }
}

extension Paths {
  /// The lines of some half-edges, each in its direction, in an order that does not depend on the numbers of the
  /// half-edges, so that sums over the lines are always the same.
  package init(along halves: some Sequence<Int>, of paths: Paths) {
    self.init()
    let sorted = halves.sorted { a, b in
      let (p, q) = (HalfEdges.firstPoint(of: a, paths), HalfEdges.firstPoint(of: b, paths))
      return p != q ? p < q : HalfEdges.secondPoint(of: a, paths) < HalfEdges.secondPoint(of: b, paths)
    }
    for half in sorted { append(half >> 1, of: paths, reversed: half & 1 == 1) }
  }
}
