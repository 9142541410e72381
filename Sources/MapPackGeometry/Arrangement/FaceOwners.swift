/// The owner of each face of a divided plane.
///
/// A face that one region claims is given to that region. Faces that meet along a line, and that the same several
/// regions claim, are one piece of **contested land**, which goes
/// 1. to the smallest of its claimants that have no land of their own, if there is one: so an enclave that is drawn on
///    top of its surroundings, without a hole in them, is not lost;
/// 2. otherwise to the claimant with the longest border with it, on the ground, from land whose owner is certain, or
///    was decided on in an earlier round;
/// 3. if no claimant has such a border, or two have equally long ones, to the larger one, then to the one with the
///    lower code.
///
/// The size of a region is the area that it claims, in cells of the grid. The result does not depend on the order of
/// claims. A face that nobody claims has no owner: it is a gap, or the land round the map.
package struct FaceOwners {
  /// Per face: a region, or `ArcTable.none`.
  package private(set) var owner: ContiguousArray<Int32>
  /// The contested land, sorted by point.
  package private(set) var contested: [ContestedLand] = []

  /// Whether a bounded face has no owner.
  package var leaveLand: Bool { owner.dropFirst().contains(ArcTable.none) }

  private static let undecided: Int32 = -2

  /// Faces that meet and that the same regions claim.
  private struct Piece {
    var claimants: [Int32]
    var faces: [Int32] = []
    var doubledArea: Int64 = 0
    /// The half-edges round it, with the piece on their left.
    var boundary: [Int] = []
    var owner = FaceOwners.undecided
  }

  /// Gives each face an owner.
  /// - Parameters:
  ///   - ground: `nil` measures borders in the plane.
  ///   - claimants: returns the regions that claim a face, ascending, from the claims on it; none if there are none.
  /// - Complexity: O(h) for h half-edges, plus the sum of the numbers of claimants of contested faces.
  package init(
    _ division: PlaneDivision, regionCount: Int, on ground: Ground?, claimants: ([ClaimCount]) -> [Int32]
  ) {
    var owner = ContiguousArray<Int32>(repeating: ArcTable.none, count: division.faces.count)
    var claims = ContestedClaims(regionCount: regionCount)
    division.forEachLabel { face, label in
      let found = claimants(label)
      owner[face] = found.count > 1 ? Self.undecided : found.first ?? ArcTable.none
      claims.add(found, face: face, doubledArea: division.doubledArea[face])
    }
    self.owner = owner
    guard !claims.setOfFace.isEmpty else { return }
    decide(division, claims, on: ground)
  }

  mutating func give(to regionByFace: [Int32: Int32], unitedFace: ContiguousArray<Int32>) {
    for face in owner.indices { if let region = regionByFace[unitedFace[face]] { owner[face] = region } }
  }

  /// Gives faces that nobody has to regions, and returns the faces that were given. `region` returns the region for the
  /// claims on a face; `nil` if it stays nobody's.
  package mutating func give(_ division: PlaneDivision, by region: ([ClaimCount]) -> Int32?) -> Set<Int32> {
    var given: Set<Int32> = []
    division.forEachLabel { face, label in
      guard owner[face] == ArcTable.none, let region = region(label) else { return }
      owner[face] = region
      given.insert(Int32(truncatingIfNeeded: face))
    }
    return given
  }

  private mutating func decide(_ division: PlaneDivision, _ claims: ContestedClaims, on ground: Ground?) {
    var (pieces, pieceOfFace) = Self.pieces(division, claims)
    func isSmaller(_ a: Int32, _ b: Int32) -> Bool {
      let (first, second) = (claims.claimedArea[Int(a)], claims.claimedArea[Int(b)])
      return first != second ? first < second : a < b
    }
    for piece in pieces.indices {
      let landless = pieces[piece].claimants.filter { !claims.hasOwnLand[Int($0)] }
      if let smallest = landless.min(by: isSmaller) { pieces[piece].owner = smallest }
    }

    func nearest(_ piece: Piece) -> Int32? {
      var lengthByRegion: [Int32: Int64] = [:]
      for half in piece.boundary {
        let beyond = division.faces.face[half ^ 1]
        let region = pieceOfFace[beyond].map { pieces[$0].owner } ?? owner[Int(beyond)]
        guard region >= 0, Self.contains(piece.claimants, region) else { continue }
        lengthByRegion[region, default: 0] += length(of: half >> 1, division.arcs.paths, on: ground)
      }
      return lengthByRegion.max { a, b in
        if a.value != b.value { return a.value < b.value }
        let (first, second) = (claims.claimedArea[Int(a.key)], claims.claimedArea[Int(b.key)])
        return first != second ? first < second : a.key > b.key
      }?.key
    }
    // What a round decides counts from the next one on, so only pieces beside it are asked again.
    var asked = pieces.indices.filter { pieces[$0].owner == Self.undecided }
    while !asked.isEmpty {
      let decided = asked.compactMap { piece in nearest(pieces[piece]).map { (piece: piece, owner: $0) } }
      for (piece, owner) in decided { pieces[piece].owner = owner }
      var beside: Set<Int> = []
      for (piece, _) in decided {
        for half in pieces[piece].boundary {
          guard let other = pieceOfFace[division.faces.face[half ^ 1]] else { continue }
          if pieces[other].owner == Self.undecided { beside.insert(other) }
        }
      }
      asked = beside.sorted()
    }
    for piece in pieces.indices where pieces[piece].owner == Self.undecided {
      let largest = pieces[piece].claimants.min { a, b in
        let (first, second) = (claims.claimedArea[Int(a)], claims.claimedArea[Int(b)])
        return first != second ? first > second : a < b
      }
      if let largest { pieces[piece].owner = largest }
    }
    for piece in pieces { for face in piece.faces { owner[Int(face)] = piece.owner } }
    contested = pieces.map { Self.land($0, division.arcs.paths) }.sorted { a, b in
      if a.point != b.point { return a.point < b.point }
      if a.doubledArea != b.doubledArea { return a.doubledArea < b.doubledArea }
      if a.claimants != b.claimants { return a.claimants.lexicographicallyPrecedes(b.claimants) }
      // Mirrored land may meet in its smallest vertex. Its boundaries differ.
      let (p, q) = (a.boundary, b.boundary)
      return (0..<p.vertexCount).lazy.map(p.point).lexicographicallyPrecedes((0..<q.vertexCount).lazy.map(q.point))
    }
  }

  private static func pieces(
    _ division: PlaneDivision, _ claims: ContestedClaims
  ) -> (pieces: [Piece], pieceOfFace: [Int32: Int]) {
    let face = division.faces.face
    var united = DisjointSets(count: division.faces.count)
    for half in stride(from: 0, to: face.count, by: 2) {
      if let one = claims.setOfFace[face[half]], one == claims.setOfFace[face[half + 1]] {
        united.unite(Int(face[half]), Int(face[half + 1]))
      }
    }
    var pieces: [Piece] = []
    var pieceOfFace: [Int32: Int] = [:]
    for (member, set) in claims.setOfFace.sorted(by: { $0.key < $1.key }) {
      // A set is named by its smallest member, which comes first.
      let first = Int32(united.find(Int(member)))
      let piece = pieceOfFace[first] ?? pieces.count
      if piece == pieces.count { pieces.append(Piece(claimants: claims.sets[set])) }
      pieceOfFace[member] = piece
      pieces[piece].faces.append(member)
      pieces[piece].doubledArea += division.doubledArea[Int(member)]
    }
    for half in face.indices {
      if let piece = pieceOfFace[face[half]], pieceOfFace[face[half ^ 1]] != piece {
        pieces[piece].boundary.append(half)
      }
    }
    return (pieces, pieceOfFace)
  }

  private static func land(_ piece: Piece, _ paths: Paths) -> ContestedLand {
    var land = ContestedLand(
      claimants: piece.claimants, owner: piece.owner, doubledArea: piece.doubledArea,
      point: GridPoint(x: .max, y: .max), boundary: Paths())
    // In an order that does not depend on the numbers of half-edges, so that sums over the lines are always the same.
    let sorted = piece.boundary.sorted { a, b in
      let (p, q) = (HalfEdges.firstPoint(of: a, paths), HalfEdges.firstPoint(of: b, paths))
      return p != q ? p < q : HalfEdges.secondPoint(of: a, paths) < HalfEdges.secondPoint(of: b, paths)
    }
    for half in sorted {
      land.point = min(land.point, paths.smallestPoint(of: half >> 1))
      land.boundary.append(half >> 1, of: paths, reversed: half & 1 == 1)
    }
    return land
  }

  private static func contains(_ sorted: [Int32], _ member: Int32) -> Bool {
    let index = sorted.indices.partitioningIndex { sorted[$0] >= member }
    return index < sorted.count && sorted[index] == member
  }
}

/// What regions claim, as far as it decides who gets contested land.
private struct ContestedClaims {
  private(set) var sets: [[Int32]] = []
  /// Per contested face: the index of its set.
  private(set) var setOfFace: [Int32: Int] = [:]
  private var indexBySet: [[Int32]: Int] = [:]
  /// Per region: twice the area that it claims, in cells.
  private(set) var claimedArea: ContiguousArray<Int64>
  /// Per region: whether it claims some land that nobody else claims.
  private(set) var hasOwnLand: ContiguousArray<Bool>

  init(regionCount: Int) {
    claimedArea = ContiguousArray(repeating: 0, count: regionCount)
    hasOwnLand = ContiguousArray(repeating: false, count: regionCount)
  }

  mutating func add(_ claimants: [Int32], face: Int, doubledArea: Int64) {
    for region in claimants { claimedArea[Int(region)] += doubledArea }
    guard claimants.count > 1 else {
      if let only = claimants.first { hasOwnLand[Int(only)] = true }
      return
    }
    let index = indexBySet[claimants] ?? sets.count
    if index == sets.count {
      sets.append(claimants)
      indexBySet[claimants] = index
    }
    setOfFace[Int32(truncatingIfNeeded: face)] = index
  }
}
