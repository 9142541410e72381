import MapPack

/// Paths in the plane of a `MapLayer`, each with its bounds. A path is a ring, a line or a point.
struct PlanePaths: PathSink, Sendable {
  private var points: ContiguousArray<MapPoint> = []
  /// The index of each path's first point, and the end of the last path.
  private var start: ContiguousArray<Int> = []
  private var isClosed: ContiguousArray<Bool> = []
  private var bounds: ContiguousArray<MapRect> = []

  /// How many paths there are.
  var count: Int { start.count }
  /// How many points there are.
  var pointCount: Int { points.count }
  /// How much memory they take.
  var byteCount: Int {
    points.capacity * MemoryLayout<MapPoint>.stride + start.capacity * MemoryLayout<Int>.stride + isClosed.capacity
      + bounds.capacity * MemoryLayout<MapRect>.stride
  }

  mutating func move(toX x: Double, y: Double) {
    start.append(points.count)
    isClosed.append(false)
    bounds.append(MapRect(minX: x, minY: y, width: 0, height: 0))
    points.append(MapPoint(x: x, y: y))
  }

  mutating func addLine(toX x: Double, y: Double) {
    points.append(MapPoint(x: x, y: y))
    let last = bounds.count - 1
    let (maxX, maxY) = (max(bounds[last].maxX, x), max(bounds[last].maxY, y))
    bounds[last].minX = min(bounds[last].minX, x)
    bounds[last].minY = min(bounds[last].minY, y)
    bounds[last].width = maxX - bounds[last].minX
    bounds[last].height = maxY - bounds[last].minY
  }

  mutating func closeSubpath() { isClosed[isClosed.count - 1] = true }

  /// Draws some paths, as far as they may be seen in a rectangle of the plane: those whose bounds meet it.
  ///
  /// Filled, they cover the same points of the rectangle as all of them, because a ring whose bounds do not meet it
  /// goes round none of its points.
  /// - Complexity: O(paths in the range, plus points of those that are drawn); only the path allocates.
  func draw(_ paths: Range<Int>? = nil, in rect: MapRect, to path: inout some PathSink) {
    for index in paths ?? 0..<count where bounds[index].meets(rect) {
      let end = index + 1 < count ? start[index + 1] : points.count
      path.move(toX: points[start[index]].x, y: points[start[index]].y)
      for point in start[index] + 1..<max(end, start[index] + 1) {
        path.addLine(toX: points[point].x, y: points[point].y)
      }
      if isClosed[index] { path.closeSubpath() }
    }
  }
}

extension MapRect {
  /// A rectangle round any map.
  static let everywhere = MapRect(
    minX: -WebMercator.worldSize, minY: -WebMercator.worldSize, width: 4 * WebMercator.worldSize,
    height: 3 * WebMercator.worldSize)

  func meets(_ other: MapRect) -> Bool {
    minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
  }

  /// The rectangle with more on each side, as a share of its width and height.
  func grown(by share: Double) -> MapRect {
    insetBy(dx: -share * width, dy: -share * height)
  }

  /// What two rectangles of a plane have in common; one of negative size if there is nothing.
  func cut(to other: MapRect) -> MapRect {
    let (west, north) = (max(minX, other.minX), max(minY, other.minY))
    return MapRect(
      minX: west, minY: north, width: min(maxX, other.maxX) - west, height: min(maxY, other.maxY) - north)
  }

  func holds(_ other: MapRect) -> Bool {
    minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY
  }
}
