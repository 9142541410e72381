import MapGeometry

/// How lines that pass through one point lie to each other there.
enum CrowdedPoint: Equatable {
  /// No two cross, and no two leave the point in one direction.
  case apart
  /// Two of the lines cross.
  case crossing(Int, Int)
  /// Two ends leave the point in one direction.
  case sharedDirection

  /// Goes round the point: what has been entered last has to be left first.
  /// - Parameter lines: per line, a point on either side of the place.
  /// - Complexity: O(k log k) for k lines.
  init<Point: JudgedPoint>(_ lines: [(before: Point, after: Point)], through place: Point) {
    let ends = lines.flatMap { [$0.before, $0.after] }
    func isBefore(_ p: Point, _ q: Point) -> Bool {
      if (p > place) != (q > place) { return p > place }
      return Point.turn(place, p, q) > 0
    }
    let order = ends.indices.sorted { isBefore(ends[$0], ends[$1]) }
    if zip(order, order.dropFirst()).contains(where: { !isBefore(ends[$0], ends[$1]) }) {
      self = .sharedDirection
      return
    }
    var entered: [Int] = []
    var isEntered = [Bool](repeating: false, count: lines.count)
    for end in order {
      let line = end / 2
      if !isEntered[line] {
        isEntered[line] = true
        entered.append(line)
      } else if let last = entered.popLast(), last != line {
        self = .crossing(min(last, line), max(last, line))
        return
      }
    }
    self = .apart
  }
}
