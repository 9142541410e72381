/// Which segments of a set of paths meet, and which nearly do.
package struct Meetings: Sendable {
  /// As `interactions(of:jobs:)` gives them.
  package var interactions: [Interaction] = []
  /// Pairs of segments, the smaller one first, sorted, one of which has an end within two cells of the other without
  /// being an end of it. A pair may be among the interactions as well.
  package var near: [(first: Int, second: Int)] = []

  package var isEmpty: Bool { interactions.isEmpty && near.isEmpty }
}

extension ChainIndex {
  /// All pairs of segments that meet elsewhere than in end points of both, and all that come within two cells of each
  /// other: whatever rounding to this grid can have changed in how two segments meet is among them, for no end moves by
  /// more than half a cell each way.
  ///
  /// Exact. The result does not depend on `jobs`.
  /// - Parameter countsSharedEnds: whether segments with an end in common count as near each other; those that follow each
  ///   other and go on, so that they can only meet in their common end, may be left out.
  /// - Complexity: as `interactions(jobs:)`, in the same pass, if pairs that come near each other count as meeting.
  package func meetings(jobs: Int, countsSharedEnds: Bool = false) -> Meetings {
    // Segments that follow each other are near then: there is nothing to certify.
    if countsSharedEnds { return meetings(jobs: jobs, true, within: PairBudget(limit: .max)) }
    return search(isEmpty: \.isEmpty, isCertified: isCertifiedClear) { meetings(jobs: jobs, false, within: $0) }
  }

