import MapPack
import MapPackGeometry
import MapPackMerge

/// The additional points of segments along the northern and southern end of the plane, for exports of areas in degrees:
/// GeoJSON, TopoJSON, and `RegionsInDegrees`, which judges them.
///
/// A segment from 180° W to 180° E is a straight line of the plane. But a reader of degrees goes the short way, along
/// the cut at ±180°, and a reader that draws on a globe follows a great circle. So such a segment gets a point at each
/// 32nd of the way round the world. All of them are points of the lattice and lie on the segment.
struct ClipEdges {
  private let seams: SeamLines
  private let originX: Int64
  /// The distance from one point to the next, in cells.
  private let step: Int64

  /// `nil` for a plane in longitude and latitude, which ends at the poles, as readers know; and for a world that is
  /// less than 32 cells wide.
  init?(_ plane: Plane) {
    guard case .mercator(let grid) = plane else { return nil }
    seams = SeamLines(grid)
    originX = grid.originX
    step = seams.world / 32
    guard step > 0 else { return nil }
  }

  /// Calls `body` with the additional points of a segment, from its start to its end.
  private func forEachPoint(from a: GridPoint, to b: GridPoint, _ body: (GridPoint) -> Void) {
    guard a.y == b.y, a.x != b.x, seams.contains(a, b) else { return }
    let (first, last) = (originX + Int64(a.x), originX + Int64(b.x))
    let ahead: Int64 = first < last ? 1 : -1
    // Begin at the next multiple of the step. Division rounds down, because x on the globe is not negative.
    var x = ahead > 0 ? (first / step + 1) * step : (first - 1) / step * step
    while (last - x) * ahead > 0 {
      body(GridPoint(x: Int32(truncatingIfNeeded: x - originX), y: a.y))
      x += ahead * step
    }
  }

  /// The points of a line, with the additional points of its segments.
  /// - Parameter isClosed: whether the segment from the last point to the first belongs to the line.
  /// - Complexity: O(points)
  func filled(_ line: [GridPoint], isClosed: Bool) -> [GridPoint] {
    var points: [GridPoint] = []
    points.reserveCapacity(line.count)
    for (index, point) in line.enumerated() {
      points.append(point)
      let isLast = index + 1 == line.count
      if isLast && !isClosed { break }
      forEachPoint(from: point, to: line[isLast ? 0 : index + 1]) { points.append($0) }
    }
    return points
  }
}

extension GridRings {
  /// The rings, with the additional points of their segments.
  /// - Complexity: O(vertices)
  func filled(by clip: ClipEdges) -> GridRings {
    var filled = GridRings()
    for polygon in 0..<polygonCount {
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        let line = (ringStart[ring]..<ringStart[ring + 1]).map { GridPoint(x: x[$0], y: y[$0]) }
        for point in clip.filled(line, isClosed: true) { filled.append(x: point.x, y: point.y) }
        filled.endRing()
      }
      filled.endPolygon()
    }
    return filled
  }
}
