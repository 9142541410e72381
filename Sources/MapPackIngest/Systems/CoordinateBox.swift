/// The bounding box of coordinates: easting and northing in the unit of the source's system, or longitude and latitude
/// in degrees. The initial box is empty. `CoordinateTransformation` chooses an operation by that of a source;
/// `RingMeasures` has that of a ring.
///
/// Numbers are compared as they are: the box of a ring across the antimeridian is as wide as the world. For parts of
/// the earth there is `GeographicExtent`.
struct CoordinateBox: Hashable {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  /// Extends the box to all vertices of a geometry; coordinates that are not finite are ignored.
  mutating func formUnion(_ geometry: borrowing FeatureGeometry) { formUnion(geometry.x, geometry.y) }

  /// Extends the box to all coordinates; those that are not finite are ignored.
  mutating func formUnion(_ x: some Sequence<Double>, _ y: some Sequence<Double>) {
    for x in x where x.isFinite {
      minX = min(minX, x)
      maxX = max(maxX, x)
    }
    for y in y where y.isFinite {
      minY = min(minY, y)
      maxY = max(maxY, y)
    }
  }

  /// Whether another box, moved by `shift` in x, lies in this one; shared edges count as inside. An empty box lies in
  /// every box.
  func contains(_ other: CoordinateBox, shiftedBy shift: Double = 0) -> Bool {
    minX <= other.minX + shift && minY <= other.minY && other.maxX + shift <= maxX && other.maxY <= maxY
  }

  /// Whether the box is finite and not empty.
  var isValid: Bool {
    minX <= maxX && minY <= maxY && minX.isFinite && maxX.isFinite && minY.isFinite && maxY.isFinite
  }
}
