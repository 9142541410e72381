extension ChainIndex {
  /// A segment by the indices of its two vertices.
  struct Segment {
    var begin: Int
    var end: Int
  }

  /// The values of `body` for groups of consecutive columns, in order: few, so that there are few to gather, and enough
  /// to keep all threads at work.
  func forEachGroupOfColumns<Value: Sendable>(
    jobs: Int, _ body: @Sendable (Range<Int>) -> Value
  ) -> [Value] {
    let groups = min(columnCount, 256)
    return concurrentMap(groups, jobs: jobs) { group in
      body(columnCount * group / groups..<columnCount * (group + 1) / groups)
    }
  }

  /// Calls `body` with each pair of segments that meet elsewhere than in end points of both, and how, until the budget
  /// is exceeded. Each pair is found in one column.
  /// - Parameter firstVertex: only pairs are looked at of which one belongs to a path that begins there or after it.
  @inline(__always)
  func forEachMeeting(
    inColumns columns: Range<Int>, from firstVertex: Int, within budget: PairBudget,
    _ body: (Segment, Segment, SegmentRelation) -> Void
  ) {
    var meter = PairMeter(budget)
    for column in columns where !meter.isStopped {
      forEachMeeting(inColumn: column, from: firstVertex, &meter, body)
    }
    meter.flush()
  }

  @inline(__always)
  private func forEachMeeting(
    inColumn column: Int, from firstVertex: Int, _ meter: inout PairMeter,
    _ body: (Segment, Segment, SegmentRelation) -> Void
  ) {
    let range = columnStart[column]..<columnStart[column + 1]
    for i in range {
      let box = columnBoxes[i]
      let first = chains[Int(columnChains[i])]
      let firstTakesPart = Int(first.first) >= firstVertex
      // A pair is examined in the column of the larger of its two lowest x.
      if firstTakesPart && self.column(ofX: Int64(box.minX)) == column {
        forEachMeeting(within: first, body)
      }
      var j = i + 1
      while j < range.upperBound {
        let other = columnBoxes[j]
        if other.minY > box.maxY { break }
        let entry = j
        j += 1
        guard other.minX <= box.maxX, box.minX <= other.maxX else { continue }
        guard self.column(ofX: Int64(max(box.minX, other.minX))) == column else { continue }
        let second = chains[Int(columnChains[entry])]
        guard firstTakesPart || Int(second.first) >= firstVertex else { continue }
        meter.add(8 + Int(first.count &* second.count))
        forEachMeeting(between: first, and: second, body)
      }
      meter.add(j - i)
      if meter.isStopped { return }
    }
  }

  @inline(__always)
  private func forEachMeeting(within chain: Chain, _ body: (Segment, Segment, SegmentRelation) -> Void) {
    for i in 0..<chain.count {
      let one = segment(i, of: chain)
      let a = paths.point(one.begin)
      let b = paths.point(one.end)
      var j = i + 1
      while j < chain.count {
        let other = segment(j, of: chain)
        let relation = relation(a, b, paths.point(other.begin), paths.point(other.end))
        if relation != .clean { body(one, other, relation) }
        j += 1
      }
    }
  }

  @inline(__always)
  private func forEachMeeting(
    between first: Chain, and second: Chain, _ body: (Segment, Segment, SegmentRelation) -> Void
  ) {
    for i in 0..<first.count {
      let one = segment(i, of: first)
      let a = paths.point(one.begin)
      let b = paths.point(one.end)
      guard GridBox(a, b).intersects(second.box) else { continue }
      for j in 0..<second.count {
        let other = segment(j, of: second)
        let relation = relation(a, b, paths.point(other.begin), paths.point(other.end))
        if relation != .clean { body(one, other, relation) }
      }
    }
  }

  @inline(__always)
  private func segment(_ offset: Int32, of chain: Chain) -> Segment {
    Segment(begin: Int(chain.first + offset), end: end(ofSegment: offset, in: chain))
  }
}
