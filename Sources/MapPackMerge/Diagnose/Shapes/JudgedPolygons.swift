import MapPackGeometry

/// The polygons of a feature for `PolygonRules`: the points to be judged, and the grid points to which they are
/// rounded.
///
/// Each ring is a closed path whose consecutive points differ. A ring that keeps fewer than three points is empty.
/// Consecutive points that differ may be one grid point. Rings run as they were given, in either direction.
/// `FeatureVerdicts` fills it from a table, and `publishedDefect` from what `export` writes.
struct JudgedPolygons<Point: JudgedPoint>: Sendable {
  /// The rings on the grid. It gives defects their location, and the index finds segments that may meet on it.
  var rings = Paths()
  /// Per vertex of `rings`: the point to be judged.
  var points = ContiguousArray<Point>()
  /// Per vertex of `rings`: its index in the ring as it was given, repeated points included.
  var givenVertex = ContiguousArray<Int32>()
  /// Per ring: its first vertex as it was given, which is the location of a collapsed ring.
  var firstPoint = ContiguousArray<GridPoint>()
  /// Polygon p owns the rings `ringStart[p] ..< ringStart[p + 1]`, the shell first.
  var ringStart: ContiguousArray<Int> = [0]

  var ringCount: Int { rings.count }
  var polygonCount: Int { ringStart.count - 1 }

  /// Adds a ring to the current polygon.
  /// - Parameters:
  ///   - count: the number of its vertices; the first is not repeated at the end.
  ///   - vertex: the vertex with an index: the point to be judged and its grid point.
  /// - Complexity: O(count)
  mutating func appendRing(count: Int, _ vertex: (Int) -> (point: Point, gridPoint: GridPoint)) {
    let begin = rings.vertexCount
    for index in 0..<count {
      let (point, gridPoint) = vertex(index)
      if index == 0 { firstPoint.append(gridPoint) }
      if points.count > begin, points[points.count - 1] == point { continue }
      rings.append(gridPoint)
      points.append(point)
      givenVertex.append(Int32(truncatingIfNeeded: index))
    }
    if count == 0 { firstPoint.append(GridPoint(x: 0, y: 0)) }
    while points.count > begin + 1, points[points.count - 1] == points[begin] { removeLast() }
    if rings.vertexCount < begin + 3 {
      while rings.vertexCount > begin { removeLast() }
    }
    rings.endPath(isClosed: true)
  }

  private mutating func removeLast() {
    rings.x.removeLast()
    rings.y.removeLast()
    points.removeLast()
    givenVertex.removeLast()
  }

  /// Ends the current polygon.
  mutating func endPolygon() { ringStart.append(ringCount) }
}
