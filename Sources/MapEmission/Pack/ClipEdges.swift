import MapGeometry
import MapPack
import MapTopology

/// The points that edges along the northern and southern end of the plane get where they are written in degrees.
///
/// An edge from 180° W to 180° E is a line of the plane, but readers of degrees go the short way, along the cut at
/// ±180°, and those that draw on a globe follow a great circle. So such an edge gets a point at each 32nd of the way round
/// the world, all of them on it: they are cells of the lattice.
struct ClipEdges {
  private let seams: SeamLines
  private let originX: Int64
  /// Cells from one point to the next.
  private let step: Int64

  /// `nil` if the plane does not end there: in longitude and latitude it ends at the poles, which readers know.
  init?(_ plane: Plane) {
    guard case .mercator(let grid) = plane else { return nil }
    seams = SeamLines(grid)
    originX = grid.originX
    step = seams.world / 32
    guard step > 0 else { return nil }
  }

  /// Calls `body` with the points that an edge gets between its ends, in its direction.
  private func forEachPoint(from a: GridPoint, to b: GridPoint, _ body: (GridPoint) -> Void) {
    guard a.y == b.y, a.x != b.x, seams.contains(a, b) else { return }
    let (first, last) = (originX + Int64(a.x), originX + Int64(b.x))
    let ahead: Int64 = first < last ? 1 : -1
    // The place is on the globe, so it is not negative: the multiple behind it, and the next one ahead.
    var place = ahead > 0 ? (first / step + 1) * step : (first - 1) / step * step
    while (last - place) * ahead > 0 {
      body(GridPoint(x: Int32(truncatingIfNeeded: place - originX), y: a.y))
      place += ahead * step
    }
  }

  /// The points of a line, with those that its edges get.
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
  /// The rings with the points that their edges get.
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
