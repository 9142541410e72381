extension Pack {
  /// The level for a scale: the coarsest whose tolerance is at most a pixel; 0 where even that is coarser.
  ///
  /// Simplification to half a pixel cannot be seen, to one hardly.
  /// - Parameter metersPerPixel: how many meters on the ground a pixel shows; on screens of several pixels a point, a
  ///   real one.
  /// - Complexity: O(levels)
  public func level(metersPerPixel: Double) -> Int {
    (0..<levelCount).last { tolerance(level: $0) <= metersPerPixel } ?? 0
  }
}

extension RegionShape {
  /// The level for a scale in map points: `pack.level(metersPerPixel:)` at the latitude of the middle of the bounds.
  ///
  /// Where the region fills a view from west to east, a pixel shows `bounds.width` by the view's width in pixels.
  /// - Complexity: O(levels)
  public func level(mapPointsPerPixel: Double) -> Int {
    let meters =
      WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: bounds.minY + bounds.height / 2)
    return pack.level(metersPerPixel: mapPointsPerPixel * meters)
  }
}
