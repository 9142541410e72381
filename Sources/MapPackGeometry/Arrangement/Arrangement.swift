/// A plane divided among regions.
package struct Arrangement: Sendable {
  /// The arcs, with the regions on both sides; canonical, as `Coverage` says.
  package var arcs: ArcTable
  /// Per half-edge: the united face on its left (adjacent faces of one owner are united); 0 is the unbounded face.
  package var face: ContiguousArray<Int32>
  /// Per face of the division: the united face that it is part of.
  package var unitedFace: ContiguousArray<Int32>
  /// The polygons and their rings.
  package var rings: RingAssembly
  /// What noding mended.
  package var noding: NodingRecord
  /// The land that more than one region claims, sorted by point.
  package var contested: [ContestedLand]
  /// The gaps that were given to their first neighbors, sorted by point.
  package var filled: [Gap]
  /// The united faces with land that was taken away, or that is kept from being given away.
  var closed: Set<Int32>
}

/// Divides the plane among regions.
///
/// The paths are noded (`NodingRecord` says what had to be mended), the faces between them get their owners
/// (`FaceOwners` says by which rule), and arcs with one owner on both sides disappear. The result keeps the promises of
/// `Coverage`, whatever the paths were, and depends only on the set of claimed lines.
/// - Parameters:
///   - seams: the edges of the plane. What runs along them becomes arcs of its own, flagged as seams.
///   - ground: the ground on which borders are measured; `nil` measures them in the plane.
///   - claimants: returns the regions that claim a face, ascending, from the claims on it (sorted, none with count 0;
///     often empty). From no claims it has to return no region.
/// - Precondition: as `ClaimedPaths` says.
/// - Complexity: O(n log n) for n vertices if few lines cross.
package func arrange(
  _ input: consuming ClaimedPaths, regionCount: Int, minimalRounds: Int = NodingRecord.minimalRounds,
  seams: SeamLines? = nil, jobs: Int, on ground: Ground? = nil,
  claimants: ([ClaimCount]) -> [Int32]
) -> Arrangement {
  let division = PlaneDivision(input, minimalRounds: minimalRounds, jobs: jobs)
  var owners = FaceOwners(division, regionCount: regionCount, on: ground, claimants: claimants)
  return Arrangement(division, &owners, regionCount: regionCount, seams: seams, on: ground, fills: nil, jobs: jobs)
}

extension Arrangement {
  /// Unites the faces of each owner, and assembles their rings. If `fills` holds for a gap, the gap goes to its first
  /// neighbor, and `owners` then says so too.
  package init(
    _ division: PlaneDivision, _ owners: inout FaceOwners, regionCount: Int, seams: SeamLines?,
    on ground: Ground?, fills: ((Gap) -> Bool)?, jobs: Int
  ) {
    let (dissolved, filled) = division.dissolved(&owners, seams: seams, on: ground, fills: fills, jobs: jobs)
    self.init(
      arcs: dissolved.arcs, face: dissolved.face, unitedFace: dissolved.unitedFace,
      rings: RingAssembly(dissolved.arcs, face: dissolved.face, regionCount: regionCount, jobs: jobs),
      noding: division.noding, contested: owners.contested, filled: filled,
      closed: owners.closedFaces(in: dissolved.unitedFace))
  }
}

extension ArcTable {
  /// The arcs as bare lines.
  package var paths: Paths { Paths(points: points, start: start, isClosed: isClosed) }
}
