/// Where a part of the map lies on a screen or in a picture: a rectangle of the plane in the middle of a rectangle of
/// the screen, as large as it can be there.
///
/// x grows to the right and y downwards in both. Lengths on the screen are in its own unit: points, pixels, or units of
/// an SVG picture. `RegionShape.draw(level:in:to:)` and `LineBuffer.draw(in:to:)` draw in it; the pins of a `PackMap`
/// get it.
public struct MapFrame: Hashable, Sendable {
  /// The part of the map, in map points.
  public let bounds: MapRect
  /// The length of a map point on the screen; 0 if the part or the rectangle for it has no extent. Then all that is
  /// drawn falls on one point.
  public let scale: Double
  /// The x of the part's north-western corner on the screen.
  public let originX: Double
  /// The y of the part's north-western corner on the screen.
  public let originY: Double

  /// Puts a part of the map into the middle of a rectangle of the screen.
  /// - Parameters:
  ///   - bounds: the part, in map points. It may run past the world's eastern edge, as the bounds of shapes and packs
  ///     do.
  ///   - x: the rectangle's left edge on the screen.
  ///   - y: its upper edge.
  ///   - width: how wide it is.
  ///   - height: how high it is.
  public init(_ bounds: MapRect, x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.bounds = bounds
    let scale = min(width / bounds.width, height / bounds.height)
    self.scale = scale.isFinite && scale > 0 ? scale : 0
    originX = x + (width - bounds.width * self.scale) / 2
    originY = y + (height - bounds.height * self.scale) / 2
  }

  /// How many meters on the ground a unit of the screen shows, in the middle of the part; infinite if the scale is 0.
  ///
  /// Divide it by the number of pixels per unit to choose a level.
  public var metersPerUnit: Double {
    let middle = WebMercator.cosineOfLatitude(y: bounds.minY + bounds.height / 2)
    return WebMercator.metersPerMapPointAtEquator * middle / scale
  }

  /// Where a map point lies on the screen, in the screen's unit. Of its positions round the world, it is the one
  /// nearest to the middle of the part. If the scale is 0, it is the middle of the rectangle.
  @inlinable
  public func position(of point: MapPoint) -> (x: Double, y: Double) {
    let west = bounds.minX - nearestTurn(point.x) * WebMercator.worldSize
    return (originX + (point.x - west) * scale, originY + (point.y - bounds.minY) * scale)
  }

  /// The map point under a position on the screen; the middle of the part if the scale is 0.
  ///
  /// Its x is outside the world if it lies past the 180th meridian. `RegionMap.region(at:)` takes such points.
  public func mapPoint(x: Double, y: Double) -> MapPoint {
    guard scale > 0 else { return MapPoint(x: bounds.minX + bounds.width / 2, y: bounds.minY + bounds.height / 2) }
    return MapPoint(x: bounds.minX + (x - originX) / scale, y: bounds.minY + (y - originY) / scale)
  }

  /// The number of turns round the world, to the east, that bring an x nearest to the middle of the part.
  @inlinable
  func nearestTurn(_ x: Double) -> Double {
    ((bounds.minX + bounds.width / 2 - x) / WebMercator.worldSize).rounded()
  }
}
