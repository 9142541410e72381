import MapPack

/// Areas on the WGS 84 ellipsoid of polygons whose edges are straight in longitude and latitude.
///
/// The area between an edge and the equator is the integral, over the longitude, of the area of the strip of one
/// radian's width up to the edge's latitude: b² Σ (n + 1)/(2n + 1) e²ⁿ sin²ⁿ⁺¹φ. Sources: J. Snyder, "Map Projections:
/// A Working Manual" (1987), equation 3-12, as a power series; Gauss–Legendre quadrature, M. Abramowitz and I. Stegun,
/// "Handbook of Mathematical Functions" (1964), 25.4.30.
package enum EllipsoidalArea {
  /// The area between an edge and the equator, in m²: positive where the edge runs to the west of the northern
  /// hemisphere, so that the sum along a counter-clockwise ring (longitude to the right, latitude up) is its area.
  ///
  /// Relative error below 1e-12.
  /// - Parameters: degrees; latitudes within ±90.
  package static func underEdge(
    fromLongitude: Double, latitude: Double, toLongitude: Double, latitude toLatitude: Double
  ) -> Double {
    let width = (fromLongitude - toLongitude) * (3.141_592_653_589_793 / 180)
    if width == 0 { return 0 }
    let start = latitude * (3.141_592_653_589_793 / 180)
    let rise = toLatitude * (3.141_592_653_589_793 / 180) - start
    if rise == 0 { return width * strip(to: start) }
    if rise.magnitude <= 0.001 {
      let middle = start + rise / 2
      let offset = rise * (0.577_350_269_189_625_8 / 2)
      return width * ((strip(to: middle - offset) + strip(to: middle + offset)) / 2)
    }
    // Pieces of at most 1/20 radian, on which the three-point rule is exact to the last few bits.
    let pieces = (rise.magnitude * 20).rounded(.up)
    let step = rise / pieces
    let offset = step * (0.774_596_669_241_483_4 / 2)
    var sum = 0.0
    var piece = 0.0
    while piece < pieces {
      let middle = start + step * (piece + 0.5)
      sum += (5 * (strip(to: middle - offset) + strip(to: middle + offset)) + 8 * strip(to: middle)) / 18
      piece += 1
    }
    return width * (sum / pieces)
  }

  /// The area between the equator and a latitude (in radians) of a strip one radian wide, in m².
  private static func strip(to latitude: Double) -> Double {
    let sine = Series.sine(latitude)
    let s = squaredEccentricity * sine * sine
    var sum = 8.0 / 15
    sum = sum * s + 7.0 / 13
    sum = sum * s + 6.0 / 11
    sum = sum * s + 5.0 / 9
    sum = sum * s + 4.0 / 7
    sum = sum * s + 3.0 / 5
    sum = sum * s + 2.0 / 3
    sum = sum * s + 1
    return squaredPolarRadius * sine * sum
  }

  /// e² = f(2 − f) with f = 1/298.257223563.
  private static let squaredEccentricity = 0.006_694_379_990_141_316
  /// b² = a²(1 − e²), in m².
  private static let squaredPolarRadius = 6_378_137.0 * 6_378_137.0 * (1 - 0.006_694_379_990_141_316)
}
