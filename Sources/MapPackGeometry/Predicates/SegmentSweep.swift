/// A line that sweeps over segments from left to right and certifies that no two of them meet in a point that is not an
/// end of both.
///
/// Its cost follows the number of segments, however long they are, and however many of them lie side by side or end in
/// one point. It serves drawings whose boxes overlap so much that an index of boxes cannot tell them apart within a
/// `PairBudget`. If it does not certify, segments may meet or not. x grows to the right, y upwards.
///
/// Source: M. I. Shamos and D. Hoey, "Geometric intersection problems" (1976). Points are passed in their order, by x,
/// then by y, so a vertical segment is like any other. All segments that begin or end in a point are dealt with
/// together. Take the first point, in that order, in which segments meet wrongly. It is an end of one inside another,
/// and the line finds it there; or it is the crossing of two that were side by side before, and they have been
/// compared.
package struct SegmentSweep {
  private var comparisons = 0
  private var answers: [Int32]

  private let lefts: ContiguousArray<GridPoint>
  private let rights: ContiguousArray<GridPoint>
  /// The segments that the line meets, from the lowest up, in buckets. No bucket is empty.
  private var buckets: ContiguousArray<ContiguousArray<Int32>> = []

  private static var largestBucket: Int { 256 }

  /// A position among the segments that the line meets: before the segment at the offset, or at the end of a bucket.
  private struct Position {
    var bucket: Int
    var offset: Int
  }

  private init(_ segments: [SweptSegment], queries: Int) {
    lefts = ContiguousArray(segments.map(\.left))
    rights = ContiguousArray(segments.map(\.right))
    answers = Array(repeating: -1, count: queries)
  }

  /// What a sweep has found.
  package struct Outcome {
    /// Per query: the index of the segment next below it, or −1, as `ChainIndex.firstSegment(below:)` finds it. `nil`
    /// if the sweep does not certify that nothing meets.
    package var below: [Int32]?
    /// The number of times that a point has been compared with a segment.
    package var comparisons: Int
  }

  /// Sweeps over segments.
  /// - Parameter segments: each has two different ends, otherwise nothing is certified. If two are the same, they meet.
  /// - Complexity: O(n log n) for n segments and queries.
  package static func pass(over segments: [SweptSegment], queries: [GridPoint] = []) -> Outcome {
    var sweep = SegmentSweep(segments, queries: queries.count)
    let isCertified = sweep.run(queries)
    return Outcome(below: isCertified ? sweep.answers : nil, comparisons: sweep.comparisons)
  }

  private mutating func run(_ queries: [GridPoint]) -> Bool {
    guard lefts.indices.allSatisfy({ lefts[$0] != rights[$0] }) else { return false }
    // In the order in which they begin; if they begin in one point, from the lowest up.
    let beginning = lefts.indices.sorted { one, other in
      if lefts[one] != lefts[other] { return lefts[one] < lefts[other] }
      let turn = orientation(lefts[one], rights[one], rights[other])
      return turn != 0 ? turn > 0 : one < other
    }
    let ending = rights.indices.sorted { (rights[$0], $0) < (rights[$1], $1) }
    let asked = queries.indices.sorted { (queries[$0], $0) < (queries[$1], $1) }
    var (begun, ended, answered) = (0, 0, 0)
    var fresh: [Int32] = []
    while true {
      var next: GridPoint?
      if begun < beginning.count { next = lefts[beginning[begun]] }
      if ended < ending.count { next = min(next ?? rights[ending[ended]], rights[ending[ended]]) }
      if answered < asked.count { next = min(next ?? queries[asked[answered]], queries[asked[answered]]) }
      guard let p = next else { return true }

      let firstEnd = ended
      while ended < ending.count, rights[ending[ended]] == p { ended += 1 }
      let hasEnd = ended > firstEnd
      fresh.removeAll(keepingCapacity: true)
      while begun < beginning.count, lefts[beginning[begun]] == p {
        let segment = Int32(truncatingIfNeeded: beginning[begun])
        // Two that begin in one point in one direction overlap.
        if let last = fresh.last, orientation(p, rights[Int(last)], rights[Int(segment)]) == 0 { return false }
        fresh.append(segment)
        begun += 1
      }

      let position = position(of: p)
      let below = segment(before: position)
      while answered < asked.count, queries[asked[answered]] == p {
        answers[asked[answered]] = below ?? -1
        answered += 1
      }
      guard hasEnd || !fresh.isEmpty else { continue }
      guard let above = removeSegments(endingIn: p, at: position) else { return false }
      if let first = fresh.first, let last = fresh.last {
        if let below, meet(below, first) { return false }
        if above >= 0, meet(last, above) { return false }
        insert(fresh, at: position)
      } else if let below, above >= 0, meet(below, above) {
        return false
      }
    }
  }

  /// Positive if a point is above a segment that the line meets, 0 if it is on it.
  @inline(__always)
  private mutating func side(of p: GridPoint, _ segment: Int32) -> Int64 {
    comparisons += 1
    return orientation(lefts[Int(segment)], rights[Int(segment)], p)
  }

  private func meet(_ one: Int32, _ other: Int32) -> Bool {
    relation(lefts[Int(one)], rights[Int(one)], lefts[Int(other)], rights[Int(other)]) != .clean
  }

  // MARK: The segments that the line meets

  /// The position before the first segment that is not below a point.
  private mutating func position(of p: GridPoint) -> Position {
    // The last bucket that begins below the point.
    let low = (0..<buckets.count).partitioningIndex { side(of: p, buckets[$0][0]) <= 0 }
    guard low > 0 else { return Position(bucket: 0, offset: 0) }
    let bucket = low - 1
    let offset = (1..<buckets[bucket].count).partitioningIndex { side(of: p, buckets[bucket][$0]) <= 0 }
    return Position(bucket: bucket, offset: offset)
  }

  private func segment(before position: Position) -> Int32? {
    position.offset > 0 ? buckets[position.bucket][position.offset - 1] : nil
  }

  /// Removes the segments that contain a point, from a position on: they have to end there. Returns the segment above
  /// them, −1 if there is none; `nil` if one of them goes on.
  private mutating func removeSegments(endingIn p: GridPoint, at position: Position) -> Int32? {
    var bucket = position.bucket
    var offset = position.offset
    var above: Int32 = -1
    var emptied = 0
    while bucket < buckets.count {
      var last = offset
      while last < buckets[bucket].count {
        let segment = buckets[bucket][last]
        guard side(of: p, segment) == 0 else {
          above = segment
          break
        }
        if rights[Int(segment)] != p { return nil }
        last += 1
      }
      if offset == 0 && last == buckets[bucket].count {
        emptied += 1
      } else {
        buckets[bucket].removeSubrange(offset..<last)
      }
      if above >= 0 { break }
      bucket += 1
      offset = 0
    }
    // The emptied buckets follow each other: the first is the one at the position, or the one after it.
    if emptied > 0 {
      let first = position.offset == 0 ? position.bucket : position.bucket + 1
      buckets.removeSubrange(first..<first + emptied)
    }
    return above
  }

  /// Inserts segments at a position that is still valid.
  private mutating func insert(_ segments: [Int32], at position: Position) {
    guard position.bucket < buckets.count, position.offset <= buckets[position.bucket].count else {
      buckets.append([])
      return fill(buckets.count - 1, with: segments, at: 0)
    }
    fill(position.bucket, with: segments, at: position.offset)
  }

  private mutating func fill(_ bucket: Int, with segments: [Int32], at offset: Int) {
    buckets[bucket].insert(contentsOf: segments, at: offset)
    let all = buckets[bucket]
    guard all.count > Self.largestBucket else { return }
    let half = Self.largestBucket / 2
    buckets.replaceSubrange(
      bucket...bucket,
      with: stride(from: 0, to: all.count, by: half).map { ContiguousArray(all[$0..<min($0 + half, all.count)]) })
  }
}

/// A segment that a line sweeps over, by its smaller and its larger end.
package struct SweptSegment: Sendable {
  package private(set) var left: GridPoint
  package private(set) var right: GridPoint

  /// The segment between two points, in either order.
  package init(_ a: GridPoint, _ b: GridPoint) {
    left = min(a, b)
    right = max(a, b)
  }
}
