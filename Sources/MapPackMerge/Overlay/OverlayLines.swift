import MapPackGeometry

/// The arcs of a coverage of areas in longitude and latitude, whichever plane it lies on. All vertices count, as at
/// level 0.
struct OverlayLines {
  private let coverage: Coverage
  /// The bounding box in degrees: `west`, `south`, `east`, `north`. If there are no arcs, it is empty: `west` and
  /// `south` are ∞, `east` and `north` are −∞.
  private(set) var west = Double.infinity
  private(set) var south = Double.infinity
  private(set) var east = -Double.infinity
  private(set) var north = -Double.infinity
  private let locations: ContiguousArray<(longitude: Double, latitude: Double)>

  init(_ coverage: Coverage) {
    self.coverage = coverage
    let arcs = coverage.arcs
    locations = ContiguousArray((0..<arcs.vertexCount).map { coverage.plane.degrees(of: arcs.point($0)) })
    for location in locations {
      (west, east) = (min(west, location.longitude), max(east, location.longitude))
      (south, north) = (min(south, location.latitude), max(north, location.latitude))
    }
  }

  /// Adds the arcs, rounded to the grid, with the polygons on their two sides as claims, or `ClaimedPaths.none`.
  ///
  /// Rounding may make lines cross and overlap. Arcs that collapse are left out.
  /// - Parameters:
  ///   - grid: a grid that was made for an extent that contains the bounding box. Points beyond its extent would wrap.
  ///   - firstClaim: the claim of polygon 0. Polygon p has the claim `firstClaim` + p.
  func append(to paths: inout ClaimedPaths, on grid: NodingGrid, firstClaim: Int) {
    let arcs = coverage.arcs
    var left = ContiguousArray<Int32>(repeating: ClaimedPaths.none, count: arcs.count)
    var right = left
    for polygon in 0..<coverage.polygonCount {
      let claim = Int32(truncatingIfNeeded: firstClaim + polygon)
      for reference in coverage.references(ofPolygon: polygon) {
        if reference.isReversed { right[reference.arc] = claim } else { left[reference.arc] = claim }
      }
    }
    // A coverage counts left and right with y drawn upwards. On the Mercator plane y grows to the south, so what it
    // calls left is on the right in longitude and latitude.
    if case .mercator = coverage.plane { swap(&left, &right) }
    for arc in 0..<arcs.count {
      let begin = paths.paths.vertexCount
      for vertex in arcs.vertices(of: arc) {
        let point = grid.point(longitude: locations[vertex].longitude, latitude: locations[vertex].latitude)
        if paths.paths.vertexCount == begin || paths.paths.point(paths.paths.vertexCount - 1) != point {
          paths.paths.append(point)
        }
      }
      let isClosed = arcs.isClosed[arc]
      if isClosed { paths.paths.removeRepeatedEnd(from: begin) }
      // An arc that rounding collapsed separates nothing.
      guard paths.paths.vertexCount - begin >= (isClosed ? 3 : 2) else {
        paths.paths.removeVertices(from: begin)
        continue
      }
      paths.endPath(isClosed: isClosed, left: left[arc], right: right[arc])
    }
  }
}

/// The faces of two editions of a map laid over each other, with the old and the new polygon of each face.
///
/// Faces are numbered as in the `PlaneDivision`; face 0 is the unbounded one.
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
    let areas = paths.areas(on: ground.grid, jobs: jobs).map { Int64(($0 * 10_000).rounded()) }
    let face = division.faces.face
    for arc in 0..<paths.count {
      // Partial sums may wrap; the total does not, because the earth has 5.1 · 10¹⁸ cm².
      area[Int(face[2 * arc])] = area[Int(face[2 * arc])] &+ areas[arc]
      area[Int(face[2 * arc + 1])] = area[Int(face[2 * arc + 1])] &- areas[arc]
    }
    area[0] = 0
  }
}
