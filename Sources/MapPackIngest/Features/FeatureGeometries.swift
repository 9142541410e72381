/// The geometries of several features in shared columns, in the order in which they were appended. A batch that a
/// thread reads ahead (`ShapeBatch`, `GeoJSONBatch`) keeps its features here.
struct FeatureGeometries {
  /// The columns of all geometries. Indices in rings and polygons count from the start of their own geometry.
  private var columns = FeatureGeometry()
  /// Where each geometry ends in the columns; the first entry is the start of the first geometry.
  private var ends: [(vertices: Int, rings: Int, members: Int, polygons: Int, measures: Int)] = [(0, 0, 0, 0, 0)]

  var count: Int { ends.count - 1 }

  mutating func removeAll() {
    columns.removeAll()
    ends.removeSubrange(1...)
  }

  /// Adds a geometry.
  /// - Complexity: O(n) for n vertices of it.
  mutating func append(_ geometry: borrowing FeatureGeometry) {
    columns.x.append(contentsOf: geometry.x)
    columns.y.append(contentsOf: geometry.y)
    columns.rings.append(contentsOf: geometry.rings)
    columns.ringOrder.append(contentsOf: geometry.ringOrder)
    columns.polygons.append(contentsOf: geometry.polygons)
    columns.measures.append(contentsOf: geometry.measures)
    ends.append(
      (
        columns.x.count, columns.rings.count, columns.ringOrder.count, columns.polygons.count, columns.measures.count
      ))
  }

  /// Fills `geometry` with the one that has an index.
  /// - Complexity: O(n) for n vertices of it.
  func copy(_ index: Int, to geometry: inout FeatureGeometry) {
    let (start, end) = (ends[index], ends[index + 1])
    geometry.removeAll()
    geometry.x.append(contentsOf: columns.x[start.vertices..<end.vertices])
    geometry.y.append(contentsOf: columns.y[start.vertices..<end.vertices])
    geometry.rings.append(contentsOf: columns.rings[start.rings..<end.rings])
    geometry.ringOrder.append(contentsOf: columns.ringOrder[start.members..<end.members])
    geometry.polygons.append(contentsOf: columns.polygons[start.polygons..<end.polygons])
    geometry.measures.append(contentsOf: columns.measures[start.measures..<end.measures])
  }
}
