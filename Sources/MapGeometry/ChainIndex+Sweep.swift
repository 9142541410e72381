extension ChainIndex {
  /// What a search for pairs finds. One that takes more comparisons than its budget is given up; where it has found
  /// nothing yet and a sweep certifies that there is nothing, that is the answer, else the search is made to the end.
  func search<Found>(
    isEmpty: (Found) -> Bool, isCertified: () -> Bool, _ body: (PairBudget) -> Found
  ) -> Found {
    let budget = PairBudget(chains: chainCount)
    let found = body(budget)
    if !budget.isExceeded || isEmpty(found) && isCertified() { return found }
    return body(PairBudget(limit: .max))
  }

  /// Whether a sweep certifies that no two segments meet elsewhere than in end points of both.
  /// - Complexity: O(n log n) for n segments, whatever their lengths.
  package func isCertifiedClean() -> Bool { SegmentSweep.pass(over: sweptSegments.segments).below != nil }

  /// Whether sweeps certify that no two segments meet elsewhere than in end points of both, and that none comes within
  /// two cells of an end that is not its own.
  ///
  /// What comes within two cells of a point each way meets the cross of four cells each way around it, or ends within
  /// four cells each way: so no other end may be there, no segment above or below within four cells, and none to the left
  /// or right.
  /// - Complexity: O(n log n) for n segments, whatever their lengths.
  package func isCertifiedClear() -> Bool {
    let segments = sweptSegments.segments
    return Self.haveRoom(segments) && Self.isCertifiedClear(segments)
      && Self.isCertifiedClear(segments.map(\.transposed))
  }

  private static func isCertifiedClear(_ segments: [SweptSegment<GridPoint>]) -> Bool {
    SegmentSweep.pass(over: segments) { p, a, b in
      abs(orientation(a, b, p)) > 4 * (Int64(b.x) - Int64(a.x))
    }.below != nil
  }

  /// Whether no two ends are within four cells of each other each way; of some that are farther apart it says so as well.
  private static func haveRoom(_ segments: [SweptSegment<GridPoint>]) -> Bool {
    var points = PointTable(capacity: segments.count)
    for segment in segments {
      points.insert(segment.left.key)
      points.insert(segment.right.key)
    }
    let keys = points.sortedKeys
    // Two so close are in one of the squares of eight cells, or in one of those that are shifted by four.
    for (x, y) in [(0, 0), (0, 4), (4, 0), (4, 4)] as [(Int32, Int32)] {
      var squares = PointTable(capacity: keys.count)
      for key in keys {
        let point = GridPoint(key: key)
        if !squares.insert(GridPoint(x: (point.x &+ x) >> 3, y: (point.y &+ y) >> 3).key) { return false }
      }
    }
    return true
  }

  /// The segments of the index, and their first vertices.
  package var sweptSegments: (segments: [SweptSegment<GridPoint>], first: [Int32]) {
    var segments: [SweptSegment<GridPoint>] = []
    var first: [Int32] = []
    for chain in 0..<chainCount {
      forEachSegment(ofChain: chain) { begin, end in
        segments.append(SweptSegment(paths.point(begin), paths.point(end)))
        first.append(Int32(truncatingIfNeeded: begin))
      }
    }
    return (segments, first)
  }
}
