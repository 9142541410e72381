/// Two segments that meet elsewhere than in end points of both.
package struct Interaction: Hashable, Sendable, Comparable {
  /// The segments, by the indices of their first vertices; first < second.
  package var first: Int
  package var second: Int
  /// Never `.clean`.
  package var relation: SegmentRelation

  package init(first: Int, second: Int, relation: SegmentRelation) {
    self.first = first
    self.second = second
    self.relation = relation
  }

  package static func < (a: Interaction, b: Interaction) -> Bool {
    (a.first, a.second) < (b.first, b.second)
  }
}

/// All pairs of segments that cross, touch elsewhere than in end points of both, or overlap; sorted.
///
/// Consecutive segments are among them where the path turns straight back (a spike). Exact.
package func interactions(of paths: Paths, jobs: Int) -> [Interaction] {
  ChainIndex(paths).interactions(jobs: jobs)
}

extension ChainIndex {
  /// See `interactions(of:jobs:)`.
  ///
  /// - Complexity: O(n log n) for n segments of which few meet and whose boxes overlap little, and, however the boxes
  ///   overlap, where no two meet. Where boxes overlap much and two segments meet all the same, O(n²) in the worst case.
  package func interactions(jobs: Int) -> [Interaction] {
    search(isEmpty: \.isEmpty, isCertified: isCertifiedClean) { interactions(jobs: jobs, within: $0) }
  }

  /// All of them only where the budget is not exceeded.
  package func interactions(jobs: Int, within budget: PairBudget) -> [Interaction] {
    let found = forEachGroupOfColumns(jobs: jobs) { columns in
      var found: [Interaction] = []
      forEachMeeting(inColumns: columns, from: 0, within: budget) { one, other, relation in
        let (first, second) = (min(one.begin, other.begin), max(one.begin, other.begin))
        found.append(Interaction(first: first, second: second, relation: relation))
      }
      return found
    }
    return found.flatMap { $0 }.sorted()
  }
}
