/// Noded paths with their claims, and the faces into which they divide the plane.
package struct PlaneDivision {
  /// The noded paths, with their claims.
  package private(set) var arcs: ClaimedPaths
  /// The half-edges of the arcs.
  package let halves: HalfEdges
  let boundaries: FaceBoundaries
  package let faces: Faces
  /// What noding mended.
  package let noding: NodingRecord
  /// Per face: twice its area, in square cells; 0 for the unbounded face.
  package let doubledArea: ContiguousArray<Int64>

  /// Nodes paths, and finds the faces.
  /// - Parameters:
  ///   - points: further points that become vertices of all lines that pass through their pixels.
  ///   - most: in how many points lines may meet; in more, nothing is divided (`NodingRecord.isGivenUp`).
  /// - Precondition: as `ClaimedPaths` says.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(
    _ input: consuming ClaimedPaths, through points: [GridPoint] = [], minimalRounds: Int = NodingRecord.minimalRounds,
    most: Int = .max, jobs: Int
  ) {
    let noded = node(input, through: points, minimalRounds: minimalRounds, most: most, jobs: jobs)
    self.init(noded: noded.arcs, index: noded.index, record: noded.record, jobs: jobs)
  }

  /// Divides the plane by further lines as well. What noding mends for these is not in the record, but its rounds are.
  /// - Parameters:
  ///   - lines: their vertices become vertices of all lines that pass through their pixels.
  ///   - points: further such points.
  package mutating func divide(by lines: ClaimedPaths, through points: [GridPoint], jobs: Int) {
    var all = ClaimedPaths()
    swap(&all, &arcs)
    all.append(lines)
    let noded = node(all, through: points + (0..<lines.paths.vertexCount).map(lines.paths.point), jobs: jobs)
    var record = noding
    record.rounds += noded.record.rounds
    self = PlaneDivision(noded: noded.arcs, index: noded.index, record: record, jobs: jobs)
  }

  /// Forgets the claims from one on. The lines and the faces stay.
  package mutating func removeClaims(from limit: Int32) { arcs.removeClaims(from: limit) }

  /// Finds the faces between arcs that meet in nodes only, as `ArcCutting` finds them.
  private init(noded: ClaimedPaths, index: ChainIndex, record: NodingRecord, jobs: Int) {
    arcs = noded
    noding = record
    halves = HalfEdges(arcs.paths)
    boundaries = halves.boundaries(arcs.paths.doubledAreas(jobs: jobs))
    faces = Faces(arcs, halves, boundaries, index: index, jobs: jobs)
    var areas = ContiguousArray<Int64>(repeating: 0, count: faces.count)
    for boundary in 0..<boundaries.count {
      let face = Int(faces.face[Int(boundaries.first[boundary])])
      if face > 0 { areas[face] += boundaries.doubledArea[boundary] }
    }
    doubledArea = areas
  }

  /// Calls `body` with each face and the claims on it, sorted by claim, none with count 0.
  package func forEachLabel(_ body: (_ face: Int, _ label: [ClaimCount]) -> Void) {
    faces.forEachLabel(arcs, halves, boundaries, body)
  }

  /// The gaps among the regions, sorted by point.
  package func gaps(_ owners: FaceOwners, seams: SeamLines?, on ground: Ground?, jobs: Int) -> [Gap] {
    let dissolved = Dissolved(arcs.paths, halves, faces.face, owner: owners.owner, seams: seams, jobs: jobs)
    return MapPackGeometry.gaps(among: dissolved.arcs, face: dissolved.face, on: ground, jobs: jobs)
  }

  /// The arcs that remain when the gaps that `fills` names go to their first neighbors and the faces of each owner are
  /// united; and these gaps. A gap with land that was taken away, or that is kept, stays.
  func dissolved(
    _ owners: inout FaceOwners, seams: SeamLines?, on ground: Ground?, fills: ((Gap) -> Bool)?, jobs: Int
  ) -> (dissolved: Dissolved, filled: [Gap]) {
    let dissolved = Dissolved(arcs.paths, halves, faces.face, owner: owners.owner, seams: seams, jobs: jobs)
    guard let fills else { return (dissolved, []) }
    let closed = owners.closedFaces(in: dissolved.unitedFace)
    let filled = MapPackGeometry.gaps(among: dissolved.arcs, face: dissolved.face, on: ground, jobs: jobs)
      .filter { !closed.contains($0.face) && fills($0) }
    guard !filled.isEmpty else { return (dissolved, []) }
    var regionByFace: [Int32: Int32] = [:]
    for gap in filled { regionByFace[gap.face] = gap.neighbors.first?.region }
    owners.give(to: regionByFace, unitedFace: dissolved.unitedFace)
    return (Dissolved(arcs.paths, halves, faces.face, owner: owners.owner, seams: seams, jobs: jobs), filled)
  }

  /// Per face: its area on the ground, in whole cm², so that sums do not depend on their order; 0 for the unbounded
  /// face. Rings that go round the earth several times have no meaningful area.
  /// - Parameter wanted: the faces that count; the areas of others mean nothing. `nil` for all faces.
  package func squareCentimeters(
    of wanted: Set<Int32>? = nil, on ground: Ground, jobs: Int = 1
  ) -> ContiguousArray<Int64> {
    var areas = ContiguousArray<Int64>(repeating: 0, count: faces.count)
    if wanted?.isEmpty == true { return areas }
    let face = faces.face
    let arcArea = ContiguousArray<Int64>(arcs.paths.groups(ofVertices: 1 << 15), jobs: jobs) { arc in
      guard wanted.map({ $0.contains(face[2 * arc]) || $0.contains(face[2 * arc + 1]) }) ?? true else { return 0 }
      return Int64(exactly: (arcs.paths.area(under: arc, ground.grid) * 10_000).rounded()) ?? 0
    }
    for arc in arcArea.indices {
      // Partial sums may wrap; the total does not, because the earth has 5.1 · 10¹⁸ cm².
      areas[Int(face[2 * arc])] &+= arcArea[arc]
      areas[Int(face[2 * arc + 1])] &-= arcArea[arc]
    }
    areas[0] = 0
    return areas
  }

  /// Per face of a set: the smallest vertex of its boundary.
  package func smallestPoints(of wanted: Set<Int32>) -> [Int32: GridPoint] {
    guard !wanted.isEmpty else { return [:] }
    var points: [Int32: GridPoint] = [:]
    for half in 0..<halves.count where wanted.contains(faces.face[half]) {
      let smallest = arcs.paths.smallestPoint(of: half >> 1)
      points[faces.face[half]] = min(points[faces.face[half]] ?? smallest, smallest)
    }
    return points
  }
}
