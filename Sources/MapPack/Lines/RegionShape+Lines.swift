extension RegionShape {
  /// Appends the region's lines at a level of detail, in the order of their lengths, the longest first. Of a region that is
  /// an area these are its outline.
  ///
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - window: see `Pack.appendCoast(level:window:to:)`; the region's bounds where nil.
  ///   - buffer: keeps what it holds.
  /// - Complexity: O(vertices of the region's lines at the finest level), and a bit per raw value.
  public func appendLines(level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer) {
    pack.appendOutline(of: CollectionOfOne(self), level: level, window: window ?? bounds, to: &buffer)
  }

  /// The region's lines at a level of detail; see `appendLines(level:window:to:)`.
  public func lines(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    appendLines(level: level, to: &lines)
    return lines
  }
}
