/// Areas on the WGS 84 ellipsoid of polygons whose edges are straight in longitude and latitude, or in the plane of
/// Web Mercator.
///
/// The area of a ring is the sum over its edges of the area between the edge and the equator. That area is
/// ∫ F(φ) dλ along the edge, where F(φ) = b² sin φ Σₙ (n+1)/(2n+1) (e sin φ)²ⁿ is the area, per radian of
/// longitude, from the equator to φ (the authalic series). The whole earth has 510,065,621.724 km².
///
/// `ShapePart.area` comes from edges drawn in Web Mercator. `Ground` in `MapPackGeometry` measures edges in
/// longitude and latitude.
///
/// No edge may jump by 360° at the 180th meridian: rings are cut there, or unwrapped. The two functions for edges count
/// opposite directions as positive.
///
/// Only + − × ÷ √ are used, so results have the same bits on every machine. The relative error of an edge's area is
/// below 10⁻¹⁴.
@usableFromInline
package struct EllipsoidalArea: Sendable {
  /// Makes a calculator, which has no state.
  @inlinable
  package init() {}

  /// b², the square of the polar semi-axis of WGS 84, in m².
  @inlinable static var squaredPolarAxis: Double { 0x1.260252eeb8ab9p+45 }

  /// e², the square of the first eccentricity of WGS 84.
  @inlinable static var squaredEccentricity: Double { 0x1.b6b90f1fe94f1p-8 }

  /// The area between the equator and an edge that is straight in longitude and latitude, in m².
  ///
  /// It is positive for an edge that runs west, north of the equator. So the sum over a counterclockwise ring (x east,
  /// y north) is the ring's area. Swapping the ends only changes the sign.
  /// - Precondition: arguments are in degrees, latitudes within ±90.
  @inlinable
  package func underEdge(
    fromLongitude startLongitude: Double, latitude startLatitude: Double,
    toLongitude endLongitude: Double, latitude endLatitude: Double
  ) -> Double {
    let westward = Series.radians(degrees: startLongitude - endLongitude)
    let span = Series.radians(degrees: endLatitude - startLatitude)
    let middle = Series.radians(degrees: (startLatitude + endLatitude) / 2)
    guard span.magnitude > 0.001 else {
      return westward * Self.meanOfShortSpan(middle: middle, span: span)
    }
    return westward
      * Self.meanOfSpan(middle: middle, span: span.magnitude) { Self.belowParallel(sine: Series.sine($0)) }
  }

  /// The area between the equator and an edge that is straight in the plane of Web Mercator, in m².
  ///
  /// It is positive for an edge that runs east, north of the equator. So the sum over a clockwise ring (x east, y
  /// north) is the ring's area.
  /// - Parameters:
  ///   - eastward: the difference in longitude from the start of the edge to its end, in radians.
  ///   - start: the isometric latitude of the start: the y of a globe of radius 1 in Web Mercator, from the equator to
  ///     the north, at most 100 in magnitude.
  ///   - end: the isometric latitude of the end.
  package func underDrawnEdge(eastward: Double, from start: Double, to end: Double) -> Double {
    let span = (end - start).magnitude
    let middle = (start + end) / 2
    guard span > 0.001 else {
      return eastward * Self.meanOfShortDrawnSpan(middle: middle, span: span)
    }
    // The hyperbolic tangent has poles at ±iπ/2, and the sine has none. So pieces are half as long as above.
    return eastward
      * Self.meanOfSpan(middle: middle, span: span, pieceLimit: 0.5) {
        Self.belowParallel(sine: Self.sine(ofIsometricLatitude: $0))
      }
  }

  /// The sine of the latitude with this isometric latitude: its hyperbolic tangent.
  static func sine(ofIsometricLatitude latitude: Double) -> Double {
    let power = Series.exponential(2 * latitude.magnitude)
    let sine = (power - 1) / (power + 1)
    return latitude < 0 ? -sine : sine
  }

  /// The mean of F over a span of isometric latitude of at most 0.001: F + F″ span²/24.
  ///
  /// The derivatives of the sine s are 1 − s² and −2 s (1 − s²). Those of F by s are b²/q² and 4 b² e² s/q³ with
  /// q = 1 − e² s².
  static func meanOfShortDrawnSpan(middle: Double, span: Double) -> Double {
    let s = sine(ofIsometricLatitude: middle)
    let squared = s * s
    let q = 1 - squaredEccentricity * squared
    let secondDerivative =
      2 * squaredPolarAxis * s * (1 - squared) * (2 * squaredEccentricity * (1 - squared) - q) / (q * q * q)
    return belowParallel(sine: s) + secondDerivative * (span * span / 24)
  }

  /// F(φ) by the sine of φ.
  @inlinable @inline(__always)
  static func belowParallel(sine s: Double) -> Double {
    let t = squaredEccentricity * (s * s)
    // The next term, 9/17 t⁸, is below 10⁻¹⁷.
    let series =
      1 + t
      * (2.0 / 3 + t * (3.0 / 5 + t * (4.0 / 7 + t * (5.0 / 9 + t * (6.0 / 11 + t * (7.0 / 13 + t * (8.0 / 15)))))))
    return squaredPolarAxis * (s * series)
  }

  /// The mean of F over a span of latitude of at most 0.001 (6 km): F + F″ span²/24.
  ///
  /// The next term of the Taylor series, F⁗ span⁴/1920, is below 10⁻¹⁵ of it.
  @inlinable @inline(__always)
  static func meanOfShortSpan(middle: Double, span: Double) -> Double {
    let s = Series.sine(middle)
    let squared = s * s
    let q = 1 - squaredEccentricity * squared
    let secondDerivative = squaredPolarAxis * s * (4 * squaredEccentricity * (1 - squared) - q) / (q * q * q)
    return belowParallel(sine: s) + secondDerivative * (span * span / 24)
  }

  /// The mean of a function over a span, by Gauss–Legendre quadrature with eight abscissas on each piece of at most
  /// `pieceLimit`. For F and a limit of 1, the error is below 10⁻¹⁶.
  @inlinable @inline(__always)
  static func meanOfSpan(
    middle: Double, span: Double, pieceLimit: Double = 1, _ function: (Double) -> Double
  ) -> Double {
    // Edges on the globe span π at most, and 2π of isometric latitude in the Mercator plane, so there are few pieces.
    let pieces = (span / pieceLimit).rounded(.up)
    let half = span / pieces / 2
    var sum = 0.0
    var offset = (pieces - 1) * half
    // Pieces lie in pairs about the middle, so that the direction of the edge makes no difference.
    while offset > 0 {
      sum +=
        gaussLegendre(middle: middle - offset, half: half, function)
        + gaussLegendre(middle: middle + offset, half: half, function)
      offset -= 2 * half
    }
    if offset > -half { sum += gaussLegendre(middle: middle, half: half, function) }
    return sum / pieces
  }

  /// The mean of a function from `middle − half` to `middle + half`.
  @inlinable @inline(__always)
  static func gaussLegendre(middle: Double, half: Double, _ function: (Double) -> Double) -> Double {
    func pair(_ abscissa: Double, _ weight: Double) -> Double {
      weight * (function(middle - half * abscissa) + function(middle + half * abscissa))
    }
    // The abscissas are the zeros of the Legendre polynomial P₈. The weights of all eight add up to 1.
    return pair(0x1.77ac94f3c7345p-3, 0x1.736360b199343p-3)
      + pair(0x1.0d129583284b4p-1, 0x1.413c50a255615p-3)
      + pair(0x1.97e4ab249f41ep-1, 0x1.c76fb531d2b96p-4)
      + pair(0x1.ebab1cb0acc67p-1, 0x1.9ea1d04ca0374p-5)
  }
}
