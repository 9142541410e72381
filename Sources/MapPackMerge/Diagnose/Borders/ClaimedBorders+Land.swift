import MapPackFeatures
import MapPackGeometry

/// The land that the rules on borders are about.
struct BorderLand {
  /// Land that several regions claim.
  var contested: [ContestedLand] = []
  /// Land that several regions enclose and none claims.
  var gaps: [EnclosedLand] = []
  /// What holes of a feature enclose beyond their shells: the feature, the area in m², and the smallest point.
  var beyondShells: [(feature: Int, squareMeters: Double, point: GridPoint)] = []
}

/// Land that several regions enclose and none claims.
struct EnclosedLand: Sendable {
  /// All lines round the land, which is on their left.
  var boundary: Paths
  /// The regions beside the land, ascending.
  var neighbors: [Int32]
}

// The land that `BorderFindings` reports as `overlap` and `gap`.
extension ClaimedBorders {
  /// Finds all land that several regions claim, all that several regions enclose and none claims, and all that lies in
  /// holes beyond their shells.
  ///
  /// The rules are those of `merge`: a polygon claims what lies in its shell and outside of its holes. Lines that cross
  /// or touch outside of nodes are noded first. Land beside one region alone, such as a lake in it, is no gap. Both
  /// lists are sorted by the smallest vertices of the boundaries.
  /// - Parameter regionCount: the number of regions in `region`.
  /// - Complexity: O(n log n) for n vertices, if few lines cross.
  func land(_ table: FeatureTable, regionCount: Int, jobs: Int) -> BorderLand {
    let first = drawing.rings.firstRing
    var roles = RingRoles()
    var featureOfPolygon = ContiguousArray<Int32>()
    for feature in 0..<table.featureCount {
      for polygon in table.polygons(of: feature) {
        featureOfPolygon.append(Int32(truncatingIfNeeded: feature))
        for ring in table.rings(of: polygon) where ring >= first {
          roles.polygon.append(Int32(truncatingIfNeeded: polygon))
          roles.isShell.append(ring == table.shell(of: polygon))
        }
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
      var claimants: Set<Int32> = []
      roles.forEachWinding(label) { if $0.isClaimed { claimants.insert(region[Int(featureOfPolygon[$0.polygon])]) } }
      return claimants == [-1] ? [nameless] : claimants.filter { $0 >= 0 }.sorted()
    }
    var land = BorderLand(contested: owners.contested)
    // What lies beyond a shell has no owner either.
    guard owners.leaveLand else { return land }
    land.beyondShells = beyondShells(division, owners, roles, featureOfPolygon)
    let arrangement = Arrangement(
      division, &owners, regionCount: regionCount + 1, seams: nil, on: ground, fills: nil, jobs: jobs)
    land.contested = arrangement.contested
    land.gaps = arrangement.gaps(on: ground, jobs: jobs).compactMap { gap -> EnclosedLand? in
      let neighbors = gap.neighbors.map(\.region).filter { $0 < nameless }.sorted()
      return neighbors.count > 1 ? EnclosedLand(boundary: gap.boundary, neighbors: neighbors) : nil
    }
    return land
  }

  private func beyondShells(
    _ division: PlaneDivision, _ owners: FaceOwners, _ roles: RingRoles,
    _ featureOfPolygon: ContiguousArray<Int32>
  ) -> [(feature: Int, squareMeters: Double, point: GridPoint)] {
    var faces: [Int: Set<Int32>] = [:]
    division.forEachLabel { face, label in
      guard face > 0, owners.owner[face] < 0 else { return }
      roles.forEachOddFace(label, featureOfPolygon) { odd in
        if odd.isBeyondShell { faces[odd.feature, default: []].insert(Int32(truncatingIfNeeded: face)) }
      }
    }
    let all = faces.values.reduce(into: Set<Int32>()) { $0.formUnion($1) }
    let areas = division.squareCentimeters(of: all, on: Ground(drawing.rings.grid))
    let points = division.smallestPoints(of: all)
    return faces.sorted { $0.key < $1.key }.compactMap { feature, faces in
      guard let point = faces.compactMap({ points[$0] }).min() else { return nil }
      return (feature, Double(faces.reduce(0) { $0 + (areas[$1] ?? 0) }) / 10_000, point)
    }
  }
}
