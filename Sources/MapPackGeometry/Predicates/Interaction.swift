/// Two segments that meet in a point that is not an end of both.
package struct Interaction: Hashable, Sendable, Comparable {
  /// The indices of the segments; first < second.
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

/// All pairs of segments that meet in a point that is not an end of both: they cross, touch or overlap. Sorted, each
/// pair once.
///
/// Consecutive segments are among them if the path turns straight back (a spike). Paths that run through one vertex of
/// both do not meet in this sense. Exact. The result does not depend on `jobs`.
/// - Complexity: as `ChainIndex.interactions(jobs:)`.
package func interactions(of paths: Paths, jobs: Int) -> [Interaction] {
  ChainIndex(paths, jobs: jobs).interactions(jobs: jobs)
}

extension ChainIndex {
  /// All pairs of segments that meet in a point that is not an end of both; see `interactions(of:jobs:)`.
  ///
  /// - Complexity: O(n log n) for n segments, if few of them meet and their boxes overlap little, or if no two meet.
  ///   O(n²) in the worst case, in which boxes overlap much and some segments meet.
  package func interactions(jobs: Int) -> [Interaction] {
    search(isEmpty: \.isEmpty, isCertified: isCertifiedClean) { interactions(jobs: jobs, within: $0) }
  }

  /// The same within a budget; incomplete if the budget is exceeded.
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
