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
    interactions(jobs: jobs, isChanged: ContiguousArray(repeating: true, count: chains.count))
  }

  /// The interactions of which at least one segment lies in a chain that has a vertex at one of these points; others
  /// may be among them.
  package func interactions(near points: Set<GridPoint>, jobs: Int) -> [Interaction] {
    var isChanged = ContiguousArray<Bool>(repeating: false, count: chains.count)
    for (index, chain) in chains.enumerated() {
      isChanged[index] =
        points.contains(paths.point(Int(chain.last)))
        || (chain.first..<chain.first + chain.count).contains { points.contains(paths.point(Int($0))) }
    }
    return interactions(jobs: jobs, isChanged: isChanged)
  }

  private func interactions(jobs: Int, isChanged: ContiguousArray<Bool>) -> [Interaction] {
    // Groups of columns, so that there are few results to gather, and enough to keep all threads at work.
    let groups = min(columnCount, 256)
    let found = concurrentMap(groups, jobs: jobs) { group in
      var found: [Interaction] = []
      for column in columnCount * group / groups..<columnCount * (group + 1) / groups {
        collect(inColumn: column, isChanged, into: &found)
      }
      return found
    }
    return found.flatMap { $0 }.sorted()
  }

  private func collect(
    inColumn column: Int, _ isChanged: ContiguousArray<Bool>, into found: inout [Interaction]
  ) {
    let range = columnStart[column]..<columnStart[column + 1]
    for i in range {
      let first = chains[Int(columnChains[i])]
      let firstIsChanged = isChanged[Int(columnChains[i])]
      // A pair is examined in the column of the larger of its two lowest x.
      if firstIsChanged && self.column(ofX: Int64(first.box.minX)) == column {
        collect(within: first, into: &found)
      }
      var j = i + 1
      while j < range.upperBound {
        let second = chains[Int(columnChains[j])]
        if second.box.minY > first.box.maxY { break }
        j += 1
        guard firstIsChanged || isChanged[Int(columnChains[j - 1])] else { continue }
        guard second.box.minX <= first.box.maxX, first.box.minX <= second.box.maxX else { continue }
        guard self.column(ofX: Int64(max(first.box.minX, second.box.minX))) == column else { continue }
        collect(between: first, and: second, into: &found)
      }
    }
  }

  private func collect(within chain: Chain, into found: inout [Interaction]) {
    for i in 0..<chain.count {
      let a = paths.point(Int(chain.first + i))
      let b = paths.point(end(ofSegment: i, in: chain))
      var j = i + 1
      while j < chain.count {
        let c = paths.point(Int(chain.first + j))
        let d = paths.point(end(ofSegment: j, in: chain))
        let relation = relation(a, b, c, d)
        if relation != .clean {
          found.append(
            Interaction(first: Int(chain.first + i), second: Int(chain.first + j), relation: relation))
        }
        j += 1
      }
    }
  }

  private func collect(between first: Chain, and second: Chain, into found: inout [Interaction]) {
    for i in 0..<first.count {
      let a = paths.point(Int(first.first + i))
      let b = paths.point(end(ofSegment: i, in: first))
      guard GridBox(a, b).intersects(second.box) else { continue }
      for j in 0..<second.count {
        let c = paths.point(Int(second.first + j))
        let d = paths.point(end(ofSegment: j, in: second))
        let relation = relation(a, b, c, d)
        if relation != .clean {
          let one = Int(first.first + i)
          let other = Int(second.first + j)
          found.append(Interaction(first: min(one, other), second: max(one, other), relation: relation))
        }
      }
    }
  }
}
