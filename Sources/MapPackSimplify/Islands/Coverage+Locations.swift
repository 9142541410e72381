import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// Per location: the first polygon that has it inside or on its edge; `nil` if there is none. Longitudes are not
  /// wrapped.
  /// - Complexity: O((n + l) log l) for n vertices and l locations, and for each edge the locations at its latitudes that
  ///   lie in the box of its polygon.
  func polygons(at locations: [Degrees], on grid: NodingGrid) -> [Int?] {
    var found = [Int?](repeating: nil, count: locations.count)
    var whole = GridBox()
    for vertex in 0..<arcs.vertexCount { whole.extend(to: arcs.point(vertex)) }
    guard arcs.vertexCount > 0 else { return found }
    // The grid may have no point for a location beyond the map's extent.
    let longitudes = grid.longitude(x: whole.minX)...grid.longitude(x: whole.maxX)
    let latitudes = grid.latitude(y: whole.minY)...grid.latitude(y: whole.maxY)
    let points = locations.enumerated().filter {
      longitudes.contains($1.longitude) && latitudes.contains($1.latitude)
    }.map { number, location in
      (number: number, point: grid.point(longitude: location.longitude, latitude: location.latitude))
    }.sorted { ($0.point.y, $0.number) < ($1.point.y, $1.number) }
    for polygon in 0..<polygonCount {
      var box = GridBox()
      for reference in references(ofPolygon: polygon) {
        for vertex in arcs.vertices(of: reference.arc) { box.extend(to: arcs.point(vertex)) }
      }
      let near = points.between(box.minY, box.maxY) { $0.point.y }
        .filter { box.contains($0.point) && found[$0.number] == nil }
      guard !near.isEmpty else { continue }
      for (index, isIn) in contain(near.map(\.point), polygon).enumerated() where isIn {
        found[near[index].number] = polygon
      }
    }
    return found
  }

  /// Per point, of some that ascend in y: whether a polygon has it inside or on its edge. Exact.
  private func contain(_ points: [GridPoint], _ polygon: Int) -> [Bool] {
    var isInside = [Bool](repeating: false, count: points.count)
    var isOnEdge = isInside
    func pass(_ a: GridPoint, _ b: GridPoint) {
      let near = points.between(min(a.y, b.y), max(a.y, b.y)) { $0.y }
      for index in near.indices {
        let point = points[index]
        let side = orientation(a, b, point)
        if side == 0, min(a.x, b.x) <= point.x, point.x <= max(a.x, b.x) { isOnEdge[index] = true }
        // The ray to larger x crosses the edge.
        if (a.y > point.y) != (b.y > point.y), b.y > a.y ? side > 0 : side < 0 { isInside[index].toggle() }
      }
    }
    for reference in references(ofPolygon: polygon) {
      let arc = reference.arc
      var previous: GridPoint? = arcs.isClosed[arc] ? arcs.point(arcs.start[arc + 1] - 1) : nil
      for vertex in arcs.vertices(of: arc) {
        let next = arcs.point(vertex)
        if let previous { pass(previous, next) }
        previous = next
      }
    }
    return zip(isInside, isOnEdge).map { $0 || $1 }
  }
}

extension Array {
  /// The elements whose values lie between two, both included. The values ascend.
  fileprivate func between(_ low: Int32, _ high: Int32, _ value: (Element) -> Int32) -> ArraySlice<Element> {
    let first = indices.partitioningIndex { value(self[$0]) >= low }
    let last = indices.partitioningIndex { value(self[$0]) > high }
    return self[first..<Swift.max(first, last)]
  }
}
