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
  package func interactions(jobs: Int) -> [Interaction] {
    let found = forEachGroupOfColumns(jobs: jobs) { columns in
      var found: [Interaction] = []
      for column in columns {
        forEachMeeting(inColumn: column, from: 0) { one, other, relation in
          let (first, second) = (min(one.begin, other.begin), max(one.begin, other.begin))
          found.append(Interaction(first: first, second: second, relation: relation))
        }
      }
      return found
    }
    return found.flatMap { $0 }.sorted()
  }
}
