/// A point on a region's lines. `RegionShape.nearestPoint(to:)` finds it, for apps and for `mappack locate`.
public struct LinePoint: Hashable, Sendable {
  /// The point, in the window of the region's bounds.
  public let point: MapPoint
  /// The index of the line that it is on, among those of `RegionShape.lines(level:)` at level 0.
  public let line: Int
  /// How far along that line it is, from 0 at its beginning to 1 at its end, measured on the ground.
  public let fraction: Double
  /// The distance from the point that was given, in map points: a length in the plane.
  public let mapPoints: Double
  /// The length of the shortest way over the ground from the point that was given, in meters; see
  /// `MapPoint.distance(to:)`.
  public let meters: Double
}

extension RegionShape {
  /// The point on the region's lines that is nearest to a given point, at the finest level and in the plane.
  ///
  /// Nil if the region has no lines, or if a coordinate of the point is not finite. Of an area, the lines are its
  /// outline, also for a point inside. Of points, it is the nearest one, with the fraction 0.
  ///
  /// The shorter way round the world counts, also across the 180th meridian. Of equally near points, it is the first
  /// one on the side of the world that is nearer to the middle of the region's bounds.
  /// - Complexity: O(vertices of the region's lines)
  public func nearestPoint(to point: MapPoint) -> LinePoint? {
    let lines = lines()
    let world = WebMercator.worldSize
    let middle = bounds.midX
    // Turned round the world, to the side that is nearer to the middle of the lines. If the lines are wider than half
    // the world, one of their ends may be nearer the other way round.
    let turned = point.x - ((point.x - middle) / world).rounded() * world
    var best: (point: MapPoint, line: Int, segment: Int, share: Double, square: Double)?
    for x in [turned, turned - world, turned + world] {
      let beside = max(bounds.minX - x, x - bounds.maxX, 0)
      if let best, beside * beside >= best.square { continue }
      lines.forEachSegment { line, segment, a, b in
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        let along = (x - a.x) * dx + (point.y - a.y) * dy
        let share = square > 0 ? min(max(along / square, 0), 1) : 0
        let nearest = MapPoint(x: a.x + dx * share, y: a.y + dy * share)
        let (gapX, gapY) = (x - nearest.x, point.y - nearest.y)
        let gap = gapX * gapX + gapY * gapY
        if gap < best?.square ?? .infinity { best = (nearest, line, segment, share, gap) }
      }
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
    return LinePoint(
      point: best.point, line: best.line, fraction: whole > 0 ? before / whole : 0,
      mapPoints: best.square.squareRoot(), meters: point.distance(to: best.point))
  }

  /// The length of a segment on the ground, in map points of the equator, with the scale at the segment's middle.
  private func groundLength(_ a: MapPoint, _ b: MapPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return (dx * dx + dy * dy).squareRoot() * WebMercator.cosineOfLatitude(y: (a.y + b.y) / 2)
  }
}

extension LineBuffer {
  /// Calls a function for every segment, with the index of its line, its index in the line, and its ends.
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
