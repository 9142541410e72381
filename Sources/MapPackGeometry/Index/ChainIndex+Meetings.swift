/// Which segments of a set of paths meet, and which nearly do.
package struct Meetings: Sendable {
  /// All pairs that meet, as `interactions(of:jobs:)` returns them.
  package var interactions: [Interaction] = []
  /// The pairs of segments in which an end of one is within two cells of the other and is not one of its ends; the
  /// smaller index first, sorted. Some pairs up to 2√2 cells apart are included. A pair may be among the interactions
  /// too.
  package var near: [(first: Int, second: Int)] = []

  package var isEmpty: Bool { interactions.isEmpty && near.isEmpty }
}

extension ChainIndex {
  /// All pairs of segments that meet in a point that is not an end of both, and all that come within two cells of each
  /// other.
  ///
  /// Validation judges coordinates as published, and finds candidates with this. If rounding to this grid changed how
  /// two segments meet, the pair is among these, because rounding moves no end by more than half a cell along either
  /// axis.
  ///
  /// Exact. The result does not depend on `jobs`.
  /// - Complexity: as `interactions(jobs:)`, in the same pass, if pairs that come near each other count as meeting.
  package func meetings(jobs: Int) -> Meetings {
    search(isEmpty: \.isEmpty, isCertified: isCertifiedClear) { meetings(jobs: jobs, within: $0) }
  }

