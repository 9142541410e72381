// The rule that chooses a level of detail for a scale. `PackMap`, `RegionMap.content(of:size:buffer:)` and, for the
// tools, `TilePyramid` in `MapTiles` ask it.
extension Pack {
  /// The level for a scale: the coarsest whose tolerance is at most a pixel; 0 if there is none.
  ///
  /// Simplification by half a pixel cannot be seen, and by a whole pixel hardly.
  /// - Parameter metersPerPixel: the length on the ground, in meters, that a pixel shows. On screens with several
  ///   pixels per point, it is that of a physical pixel.
  /// - Complexity: O(levels)
  public func level(metersPerPixel: Double) -> Int {
    (0..<levelCount).last { tolerance(level: $0) <= metersPerPixel } ?? 0
  }
}

extension RegionShape {
  /// The level for a scale in map points: `pack.level(metersPerPixel:)` at the latitude of the middle of the bounds.
  ///
  /// If the region fills a view from west to east, a pixel shows `bounds.width` divided by the view's width in pixels.
  /// - Parameter mapPointsPerPixel: the length, in map points, that a pixel shows.
  /// - Complexity: O(levels)
  public func level(mapPointsPerPixel: Double) -> Int {
    let meters =
      WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: bounds.minY + bounds.height / 2)
    return pack.level(metersPerPixel: mapPointsPerPixel * meters)
  }
}
