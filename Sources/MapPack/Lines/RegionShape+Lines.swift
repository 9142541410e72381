// One region as lines. They are those of `Pack.appendOutline(of:level:window:to:)`, which says how they run.
extension RegionShape {
  /// Appends the region's lines at a level of detail, in map points; in a map of lines, the longest first.
  ///
  /// If the region is an area, these are its outline, ring by ring, without the cut at the 180th meridian unless
  /// another region goes on behind it. If it is points, each is a closed line of one point.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - window: the stretch of the globe in which the lines are given; the region's bounds if nil. See
  ///     `Pack.appendCoast(level:window:to:)`.
  ///   - buffer: gets the lines after what it already holds.
  /// - Complexity: O(vertices of the region's lines at the finest level), and a bit per raw value.
  public func appendLines(level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer) {
    pack.appendOutline(of: CollectionOfOne(self), level: level, window: window ?? bounds, to: &buffer)
  }

  /// The region's lines at a level of detail, in the window of its bounds; see `appendLines(level:window:to:)`.
  public func lines(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    appendLines(level: level, to: &lines)
    return lines
  }
}
