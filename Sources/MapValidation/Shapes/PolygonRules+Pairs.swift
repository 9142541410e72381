import MapGeometry

extension PolygonRules {
  /// No more pairs of edges that meet are told.
  private static var mostPairs: Int { 100_000 }
  /// How many times the budget of a search is spent on finding all pairs where there are any.
  private static var patience: Int { 64 }

  /// Pairs of edges that meet elsewhere than in end points of both, by their first vertices, the smaller one first;
  /// sorted, each once.
  ///
  /// Where edges come near each other in very many pairs, as where thousands of rings touch in one point, a sweep
  /// certifies that none of them meet; else the pairs are those that a bounded search finds, and one of the sweep's.
  /// - Complexity: O(n log n) for n vertices.
  func meetingPairs() -> (pairs: [(first: Int, second: Int)], areComplete: Bool) {
    let budget = PairBudget(chains: index.chainCount)
    var found = search(within: budget)
    if found.areComplete { return found }
    var segments: [SweptSegment<Point>] = []
    var first: [Int] = []
    for ring in 0..<polygons.ringCount where !isCopy(ring) {
      for vertex in vertices(of: ring) {
        segments.append(SweptSegment(point(vertex), point(next(vertex))))
        first.append(vertex)
      }
    }
    let sweep = SegmentSweep.pass(over: segments)
    if sweep.below != nil { return ([], true) }
    found = search(within: PairBudget(limit: Self.patience * budget.limit))
    if found.areComplete { return found }
    if let meeting = sweep.meeting {
      let (one, other) = (first[Int(meeting.0)], first[Int(meeting.1)])
      found.pairs.append((min(one, other), max(one, other)))
    }
    return (Self.sortedOnce(found.pairs), false)
  }

  private func search(within budget: PairBudget) -> (pairs: [(first: Int, second: Int)], areComplete: Bool) {
    let pairs = index.closePairs(within: budget, limit: Self.mostPairs) { first, second in
      Point.relation(point(first), point(next(first)), point(second), point(next(second))) != .clean
        && !isCopy(ring(of: first)) && !isCopy(ring(of: second))
    }
    return (Self.sortedOnce(pairs), !budget.isExceeded && pairs.count < Self.mostPairs)
  }

  private static func sortedOnce(_ pairs: [(first: Int, second: Int)]) -> [(first: Int, second: Int)] {
    let sorted = pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
  }
}
