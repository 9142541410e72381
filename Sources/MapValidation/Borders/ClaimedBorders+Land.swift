import MapArrangement
import MapFeatures
import MapGeometry

/// Land that several regions enclose and none claims.
struct EnclosedLand: Sendable {
  /// All lines round the land, which is on their left.
  var boundary: Paths
  /// The regions beside the land, ascending.
  var neighbors: [Int32]
}

// The land that `BorderFindings` reports as `overlap` and `gap`.
extension ClaimedBorders {
  /// Finds all land that several regions claim, and all that several regions enclose and none claims.
  ///
  /// The rules are those of `merge`: a polygon claims what lies in its shell and outside of its holes. Lines that cross
  /// or touch outside of nodes are noded first. Land beside one region alone, such as a lake in it, is no gap. Both
  /// lists are sorted by the smallest vertices of the boundaries.
  /// - Parameter regionCount: the number of regions in `region`.
  /// - Complexity: O(n log n) for n vertices, if few lines cross.
  func land(
    _ table: FeatureTable, regionCount: Int, jobs: Int
  ) -> (contested: [ContestedLand], gaps: [EnclosedLand]) {
    let first = drawing.rings.firstRing
    var polygonOfRing = ContiguousArray<Int32>()
    var isShell = ContiguousArray<Bool>()
    for polygon in 0..<table.polygonCount {
      for ring in table.rings(of: polygon) where ring >= first {
        polygonOfRing.append(Int32(truncatingIfNeeded: polygon))
        isShell.append(ring == table.shell(of: polygon))
      }
    }
    let ground = Ground(drawing.rings.grid)
    let division =
      drawing.meetings.interactions.isEmpty
      ? PlaneDivision(noded: drawing.arcs, index: drawing.index, jobs: jobs)
      : PlaneDivision(drawing.arcs, jobs: jobs)
    // An extra region for all features that have none: what only these claim is no region's land, and no gap either.
    let nameless = Int32(truncatingIfNeeded: regionCount)
    var owners = FaceOwners(division, regionCount: regionCount + 1, on: ground) { label in
      let rings = label.map { Int($0.claim) }
      let holes = Set(rings.filter { !isShell[$0] }.map { polygonOfRing[$0] })
      let claimants = Set(rings.filter { isShell[$0] && !holes.contains(polygonOfRing[$0]) }.map { regionOfRing[$0] })
      return claimants == [-1] ? [nameless] : claimants.filter { $0 >= 0 }.sorted()
    }
    guard owners.leaveLand else { return (owners.contested, []) }
    let arrangement = Arrangement(
      division, &owners, regionCount: regionCount + 1, seams: nil, on: ground, fills: nil, jobs: jobs)
    let gaps = arrangement.gaps(on: ground, jobs: jobs).compactMap { gap -> EnclosedLand? in
      let neighbors = gap.neighbors.map(\.region).filter { $0 < nameless }.sorted()
      return neighbors.count > 1 ? EnclosedLand(boundary: gap.boundary, neighbors: neighbors) : nil
    }
    return (arrangement.contested, gaps)
  }
}
