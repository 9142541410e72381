import MapPackGeometry
import MapPackMerge

/// Projected borders on a pack grid, with the regions on their two sides, for `ProjectedCoverage`. Consecutive equal
/// points are one.
struct RoundedLines: Sendable {
  /// The lines that separate something, with their regions: the input of the arrangement. None any more once they are
  /// taken.
  private(set) var claimed = ClaimedPaths()
  /// Per line of `ProjectedLines`: the box of its points.
  private(set) var box: ContiguousArray<GridBox> = []
  /// Per line of `ProjectedLines`: twice the signed area between the line and the origin, in cells². It wraps; the sum
  /// over a ring does not.
  private(set) var doubledArea: ContiguousArray<Int64> = []

  /// Rounds lines to a grid.
  ///
  /// The plane's y grows to the south, so the regions on the left and on the right of an arc are exchanged.
  ///
  /// - Complexity: O(n) for n vertices. The result does not depend on `jobs`.
  init(_ lines: ProjectedLines, _ grid: PackGrid, _ arcs: ArcTable, jobs: Int) {
    let groups = (0..<lines.count).chunks(of: 1 << 16) { lines.start[$0 + 1] - lines.start[$0] }
    let parts = concurrentMap(groups.count, jobs: jobs) { RoundedLines(lines, groups[$0], grid, arcs) }
    self.init()
    claimed.paths.reserveCapacity(lines.x.count)
    for part in parts {
      claimed.append(part.claimed)
      box += part.box
      doubledArea += part.doubledArea
    }
  }

  private init() {}

  /// Gives the lines away, so that their memory is free once they are noded.
  mutating func takeClaimed() -> ClaimedPaths {
    var taken = ClaimedPaths()
    swap(&taken, &claimed)
    return taken
  }

  private init(_ lines: ProjectedLines, _ range: Range<Int>, _ grid: PackGrid, _ arcs: ArcTable) {
    var points: ContiguousArray<GridPoint> = []
    claimed.paths.reserveCapacity(lines.start[range.upperBound] - lines.start[range.lowerBound])
    for line in range {
      let arc = Int(lines.arcs[line])
      let isClosed = arcs.isClosed[arc]
      points.removeAll(keepingCapacity: true)
      for vertex in lines.start[line]..<lines.start[line + 1] {
        let point = grid.point(x: lines.x[vertex], y: lines.y[vertex])
        if points.last != point { points.append(point) }
      }
      note(points, isClosed: isClosed)
      if isClosed { while points.count > 1 && points.last == points.first { points.removeLast() } }
      // A line that has become a point, or a closed one with two vertices, separates nothing.
      guard points.count > (isClosed ? 2 : 1) else { continue }
      for point in points { claimed.paths.append(point) }
      claimed.endPath(isClosed: isClosed, left: arcs.right[arc], right: arcs.left[arc])
    }
  }

  /// Adds the box and the area of a line.
  private mutating func note(_ points: ContiguousArray<GridPoint>, isClosed: Bool) {
    var box = GridBox()
    for point in points { box.extend(to: point) }
    self.box.append(box)
    var area: Int64 = 0
    for index in points.indices.dropFirst() {
      area = area &+ Self.cross(points[index - 1], points[index])
    }
    if isClosed, let first = points.first, let last = points.last { area = area &+ Self.cross(last, first) }
    doubledArea.append(area)
  }

  private static func cross(_ a: GridPoint, _ b: GridPoint) -> Int64 {
    Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
  }
}
