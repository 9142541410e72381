/// A location on the globe: longitude and latitude in degrees.
package struct Degrees: Hashable, Codable, Sendable {
  package var longitude: Double
  package var latitude: Double

  package init(longitude: Double, latitude: Double) {
    (self.longitude, self.latitude) = (longitude, latitude)
  }
}

extension Degrees {
  /// Longitude and latitude in digits, without zeros at the end.
  package var pair: [String] {
    [longitude, latitude].map { Figures.decimal($0, places: 9, trims: true) }
  }
}
