import MapPackGeometry

/// The boundaries of the pieces of an overlay. `ShapeOverlap` measures the widths of pieces on them.
struct PieceBoundaries {
  let paths: Paths
  /// The boundary of piece p is `halves[start[p] ..< start[p + 1]]`.
  let start: ContiguousArray<Int>
  /// Half-edges with the piece on their left.
  let halves: ContiguousArray<Int32>

  /// Sorts half-edges by their pieces, and within a piece in an order that does not depend on their numbers.
  /// - Parameter count: the number of pieces.
  fileprivate init(of boundary: [(piece: Int32, half: Int32)], count: Int, _ paths: Paths) {
    let sorted = boundary.sorted { a, b in
      if a.piece != b.piece { return a.piece < b.piece }
      let (p, q) = (HalfEdges.firstPoint(of: Int(a.half), paths), HalfEdges.firstPoint(of: Int(b.half), paths))
      return p != q
        ? p < q : HalfEdges.secondPoint(of: Int(a.half), paths) < HalfEdges.secondPoint(of: Int(b.half), paths)
    }
    var start = ContiguousArray<Int>(repeating: 0, count: count + 1)
    for entry in sorted { start[Int(entry.piece) + 1] += 1 }
    for piece in 0..<count { start[piece + 1] += start[piece] }
    self.paths = paths
    self.start = start
    halves = ContiguousArray(sorted.map(\.half))
  }

  /// The arcs round a piece, outside and inside, each directed so that the piece is on its left.
  func boundary(of piece: Int) -> Paths {
    var boundary = Paths()
    for half in halves[start[piece]..<start[piece + 1]] {
      boundary.append(Int(half) >> 1, of: paths, reversed: half & 1 == 1)
    }
    return boundary
  }
}

// How `ShapeOverlap` finds its pieces.
extension ShapeOverlap {
  /// The pieces of an overlay, in the order of `ShapeOverlap.pieces`, and their boundaries, in the same order.
  ///
  /// Faces that meet along a line belong to one piece if they have the same old and the same new owner. Faces that
  /// have neither an old nor a new owner belong to none.
  /// - Parameter lengths: per arc of the division, its length in micrometers on the ground.
  static func pieces(
    _ division: PlaneDivision, _ faces: OverlayFaces, _ old: RegionFaces, _ new: RegionFaces, _ lengths: [Int64]
  ) -> ([Piece], PieceBoundaries) {
    let face = division.faces.face
    var united = DisjointSets(count: faces.area.count)
    for half in stride(from: 0, to: face.count, by: 2) {
      let (a, b) = (Int(face[half]), Int(face[half + 1]))
      if a != b, old.region[a] == old.region[b], new.region[a] == new.region[b] { united.unite(a, b) }
    }
    func isLand(_ face: Int) -> Bool { old.region[face] >= 0 || new.region[face] >= 0 }

    var numberByFace: [Int: Int] = [:]
    var pieces: [Piece] = []
    for face in faces.area.indices where isLand(face) {
      let first = united.find(face)
      let number = numberByFace[first] ?? pieces.count
      if number == pieces.count {
        numberByFace[first] = number
        pieces.append(
          Piece(
            old: owner(old.region[face]), new: owner(new.region[face]), oldPolygon: owner(faces.oldPolygon[face]),
            newPolygon: owner(faces.newPolygon[face]), squareCentimeters: 0, perimeter: 0,
            smallestPoint: GridPoint(x: .max, y: .max)))
      }
      pieces[number].squareCentimeters += faces.area[face]
    }
    var length = [Int64](repeating: 0, count: pieces.count)
    var boundary: [(piece: Int32, half: Int32)] = []
    for half in face.indices {
      let here = united.find(Int(face[half]))
      guard here != united.find(Int(face[half ^ 1])), let piece = numberByFace[here] else { continue }
      length[piece] += lengths[half >> 1]
      pieces[piece].smallestPoint = min(
        pieces[piece].smallestPoint, division.arcs.paths.smallestPoint(of: half >> 1))
      boundary.append((Int32(truncatingIfNeeded: piece), Int32(truncatingIfNeeded: half)))
    }
    for piece in pieces.indices {
      pieces[piece].perimeter = Double(length[piece]) / 1_000_000
    }

    // The order does not depend on how faces and arcs are numbered.
    let order = pieces.indices.sorted { a, b in
      let (p, q) = (pieces[a], pieces[b])
      if p.old != q.old { return (p.old ?? -1) < (q.old ?? -1) }
      if p.new != q.new { return (p.new ?? -1) < (q.new ?? -1) }
      if p.smallestPoint != q.smallestPoint { return p.smallestPoint < q.smallestPoint }
      return p.squareCentimeters < q.squareCentimeters
    }
    var rank = [Int32](repeating: 0, count: pieces.count)
    for (index, piece) in order.enumerated() { rank[piece] = Int32(truncatingIfNeeded: index) }
    let boundaries = PieceBoundaries(
      of: boundary.map { (piece: rank[Int($0.piece)], half: $0.half) }, count: pieces.count, division.arcs.paths)
    return (order.map { pieces[$0] }, boundaries)
  }

  private static func owner(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }
}
