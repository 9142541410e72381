/// The box of coordinates in a source's own system: easting and northing, or longitude and latitude.
struct CoordinateBox: Hashable {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  /// Takes in all vertices of a geometry that are numbers.
  mutating func formUnion(_ geometry: borrowing FeatureGeometry) { formUnion(geometry.x, geometry.y) }

  /// Takes in all coordinates that are numbers.
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

  /// Whether another lies in it, edges included, when that is moved in x.
  func contains(_ other: CoordinateBox, shiftedBy shift: Double = 0) -> Bool {
    minX <= other.minX + shift && minY <= other.minY && other.maxX + shift <= maxX && other.maxY <= maxY
  }

  /// Whether there is a point in it.
  var isValid: Bool {
    minX <= maxX && minY <= maxY && minX.isFinite && maxX.isFinite && minY.isFinite && maxY.isFinite
  }
}
