/// The owner of each face of a divided plane.
///
/// A face that one region claims is given to that region. Faces that meet along a line, and that the same several
/// regions claim, are one piece of **contested land**, which goes to the claimant that is named for it, if one
/// is; else it goes
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

  /// Per face: whether it was taken away, and nobody may get it; empty if no face was.
  private var isTaken: ContiguousArray<Bool> = []
  /// Per face: whether it is to stay nobody's; empty if no face is.
  private var isKept: ContiguousArray<Bool> = []

  /// Whether a bounded face has no owner.
  package var leaveLand: Bool { owner.dropFirst().contains(ArcTable.none) }

  private static let undecided: Int32 = -2

  /// Gives each face an owner.
  /// - Parameters:
  ///   - ground: `nil` measures borders in the plane.
  ///   - assigned: returns the owners of pieces of contested land that are named for them, by the indices of the pieces.
  ///   - claimants: returns the regions that claim a face, ascending, from the claims on it; none if there are none.
  /// - Complexity: O(h) for h half-edges, plus the sum of the numbers of claimants of contested faces.
  package init(
    _ division: PlaneDivision, regionCount: Int, on ground: Ground?,
    assigned: ([ContestedLand]) -> [Int: Int32] = { _ in [:] },
    claimants: ([ClaimCount]) -> [Int32]
  ) {
    var owner = ContiguousArray<Int32>(repeating: ArcTable.none, count: division.faces.count)
    var claims = ContestedClaims(regionCount: regionCount, faceCount: division.faces.count)
    division.forEachLabel { face, label in
      let found = claimants(label)
      owner[face] = found.count > 1 ? Self.undecided : found.first ?? ArcTable.none
      claims.add(found, face: face, doubledArea: division.doubledArea[face])
    }
    self.owner = owner
    guard !claims.sets.isEmpty else { return }
    decide(division, claims, on: ground, assigned)
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

  /// Keeps faces that nobody has from being given away. `isKept` says which, by the claims on a face.
  package mutating func keep(_ division: PlaneDivision, where isKept: ([ClaimCount]) -> Bool) {
    self.isKept = ContiguousArray(repeating: false, count: owner.count)
    division.forEachLabel { face, label in
      if owner[face] == ArcTable.none, isKept(label) { self.isKept[face] = true }
    }
  }

  /// Per face: its owner, `region` if it is kept from being given away.
  package func owner(ofKept region: Int32) -> ContiguousArray<Int32> {
    guard !isKept.isEmpty else { return owner }
    return ContiguousArray(owner.indices.lazy.map { isKept[$0] ? region : owner[$0] })
  }

  /// Takes faces away from everybody. `isTaken` says which, by the claims on a face.
  package mutating func take(_ division: PlaneDivision, where isTaken: ([ClaimCount]) -> Bool) {
    self.isTaken = ContiguousArray(repeating: false, count: owner.count)
    division.forEachLabel { face, label in
      guard isTaken(label) else { return }
      self.isTaken[face] = true
      owner[face] = ArcTable.none
    }
  }

  /// Whether a face was taken away.
  package func isTaken(_ face: Int) -> Bool { !isTaken.isEmpty && isTaken[face] }

  private func isKept(_ face: Int) -> Bool { !isKept.isEmpty && isKept[face] }

  /// The united faces with land that was taken away, or that is kept from being given away.
  func closedFaces(in unitedFace: ContiguousArray<Int32>) -> Set<Int32> {
    guard !isTaken.isEmpty || !isKept.isEmpty else { return [] }
    return Set(unitedFace.indices.lazy.filter { isTaken($0) || isKept($0) }.map { unitedFace[$0] })
  }

  private mutating func decide(
    _ division: PlaneDivision, _ claims: ContestedClaims, on ground: Ground?,
    _ assigned: ([ContestedLand]) -> [Int: Int32]
  ) {
    let pieces = FacePieces(division) { claims.setOfFace[$0] < 0 ? nil : claims.setOfFace[$0] }
    let (face, paths) = (division.faces.face, division.arcs.paths)
    contested = (0..<pieces.count).map { piece in
      let boundary = pieces.boundary(of: piece, paths)
      return ContestedLand(
        claimants: [], owner: Self.undecided, doubledArea: 0,
        point: (0..<boundary.count).reduce(GridPoint(x: .max, y: .max)) { min($0, boundary.smallestPoint(of: $1)) },
        boundary: boundary)
    }
    for (face, piece) in pieces.piece.enumerated() where piece >= 0 {
      contested[Int(piece)].claimants = claims.sets[Int(claims.setOfFace[face])]
      contested[Int(piece)].doubledArea += division.doubledArea[face]
    }
    func area(_ region: Int32) -> Int64 { claims.claimedArea[Int(region)] }
    for (piece, region) in assigned(contested) {
      (contested[piece].owner, contested[piece].isAssigned) = (region, true)
    }
    for piece in contested.indices where !contested[piece].isAssigned {
      let landless = contested[piece].claimants.filter { !claims.hasOwnLand[Int($0)] }
      if let smallest = landless.min(by: { (area($0), $0) < (area($1), $1) }) { contested[piece].owner = smallest }
    }

    func nearest(_ piece: Int) -> Int32? {
      var lengthByRegion: [Int32: Int64] = [:]
      for half in pieces.boundary[piece].lazy.map({ Int($0) }) {
        let beyond = Int(face[half ^ 1])
        let region = pieces.piece[beyond] < 0 ? owner[beyond] : contested[Int(pieces.piece[beyond])].owner
        guard region >= 0, Self.contains(contested[piece].claimants, region) else { continue }
        lengthByRegion[region, default: 0] += length(of: half >> 1, paths, on: ground)
      }
      return lengthByRegion.max { ($0.value, area($0.key), -$0.key) < ($1.value, area($1.key), -$1.key) }?.key
    }
    // What a round decides counts from the next one on, so only pieces beside it are asked again.
    var asked = contested.indices.filter { contested[$0].owner == Self.undecided }
    while !asked.isEmpty {
      let decided = asked.compactMap { piece in nearest(piece).map { (piece: piece, owner: $0) } }
      for (piece, owner) in decided { contested[piece].owner = owner }
      let beside = decided.flatMap { pieces.boundary[$0.piece] }.map { Int(pieces.piece[Int(face[Int($0) ^ 1])]) }
      asked = Set(beside).filter { $0 >= 0 && contested[$0].owner == Self.undecided }.sorted()
    }
    for piece in contested.indices where contested[piece].owner == Self.undecided {
      let largest = contested[piece].claimants.min { (-area($0), $0) < (-area($1), $1) }
      if let largest { contested[piece].owner = largest }
    }
    for (face, piece) in pieces.piece.enumerated() where piece >= 0 { owner[face] = contested[Int(piece)].owner }
    contested.sort { a, b in
      if a.point != b.point { return a.point < b.point }
      if a.doubledArea != b.doubledArea { return a.doubledArea < b.doubledArea }
      if a.claimants != b.claimants { return a.claimants.lexicographicallyPrecedes(b.claimants) }
      // Mirrored land may meet in its smallest vertex. Its boundaries differ.
      let (p, q) = (a.boundary, b.boundary)
      return (0..<p.vertexCount).lazy.map(p.point).lexicographicallyPrecedes((0..<q.vertexCount).lazy.map(q.point))
    }
  }

  private static func contains(_ sorted: [Int32], _ member: Int32) -> Bool {
    let index = sorted.indices.partitioningIndex { sorted[$0] >= member }
    return index < sorted.count && sorted[index] == member
  }
}

