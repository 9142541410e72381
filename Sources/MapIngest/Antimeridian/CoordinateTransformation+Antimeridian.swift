import MapFeatures

extension CoordinateTransformation {
  /// How near to the antimeridian a vertex may lie on its other side for want of digits: about a tenth of a metre.
  private static let seamWidth = 1e-6

  /// Says in longitude and latitude what a ring does at the antimeridian.
  ///
  /// A projection has one antimeridian; in longitude and latitude it is two, 180 and -180. Vertices on it get the sign of
  /// those before them. An edge that crosses it is left as it is: by the rule for edges wider than 180° (`UnwrappedRing`)
  /// the ring is cut there. An edge as wide that does not cross it, as in a map of the world, gets a vertex where its middle
  /// lies, so that it is not mistaken for one that does; but not from one end of the world to the other.
  /// - Parameter settled: gets the places of vertices that were moved onto it.
  /// - Complexity: O(vertices of the ring), and of all rings where a vertex is added.
  mutating func settleAntimeridian(
    ring: Int, of geometry: inout FeatureGeometry, settled: inout [(longitude: Double, latitude: Double)]
  ) {
    let whole = geometry.rings[ring]
    let count = whole.count
    guard count > 1, jumps(in: whole, of: geometry) else { return }
    // The walk starts off the antimeridian, so that every vertex on it has one before it to go by.
    let start = whole.first { abs(geometry.x[$0]) < 180 - Self.seamWidth } ?? whole.lowerBound
    var drawn: [(after: Int, x: Double, y: Double)] = []
    for step in 0..<count {
      let a = whole.lowerBound + (start - whole.lowerBound + step) % count
      let b = a + 1 < whole.upperBound ? a + 1 : whole.lowerBound
      guard let (middle, crosses) = wideEdge(a, b, geometry) else { continue }
      guard crosses else {
        if !UnwrappedRing.isWholeRound(geometry.x[a] - geometry.x[b]) { drawn.append((a, middle.x, middle.y)) }
        continue
      }
      guard abs(geometry.x[b]) >= 180 - Self.seamWidth, b != start else { continue }
      let side = geometry.x[a] < 0 ? -180.0 : 180.0
      if abs(geometry.x[b]) != 180 { settled.append((side, geometry.y[b])) }
      geometry.x[b] = side
    }
    for (after, x, y) in drawn.sorted(by: { $0.after > $1.after }) { insert(x, y, after: after, in: &geometry) }
  }

  private func jumps(in ring: Range<Int>, of geometry: borrowing FeatureGeometry) -> Bool {
    var previous = geometry.x[ring.upperBound - 1]
    for vertex in ring {
      if abs(geometry.x[vertex] - previous) > 180 { return true }
      previous = geometry.x[vertex]
    }
    return false
  }

  /// Where the middle of an edge lies that is wider than 180°, and whether by that it goes over the antimeridian; `nil`
  /// for other edges.
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

  /// Puts a vertex behind another, in the source's system too.
  private mutating func insert(_ x: Double, _ y: Double, after vertex: Int, in geometry: inout FeatureGeometry) {
    let next = vertex + 1
    geometry.x.insert(x, at: next)
    geometry.y.insert(y, at: next)
    // Where it lies in the source's system nobody asks any more.
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
