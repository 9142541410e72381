/// The points at which segments meet, unless a point is an end of both.
///
/// Overlapping segments meet at the ends that lie inside the other one, so two equal segments have no such point. A
/// crossing may be rounded to an end of one of its segments; it is a crossing all the same.
package struct IntersectionPoints: Sendable {
  /// The points at which segments cross, rounded to the grid; ascending, each once.
  package private(set) var crossings: [GridPoint]
  /// The end points of a segment that lie inside another one; ascending, each once. Some of them may be crossings too.
  package private(set) var touches: [GridPoint]

  /// A point that is both counts twice.
  package var count: Int { crossings.count + touches.count }
  package var isEmpty: Bool { crossings.isEmpty && touches.isEmpty }
}

extension ChainIndex {
  /// The intersection points of all pairs of segments of which at least one belongs to a path that begins at
  /// `firstVertex` or after it.
  ///
  /// All points are found, however many there are, and for any number of jobs the same ones: a search that takes too
  /// long is made again without a limit, unless a sweep certifies that there is nothing. All tests are exact but the
  /// rounding of crossings.
  /// - Parameter most: if there are more points than this, the search ends, and not all are found.
  /// - Complexity: as `interactions(jobs:)`, but the memory depends on the number of points: thousands of lines may
  ///   meet in one pixel, in millions of pairs.
  package func intersectionPoints(from firstVertex: Int, most: Int = .max, jobs: Int) -> IntersectionPoints {
    func isEnough(_ found: IntersectionPoints) -> Bool { found.count > most }
    return search(isEmpty: \.isEmpty, isEnough: isEnough, isCertified: isCertifiedClean) {
      intersectionPoints(from: firstVertex, most: most, jobs: jobs, within: $0)
    }
  }

  private func intersectionPoints(
    from firstVertex: Int, most: Int, jobs: Int, within budget: PairBudget
  ) -> IntersectionPoints {
    let found = forEachGroupOfColumns(jobs: jobs) { columns in
      var crossings = PointTable()
      var touches = PointTable()
      forEachMeeting(inColumns: columns, from: firstVertex, within: budget) { first, second, relation in
        let (a, b, c, d) = (first.a, first.b, second.a, second.b)
        if relation == .crossing {
          crossings.insert(roundedCrossing(a, b, c, d).key)
        } else {
          if a != c && a != d && segment(c, d, contains: a) { touches.insert(a.key) }
          if b != c && b != d && segment(c, d, contains: b) { touches.insert(b.key) }
          if c != a && c != b && segment(a, b, contains: c) { touches.insert(c.key) }
          if d != a && d != b && segment(a, b, contains: d) { touches.insert(d.key) }
        }
        // One group's points are all different, so there are too many in all.
        if crossings.count + touches.count > most { budget.giveUp() }
      }
      return (crossings: crossings.sortedKeys, touches: touches.sortedKeys)
    }
    return IntersectionPoints(
      crossings: Self.sortedOnce(found.map(\.crossings)), touches: Self.sortedOnce(found.map(\.touches)))
  }

  private static func sortedOnce(_ parts: [[UInt64]]) -> [GridPoint] {
    var points: [GridPoint] = []
    var last: UInt64?
    for key in parts.joined().sorted() where key != last {
      points.append(GridPoint(key: key))
      last = key
    }
    return points
  }
}
