import MapPackGeometry

/// The faces of two editions of a map laid over each other, with the old and the new polygon of each face.
///
/// `ShapeOverlap` makes them and sums areas over them. Faces are numbered as in the `PlaneDivision`; face 0 is the
/// unbounded one.
struct OverlayFaces {
  /// Per face: the polygon of the old edition that covers it, or `ArcTable.none`.
  private(set) var oldPolygon: ContiguousArray<Int32>
  /// Per face: the polygon of the new edition that covers it, or `ArcTable.none`.
  private(set) var newPolygon: ContiguousArray<Int32>
  /// Per face: its area on the ground in whole cm², so that sums do not depend on their order; 0 for the unbounded
  /// face.
  private(set) var area: ContiguousArray<Int64>

  /// - Parameter oldCount: how many claims belong to the old edition; they come first. Claims are polygons, as
  ///   `OverlayLines` numbers them.
  /// - Complexity: O(n) for n vertices.
  init(_ division: PlaneDivision, oldCount: Int, on ground: Ground, jobs: Int) {
    let count = division.faces.count
    oldPolygon = ContiguousArray(repeating: ArcTable.none, count: count)
    newPolygon = oldPolygon
    area = ContiguousArray(repeating: 0, count: count)
    var old = oldPolygon
    var new = oldPolygon
    division.forEachLabel { face, label in
      // Rounding may have pushed a line over another of its own edition. Then the lower polygon gets the face.
      for entry in label where entry.count > 0 {
        if Int(entry.claim) < oldCount {
          if old[face] < 0 { old[face] = entry.claim }
        } else if new[face] < 0 {
          new[face] = entry.claim - Int32(truncatingIfNeeded: oldCount)
        }
      }
    }
    (oldPolygon, newPolygon) = (old, new)

    let paths = division.arcs.paths
    let groups = min(paths.count, 64)
    let areas = concurrentMap(groups, jobs: jobs) { group in
      (paths.count * group / groups..<paths.count * (group + 1) / groups).map {
        Int64((paths.area(under: $0, ground.grid) * 10_000).rounded())
      }
    }.flatMap { $0 }
    let face = division.faces.face
    for arc in 0..<paths.count {
      // Partial sums may wrap; the total does not, because the earth has 5.1 · 10¹⁸ cm².
      area[Int(face[2 * arc])] = area[Int(face[2 * arc])] &+ areas[arc]
      area[Int(face[2 * arc + 1])] = area[Int(face[2 * arc + 1])] &- areas[arc]
    }
    area[0] = 0
  }
}
