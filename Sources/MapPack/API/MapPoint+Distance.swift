// Lengths on the ground. `RegionShape.nearestPoint(to:)` and the questions for the nearest region measure with it.
extension MapPoint {
  /// The length of the shortest way over the ground to another point, in meters on the WGS 84 ellipsoid.
  ///
  /// It is right to 2 parts in 100,000: 20 m in 1000 km. Between nearly opposite points of the earth it is right to 1 %
  /// only. The way may cross the 180th meridian or a pole, and points may lie past the world's edge. It is a NaN if a
  /// coordinate is not finite.
  ///
  /// Source: the formula of H. Andoyer, in J. Meeus, Astronomical Algorithms (1991), chapter 10. It takes the way on a
  /// sphere, and corrects it for the flattening f to terms of f².
  /// - Complexity: O(1)
  public func distance(to other: MapPoint) -> Double {
    let world = WebMercator.worldSize
    let eastward = x - other.x - ((x - other.x) / world).rounded() * world
    guard eastward.isFinite, y.isFinite, other.y.isFinite else { return .nan }
    let (latitude, otherLatitude) = (Series.radians(degrees: latitude), Series.radians(degrees: other.latitude))
    let square = { (number: Double) in number * number }
    let middle = (latitude + otherLatitude) / 2
    let half = (latitude - otherLatitude) / 2
    let turn = eastward / world * Series.pi
    let (sineOfMiddle, cosineOfMiddle) = (square(Series.sine(middle)), square(Series.cosine(middle)))
    let (sineOfHalf, cosineOfHalf) = (square(Series.sine(half)), square(Series.cosine(half)))
    let (sineOfTurn, cosineOfTurn) = (square(Series.sine(turn)), square(Series.cosine(turn)))
    // The squares of sine and cosine of half the angle at the center of the sphere.
    let sine = sineOfHalf * cosineOfTurn + cosineOfMiddle * sineOfTurn
    let cosine = cosineOfHalf * cosineOfTurn + sineOfMiddle * sineOfTurn
    guard sine > 0 else { return 0 }
    guard cosine > 0 else { return Series.pi * Self.equatorialRadius }
    let angle = Series.arcTangent((sine / cosine).squareRoot())
    let ratio = 3 * (sine * cosine).squareRoot() / angle
    // Neither term is above 2, however small its divisor is.
    let correction =
      (ratio - 1) / (2 * cosine) * sineOfMiddle * cosineOfHalf
      - (ratio + 1) / (2 * sine) * cosineOfMiddle * sineOfHalf
    return 2 * angle * Self.equatorialRadius * (1 + Self.flattening * correction)
  }

  /// The semi-major axis of WGS 84, in meters.
  private static var equatorialRadius: Double { 6_378_137 }
  /// The flattening of WGS 84.
  private static var flattening: Double { 1 / 298.257223563 }

  /// A length in the plane, in map points, that no way over the ground of so many meters from this point exceeds;
  /// infinite if the way can reach the end of the plane in the north or south.
  func mapPoints(reachedIn meters: Double) -> Double {
    // A degree of latitude has at least 110,574 m.
    let reach = latitude.magnitude + meters / 110_574
    guard reach < WebMercator.latitudeLimit else { return .infinity }
    // From there to the equator, a map point is at least this long along the parallels, and at least 0.9933 of it along
    // the meridians.
    let metersPerMapPoint =
      WebMercator.metersPerMapPointAtEquator
      * WebMercator.cosineOfLatitude(y: WebMercator.y(latitude: reach))
    return meters / (0.99 * metersPerMapPoint)
  }
}
