/// A place in the plane of Web Mercator, in map points: x and y mean what they mean in MapKit's `MKMapPoint`.
public struct MapPoint: Hashable, Sendable {
  /// To the east from 180° W; the world is 2²⁸ wide.
  public var x: Double
  /// To the south from 85.05…° N.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
