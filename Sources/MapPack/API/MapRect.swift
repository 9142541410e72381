/// A rectangle in the plane of Web Mercator, in map points.
///
/// The fields mean the same as in MapKit's `MKMapRect`. As there, a rectangle on both sides of the 180th meridian
/// begins to the west of it and runs past the world's eastern edge: `maxX` is then above 2²⁸.
///
/// No field is checked. What takes a rectangle says what it makes of a negative size, such as `Pack.shapes(in:)`.
public struct MapRect: Hashable, Sendable {
  /// The western edge, in map points.
  public var minX: Double
  /// The northern edge, in map points.
  public var minY: Double
  /// How far it reaches to the east, in map points.
  public var width: Double
  /// How far it reaches to the south, in map points.
  public var height: Double

  /// A rectangle by its north-western corner and its size, in map points.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  /// The rectangle round nothing: without size, at the plane's north-western corner. It is the bounds of empty shapes.
  static let nowhere = MapRect(minX: 0, minY: 0, width: 0, height: 0)

  /// The eastern edge, in map points.
  public var maxX: Double { minX + width }
  /// The southern edge, in map points.
  public var maxY: Double { minY + height }
}
