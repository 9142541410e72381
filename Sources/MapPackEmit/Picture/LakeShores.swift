import MapPackCoverage
import MapPackGeometry

/// Which lines with a region on one side alone are the shores of lakes: of water that land of the map encloses, and of
/// the islands in it.
///
/// Lines that meet are taken together. If land encloses what lies beyond them, they go round it clockwise, with the
/// land on their left. Lines that have a loose end, because the cut at ±180° is no line, are coasts.
struct LakeShores {
  /// Per arc.
  private(set) var isShore: ContiguousArray<Bool>

  /// A group of lines that meet.
  fileprivate struct Group {
    var arcs: [Int] = []
    var box = GridBox()
    /// Twice the area within the lines, in cells; below zero if land lies round it.
    var area = 0.0
    var isClosed = true
  }

  init(_ coverage: Coverage) {
    let table = coverage.arcs
    isShore = ContiguousArray(repeating: false, count: table.count)
    let groups = Self.groups(of: table)
    for group in groups where group.isClosed && group.area < 0 {
      for arc in group.arcs { isShore[arc] = true }
    }
    let lakes = groups.filter { $0.isClosed && $0.area < 0 }
    for group in groups where group.isClosed && group.area > 0 {
      let point = table.point(table.start[group.arcs[0]])
      if lakes.contains(where: { Self.contains(point, $0, table) }) {
        for arc in group.arcs { isShore[arc] = true }
      }
    }
  }

  private static func groups(of table: ArcTable) -> [Group] {
    var groupOfEnd: [GridPoint: Int] = [:]
    var ends: [GridPoint: Int] = [:]
    // Groups that turned out to be one; each points to an older one, the oldest to itself.
    var older: [Int] = []
    func oldest(_ group: Int) -> Int {
      var group = group
      while older[group] != group { group = older[group] }
      return group
    }
    var groupOfArc = [Int](repeating: -1, count: table.count)
    for arc in 0..<table.count where !table.isSeam[arc] && table.isOuter(arc) {
      groupOfArc[arc] = older.count
      older.append(older.count)
      guard !table.isClosed[arc] else { continue }
      for vertex in [table.start[arc], table.start[arc + 1] - 1] {
        let point = table.point(vertex)
        ends[point, default: 0] += 1
        let (a, b) = (oldest(groupOfArc[arc]), oldest(groupOfEnd[point] ?? groupOfArc[arc]))
        older[max(a, b)] = min(a, b)
        groupOfEnd[point] = min(a, b)
      }
    }
    var groups = [Group](repeating: Group(), count: older.count)
    for arc in 0..<table.count where groupOfArc[arc] >= 0 { groups[oldest(groupOfArc[arc])].add(arc, of: table) }
    for (point, count) in ends where !count.isMultiple(of: 2) {
      groupOfEnd[point].map { groups[oldest($0)].isClosed = false }
    }
    return groups.filter { !$0.arcs.isEmpty }
  }

  /// Whether a point lies within the lines of a lake, by the even-odd rule.
  private static func contains(_ point: GridPoint, _ lake: Group, _ table: ArcTable) -> Bool {
    guard lake.box.minX <= point.x, point.x <= lake.box.maxX, lake.box.minY <= point.y, point.y <= lake.box.maxY
    else { return false }
    let (x, y) = (Double(point.x), Double(point.y))
    var isInside = false
    for arc in lake.arcs {
      table.forEachEdge(of: arc) { a, b in
        guard (Double(a.y) > y) != (Double(b.y) > y) else { return }
        let at = Double(a.x) + (y - Double(a.y)) / (Double(b.y) - Double(a.y)) * (Double(b.x) - Double(a.x))
        if x < at { isInside.toggle() }
      }
    }
    return isInside
  }
}

extension LakeShores.Group {
  mutating func add(_ arc: Int, of table: ArcTable) {
    let origin = table.point(table.start[arcs.first ?? arc])
    arcs.append(arc)
    var twice = 0.0
    table.forEachEdge(of: arc) { a, b in
      box.extend(to: a)
      box.extend(to: b)
      let (ax, ay) = (Double(a.x) - Double(origin.x), Double(a.y) - Double(origin.y))
      let (bx, by) = (Double(b.x) - Double(origin.x), Double(b.y) - Double(origin.y))
      twice += ax * by - bx * ay
    }
    area += table.left[arc] != ArcTable.none ? twice : -twice
  }
}

extension ArcTable {
  /// Whether an arc has a region on one side alone.
  fileprivate func isOuter(_ arc: Int) -> Bool { left[arc] == Self.none || right[arc] == Self.none }

  fileprivate func forEachEdge(of arc: Int, _ body: (GridPoint, GridPoint) -> Void) {
    let vertices = vertices(of: arc)
    for vertex in vertices.dropLast() { body(point(vertex), point(vertex + 1)) }
    if isClosed[arc], let last = vertices.last { body(point(last), point(vertices.lowerBound)) }
  }
}
