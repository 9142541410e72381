import MapArrangement
import MapFeatures
import MapGeometry

/// Land that several regions enclose and nobody claims.
struct EnclosedLand: Sendable {
  /// All lines round it, with the land on their left.
  var outline: Paths
  /// The regions beside it, ascending.
  var neighbours: [Int32]
}

extension ClaimedBorders {
  /// All land that is claimed twice, and all that is enclosed by several regions and claimed by nobody.
  ///
  /// As `merge` has it: a polygon claims what lies in its shell and in none of its holes. Lines that meet in nodes only
  /// divide the plane as they are; others are noded first.
  /// - Complexity: O(n log n) for n vertices where few lines cross.
  func land(
    _ table: FeatureTable, regionCount: Int, jobs: Int
  ) -> (contested: [ContestedLand], gaps: [EnclosedLand]) {
    let first = drawing.rings.firstRing
    var polygonOfRing = ContiguousArray<Int32>()
    var isShell = ContiguousArray<Bool>()
    for polygon in 0..<table.polygonCount {
      for ring in table.ringStart[polygon]..<table.ringStart[polygon + 1] where ring >= first {
        polygonOfRing.append(Int32(truncatingIfNeeded: polygon))
        isShell.append(ring == table.ringStart[polygon])
      }
    }
    let ground = Ground(drawing.rings.grid)
    let division =
      drawing.meetings.interactions.isEmpty
      ? PlaneDivision(noded: drawing.arcs, index: drawing.index)
      : PlaneDivision(drawing.arcs, minimalRounds: 8, jobs: jobs)
    /// Stands for all features that are of no region: what they alone claim is neither a region's nor nobody's.
    let nameless = Int32(truncatingIfNeeded: regionCount)
    var owners = FaceOwners(division, regionCount: regionCount + 1, on: ground) { label in
      let rings = label.map { Int($0.claim) }
      let holes = Set(rings.filter { !isShell[$0] }.map { polygonOfRing[$0] })
      let claimants = Set(rings.filter { isShell[$0] && !holes.contains(polygonOfRing[$0]) }.map { regionOfRing[$0] })
      return claimants == [-1] ? [nameless] : claimants.filter { $0 >= 0 }.sorted()
    }
    guard owners.leaveLand else { return (owners.contested, []) }
    let arrangement = Arrangement(
      division, &owners, regionCount: regionCount + 1, seams: nil, on: ground, fills: nil)
    let gaps = arrangement.gaps(on: ground).compactMap { gap -> EnclosedLand? in
      let neighbours = gap.neighbours.map(\.region).filter { $0 < nameless }.sorted()
      return neighbours.count > 1 ? EnclosedLand(outline: gap.outline, neighbours: neighbours) : nil
    }
    return (arrangement.contested, gaps)
  }
}
