// A region of points. It stands beside the lines because a pack holds points as lines of one vertex.
extension RegionShape {
  /// The region's points in map points, in the window of its bounds; none if the regions of the map are areas or lines.
  ///
  /// They are in the order of their longitudes, then latitudes, as published.
  /// - Complexity: O(points of the region), and a bit per raw value.
  public func points() -> [MapPoint] { pack.kind == .points ? Array(lines().points) : [] }
}