  private func meetings(jobs: Int, within budget: PairBudget) -> Meetings {
    let found = forEachGroupOfColumns(jobs: jobs) { columns in
      var found = Meetings()
      var meter = PairMeter(budget)
      for column in columns where !meter.isStopped {
        forEachClosePair(inColumn: column, sharingEnds: false, &meter) { a, b, c, d, first, second in
          found.add(a, b, c, d, first, second)
        }
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

  /// Finds the pairs of segments that satisfy a condition, among those that come within two cells of each other or
  /// share an end. `PolygonRules` of MapPackMerge finds with it which edges of polygons meet.
  ///
  /// Consecutive segments that do not turn back meet only in their common end; such pairs may be left out.
  /// - Parameters:
  ///   - budget: the comparisons that the search may take.
  ///   - limit: the number of pairs after which the search stops.
  ///   - isWanted: the condition; it is called with the indices of both segments, the smaller one first.
  /// - Returns: pairs of indices, the smaller one first, in no particular order, some perhaps twice. They are complete
  ///   only if the limit was not reached and the budget not exceeded.
  package func closePairs(
    within budget: PairBudget, limit: Int, where isWanted: (_ first: Int, _ second: Int) -> Bool
  ) -> [(first: Int, second: Int)] {
    var found: [(first: Int, second: Int)] = []
    var meter = PairMeter(budget)
    for column in 0..<columnCount where !meter.isStopped && found.count < limit {
      forEachClosePair(inColumn: column, sharingEnds: true, &meter) { _, _, _, _, first, second in
        if found.count < limit, isWanted(first, second) { found.append((first, second)) }
      }
    }
    meter.flush()
    return found
  }

  /// The ends of one segment, the ends of the other, and the indices of both, the smaller one first.
  private typealias ClosePairBody = (GridPoint, GridPoint, GridPoint, GridPoint, Int, Int) -> Void

  /// How far apart two boxes may be to be compared, in cells. The same distance is in `goesOn`, `Meetings.isNear` and
  /// `isCertifiedClear()` (ChainIndex+Sweep.swift), and in the least width of columns (`ChainIndex.columnShift`).
  private static var margin: Int32 { 2 }

  /// Calls `body` with each pair of segments that may come within two cells of each other.
  @inline(__always)
  private func forEachClosePair(
    inColumn column: Int, sharingEnds shared: Bool, _ meter: inout PairMeter, _ body: ClosePairBody
  ) {
    let margin = Self.margin
    let end = columnStart[column + 1]
    for i in columnStart[column]..<end {
      let box = columnBoxes[i]
      let first = chains[Int(columnChains[i])]
      if self.column(ofX: Int64(box.minX)) == column { forEachClosePair(within: first, shared, body) }
      var j = i + 1
      while j < end {
        let other = columnBoxes[j]
        if other.minY > box.maxY &+ margin { break }
        let entry = j
        j += 1
        guard other.minX <= box.maxX &+ margin, box.minX <= other.maxX &+ margin else { continue }
        // Chains with several columns in common are compared in the first of these. Two that are near each other across
        // the line between two columns have no column in common; they are compared below.
        guard self.column(ofX: Int64(max(box.minX, other.minX))) == column else { continue }
        let second = chains[Int(columnChains[entry])]
        // Each box is compared with each segment of the other chain; few segments remain after that.
        meter.add(8 + Int(first.count &+ second.count))
        forEachClosePair(between: first, and: second, shared, body)
      }
      meter.add(j - i)
      if meter.isStopped { return }
    }
    forEachClosePair(acrossEndOf: column, shared, &meter, body)
  }

  /// Compares the chains that end in this column, within the margin of its end, with those that begin in the next
  /// column as near to it.
  private func forEachClosePair(
    acrossEndOf column: Int, _ shared: Bool, _ meter: inout PairMeter, _ body: ClosePairBody
  ) {
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
        forEachClosePair(between: first, and: second, shared, body)
      }
    }
  }

  /// Compares the segments of one chain, from the last to the first, and keeps the box of all segments behind the next
  /// one. A line goes on, so most of its segments are near the next one only.
  private func forEachClosePair(within chain: Chain, _ shared: Bool, _ body: ClosePairBody) {
    var i = chain.count - 1
    var behind = GridBox()
    var b = paths.point(Int(chain.last))
    // The end of the segment after i.
    var c = b
    while i >= 0 {
      let one = Int(chain.first + i)
      let a = paths.point(one)
      if i + 1 < chain.count {
        if !goesOn(a, b, c) { body(a, b, b, c, one, one + 1) }
        if isNear(a, b, within: Self.margin, of: behind) {
          for j in i + 2..<chain.count {
            let other = Int(chain.first + j)
            callIfClose(
              a, b, paths.point(other), paths.point(end(ofSegment: j, in: chain)), one, other, shared, body)
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

  private func forEachClosePair(
    between first: Chain, and second: Chain, _ shared: Bool, _ body: ClosePairBody
  ) {
    let others = segments(of: second, within: Self.margin, of: first.box)
    guard others != 0 else { return }
    var ones = segments(of: first, within: Self.margin, of: second.box)
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
        callIfClose(
          a, b, paths.point(other), paths.point(end(ofSegment: j, in: second)), one, other, shared, body)
      }
    }
  }

  @inline(__always)
  private func callIfClose(
    _ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint, _ one: Int, _ other: Int, _ shared: Bool,
    _ body: ClosePairBody
  ) {
    let margin = Self.margin
    let minX = min(c.x, d.x)
    let maxX = max(c.x, d.x)
    guard max(a.x, b.x) >= minX &- margin, min(a.x, b.x) <= maxX &+ margin else { return }
    let minY = min(c.y, d.y)
    let maxY = max(c.y, d.y)
    guard max(a.y, b.y) >= minY &- margin, min(a.y, b.y) <= maxY &+ margin else { return }
    if !shared && (b == c && goesOn(a, b, d) || a == d && goesOn(c, a, b)) { return }
    body(a, b, c, d, min(one, other), max(one, other))
  }

  /// Whether bc goes on from ab, so that they meet in b only and do not come near each other elsewhere.
  ///
  /// That is so if both run the same way along one axis by more than the margin, or if they turn by less than a right
  /// angle and both are longer than four cells.
  @inline(__always)
  private func goesOn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
    let margin = Int64(Self.margin)
    let (ux, uy) = (Int64(b.x) &- Int64(a.x), Int64(b.y) &- Int64(a.y))
    let (vx, vy) = (Int64(c.x) &- Int64(b.x), Int64(c.y) &- Int64(b.y))
    if min(ux, vx) > margin || max(ux, vx) < -margin || min(uy, vy) > margin || max(uy, vy) < -margin { return true }
    return ux &* vx &+ uy &* vy > 0 && abs(ux) &+ abs(uy) > 6 && abs(vx) &+ abs(vy) > 6
  }
}

extension Meetings {
  /// Adds two segments if they meet or one has an end near the other.
  @inline(never)
  fileprivate mutating func add(
    _ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint, _ first: Int, _ second: Int
  ) {
    let relation = relation(a, b, c, d)
    if relation != .clean { interactions.append(Interaction(first: first, second: second, relation: relation)) }
    if Self.isNear(c, a, b) || Self.isNear(d, a, b) || Self.isNear(a, c, d) || Self.isNear(b, c, d) {
      near.append((first, second))
    }
  }

  /// Whether p is within two cells of the segment ab and is not one of its ends. True for some points up to 2√2 cells
  /// away.
  @inline(__always)
  private static func isNear(_ p: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
    guard p.x >= min(a.x, b.x) &- 2, p.x <= max(a.x, b.x) &+ 2, p.y >= min(a.y, b.y) &- 2, p.y <= max(a.y, b.y) &+ 2
    else { return false }
    // The distance from the line is the orientation over the length, and the length is at most the sum of both sides of
    // the box.
    let length = abs(Int64(b.x) &- Int64(a.x)) &+ abs(Int64(b.y) &- Int64(a.y))
    return abs(orientation(a, b, p)) <= 2 &* length && p != a && p != b
  }
}
