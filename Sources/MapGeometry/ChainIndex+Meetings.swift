/// Which segments of a set of paths meet, and which nearly do.
package struct Meetings: Sendable {
  /// As `interactions(of:jobs:)` gives them.
  package var interactions: [Interaction] = []
  /// Pairs of segments, the smaller one first, sorted, one of which has an end within two cells of the other without
  /// being an end of it. A pair may be among the interactions as well.
  package var near: [(first: Int, second: Int)] = []
}

extension ChainIndex {
  /// All pairs of segments that meet elsewhere than in end points of both, and all that come within two cells of each
  /// other: whatever rounding to this grid can have changed in how two segments meet is among them, for no end moves by
  /// more than half a cell each way.
  ///
  /// Exact. The result does not depend on `jobs`.
  /// - Parameter countsSharedEnds: whether segments with an end in common count as near each other.
  /// - Complexity: as `interactions(jobs:)`, in the same pass.
  package func meetings(jobs: Int, countsSharedEnds: Bool = false) -> Meetings {
    let groups = min(columnCount, 256)
    let found = concurrentMap(groups, jobs: jobs) { group in
      var found = Meetings()
      for column in columnCount * group / groups..<columnCount * (group + 1) / groups {
        collect(inColumn: column, countsSharedEnds, into: &found)
      }
      return found
    }
    var all = Meetings()
    for part in found {
      all.interactions += part.interactions
      all.near += part.near
    }
    all.interactions.sort()
    all.near.sort { ($0.first, $0.second) < ($1.first, $1.second) }
    return all
  }

  /// How far apart two boxes may be and still be looked at.
  private static var margin: Int32 { 2 }

  private func collect(inColumn column: Int, _ shared: Bool, into found: inout Meetings) {
    let margin = Self.margin
    let range = columnStart[column]..<columnStart[column + 1]
    for i in range {
      let first = chains[Int(columnChains[i])]
      if self.column(ofX: Int64(first.box.minX)) == column { collect(within: first, shared, into: &found) }
      var j = i + 1
      while j < range.upperBound {
        let second = chains[Int(columnChains[j])]
        if second.box.minY > first.box.maxY &+ margin { break }
        j += 1
        guard second.box.minX <= first.box.maxX &+ margin, first.box.minX <= second.box.maxX &+ margin else { continue }
        // Chains that stand in several columns together are examined in the first of them. Two that only come near
        // each other across the line between two columns have none in common, and are looked for below.
        guard self.column(ofX: Int64(max(first.box.minX, second.box.minX))) == column else { continue }
        collect(between: first, and: second, shared, into: &found)
      }
    }
    collect(acrossEndOf: column, shared, into: &found)
  }

  /// Chains that end in this column within the margin of its end, and chains that begin in the next as near to it.
  private func collect(acrossEndOf column: Int, _ shared: Bool, into found: inout Meetings) {
    guard column + 1 < columnCount else { return }
    let end = origin + Int64(column + 1) << Int64(shift)
    let margin = Int64(Self.margin)
    let here = (columnStart[column]..<columnStart[column + 1]).filter {
      let maxX = Int64(chains[Int(columnChains[$0])].box.maxX)
      return maxX < end && maxX >= end - margin
    }
    guard !here.isEmpty else { return }
    for j in columnStart[column + 1]..<columnStart[column + 2] {
      let second = chains[Int(columnChains[j])]
      guard Int64(second.box.minX) >= end, Int64(second.box.minX) < end + margin else { continue }
      for i in here {
        let first = chains[Int(columnChains[i])]
        guard second.box.minY <= first.box.maxY &+ Self.margin, first.box.minY <= second.box.maxY &+ Self.margin else {
          continue
        }
        collect(between: first, and: second, shared, into: &found)
      }
    }
  }

  private func collect(within chain: Chain, _ shared: Bool, into found: inout Meetings) {
    if !shared, goesOn(chain) { return }
    var i: Int32 = 0
    while i < chain.count {
      let a = paths.point(Int(chain.first + i))
      let b = paths.point(end(ofSegment: i, in: chain))
      var j = i + 1
      while j < chain.count {
        let c = paths.point(Int(chain.first + j))
        let d = paths.point(end(ofSegment: j, in: chain))
        collect(a, b, c, d, Int(chain.first + i), Int(chain.first + j), shared, into: &found)
        j += 1
      }
      i += 1
    }
  }

