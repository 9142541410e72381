import MapGeometry

/// Polygons of some features on an integer plane, for `PolygonRules` to judge.
///
/// Each ring is a closed path without equal consecutive vertices; one that keeps fewer than three is empty.
struct PolygonBatch: Sendable {
  var rings = Paths()
  /// Per vertex of `rings`: its index in the ring as it was given, repeated points included.
  var givenVertex = ContiguousArray<Int32>()
  /// Per ring: its first vertex as it was given, the place of a ring that has collapsed.
  var firstPoint = ContiguousArray<GridPoint>()
  /// Polygon p owns the rings `ringStart[p] ..< ringStart[p + 1]`, the shell first.
  var ringStart: ContiguousArray<Int> = [0]
  /// Feature f owns the polygons `polygonStart[f] ..< polygonStart[f + 1]`.
  var polygonStart: ContiguousArray<Int> = [0]

  var ringCount: Int { rings.count }
  var polygonCount: Int { ringStart.count - 1 }
  var featureCount: Int { polygonStart.count - 1 }

  /// Adds a ring to the polygon that is being written; its closing vertex is not repeated.
  mutating func appendRing(count: Int, _ point: (Int) -> GridPoint) {
    let begin = rings.vertexCount
    for index in 0..<count {
      let point = point(index)
      if index == 0 { firstPoint.append(point) }
      if rings.vertexCount > begin, rings.point(rings.vertexCount - 1) == point { continue }
      rings.append(point)
      givenVertex.append(Int32(truncatingIfNeeded: index))
    }
    if count == 0 { firstPoint.append(GridPoint(x: 0, y: 0)) }
    while rings.vertexCount > begin + 1, rings.point(rings.vertexCount - 1) == rings.point(begin) { removeLast() }
    if rings.vertexCount < begin + 3 {
      while rings.vertexCount > begin { removeLast() }
    }
    rings.endPath(isClosed: true)
  }

  private mutating func removeLast() {
    rings.x.removeLast()
    rings.y.removeLast()
    givenVertex.removeLast()
  }

  mutating func endPolygon() { ringStart.append(ringCount) }

  mutating func endFeature() { polygonStart.append(polygonCount) }
}
