import MapPackCoverage
import MapPackGeometry

/// The ends of land at ±180°.
///
/// The land of a region that is cut there should end at one latitude on both sides. If it ends at two, two pieces of
/// coast would run along ±180°. So if the ends are within the distance and nearest to each other, the one that is
/// farther inside the land moves to the latitude of the other, along ±180°.
struct CutEnds {
  /// The ends that were joined. The width is how far they were apart; the length is 0.
  private(set) var misses: [NearMiss] = []
  /// The land that a region gets: per join, the triangle between the end before and after, and the next vertex of the
  /// coast.
  private(set) var outlines = ClaimedPaths()

  private struct End {
    var region: Int32
    /// Whether the land lies to the north of it.
    var isSouthern: Bool
    var point: GridPoint
    /// The next vertex of the coast.
    var next: GridPoint

    var order: (Int32, Int, Int32, Int32) { (region, isSouthern ? 0 : 1, point.y, point.x) }
  }

  /// - Parameters:
  ///   - owner: as in `Coasts`.
  ///   - meters: how far apart two ends may be.
  init(
    _ plane: PlaneDivision, owner: ContiguousArray<Int32>, regionCount: Int, grid: NodingGrid, within meters: Double
  ) {
    let (ground, seams) = (Ground(grid), SeamLines(grid))
    // A grid that is finer than this cannot hold both sides of ±180°.
    if seams.world > GridPoint.coordinateLimit { return }
    let ends = Self.ends(plane, owner, regionCount, seams).sorted { $0.order < $1.order }
    // The distance of an end from the one before, of the same region and kind.
    let gaps = ends.indices.map { index -> Double in
      guard index > 0, (ends[index - 1].order.0, ends[index - 1].order.1) == (ends[index].order.0, ends[index].order.1)
      else { return .infinity }
      let up = ground.metersPerCell(y: Double(ends[index].point.y)).up
      return (Double(ends[index].point.y) - Double(ends[index - 1].point.y)) * up
    }
    for index in ends.indices.dropFirst() where gaps[index] > 0 && gaps[index] <= meters {
      let (south, north) = (ends[index - 1], ends[index])
      let following = index + 1 < ends.count ? gaps[index + 1] : .infinity
      guard south.point.x != north.point.x, gaps[index] < gaps[index - 1], gaps[index] <= following else { continue }
      let (inner, outer) = south.isSouthern ? (north, south) : (south, north)
      misses.append(
        NearMiss(
          a: inner.region, b: inner.region, region: inner.region, point: inner.point, width: gaps[index], length: 0))
      let target = GridPoint(x: inner.point.x, y: outer.point.y)
      for point in [inner.point, target, inner.next] { outlines.paths.append(point) }
      let isLeft = orientation(inner.point, target, inner.next) > 0
      outlines.endPath(
        isClosed: true, left: isLeft ? inner.region : ClaimedPaths.none,
        right: isLeft ? ClaimedPaths.none : inner.region)
    }
  }

  private static func ends(
    _ plane: PlaneDivision, _ owner: ContiguousArray<Int32>, _ regionCount: Int, _ seams: SeamLines
  ) -> [End] {
    let paths = plane.arcs.paths
    var ends: [End] = []
    for arc in 0..<plane.arcs.count {
      let sides = (owner[Int(plane.faces.face[2 * arc])], owner[Int(plane.faces.face[2 * arc + 1])])
      let region = max(sides.0, sides.1)
      guard min(sides.0, sides.1) < 0, region >= 0, region < regionCount else { continue }
      let vertices = paths.vertices(of: arc)
      for first in paths.isClosed[arc] ? vertices : vertices.dropLast() {
        let last = first + 1 == vertices.upperBound ? vertices.lowerBound : first + 1
        for (point, next, isLandLeft) in [
          (paths.point(first), paths.point(last), sides.0 >= 0), (paths.point(last), paths.point(first), sides.0 < 0),
        ] where point.x != next.x && (Int64(point.x) == seams.west || Int64(point.x) == seams.east) {
          let isSouthern = isLandLeft == (Int64(point.x) == seams.west)
          ends.append(End(region: region, isSouthern: isSouthern, point: point, next: next))
        }
      }
    }
    return ends
  }
}
