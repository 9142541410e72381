/// If boxes overlap so much that comparing chains takes too long, the search is given up after a number of comparisons
/// (`PairBudget`), and `SegmentSweep` tells whether anything meets at all.
extension ChainIndex {
  /// Searches for pairs within a budget, and without one only if it has to.
  ///
  /// A search that exceeds its budget is given up. If it has found nothing yet and a sweep certifies that there is
  /// nothing, its empty result stands. Otherwise the search is made again, to the end, unless what was found is enough.
  func search<Found>(
    isEmpty: (Found) -> Bool, isEnough: (Found) -> Bool = { _ in false }, isCertified: () -> Bool,
    _ body: (PairBudget) -> Found
  ) -> Found {
    let budget = PairBudget(chains: chainCount)
    let found = body(budget)
    if !budget.isExceeded || isEnough(found) || isEmpty(found) && isCertified() { return found }
    return body(PairBudget(limit: .max))
  }

  /// Whether a sweep certifies that no two segments meet in a point that is not an end of both.
  /// - Complexity: O(n log n) for n segments, whatever their lengths.
  package func isCertifiedClean() -> Bool { SegmentSweep.pass(over: sweptSegments.segments).below != nil }

  /// The segments of the index, and the index of each among the paths.
  package var sweptSegments: (segments: [SweptSegment], first: [Int32]) {
    var segments: [SweptSegment] = []
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
