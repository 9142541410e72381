import MapFeatures

extension CoordinateTransformation {
  /// How near to the antimeridian a vertex may lie on its other side for want of digits: about a tenth of a metre.
  private static let seamWidth = 1e-6

  /// Gives the vertices of a ring that lie on the antimeridian the sign of those before them.
  ///
  /// A projection has one antimeridian; in longitude and latitude it is two, 180 and -180. Throws where an edge crosses
  /// it.
  /// - Complexity: O(vertices of the ring).
  func settleAntimeridian(
    ring: Int, of geometry: inout FeatureGeometry, in builder: inout FeatureTableBuilder
  ) throws(StageError) {
    let whole = geometry.rings[ring]
    let count = whole.count
    guard count > 1, jumps(in: whole, of: geometry) else { return }
    // The walk starts off the antimeridian, so that every vertex on it has one before it to go by.
    let start = whole.first { abs(geometry.x[$0]) < 180 - Self.seamWidth } ?? whole.lowerBound
    for step in 0..<count {
      let a = whole.lowerBound + (start - whole.lowerBound + step) % count
      let b = a + 1 < whole.upperBound ? a + 1 : whole.lowerBound
      guard crosses(a, b, geometry) else { continue }
      let side = geometry.x[a] < 0 ? -180.0 : 180.0
      guard abs(geometry.x[b]) >= 180 - Self.seamWidth, b != start else {
        throw error(
          "the edge from here crosses the antimeridian, ±180° of longitude", at: a, of: geometry, in: builder,
          remedy: "cut the polygon there in the source")
      }
      if abs(geometry.x[b]) != 180 {
        builder.note(.coordinateClamped) { finding in
          finding.longitude = side
          finding.latitude = geometry.y[b]
        }
      }
      geometry.x[b] = side
    }
  }

  private func jumps(in ring: Range<Int>, of geometry: borrowing FeatureGeometry) -> Bool {
    var previous = geometry.x[ring.upperBound - 1]
    for vertex in ring {
      if abs(geometry.x[vertex] - previous) > 180 { return true }
      previous = geometry.x[vertex]
    }
    return false
  }

  /// Whether an edge goes over the antimeridian. Wide ones, as along the edge of a map of the world, are told apart by
  /// where their middle lies.
  private func crosses(_ a: Int, _ b: Int, _ geometry: borrowing FeatureGeometry) -> Bool {
    let (west, east) = (min(geometry.x[a], geometry.x[b]), max(geometry.x[a], geometry.x[b]))
    guard east - west > 180 else { return false }
    var x: ContiguousArray = [(sourceX[a] + sourceX[b]) / 2]
    var y: ContiguousArray = [(sourceY[a] + sourceY[b]) / 2]
    transform(&x, &y)
    return !(x[0] - west <= 180 && east - x[0] <= 180)
  }
}
