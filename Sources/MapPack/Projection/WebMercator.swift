/// The Web Mercator projection, in the map points of MapKit's `MKMapPoint`.
///
/// The world is 2²⁸ map points wide and high. x grows to the east from 180° W, y to the south from the parallel
/// 85.05…° N.
///
/// All arithmetic is + − × ÷ √ on Doubles, so the same input gives the same bits on every machine. Every
/// coordinate is within 2⁻²⁰ map points (0.14 µm at the equator) of the true one. `MapPoint` converts with it.
public enum WebMercator {
  /// The length of the equator in map points, 2²⁸. `PackFormat.worldExponent` is the same for packs.
  @inlinable public static var worldSize: Double { 268_435_456 }

  /// The latitude at which the square world ends in the north, in degrees; in the south, it ends at the opposite one.
  @inlinable public static var latitudeLimit: Double { 85.0511287798066 }

  /// The length of a map point on the equator, in meters, on the sphere of Web Mercator (radius 6,378,137 m).
  ///
  /// On a parallel it is this times the cosine of the latitude.
  @inlinable public static var metersPerMapPointAtEquator: Double { 0x1.31bf8457c1093p-3 }

  /// The length of a degree on the equator, in meters, on the sphere of Web Mercator.
  package static var metersPerDegreeAtEquator: Double { metersPerMapPointAtEquator * (worldSize / 360) }

  /// The x of a longitude in degrees, in map points: exactly 0 at 180° W, 2²⁷ at Greenwich and 2²⁸ at 180° E.
  ///
  /// Longitudes beyond ±180° go on past the world's edges.
  @inlinable @inline(__always)
  public static func x(longitude: Double) -> Double {
    // Scaling by a power of two is exact. So there is one rounding in the division and one in the sum.
    worldSize / 2 + longitude / 360 * worldSize
  }

  /// The y of a latitude in degrees, in map points: exactly 2²⁷ on the equator.
  ///
  /// Latitudes from `latitudeLimit` on are at exactly 0 in the north and 2²⁸ in the south. Opposite latitudes are at
  /// exactly the same distance from the equator.
  @inlinable @inline(__always)
  public static func y(latitude: Double) -> Double {
    let magnitude = min(latitude.magnitude, latitudeLimit)
    // ln tan(π/4 + φ/2) = ln((cos φ/2 + sin φ/2) / (cos φ/2 − sin φ/2))
    let half = Series.radians(degrees: magnitude / 2)
    let sine = Series.kernelSine(half)
    let cosine = Series.kernelCosine(half)
    let stretched = Series.logarithm(ofQuotient: cosine + sine, cosine - sine)
    let distance = magnitude >= latitudeLimit ? worldSize / 2 : stretched * (worldSize / 2 / Series.pi)
    // South of the equator, Doubles are multiples of 2⁻²⁵. So the sum is rounded to one of them, the difference is
    // exact, and both hemispheres are rounded alike.
    let south = worldSize / 2 + min(distance, worldSize / 2)
    return latitude > 0 ? worldSize - south : south
  }

  /// The longitude of an x in map points, in degrees; beyond ±180° if x lies outside the world.
  @inlinable
  public static func longitude(x: Double) -> Double {
    (x - worldSize / 2) / worldSize * 360
  }

  /// The latitude of a y in map points, in degrees; beyond `latitudeLimit` if y lies outside the world.
  @inlinable
  public static func latitude(y: Double) -> Double {
    let power = Series.exponential(isometricLatitude(y: y))
    return Series.degrees(radians: 2 * Series.arcTangent((power - 1) / (power + 1)))
  }

  /// The cosine of the latitude of a y in map points.
  ///
  /// A map point at this latitude is this many times as long on the ground as one on the equator.
  @inlinable
  public static func cosineOfLatitude(y: Double) -> Double {
    let power = Series.exponential(isometricLatitude(y: y).magnitude)
    return 2 * power / (power * power + 1)
  }

  /// The isometric latitude of a y in map points: the y of a globe of radius 1, from the equator to the north.
  @usableFromInline
  static func isometricLatitude(y: Double) -> Double {
    // Points far outside the world are brought into the domain of the exponential.
    let bounded = min(max(y, -worldSize * 16), worldSize * 16)
    return (worldSize / 2 - bounded) * (2 * Series.pi / worldSize)
  }
}
