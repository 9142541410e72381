/// A rectangle in the plane of Web Mercator, in map points: the fields mean what they mean in MapKit's `MKMapRect`.
///
/// As there, a rectangle that lies on both sides of the 180th meridian begins on its western side and runs past
/// the world's edge: `minX + width` is then above 2²⁸.
public struct MapRect: Hashable, Sendable {
  /// The western edge, in map points.
  public var minX: Double
  /// The northern edge, in map points.
  public var minY: Double
  /// In map points, to the east.
  public var width: Double
  /// In map points, to the south.
  public var height: Double

  /// A rectangle by its north-western corner and its size, in map points.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  /// The eastern edge, in map points.
  public var maxX: Double { minX + width }
  /// The southern edge, in map points.
  public var maxY: Double { minY + height }
}
