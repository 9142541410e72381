// Borders as values: map points in the window of the pack's bounds. To draw them again and again, fill one
// `LineBuffer`; see `Pack.appendInnerBorders` and the like.
extension RegionMap {
  /// All borders between two regions, each segment once; see `Pack.appendInnerBorders(level:window:to:)`.
  public func innerBorders(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendInnerBorders(level: level, to: &lines)
    return lines
  }

  /// All borders between a region and what belongs to no region, each segment once; see
  /// `Pack.appendCoast(level:window:to:)`.
  public func coast(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendCoast(level: level, to: &lines)
    return lines
  }

  /// The outline of some regions together, without the borders between them; see
  /// `Pack.appendOutline(of:level:window:to:)`.
  public func outline(of regions: some Sequence<Region>, level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    pack.appendOutline(of: regions.lazy.map { self[$0] }, level: level, to: &lines)
    return lines
  }
}
