/// The places in which segments meet elsewhere than in end points of both.
package struct MeetingPlaces: Sendable {
  /// Where segments cross, rounded to the grid; ascending, each once.
  package private(set) var crossings: [GridPoint]
  /// End points of one segment that lie inside another; ascending, each once. Some of them may be crossings too.
  package private(set) var touches: [GridPoint]

  package var isEmpty: Bool { crossings.isEmpty && touches.isEmpty }
}

extension ChainIndex {
  /// The places of the interactions of which at least one segment belongs to a path that begins at this vertex or
  /// after it.
  ///
  /// - Complexity: as `interactions(from:jobs:)`, but with memory for the places only: thousands of lines may meet in
  ///   one pixel, in millions of pairs.
  package func meetingPlaces(from firstVertex: Int, jobs: Int) -> MeetingPlaces {
    search(isEmpty: \.isEmpty, isCertified: isCertifiedClean) {
      meetingPlaces(from: firstVertex, jobs: jobs, within: $0)
    }
  }

  private func meetingPlaces(from firstVertex: Int, jobs: Int, within budget: PairBudget) -> MeetingPlaces {
    let found = forEachGroupOfColumns(jobs: jobs) { columns in
      var crossings = PointTable()
      var touches = PointTable()
      forEachMeeting(inColumns: columns, from: firstVertex, within: budget) { first, second, relation in
        let (a, b, c, d) = (
          paths.point(first.begin), paths.point(first.end), paths.point(second.begin), paths.point(second.end)
        )
        if relation == .crossing {
          crossings.insert(roundedCrossing(a, b, c, d).key)
        } else {
          if a != c && a != d && segment(c, d, contains: a) { touches.insert(a.key) }
          if b != c && b != d && segment(c, d, contains: b) { touches.insert(b.key) }
          if c != a && c != b && segment(a, b, contains: c) { touches.insert(c.key) }
          if d != a && d != b && segment(a, b, contains: d) { touches.insert(d.key) }
        }
      }
      return (crossings: crossings.sortedKeys, touches: touches.sortedKeys)
    }
    return MeetingPlaces(
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
