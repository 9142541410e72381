/// A part of the earth between two meridians and two parallels, in degrees. If it crosses the antimeridian, west is
/// greater than east. Longitudes have to be within ±180°. An extent says where a source lies: `OperationChoice` chooses
/// an operation of PROJ by it, and `ShapefileReader` an encoding.
struct GeographicExtent: Hashable {
  var west: Double
  var south: Double
  var east: Double
  var north: Double

  /// Roughly Japan with its islands. Text of a source elsewhere is not taken for Japanese (`EncodingEvidence`).
  static let japan = GeographicExtent(west: 122, south: 20, east: 154, north: 46)

  init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// The smallest extent around the points within ±180° and ±90°; `nil` if there is none. Other points are ignored. The
  /// widest gap between neighboring meridians is what lies outside.
  /// - Complexity: O(n log n) for n points.
  init?(around points: [(longitude: Double, latitude: Double)]) {
    let points = points.filter { abs($0.longitude) <= 180 && abs($0.latitude) <= 90 }
    let longitudes = points.map(\.longitude).sorted()
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    (west, east) = (first, last)
    var widest = first + 360 - last
    for (a, b) in zip(longitudes, longitudes.dropFirst()) where b - a > widest {
      widest = b - a
      (west, east) = (b, a)
    }
    (south, north) = points.reduce(into: (90.0, -90.0)) { range, point in
      range = (min(range.0, point.latitude), max(range.1, point.latitude))
    }
  }

  /// The longitudes as one or two ranges that do not cross the antimeridian.
  private var spans: [ClosedRange<Double>] { west <= east ? [west...east] : [west...180, -180...east] }

  /// The extent, widened by a tenth of a meter if it has no width or no height: PROJ compares areas.
  var widened: GeographicExtent {
    var extent = self
    if west == east { if west > 0 { extent.west -= 1e-6 } else { extent.east += 1e-6 } }
    if south == north { if south > 0 { extent.south -= 1e-6 } else { extent.north += 1e-6 } }
    return extent
  }

  /// The limits to a tenth of a degree: `49.8° N to 61.0° N, 9.0° W to 2.0° E`.
  var words: String {
    func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
      let tenths = Int((abs(value) * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)° \(value < 0 && tenths > 0 ? negative : positive)"
    }
    func range(_ low: String, _ high: String) -> String { low == high ? low : "\(low) to \(high)" }
    return range(degrees(south, "N", "S"), degrees(north, "N", "S")) + ", "
      + range(degrees(west, "E", "W"), degrees(east, "E", "W"))
  }

  /// Whether two extents have a point in common.
  func meets(_ other: GeographicExtent) -> Bool {
    south <= other.north && other.south <= north
      && spans.contains { span in other.spans.contains { $0.overlaps(span) } }
  }

  /// Whether `other` lies in this extent; shared limits count as inside.
  func contains(_ other: GeographicExtent) -> Bool {
    south <= other.south && other.north <= north
      && other.spans.allSatisfy { span in
        spans.contains { $0.lowerBound <= span.lowerBound && span.upperBound <= $0.upperBound }
      }
  }
}
