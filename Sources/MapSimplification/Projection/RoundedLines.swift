import MapArrangement
import MapGeometry
import MapTopology

/// Projected lines on a pack grid, with the regions on their two sides.
struct RoundedLines: Sendable {
  /// What the arrangement is made of.
  private(set) var claimed = ClaimedPaths()
  /// Per line, in the order of `ProjectedLines`: the box of its points, and twice the area between it and the
  /// origin, wrapping.
  private(set) var box: ContiguousArray<GridBox> = []
  private(set) var doubledArea: ContiguousArray<Int64> = []

  /// The plane's y grows to the south, so the regions on the left and the right of an arc change places.
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

  private init(_ lines: ProjectedLines, _ range: Range<Int>, _ grid: PackGrid, _ arcs: ArcTable) {
    var points: ContiguousArray<GridPoint> = []
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
      // A line that has become a point, or runs there and back, separates nothing.
      guard points.count > (isClosed ? 2 : 1) else { continue }
      for point in points { claimed.paths.append(point) }
      claimed.endPath(isClosed: isClosed, left: arcs.right[arc], right: arcs.left[arc])
    }
  }

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
