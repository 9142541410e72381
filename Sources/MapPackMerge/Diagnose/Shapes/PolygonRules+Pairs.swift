import MapPackGeometry

// The search for the segments that `PolygonRules.findMeetings()` judges, and its budgets.
extension PolygonRules {
  /// The largest number of pairs that a search finds.
  private static var mostPairs: Int { 100_000 }
  /// The factor by which the budget of the second search is larger.
  private static var patience: Int { 64 }

  /// The pairs of segments that meet elsewhere than in end points of both, sorted, each once. A segment is named by its
  /// first vertex, an index into `polygons.rings`, and the smaller index comes first. Rings that are copies
  /// are left out.
  ///
  /// If very many pairs of segments come near each other, as in a point in which thousands of rings touch, the first
  /// search exceeds its budget. Then a sweep either certifies that none of them meet, or finds a pair that does; in the
  /// second case a search with a larger budget follows.
  /// - Returns: the pairs, and whether these are all. If they are not, the pair of the sweep is among them.
  /// - Complexity: O(n log n) for n vertices. The budget bounds the number of pairs that are compared.
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
