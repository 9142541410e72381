import MapPackFeatures

/// The part of `CoordinateTransformation` that makes longitudes at the antimeridian agree with the course of a ring.
/// `apply(to:kind:)` calls it for each ring of a source that is transformed.
extension CoordinateTransformation {
  /// How far on the wrong side of the antimeridian a vertex may lie because of rounding, in degrees: about a tenth of a
  /// meter.
  private static let seamWidth = 1e-6

  /// Makes the longitudes of a ring say what the ring does at the antimeridian. A ring without an edge wider than 180°
  /// stays as it is.
  ///
  /// A projection has one antimeridian; in longitude and latitude it is both 180 and -180. A vertex on it gets the sign
  /// of the vertex before it. An edge that crosses it stays as it is: the ring is cut there, by the rule for edges
  /// wider than 180° (`UnwrappedRing`). An edge that is as wide but does not cross it, as on a map of the world, gets a
  /// vertex at its middle, so that it is not mistaken for a crossing. An edge from one end of the world to the other
  /// does not need one.
  /// - Parameters:
  ///   - ring: the index of the ring.
  ///   - geometry: the geometry, whose vertices have been transformed.
  ///   - closes: whether an edge leads from the last vertex to the first one, as in areas but not in lines.
  ///   - settled: gets the locations of vertices that were moved onto the antimeridian, in degrees.
  /// - Precondition: `sourceX` and `sourceY` have the coordinates of all vertices of the geometry before they were
  ///   transformed.
  /// - Complexity: O(n) for n vertices of the ring; for each vertex that is added, O(n) for n vertices of the geometry.
  mutating func settleAntimeridian(
    ring: Int, of geometry: inout FeatureGeometry, closes: Bool, settled: inout [(longitude: Double, latitude: Double)]
  ) {
    let whole = geometry.rings[ring]
    guard whole.count > 1, jumps(in: whole, of: geometry) else { return }
    // The walk starts at a vertex off the antimeridian, so that the sign of each vertex on it can follow that of the
    // vertex before.
    let start = whole.first { abs(geometry.x[$0]) < 180 - Self.seamWidth } ?? whole.lowerBound
    var drawn: [(after: Int, x: Double, y: Double)] = []
    for (a, b) in Self.edges(of: whole, from: start, closes: closes) {
      guard let (middle, crosses) = wideEdge(a, b, geometry) else { continue }
      guard crosses else {
        if !UnwrappedRing.isWholeRound(geometry.x[a] - geometry.x[b]) {
          drawn.append((closes ? a : min(a, b), middle.x, middle.y))
        }
        continue
      }
      guard abs(geometry.x[b]) >= 180 - Self.seamWidth, b != start else { continue }
      let side = geometry.x[a] < 0 ? -180.0 : 180.0
      if abs(geometry.x[b]) != 180 { settled.append((side, geometry.y[b])) }
      geometry.x[b] = side
    }
    for (after, x, y) in drawn.sorted(by: { $0.after > $1.after }) { insert(x, y, after: after, in: &geometry) }
  }

  /// The edges of a ring in the order of a walk round it from a vertex; of an open line those from the vertex to its end,
  /// then those from the vertex back to its start.
  private static func edges(of whole: Range<Int>, from start: Int, closes: Bool) -> [(Int, Int)] {
    let forwards = (start..<whole.upperBound - 1).map { ($0, $0 + 1) }
    guard closes else { return forwards + (whole.lowerBound..<start).reversed().map { ($0 + 1, $0) } }
    return forwards + [(whole.upperBound - 1, whole.lowerBound)] + (whole.lowerBound..<start).map { ($0, $0 + 1) }
  }

  /// Whether an edge of a ring is wider than 180°, that from its last vertex to its first one included.
  private func jumps(in ring: Range<Int>, of geometry: borrowing FeatureGeometry) -> Bool {
    var previous = geometry.x[ring.upperBound - 1]
    for vertex in ring {
      if abs(geometry.x[vertex] - previous) > 180 { return true }
      previous = geometry.x[vertex]
    }
    return false
  }

  /// The location of the middle of an edge that is wider than 180°, and whether the edge crosses the antimeridian,
  /// judging by it; `nil` for other edges.
  private func wideEdge(
    _ a: Int, _ b: Int, _ geometry: borrowing FeatureGeometry
  ) -> (middle: (x: Double, y: Double), crosses: Bool)? {
    let (west, east) = (min(geometry.x[a], geometry.x[b]), max(geometry.x[a], geometry.x[b]))
    guard east - west > 180 else { return nil }
    var x: ContiguousArray = [(sourceX[a] + sourceX[b]) / 2]
    var y: ContiguousArray = [(sourceY[a] + sourceY[b]) / 2]
    transform(&x, &y)
    return ((x[0], y[0]), !(x[0] - west <= 180 && east - x[0] <= 180))
  }

  /// Inserts a vertex after another one, also among the coordinates in the source's system.
  private mutating func insert(_ x: Double, _ y: Double, after vertex: Int, in geometry: inout FeatureGeometry) {
    let next = vertex + 1
    geometry.x.insert(x, at: next)
    geometry.y.insert(y, at: next)
    // Its coordinates in the source's system are not used any more.
    sourceX.insert(.nan, at: next)
    sourceY.insert(.nan, at: next)
    for ring in geometry.rings.indices {
      let range = geometry.rings[ring]
      if range.lowerBound > vertex {
        geometry.rings[ring] = range.lowerBound + 1..<range.upperBound + 1
      } else if range.contains(vertex) {
        geometry.rings[ring] = range.lowerBound..<range.upperBound + 1
      }
    }
  }
}
