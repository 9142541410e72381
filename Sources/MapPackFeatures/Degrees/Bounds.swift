/// A part of the globe between two meridians and two parallels, in degrees; its edges belong to it. If it crosses ±180°,
/// west is greater than east.
package struct Bounds: Hashable, Codable, Sendable {
  package var west: Double
  package var south: Double
  package var east: Double
  package var north: Double

  package init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Empty bounds.
  package init() { self.init(west: .infinity, south: .infinity, east: -.infinity, north: -.infinity) }

  /// Roughly Japan with its islands.
  package static let japan = Bounds(west: 122, south: 20, east: 154, north: 46)

  package var isEmpty: Bool { south > north }

  /// The longitudes as one or two ranges that do not cross ±180°.
  /// - Precondition: the bounds are not empty.
  package var spans: [ClosedRange<Double>] { west <= east ? [west...east] : [west...180, -180...east] }

  @inlinable
  package func contains(longitude: Double, latitude: Double) -> Bool {
    let isBetween = west <= east ? west <= longitude && longitude <= east : west <= longitude || longitude <= east
    return isBetween && south <= latitude && latitude <= north
  }

  /// Whether all of `other` lies in these bounds. Empty bounds lie in all that do not cross ±180°, and contain nothing.
  package func contains(_ other: Bounds) -> Bool {
    guard south <= other.south && other.north <= north else { return false }
    if other.isEmpty || west <= east && other.west <= other.east { return west <= other.west && other.east <= east }
    return other.spans.allSatisfy { span in
      spans.contains { $0.lowerBound <= span.lowerBound && span.upperBound <= $0.upperBound }
    }
  }

  /// Whether the two have a location in common.
  package func meets(_ other: Bounds) -> Bool {
    guard south <= other.north && other.south <= north else { return false }
    if west <= east && other.west <= other.east { return west <= other.east && other.west <= east }
    return spans.contains { span in other.spans.contains { $0.overlaps(span) } }
  }

  // MARK: As plain rectangles

  /// Extends bounds that do not cross ±180° to a location.
  @inlinable
  package mutating func extend(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// Extends bounds that do not cross ±180° to others that do not.
  @inlinable
  package mutating func extend(to other: Bounds) {
    (west, south) = (min(west, other.west), min(south, other.south))
    (east, north) = (max(east, other.east), max(north, other.north))
  }

  // MARK: In words

  /// As a pipeline file has them, with at most three decimals: `[129.3, 32, 130.5, 33.9]`.
  package var text: String {
    let numbers = [west, south, east, north].map { value in
      var text = Figures.decimal(value, places: 3)
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
      return text
    }
    return "[\(numbers.joined(separator: ", "))]"
  }

  /// To a tenth of a degree: `49.8° N to 61.0° N, 9.0° W to 2.0° E`.
  package var words: String {
    func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
      let tenths = Int((abs(value) * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)° \(value < 0 && tenths > 0 ? negative : positive)"
    }
    func range(_ low: String, _ high: String) -> String { low == high ? low : "\(low) to \(high)" }
    return range(degrees(south, "N", "S"), degrees(north, "N", "S")) + ", "
      + range(degrees(west, "E", "W"), degrees(east, "E", "W"))
  }
}

extension Sequence<Bounds> {
  /// The smallest rectangle round all of them; `nil` if there are none. None of them crosses ±180°.
  package var union: Bounds? {
    let union = reduce(into: Bounds()) { $0.extend(to: $1) }
    return union.isEmpty ? nil : union
  }
}
