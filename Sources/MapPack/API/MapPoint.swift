/// A point in the plane of Web Mercator, in map points.
///
/// The coordinates mean the same as in MapKit's `MKMapPoint`. Locations are asked for with it, as in
/// `RegionMap.region(at:)`, and vertices come as it. `WebMercator` has the formulas for degrees.
public struct MapPoint: Hashable, Sendable {
  /// In map points to the east of 180° W; the world is 2²⁸ wide.
  public var x: Double
  /// In map points to the south of 85.05…° N.
  public var y: Double

  /// A point by its coordinates in map points.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point at a longitude and latitude in degrees.
  ///
  /// A longitude beyond ±180° gives an x outside the world. A latitude beyond ±85.05…° gives the edge of the world, as
  /// `WebMercator.y(latitude:)` does.
  @inlinable
  public init(longitude: Double, latitude: Double) {
    self.init(x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude))
  }

  /// In degrees to the east of Greenwich; above 180 if x lies past the world's eastern edge.
  @inlinable public var longitude: Double { WebMercator.longitude(x: x) }

  /// In degrees to the north of the equator; beyond ±85.05…° if y lies outside the world.
  @inlinable public var latitude: Double { WebMercator.latitude(y: y) }
}
