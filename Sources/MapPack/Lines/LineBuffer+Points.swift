// Lines of an app's own, such as a recorded route: drawn as borders are, with `draw(in:to:)` and `Path(_:in:)`.
extension LineBuffer {
  /// Lines through points; see `append(_:isClosed:)`.
  /// - Parameters:
  ///   - lines: the points of each line.
  ///   - isClosed: whether each line goes on from its last point to its first.
  /// - Complexity: O(points)
  public init(lines: some Sequence<[MapPoint]>, isClosed: Bool = false) {
    self.init()
    for line in lines { append(line, isClosed: isClosed) }
  }

  /// Appends a line through points.
  ///
  /// Each segment runs round the world by the shorter way, so a route may cross the 180th meridian: its points beyond it
  /// are moved past the world's edge. Points that are not finite are left out, and so is a line without a point.
  /// - Parameters:
  ///   - line: the points of the line.
  ///   - isClosed: whether the line goes on from its last point to its first, which is then not repeated.
  /// - Complexity: O(points of the line)
  public mutating func append(_ line: some Sequence<MapPoint>, isClosed: Bool = false) {
    let world = WebMercator.worldSize
    let start = points.count
    for point in line where point.x.isFinite && point.y.isFinite {
      var point = point
      if points.count > start, let previous = points.last {
        point.x += ((previous.x - point.x) / world).rounded() * world
      }
      points.append(point)
    }
    guard points.count > start else { return }
    lineStart.append(points.count)
    self.isClosed.append(isClosed)
  }
}
