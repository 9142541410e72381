extension RegionShape {
  /// Appends the region's lines at a level of detail, the longest first.
  ///
  /// If the region is an area, these are its outline.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - window: as in `Pack.appendCoast(level:window:to:)`; the region's bounds if nil.
  ///   - buffer: gets the lines after what it already holds.
  /// - Complexity: O(vertices of the region's lines at the finest level), and a bit per raw value.
  public func appendLines(level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer) {
    pack.appendOutline(of: CollectionOfOne(self), level: level, window: window ?? bounds, to: &buffer)
  }

  /// The region's lines at a level of detail, the longest first; see `appendLines(level:window:to:)`.
  public func lines(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    appendLines(level: level, to: &lines)
    return lines
  }
}