  /// Whether all segments of a chain go on by more than the margin the same way along one axis: then no two of them come
  /// near each other but in their common ends.
  private func goesOn(_ chain: Chain) -> Bool {
    var (least, most) = ((x: Int32.max, y: Int32.max), (x: Int32.min, y: Int32.min))
    var a = paths.point(Int(chain.first))
    for i in 0..<chain.count {
      let b = paths.point(end(ofSegment: i, in: chain))
      least = (min(least.x, b.x &- a.x), min(least.y, b.y &- a.y))
      most = (max(most.x, b.x &- a.x), max(most.y, b.y &- a.y))
      a = b
    }
    return max(least.x, least.y, 0 &- most.x, 0 &- most.y) > Self.margin
  }

  private func collect(between first: Chain, and second: Chain, _ shared: Bool, into found: inout Meetings) {
    let margin = Self.margin
    var i: Int32 = 0
    while i < first.count {
      let a = paths.point(Int(first.first + i))
      let b = paths.point(end(ofSegment: i, in: first))
      let box = GridBox(a, b)
      if box.minX <= second.box.maxX &+ margin, second.box.minX <= box.maxX &+ margin,
        box.minY <= second.box.maxY &+ margin, second.box.minY <= box.maxY &+ margin
      {
        var j: Int32 = 0
        while j < second.count {
          let c = paths.point(Int(second.first + j))
          let d = paths.point(end(ofSegment: j, in: second))
          collect(a, b, c, d, Int(first.first + i), Int(second.first + j), shared, into: &found)
          j += 1
        }
      }
      i += 1
    }
  }

  @inline(__always)
  private func collect(
    _ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint, _ one: Int, _ other: Int,
    _ shared: Bool, into found: inout Meetings
  ) {
    let margin = Self.margin
    let minX = min(c.x, d.x)
    let maxX = max(c.x, d.x)
    guard max(a.x, b.x) >= minX &- margin, min(a.x, b.x) <= maxX &+ margin else { return }
    let minY = min(c.y, d.y)
    let maxY = max(c.y, d.y)
    guard max(a.y, b.y) >= minY &- margin, min(a.y, b.y) <= maxY &+ margin else { return }
    if !shared && (b == c && isStraight(a, b, d) || a == d && isStraight(c, a, b)) { return }
    collectClose(a, b, c, d, min(one, other), max(one, other), shared, into: &found)
  }

  /// Whether bc goes on from ab with a turn of less than a right angle, both longer than four cells: then they can
  /// neither meet elsewhere than in b nor come near each other.
  @inline(__always)
  private func isStraight(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
    let (ux, uy) = (Int64(b.x) &- Int64(a.x), Int64(b.y) &- Int64(a.y))
    let (vx, vy) = (Int64(c.x) &- Int64(b.x), Int64(c.y) &- Int64(b.y))
    return ux &* vx &+ uy &* vy > 0 && abs(ux) &+ abs(uy) > 6 && abs(vx) &+ abs(vy) > 6
  }

  @inline(never)
  private func collectClose(
    _ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint, _ first: Int, _ second: Int,
    _ shared: Bool, into found: inout Meetings
  ) {
    let relation = relation(a, b, c, d)
    if relation != .clean { found.interactions.append(Interaction(first: first, second: second, relation: relation)) }
    if isNear(c, a, b, shared) || isNear(d, a, b, shared) || isNear(a, c, d, shared) || isNear(b, c, d, shared) {
      found.near.append((first, second))
    }
  }

  /// Whether p is within two cells of the segment ab, and none of its ends or these count.
  @inline(__always)
  private func isNear(_ p: GridPoint, _ a: GridPoint, _ b: GridPoint, _ shared: Bool) -> Bool {
    guard p.x >= min(a.x, b.x) &- 2, p.x <= max(a.x, b.x) &+ 2, p.y >= min(a.y, b.y) &- 2, p.y <= max(a.y, b.y) &+ 2
    else { return false }
    // The distance is the turn over the length, and the length at most the sum of both sides.
    let length = abs(Int64(b.x) &- Int64(a.x)) &+ abs(Int64(b.y) &- Int64(a.y))
    return abs(orientation(a, b, p)) <= 2 &* length && (shared || (p != a && p != b))
  }
}