/// What regions claim, as far as it decides who gets contested land.
private struct ContestedClaims {
  private(set) var sets: [[Int32]] = []
  /// Per face: the index of its set; −1 if it is not contested.
  private(set) var setOfFace: ContiguousArray<Int32>
  private var indexBySet: [[Int32]: Int32] = [:]
  /// Per region: twice the area that it claims, in cells.
  private(set) var claimedArea: ContiguousArray<Int64>
  /// Per region: whether it claims some land that nobody else claims.
  private(set) var hasOwnLand: ContiguousArray<Bool>

  init(regionCount: Int, faceCount: Int) {
    setOfFace = ContiguousArray(repeating: -1, count: faceCount)
    claimedArea = ContiguousArray(repeating: 0, count: regionCount)
    hasOwnLand = ContiguousArray(repeating: false, count: regionCount)
  }

  mutating func add(_ claimants: [Int32], face: Int, doubledArea: Int64) {
    for region in claimants { claimedArea[Int(region)] += doubledArea }
    guard claimants.count > 1 else {
      if let only = claimants.first { hasOwnLand[Int(only)] = true }
      return
    }
    let index = indexBySet[claimants] ?? Int32(truncatingIfNeeded: sets.count)
    if index == sets.count {
      sets.append(claimants)
      indexBySet[claimants] = index
    }
    setOfFace[face] = index
  }
}
