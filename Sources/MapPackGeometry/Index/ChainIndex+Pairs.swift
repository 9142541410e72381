extension ChainIndex {
  struct Segment {
    var begin: Int
    var end: Int
    var a: GridPoint
    var b: GridPoint
  }

  /// The values of `body` for groups of consecutive columns, in order, computed by up to `jobs` threads.
  func forEachGroupOfColumns<Value: Sendable>(
    jobs: Int, _ body: @Sendable (Range<Int>) -> Value
  ) -> [Value] {
    let groups = Self.groups(ofColumns: columnCount)
    return concurrentMap(groups.count, jobs: jobs) { body(groups[$0]) }
  }

  /// Calls `body` with each pair of segments that meet in a point that is not an end of both, and with how they meet,
  /// until the budget is exceeded. Each pair is found in one column.
  /// - Parameters:
  ///   - firstVertex: a pair counts only if one of its segments belongs to a path that begins at this vertex or after
  ///     it.
  ///   - body: it finds all that it needs in the segments. If it used the index, each call would count a reference to
  ///     it, and threads that count one object's references wait for each other.
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
      // A pair is examined in the first column that both chains reach: the one of the larger of their lowest x.
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

  /// Compares the segments of one chain, from the last to the first, and keeps the box of all segments behind the next
  /// one. A line goes on, so most of its segments are near the next one only.
  @inline(__always)
  private func forEachMeeting(within chain: Chain, _ body: (Segment, Segment, SegmentRelation) -> Void) {
    var behind = GridBox()
    var i = chain.count - 1
    var b = Int(chain.last)
    var c = b
    while i >= 0 {
      let a = Int(chain.first + i)
      let (pointA, pointB, pointC) = (paths.point(a), paths.point(b), paths.point(c))
      if i + 1 < chain.count {
        // Consecutive segments meet outside their common end only if the line turns straight back.
        if pointB.turnsBack(from: pointA, to: pointC) {
          callIfMeeting(
            Segment(begin: a, end: b, a: pointA, b: pointB), Segment(begin: b, end: c, a: pointB, b: pointC), body)
        }
        if GridBox(pointA, pointB).intersects(behind) {
          for j in i + 2..<chain.count {
            callIfMeeting(Segment(begin: a, end: b, a: pointA, b: pointB), segment(j, of: chain), body)
          }
        }
        behind.extend(to: pointB)
        behind.extend(to: pointC)
      }
      c = b
      b = a
      i -= 1
    }
  }

  @inline(__always)
  private func forEachMeeting(
    between first: Chain, and second: Chain, _ body: (Segment, Segment, SegmentRelation) -> Void
  ) {
    let others = segments(of: second, within: 0, of: first.box)
    guard others != 0 else { return }
    var ones = segments(of: first, within: 0, of: second.box)
    while ones != 0 {
      let i = Int32(truncatingIfNeeded: ones.trailingZeroBitCount)
      ones &= ones &- 1
      let one = segment(i, of: first)
      var rest = others
      while rest != 0 {
        let j = Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
        rest &= rest &- 1
        callIfMeeting(one, segment(j, of: second), body)
      }
    }
  }

  @inline(__always)
  private func callIfMeeting(_ one: Segment, _ other: Segment, _ body: (Segment, Segment, SegmentRelation) -> Void) {
    let relation = relation(one.a, one.b, other.a, other.b)
    if relation != .clean { body(one, other, relation) }
  }

  /// A segment of a chain, by the number of segments before it.
  @inline(__always)
  private func segment(_ offset: Int32, of chain: Chain) -> Segment {
    let (begin, end) = (Int(chain.first + offset), end(ofSegment: offset, in: chain))
    return Segment(begin: begin, end: end, a: paths.point(begin), b: paths.point(end))
  }

  /// The segments of a chain whose boxes come within a number of cells of a box, one bit each.
  @inline(__always)
  func segments(of chain: Chain, within margin: Int32, of box: GridBox) -> UInt64 {
    var found: UInt64 = 0
    var a = paths.point(Int(chain.first))
    var i: Int32 = 1
    while i < chain.count {
      let b = paths.point(Int(chain.first &+ i))
      if isNear(a, b, within: margin, of: box) { found |= 1 &<< UInt64(truncatingIfNeeded: i &- 1) }
      a = b
      i &+= 1
    }
    if isNear(a, paths.point(Int(chain.last)), within: margin, of: box) {
      found |= 1 &<< UInt64(truncatingIfNeeded: i &- 1)
    }
    return found
  }

  /// Whether the box round ab comes within a number of cells of a box, along both axes.
  @inline(__always)
  func isNear(_ a: GridPoint, _ b: GridPoint, within margin: Int32, of box: GridBox) -> Bool {
    min(a.x, b.x) <= box.maxX &+ margin && box.minX &- margin <= max(a.x, b.x)
      && min(a.y, b.y) <= box.maxY &+ margin && box.minY &- margin <= max(a.y, b.y)
  }
}
