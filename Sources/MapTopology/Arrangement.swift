import MapGeometry

/// A plane divided among regions: what `arrange` makes of claimed paths.
package struct Arrangement: Sendable {
  package var arcs: ArcTable
  /// See `Coverage`.
  package var polygonStart: ContiguousArray<Int>
  package var ringStart: ContiguousArray<Int>
  package var referenceStart: ContiguousArray<Int>
  package var references: ContiguousArray<ArcReference>
  /// What noding mended.
  package var noding: NodingRecord
  /// The faces that more than one region claims, sorted by place.
  package var contested: [ContestedFace]
}

/// Land that more than one region claims.
package struct ContestedFace: Hashable, Sendable {
  package var claimants: [Int32]
  /// Twice the area, in cells.
  package var doubledArea: Int64
  /// A vertex of the face's boundary, its smallest.
  package var place: GridPoint
}

/// To whom a face belongs, by what is claimed on it.
package struct FaceOwner: Sendable {
  /// A region, or `ArcTable.none`.
  package var owner: Int32
  /// All regions that claim it, in ascending order.
  package var claimants: [Int32]

  package init(owner: Int32, claimants: [Int32]) {
    self.owner = owner
    self.claimants = claimants
  }
}

/// Divides the plane among regions.
///
/// The paths are noded (`NodingRecord` says what had to be mended), the faces between them get their owners, and
/// arcs with one owner on both sides disappear. The result keeps the promises of `Coverage`, whatever the paths
/// were, and depends on nothing but the set of claimed lines.
/// - Parameters:
///   - gentleRounds: how many rounds of noding move only what the check found, before all vertices take part. Two have
///     been enough for every map seen; the bound is there for those not seen.
///   - seams: the edges of the plane: what runs along them becomes arcs of its own, flagged as seams.
///   - resolve: says who owns a face, by the claims on it (sorted, none with count 0; often empty). Called once
///     for each distinct set of claims.
/// - Complexity: O(n log n) for n vertices where few lines cross.
package func arrange(
  _ input: ClaimedPaths, regionCount: Int, gentleRounds: Int = 8, seams: SeamLines? = nil, jobs: Int,
  resolve: ([ClaimCount]) -> FaceOwner
) -> Arrangement {
  let (arcs, index, noding) = node(input, gentleRounds: gentleRounds, jobs: jobs)
  let halves = HalfArcs(arcs.paths)
  let cycles = halves.cycles(arcs.paths.doubledAreas)
  let faces = Faces(arcs, halves, cycles, index: index)
  let owners = faces.labels.map(resolve)
  let ownerByFace = ContiguousArray(faces.label.map { owners[Int($0)].owner })
  let dissolved = Dissolved(arcs.paths, halves, faces, owner: ownerByFace, seams: seams)
  let rings = RingAssembly(dissolved.arcs, face: dissolved.face, regionCount: regionCount)
  return Arrangement(
    arcs: dissolved.arcs, polygonStart: rings.polygonStart, ringStart: rings.ringStart,
    referenceStart: rings.referenceStart, references: rings.references, noding: noding,
    contested: contestedFaces(arcs.paths, halves, cycles, faces, owners))
}

private func contestedFaces(
  _ paths: Paths, _ halves: HalfArcs, _ cycles: Cycles, _ faces: Faces, _ owners: [FaceOwner]
) -> [ContestedFace] {
  guard owners.contains(where: { $0.claimants.count > 1 }) else { return [] }
  var found: [Int32: ContestedFace] = [:]
  for half in 0..<halves.count {
    let face = faces.face[half]
    let claimants = owners[Int(faces.label[Int(face)])].claimants
    guard claimants.count > 1 else { continue }
    let cycle = Int(cycles.cycle[half])
    let isFirst = Int(cycles.first[cycle]) == half
    let smallest = (paths.start[half >> 1]..<paths.start[(half >> 1) + 1]).map(paths.point).min()
    guard let smallest else { continue }
    var entry = found[face] ?? ContestedFace(claimants: claimants, doubledArea: 0, place: smallest)
    entry.place = min(entry.place, smallest)
    if isFirst { entry.doubledArea += cycles.doubledArea[cycle] }
    found[face] = entry
  }
  return found.values.sorted { a, b in
    a.place != b.place ? a.place < b.place : (a.doubledArea, a.claimants.count) < (b.doubledArea, b.claimants.count)
  }
}

extension ArcTable {
  /// The arcs as bare lines.
  package var paths: Paths { Paths(x: x, y: y, start: start, isClosed: isClosed) }
}