  private func meetings(jobs: Int, _ countsSharedEnds: Bool, within budget: PairBudget) -> Meetings {
    let found = forEachGroupOfColumns(jobs: jobs) { columns in
      var found = Meetings()
      var meter = PairMeter(budget)
      for column in columns where !meter.isStopped {
        collect(inColumn: column, countsSharedEnds, &meter, into: &found)
      }
      meter.flush()
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

  private func collect(inColumn column: Int, _ shared: Bool, _ meter: inout PairMeter, into found: inout Meetings) {
    let margin = Self.margin
    let end = columnStart[column + 1]
    for i in columnStart[column]..<end {
      let box = columnBoxes[i]
      let first = chains[Int(columnChains[i])]
      if self.column(ofX: Int64(box.minX)) == column { collect(within: first, shared, into: &found) }
      var j = i + 1
      while j < end {
        let other = columnBoxes[j]
        if other.minY > box.maxY &+ margin { break }
        let entry = j
        j += 1
        guard other.minX <= box.maxX &+ margin, box.minX <= other.maxX &+ margin else { continue }
        // Chains that stand in several columns together are examined in the first of them. Two that only come near
        // each other across the line between two columns have none in common, and are looked for below.
        guard self.column(ofX: Int64(max(box.minX, other.minX))) == column else { continue }
        let second = chains[Int(columnChains[entry])]
        // A box against each segment, both ways; what is left of them is little.
        meter.add(8 + Int(first.count &+ second.count))
        collect(between: first, and: second, shared, into: &found)
      }
      meter.add(j - i)
      if meter.isStopped { return }
    }
    collect(acrossEndOf: column, shared, &meter, into: &found)
  }

  /// Chains that end in this column within the margin of its end, and chains that begin in the next as near to it.
  private func collect(acrossEndOf column: Int, _ shared: Bool, _ meter: inout PairMeter, into found: inout Meetings) {
    guard column + 1 < columnCount else { return }
    let end = origin + Int64(column + 1) << Int64(shift)
    let margin = Int64(Self.margin)
    let here = (columnStart[column]..<columnStart[column + 1]).filter {
      let maxX = Int64(columnBoxes[$0].maxX)
      return maxX < end && maxX >= end - margin
    }
    guard !here.isEmpty else { return }
    for j in columnStart[column + 1]..<columnStart[column + 2] {
      let minX = Int64(columnBoxes[j].minX)
      guard minX >= end, minX < end + margin else { continue }
      let second = chains[Int(columnChains[j])]
      meter.add(here.count)
      if meter.isStopped { return }
      for i in here {
        let first = chains[Int(columnChains[i])]
        guard second.box.minY <= first.box.maxY &+ Self.margin, first.box.minY <= second.box.maxY &+ Self.margin else {
          continue
        }
        collect(between: first, and: second, shared, into: &found)
      }
    }
  }

  /// From the last segment back, with the box round all that come behind the next one: a line goes on, and few of its
  /// segments come near another than the next.
  private func collect(within chain: Chain, _ shared: Bool, into found: inout Meetings) {
    var i = chain.count - 1
    var behind = GridBox()
    var b = paths.point(Int(chain.last))
    // The end of the segment behind i.
    var c = b
    while i >= 0 {
      let one = Int(chain.first + i)
      let a = paths.point(one)
      if i + 1 < chain.count {
        if !goesOn(a, b, c) { collectClose(a, b, b, c, one, one + 1, shared, into: &found) }
        if isNear(a, b, behind) {
          for j in i + 2..<chain.count {
            let other = Int(chain.first + j)
            collect(
              a, b, paths.point(other), paths.point(end(ofSegment: j, in: chain)), one, other, shared, into: &found)
          }
        }
        behind.extend(to: b)
        behind.extend(to: c)
      }
      c = b
      b = a
      i -= 1
    }
  }

  private func collect(between first: Chain, and second: Chain, _ shared: Bool, into found: inout Meetings) {
    let others = segments(of: second, near: first.box)
    guard others != 0 else { return }
    var ones = segments(of: first, near: second.box)
    while ones != 0 {
      let i = Int32(truncatingIfNeeded: ones.trailingZeroBitCount)
      ones &= ones &- 1
      let one = Int(first.first + i)
      let a = paths.point(one)
      let b = paths.point(end(ofSegment: i, in: first))
      var rest = others
      while rest != 0 {
        let j = Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
        rest &= rest &- 1
        let other = Int(second.first + j)
        collect(a, b, paths.point(other), paths.point(end(ofSegment: j, in: second)), one, other, shared, into: &found)
      }
    }
  }

  /// The segments of a chain that come near a box, a bit each.
  @inline(__always)
  private func segments(of chain: Chain, near box: GridBox) -> UInt64 {
    var found: UInt64 = 0
    var a = paths.point(Int(chain.first))
    var i: Int32 = 1
    while i < chain.count {
      let b = paths.point(Int(chain.first &+ i))
      if isNear(a, b, box) { found |= 1 &<< UInt64(truncatingIfNeeded: i &- 1) }
      a = b
      i &+= 1
    }
    if isNear(a, paths.point(Int(chain.last)), box) { found |= 1 &<< UInt64(truncatingIfNeeded: i &- 1) }
    return found
  }

  /// Whether the box round ab is within the margin of a box.
  @inline(__always)
  private func isNear(_ a: GridPoint, _ b: GridPoint, _ box: GridBox) -> Bool {
    let margin = Self.margin
    return min(a.x, b.x) <= box.maxX &+ margin && box.minX &- margin <= max(a.x, b.x)
      && min(a.y, b.y) <= box.maxY &+ margin && box.minY &- margin <= max(a.y, b.y)
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
    if !shared && (b == c && goesOn(a, b, d) || a == d && goesOn(c, a, b)) { return }
    collectClose(a, b, c, d, min(one, other), max(one, other), shared, into: &found)
  }

  /// Whether bc goes on from ab, so that they can neither meet elsewhere than in b nor come near each other: by more than
  /// the margin the same way along one axis, or with a turn of less than a right angle, both longer than four cells.
  @inline(__always)
  private func goesOn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
    let margin = Int64(Self.margin)
    let (ux, uy) = (Int64(b.x) &- Int64(a.x), Int64(b.y) &- Int64(a.y))
    let (vx, vy) = (Int64(c.x) &- Int64(b.x), Int64(c.y) &- Int64(b.y))
    if min(ux, vx) > margin || max(ux, vx) < -margin || min(uy, vy) > margin || max(uy, vy) < -margin { return true }
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
