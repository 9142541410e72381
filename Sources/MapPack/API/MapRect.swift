/// A rectangle in the plane of Web Mercator, in map points: the fields mean what they mean in MapKit's `MKMapRect`.
///
/// As there, a rectangle that lies on both sides of the 180th meridian begins on its western side and runs past
/// the world's edge: `minX + width` is then above 2²⁸.
public struct MapRect: Hashable, Sendable {
  public var minX: Double
  public var minY: Double
  public var width: Double
  public var height: Double

  public init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  public var maxX: Double { minX + width }
  public var maxY: Double { minY + height }
}
