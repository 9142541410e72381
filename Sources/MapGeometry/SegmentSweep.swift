/// A line that sweeps over segments from left to right and certifies that no two of them meet elsewhere than in end
/// points of both.
///
/// However long the segments are, and however many of them lie side by side or end in one point, its cost follows their
/// number: it is for drawings whose boxes overlap so much that an index of boxes cannot tell them apart. Where it does not
/// certify, something may meet or not; what meets is for `ChainIndex` to say.
///
/// Source: M. I. Shamos and D. Hoey, "Geometric intersection problems" (1976). Points are passed in their order, by x,
/// then by y, so that a vertical segment is like any other; all segments that end or begin in a point are dealt with
/// together. The first point, in that order, in which segments meet otherwise is an end of one inside another, where the
/// line finds it, or the crossing of two that were side by side before, where they have been compared.
package struct SegmentSweep {
  /// How many times a point has been compared with a segment that the line meets.
  private var comparisons = 0
  /// Per query: its answer so far.
  private var answers: [Int32]

  private let lefts: ContiguousArray<GridPoint>
  private let rights: ContiguousArray<GridPoint>
  /// The segments that the line meets, from below, in buckets none of which is empty.
  private var buckets: ContiguousArray<ContiguousArray<Int32>> = []

  private static let largestBucket = 256

  /// A place among the segments that the line meets: before the segment at the offset, or at the end of a bucket.
  private struct Position {
    var bucket: Int
    var offset: Int
  }

  private init(_ segments: [SweptSegment], queries: Int) {
    lefts = ContiguousArray(segments.map(\.left))
    rights = ContiguousArray(segments.map(\.right))
    answers = Array(repeating: -1, count: queries)
  }

  /// Passes over segments.
  /// - Parameters:
  ///   - segments: of different ends each.
  ///   - clearance: how far above and below an end, in cells, no segment may be that does not end there.
  ///   - queries: points.
  /// - Returns: per query, the segment next below it, by its place in `segments`, or −1; as
  ///   `ChainIndex.firstSegment(below:)` has it. `nil` where the line does not certify that nothing meets and that the
  ///   ends are clear. And the number of comparisons of a point with a segment.
  /// - Complexity: O(n log n) for n segments and queries.
  package static func pass(
    over segments: [SweptSegment], clearance: Int64 = 0, queries: [GridPoint] = []
  ) -> (below: [Int32]?, comparisons: Int) {
    var sweep = SegmentSweep(segments, queries: queries.count)
    let isCertified = sweep.run(clearance: clearance, queries)
    return (isCertified ? sweep.answers : nil, sweep.comparisons)
  }

  private mutating func run(clearance: Int64, _ queries: [GridPoint]) -> Bool {
    guard lefts.indices.allSatisfy({ lefts[$0] != rights[$0] }) else { return false }
    // In the order in which they begin; those that begin in one point from below.
    let beginning = lefts.indices.map { (key: lefts[$0].key, segment: $0) }.sorted { one, other in
      if one.key != other.key { return one.key < other.key }
      let turn = orientation(lefts[one.segment], rights[one.segment], rights[other.segment])
      return turn != 0 ? turn > 0 : one.segment < other.segment
    }
    let endings = rights.map(\.key).sorted()
    let asked = queries.indices.map { (key: queries[$0].key, query: $0) }.sorted { $0 < $1 }
    var (begun, ended, answered) = (0, 0, 0)
    var fresh: [Int32] = []
    while begun < beginning.count || ended < endings.count || answered < asked.count {
      var key = UInt64.max
      if begun < beginning.count { key = min(key, beginning[begun].key) }
      if ended < endings.count { key = min(key, endings[ended]) }
      if answered < asked.count { key = min(key, asked[answered].key) }
      let p = GridPoint(key: key)

      var isEnd = false
      while ended < endings.count, endings[ended] == key {
        ended += 1
        isEnd = true
      }
      fresh.removeAll(keepingCapacity: true)
      while begun < beginning.count, beginning[begun].key == key {
        let segment = beginning[begun].segment
        // Of two that begin in one direction one lies on the other.
        if let last = fresh.last, orientation(p, rights[Int(last)], rights[segment]) == 0 { return false }
        fresh.append(Int32(truncatingIfNeeded: segment))
        begun += 1
        isEnd = true
      }

      let place = position(of: p)
      let below = segment(before: place)
      while answered < asked.count, asked[answered].key == key {
        answers[asked[answered].query] = below ?? -1
        answered += 1
      }
      guard isEnd else { continue }
      guard let above = removeSegments(endingIn: p, at: place) else { return false }
      if let below, !isClear(p, of: below, clearance) { return false }
      if above >= 0, !isClear(p, of: above, clearance) { return false }
      if fresh.isEmpty {
        if let below, above >= 0, meet(below, above) { return false }
      } else {
        if let below, let first = fresh.first, meet(below, first) { return false }
        if above >= 0, let last = fresh.last, meet(last, above) { return false }
        insert(fresh, at: place)
      }
    }
    return true
  }

  /// Positive where a point is above a segment that the line meets, 0 where it is on it.
  @inline(__always)
  private mutating func side(of p: GridPoint, _ segment: Int32) -> Int64 {
    comparisons += 1
    return orientation(lefts[Int(segment)], rights[Int(segment)], p)
  }

  private func meet(_ one: Int32, _ other: Int32) -> Bool {
    relation(lefts[Int(one)], rights[Int(one)], lefts[Int(other)], rights[Int(other)]) != .clean
  }

  /// Whether a segment passes a point on its vertical farther away than so many cells.
  private func isClear(_ p: GridPoint, of segment: Int32, _ clearance: Int64) -> Bool {
    guard clearance > 0 else { return true }
    let (a, b) = (lefts[Int(segment)], rights[Int(segment)])
    return abs(orientation(a, b, p)) > clearance * (Int64(b.x) - Int64(a.x))
  }

  // MARK: The segments that the line meets

  /// Before the first segment that is not below a point.
  private mutating func position(of p: GridPoint) -> Position {
    // The last bucket that begins below the point.
    var low = 0
    var high = buckets.count
    while low < high {
      let middle = (low + high) / 2
      if side(of: p, buckets[middle][0]) > 0 { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Position(bucket: 0, offset: 0) }
    let bucket = low - 1
    low = 1
    high = buckets[bucket].count
    while low < high {
      let middle = (low + high) / 2
      if side(of: p, buckets[bucket][middle]) > 0 { low = middle + 1 } else { high = middle }
    }
    return Position(bucket: bucket, offset: low)
  }

  private func segment(before position: Position) -> Int32? {
    position.offset > 0 ? buckets[position.bucket][position.offset - 1] : nil
  }

  /// Takes away the segments from a position on that contain a point: they have to end there.
  /// - Returns: the segment above them, −1 where there is none; `nil` where one of them goes on.
  private mutating func removeSegments(endingIn p: GridPoint, at position: Position) -> Int32? {
    var bucket = position.bucket
    var offset = position.offset
    var above: Int32 = -1
    var emptied = 0
    while bucket < buckets.count {
      var end = offset
      while end < buckets[bucket].count {
        let segment = buckets[bucket][end]
        guard side(of: p, segment) == 0 else {
          above = segment
          break
        }
        if rights[Int(segment)] != p { return nil }
        end += 1
      }
      if offset == 0 && end == buckets[bucket].count {
        emptied += 1
      } else {
        buckets[bucket].removeSubrange(offset..<end)
      }
      if above >= 0 { break }
      bucket += 1
      offset = 0
    }
    // Those that are empty follow each other: the first at the position, or the one after it.
    if emptied > 0 {
      let first = position.offset == 0 ? position.bucket : position.bucket + 1
      buckets.removeSubrange(first..<first + emptied)
    }
    return above
  }

  /// Nothing before the position has changed since it was found.
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

  package init(_ a: GridPoint, _ b: GridPoint) {
    left = min(a, b)
    right = max(a, b)
  }

  /// The same with x and y exchanged.
  var transposed: SweptSegment {
    SweptSegment(GridPoint(x: left.y, y: left.x), GridPoint(x: right.y, y: right.x))
  }
}
