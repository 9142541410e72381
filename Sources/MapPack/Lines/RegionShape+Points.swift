extension RegionShape {
  /// The region's points in map points, in the window of its bounds; none if the regions of the map are areas or lines.
  /// - Complexity: O(points of the region), and a bit per raw value.
  public func points() -> [MapPoint] { pack.kind == .points ? Array(lines().points) : [] }
}
