import MapPackFeatures

/// The part of `CoordinateTransformation` that transforms the vertices of features, for `ShapeReader`, `GeoJSONBatch`
/// and `ParsedFeatures`.
extension CoordinateTransformation {
  /// The outcome of transforming vertices: the locations of those that were moved onto the antimeridian, close to which
  /// rounding had put them; or why a vertex has no longitude and latitude.
  typealias Outcome = Result<[(longitude: Double, latitude: Double)], CoordinateFault>

  /// Transforms the vertices of the current feature of a builder, which gets the findings.
  /// - Throws: `unreadableData` with a rule if a vertex has no longitude and latitude. The geometry is of no use then.
  mutating func apply(
    to geometry: inout FeatureGeometry, of builder: inout FeatureTableBuilder
  ) throws(StageError) {
    try builder.note(apply(to: &geometry, kind: builder.kind))
  }

  /// Transforms the vertices of a feature, and removes its measures. Nothing changes if the transformation is the
  /// identity; then no vertex is checked here either, but `FeatureTableBuilder` checks each. After a failure, the
  /// geometry is of no use.
  ///
  /// A ring that ends at the antimeridian has 180 or -180 there, according to the side on which the rest of it lies. A
  /// ring that crosses the antimeridian has edges wider than 180° there, and the builder cuts it.
  /// - Parameters:
  ///   - geometry: the geometry, in the source's system.
  ///   - kind: what the rings of the geometry are. The rings of areas close, lines do not.
  /// - Complexity: O(n) for n vertices; more if vertices are inserted (see `settleAntimeridian(ring:of:closes:settled:)`).
  mutating func apply(to geometry: inout FeatureGeometry, kind: GeometryKind) -> Outcome {
    if isIdentity { return .success([]) }
    geometry.measures.removeAll(keepingCapacity: true)
    sourceX.removeAll(keepingCapacity: true)
    sourceY.removeAll(keepingCapacity: true)
    sourceX.append(contentsOf: geometry.x)
    sourceY.append(contentsOf: geometry.y)
    transform(&geometry.x, &geometry.y)
    for vertex in geometry.x.indices where !(abs(geometry.x[vertex]) <= 180 && abs(geometry.y[vertex]) <= 90) {
      let (x, y) = (sourceX[vertex], sourceY[vertex])
      let what =
        x.isFinite && y.isFinite
        ? "have no longitude and latitude in the source's coordinate system" : "are not numbers"
      return .failure(
        CoordinateFault(
          message: "the coordinates (\(x), \(y)) \(what)", rule: x.isFinite && y.isFinite ? .outOfRange : .nonFinite,
          position: geometry.position(ofVertex: vertex)))
    }
    var settled: [(longitude: Double, latitude: Double)] = []
    for ring in geometry.rings.indices {
      settleAntimeridian(ring: ring, of: &geometry, closes: kind == .areas, settled: &settled)
    }
    return .success(settled)
  }
}
