import MapPackGeometry

/// How lines that pass through one point lie to each other there. `PolygonRules` asks it for points with more than
/// `PolygonRules.crowd` passages, because it takes no pairs.
enum CrowdedPoint: Equatable {
  /// No two lines cross, and no two ends leave the point in the same direction.
  case apart
  /// Two lines cross; these are their indices.
  case crossing(Int, Int)
  /// Two ends leave the point in the same direction. Whether lines cross is not known then.
  case sharedDirection

  /// Sorts the ends round the point by direction and matches them like brackets: the line that opened last has to close
  /// first, else two lines cross.
  /// - Parameter lines: per line, a point before and a point after the common one.
  /// - Complexity: O(k log k) for k lines.
  init<Point: JudgedPoint>(_ lines: [(before: Point, after: Point)], through point: Point) {
    let ends = lines.flatMap { [$0.before, $0.after] }
    func isBefore(_ p: Point, _ q: Point) -> Bool {
      if (p > point) != (q > point) { return p > point }
      return Point.turn(point, p, q) > 0
    }
    let order = ends.indices.sorted { isBefore(ends[$0], ends[$1]) }
    if zip(order, order.dropFirst()).contains(where: { !isBefore(ends[$0], ends[$1]) }) {
      self = .sharedDirection
      return
    }
    var opened: [Int] = []
    var isOpened = [Bool](repeating: false, count: lines.count)
    for end in order {
      let line = end / 2
      if !isOpened[line] {
        isOpened[line] = true
        opened.append(line)
      } else if let last = opened.popLast(), last != line {
        self = .crossing(min(last, line), max(last, line))
        return
      }
    }
    self = .apart
  }
}
