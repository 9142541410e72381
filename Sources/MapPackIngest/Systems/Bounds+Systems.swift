import MapPackFeatures

extension Bounds {
  /// The smallest extent around the points within ±180° and ±90°; `nil` if there is none. Other points are ignored. The
  /// widest gap between neighboring meridians is what lies outside.
  init?(around points: [(longitude: Double, latitude: Double)]) {
    let points = points.filter { abs($0.longitude) <= 180 && abs($0.latitude) <= 90 }
    let longitudes = points.map(\.longitude).sorted()
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    self.init(west: first, south: 90, east: last, north: -90)
    var widest = first + 360 - last
    for (a, b) in zip(longitudes, longitudes.dropFirst()) where b - a > widest {
      widest = b - a
      (west, east) = (b, a)
    }
    (south, north) = points.reduce(into: (90.0, -90.0)) { range, point in
      range = (min(range.0, point.latitude), max(range.1, point.latitude))
    }
  }

  /// Where points all over a box and on its edges lie: a pole may lie inside. It is `nil` if none of them has a longitude
  /// and latitude.
  /// - Parameter transform: gives longitude and latitude in degrees.
  init?(of box: CoordinateBox, _ transform: (inout ContiguousArray<Double>, inout ContiguousArray<Double>) -> Void) {
    guard box.isValid else { return nil }
    let shares = (0...32).map { Double($0) / 32 }
    var x = ContiguousArray(shares.flatMap { share in shares.map { _ in box.minX * (1 - share) + box.maxX * share } })
    var y = ContiguousArray(shares.flatMap { _ in shares.map { box.minY * (1 - $0) + box.maxY * $0 } })
    transform(&x, &y)
    self.init(around: Array(zip(x, y)))
  }

  /// The extent, widened by a tenth of a meter if it has no width or no height: PROJ compares areas.
  var widened: Bounds {
    var extent = self
    if west == east { if west > 0 { extent.west -= 1e-6 } else { extent.east += 1e-6 } }
    if south == north { if south > 0 { extent.south -= 1e-6 } else { extent.north += 1e-6 } }
    return extent
  }

  /// The size in square degrees.
  var size: Double { (north - south) * spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
