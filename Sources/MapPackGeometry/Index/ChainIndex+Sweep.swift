/// What `ChainIndex` does if boxes overlap so much that comparing chains takes too long: it gives the search up after a
/// number of comparisons (`PairBudget`), and asks `SegmentSweep` whether anything meets at all.
extension ChainIndex {
  /// Searches for pairs within a budget, and without one only if it has to.
  ///
  /// A search that exceeds its budget is given up. If it has found nothing yet and a sweep certifies that there is
  /// nothing, its empty result stands. Otherwise the search is made again, to the end.
  func search<Found>(
    isEmpty: (Found) -> Bool, isCertified: () -> Bool, _ body: (PairBudget) -> Found
  ) -> Found {
    let budget = PairBudget(chains: chainCount)
    let found = body(budget)
    if !budget.isExceeded || isEmpty(found) && isCertified() { return found }
    return body(PairBudget(limit: .max))
  }

  /// Whether a sweep certifies that no two segments meet in a point that is not an end of both.
  ///
  /// - Complexity: O(n log n) for n segments, whatever their lengths.
  package func isCertifiedClean() -> Bool { SegmentSweep.pass(over: sweptSegments.segments).below != nil }

  /// Whether sweeps certify that no two segments meet in a point that is not an end of both, and that no segment comes
  /// within two cells of an end that is not its own.
  ///
  /// A segment that comes within two cells of a point along both axes meets the cross that reaches four cells each way
  /// from the point, or ends within four cells of it along both axes. So the sweeps ask that no other end is so near,
  /// and that no segment passes within four cells above, below, to the left or to the right.
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

  /// Whether any two distinct ends are more than four cells apart along at least one axis. May be `false` although they
  /// are.
  private static func haveRoom(_ segments: [SweptSegment<GridPoint>]) -> Bool {
    var points = PointTable(capacity: segments.count)
    for segment in segments {
      points.insert(segment.left.key)
      points.insert(segment.right.key)
    }
    let keys = points.sortedKeys
    // Two ends so close lie in one square of eight cells, or in one of the squares that are shifted by four.
    for (x, y) in [(0, 0), (0, 4), (4, 0), (4, 4)] as [(Int32, Int32)] {
      var squares = PointTable(capacity: keys.count)
      for key in keys {
        let point = GridPoint(key: key)
        if !squares.insert(GridPoint(x: (point.x &+ x) >> 3, y: (point.y &+ y) >> 3).key) { return false }
      }
    }
    return true
  }

  /// The segments of the index, and the index of each among the paths.
  ///
  /// - Complexity: O(n) for n segments.
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
