/// A place on a region's lines.
public struct LinePlace: Hashable, Sendable {
  /// The place, in the window of the region's bounds.
  public let point: MapPoint
  /// Which of the region's lines it is on, as `RegionShape.lines(level:)` numbers them.
  public let line: Int
  /// How far along that line it is, from 0 at its beginning to 1 at its end, by the length on the ground.
  public let fraction: Double
  /// How far away it is from the place that was asked for, in map points.
  public let distance: Double
}

extension RegionShape {
  /// The place on the region's lines nearest to another, at the finest level; nil if the region is empty.
  ///
  /// Of equally near ones the first. A place beyond the 180th meridian is the one that lies round the world from it.
  /// - Complexity: O(vertices of the region's lines)
  public func nearestPlace(to point: MapPoint) -> LinePlace? {
    let lines = lines()
    let world = WebMercator.worldSize
    let middle = bounds.minX + bounds.width / 2
    // Round the world, to the side that is nearer to the lines.
    let turned = MapPoint(x: point.x - ((point.x - middle) / world).rounded() * world, y: point.y)
    var best: (point: MapPoint, line: Int, segment: Int, share: Double, square: Double)?
    lines.forEachSegment { line, segment, a, b in
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      let along = (turned.x - a.x) * dx + (turned.y - a.y) * dy
      let share = square > 0 ? min(max(along / square, 0), 1) : 0
      let place = MapPoint(x: a.x + dx * share, y: a.y + dy * share)
      let (gapX, gapY) = (turned.x - place.x, turned.y - place.y)
      let gap = gapX * gapX + gapY * gapY
      if gap < best?.square ?? .infinity { best = (place, line, segment, share, gap) }
    }
    guard let best else { return nil }
    var (before, whole) = (0.0, 0.0)
    lines.forEachSegment { line, segment, a, b in
      guard line == best.line else { return }
      let length = groundLength(a, b)
      if segment < best.segment { before += length }
      if segment == best.segment { before += length * best.share }
      whole += length
    }
    return LinePlace(
      point: best.point, line: best.line, fraction: whole > 0 ? before / whole : 0,
      distance: best.square.squareRoot())
  }

  /// In units of which all segments have the same: map points by the cosine of the latitude in their middle.
  private func groundLength(_ a: MapPoint, _ b: MapPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return (dx * dx + dy * dy).squareRoot() * WebMercator.cosineOfLatitude(y: (a.y + b.y) / 2)
  }
}

extension LineBuffer {
  /// Calls a function for every segment: the line, its number in the line, and its ends.
  fileprivate func forEachSegment(_ body: (_ line: Int, _ segment: Int, MapPoint, MapPoint) -> Void) {
    for line in 0..<lineCount {
      let points = points(ofLine: line)
      for index in points.indices.dropFirst() {
        body(line, index - 1 - points.startIndex, points[index - 1], points[index])
      }
      if isClosed[line], let first = points.first, let last = points.last { body(line, points.count - 1, last, first) }
    }
  }
}
