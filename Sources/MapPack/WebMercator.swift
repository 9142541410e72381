/// Web Mercator as `MKMapPoint` counts it: the world is 2²⁸ map points wide and high, x grows to the east
/// from 180° W, y to the south from the parallel 85.05…° N.
///
/// All arithmetic is + − × ÷ √ on Doubles, so the same input gives the same bits on every machine.
///
/// Source: IOGP Guidance Note 7-2, method 1024 (Popular Visualisation Pseudo Mercator).
public enum WebMercator {
  /// Map points round the equator, 2²⁸.
  public static let worldSize: Double = 268_435_456

  /// The latitude, in degrees, at which the world ends: it is as high as it is wide.
  public static let latitudeLimit: Double = 85.051_128_779_806_6

  /// Metres on the ground that one map point stands for at the equator; at latitude φ it is cos φ times that.
  public static let metresPerMapPointAtEquator: Double = 6_378_137 * 2 * 3.141_592_653_589_793 / 268_435_456

  /// The place of a longitude and a latitude, in degrees, in map points.
  ///
  /// Longitudes ±180 give x = 0 and 2²⁸ exactly. Latitudes beyond the limit count as the limit, which gives y = 0 and
  /// 2²⁸ exactly.
  /// - Complexity: O(1), some 20 ns.
  @inlinable
  public static func mapPoint(longitude: Double, latitude: Double) -> (x: Double, y: Double) {
    let x = longitude * (268_435_456 / 360) + 134_217_728
    if latitude >= 85.051_128_779_806_6 { return (x, 0) }
    if latitude <= -85.051_128_779_806_6 { return (x, 268_435_456) }
    // The isometric latitude ln tan(π/4 + φ/2) = ln((1 + t)/(1 − t)) with t = tan(φ/2).
    let half = latitude.magnitude * (3.141_592_653_589_793 / 360)
    let sine = Series.sine(half)
    let cosine = Series.cosine(half)
    let isometric = Series.logarithm((cosine + sine) / (cosine - sine))
    let offset = isometric * (134_217_728 / 3.141_592_653_589_793)
    return (x, latitude < 0 ? 134_217_728 + offset : 134_217_728 - offset)
  }

  /// The longitude of a map point's x, in degrees.
  @inlinable
  public static func longitude(x: Double) -> Double {
    (x - 134_217_728) * (360 / 268_435_456)
  }

  /// The latitude of a map point's y, in degrees.
  @inlinable
  public static func latitude(y: Double) -> Double {
    // Twice the arc tangent of tanh(ψ/2) = (eᵠ − 1)/(eᵠ + 1).
    let growth = Series.exponential((134_217_728 - y).magnitude * (3.141_592_653_589_793 / 134_217_728))
    let degrees = Series.arcTangent((growth - 1) / (growth + 1)) * (360 / 3.141_592_653_589_793)
    return y > 134_217_728 ? -degrees : degrees
  }

  /// The cosine of the latitude of a map point's y: the share of a length on the map that it is on the ground.
  @inlinable
  public static func cosineOfLatitude(y: Double) -> Double {
    let growth = Series.exponential((134_217_728 - y).magnitude * (3.141_592_653_589_793 / 134_217_728))
    return 2 * growth / (growth * growth + 1)
  }
}
