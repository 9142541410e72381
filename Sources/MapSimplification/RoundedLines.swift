import MapGeometry
import MapTopology

/// Projected lines on a pack grid, with the regions on their two sides.
struct RoundedLines: Sendable {
  /// What the arrangement is made of: lines cut where they join or leave the edge of the plane.
  private(set) var claimed = ClaimedPaths()
  /// Per line, in the order of `ProjectedLines`: the box of its points, and twice the area between it and the
  /// origin, wrapping.
  private(set) var box: ContiguousArray<GridBox> = []
  private(set) var doubledArea: ContiguousArray<Int64> = []

  /// The plane's y grows to the south, so the regions on the left and the right of an arc change places.
  /// - Complexity: O(n) for n vertices.
  init(_ lines: ProjectedLines, _ grid: PackGrid, _ arcs: ArcTable) {
    let seams = SeamLines(grid)
    var pinned: [GridPoint] = []
    var points: ContiguousArray<GridPoint> = []
    claimed.paths.x.reserveCapacity(lines.x.count)
    claimed.paths.y.reserveCapacity(lines.x.count)
    for line in 0..<lines.count {
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
      add(points, isClosed: isClosed, left: arcs.right[arc], right: arcs.left[arc], seams, &pinned)
    }
    pinned.sort()
    for point in pinned where claimed.pinned.last != point { claimed.pinned.append(point) }
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

  /// Adds a line, cut into parts along the edge of the plane and parts that are not.
  private mutating func add(
    _ points: ContiguousArray<GridPoint>, isClosed: Bool, left: Int32, right: Int32, _ seams: SeamLines,
    _ pinned: inout [GridPoint]
  ) {
    let count = points.count
    let segments = isClosed ? count : count - 1
    func isSeam(_ segment: Int) -> Bool { seams.contains(points[segment], points[(segment + 1) % count]) }
    // The vertices where the one kind of line changes into the other.
    let cuts = ((isClosed ? 0 : 1)..<segments)
      .filter { isSeam($0) != isSeam($0 == 0 ? segments - 1 : $0 - 1) }
    guard let first = cuts.first else {
      for point in points { claimed.paths.append(point) }
      claimed.endPath(isClosed: isClosed, left: left, right: right)
      return
    }
    pinned += cuts.map { points[$0] }
    let bounds = isClosed ? cuts + [first + count] : [0] + cuts + [count - 1]
    for (begin, end) in zip(bounds, bounds.dropFirst()) {
      for position in begin...end { claimed.paths.append(points[position % count]) }
      claimed.endPath(isClosed: false, left: left, right: right)
    }
  }
}
