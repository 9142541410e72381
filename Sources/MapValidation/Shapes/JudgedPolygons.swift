import MapGeometry

/// The polygons of a feature, for `PolygonRules` to judge: their points, and where these lie on a grid.
///
/// Each ring is a closed path without equal consecutive points; one that keeps fewer than three is empty. Consecutive
/// points that differ may be one on the grid.
struct JudgedPolygons<Point: JudgedPoint>: Sendable {
  /// The rings on the grid, where places are told and edges that may meet are looked for.
  var rings = Paths()
  /// Per vertex of `rings`: the point that is judged.
  var points = ContiguousArray<Point>()
  /// Per vertex of `rings`: its index in the ring as it was given, repeated points included.
  var givenVertex = ContiguousArray<Int32>()
  /// Per ring: its first vertex as it was given, the place of a ring that has collapsed.
  var firstPoint = ContiguousArray<GridPoint>()
  /// Polygon p owns the rings `ringStart[p] ..< ringStart[p + 1]`, the shell first.
  var ringStart: ContiguousArray<Int> = [0]

  var ringCount: Int { rings.count }
  var polygonCount: Int { ringStart.count - 1 }

  /// Adds a ring to the polygon that is being written; its closing vertex is not repeated.
  mutating func appendRing(count: Int, _ place: (Int) -> (point: Point, cell: GridPoint)) {
    let begin = rings.vertexCount
    for index in 0..<count {
      let (point, cell) = place(index)
      if index == 0 { firstPoint.append(cell) }
      if points.count > begin, points[points.count - 1] == point { continue }
      rings.append(cell)
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

  mutating func endPolygon() { ringStart.append(ringCount) }
}
