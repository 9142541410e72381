/// The points of a line that are left, in the order of the line, and those of them that may go, the least important
/// first: a linked list and a monotone bucket queue.
///
/// No priority is ever set below that of the point that was taken last. So only the current bucket has to be in order,
/// in a heap. All other buckets are linked lists, 64 for each power of two. A point that moves to another bucket is
/// unlinked from its list; if it was in the heap, its entry stays there and is passed over. The order is total
/// (priority, then tie), so it does not depend on how the queue was filled.
///
/// Source of the queue: R. Dial, "Algorithm 360: shortest-path forest with topological ordering", Communications of the
/// ACM 12 (1969).
/// - Complexity: O(1) to add or to change a point beyond the current bucket; O(log k) in it, for its k points.
@usableFromInline
package struct CornerQueue: Sendable {
  @usableFromInline
  struct Corner: Sendable {
    @usableFromInline var tie: UInt64
    /// The priority in the queue; infinity before it is set, and negative if the point is gone or must stay.
    @usableFromInline var priority: Double
    @usableFromInline var previous: Int32
    @usableFromInline var next: Int32
    /// The points before and behind it in its bucket; −1 if there is none.
    @usableFromInline var earlier: Int32 = -1
    @usableFromInline var later: Int32 = -1

    @usableFromInline
    init(tie: UInt64, priority: Double, previous: Int, next: Int) {
      self.tie = tie
      self.priority = priority
      self.previous = Int32(truncatingIfNeeded: previous)
      self.next = Int32(truncatingIfNeeded: next)
    }
  }

  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var priority: Double
    @usableFromInline var tie: UInt64
    @usableFromInline var position: Int32

    @inlinable @inline(__always)
    init(priority: Double, tie: UInt64, position: Int32) {
      self.priority = priority
      self.tie = tie
      self.position = position
    }

    @inlinable @inline(__always)
    static func < (a: Entry, b: Entry) -> Bool { a.priority != b.priority ? a.priority < b.priority : a.tie < b.tie }
  }

  @usableFromInline var corners: ContiguousArray<Corner> = []
  /// Per bucket: the point added last, or −1.
  @usableFromInline var heads = ContiguousArray<Int32>(repeating: -1, count: Self.bucketCount)
  /// A bit for each bucket that is not empty.
  @usableFromInline var occupied = ContiguousArray<UInt64>(repeating: 0, count: Self.bucketCount / 64)
  /// The bucket from which points are taken.
  @usableFromInline var current = 0
  /// The points of the current bucket, as a heap.
  @usableFromInline var heap: ContiguousArray<Entry> = []

  /// Enough for areas up to 2⁵⁰ m², twice that of the Earth. The last bucket holds all larger priorities too.
  @usableFromInline static var bucketCount: Int { 74 * 64 }

  /// The bucket of a priority: its exponent, and six bits of its fraction. The first bucket holds all below 2⁻²⁴ m².
  @inlinable @inline(__always)
  static func bucket(_ priority: Double) -> Int {
    let least = Int(truncatingIfNeeded: 0x1p-24.bitPattern >> 46)
    return max(0, min(bucketCount - 1, Int(truncatingIfNeeded: priority.bitPattern >> 46) &- least))
  }

  /// A queue without points.
  package init() {}

  /// Takes the points of another line.
  ///
  /// - Parameters:
  ///   - count: how many points it has.
  ///   - tie: what decides between points of one priority; nil if the point must stay.
  /// - Complexity: O(n) for n points.
  @inlinable
  package mutating func reset(count: Int, tie: (Int) -> UInt64?) {
    for corner in corners where corner.priority >= 0 {
      let bucket = Self.bucket(corner.priority)
      heads[bucket] = -1
      occupied[bucket >> 6] = 0
    }
    heap.removeAll(keepingCapacity: true)
    current = 0
    corners.removeAll(keepingCapacity: true)
    corners.reserveCapacity(count)
    heap.reserveCapacity(count)
    for position in 0..<count {
      let tie = tie(position)
      corners.append(
        Corner(
          tie: tie ?? 0, priority: tie == nil ? -1 : .infinity, previous: position == 0 ? count - 1 : position - 1,
          next: position == count - 1 ? 0 : position + 1))
    }
  }

  /// How many points the line had.
  @inlinable
  package var count: Int { corners.count }

  /// The points before and behind one, of those that are left. The first one follows the last one.
  @inlinable @inline(__always)
  package func neighbors(of position: Int) -> (previous: Int, next: Int) {
    (Int(corners[position].previous), Int(corners[position].next))
  }

  /// Makes two points neighbors.
  @inlinable @inline(__always)
  package mutating func join(_ previous: Int, _ next: Int) {
    corners[previous].next = Int32(truncatingIfNeeded: next)
    corners[next].previous = Int32(truncatingIfNeeded: previous)
  }

  /// Whether a point may go and is not gone.
  @inlinable @inline(__always)
  package func isWaiting(_ position: Int) -> Bool { corners[position].priority >= 0 }

  // MARK: The queue

  /// Adds a point, also one that was taken, or changes the priority of one that is in the queue.
  ///
  /// - Precondition: the priority is finite, not negative, and not below that of the point that was taken last.
  @inlinable @inline(__always)
  package mutating func set(_ position: Int, _ priority: Double) {
    let old = corners[position].priority
    if old == priority { return }
    if old >= 0 && old < .infinity {
      let bucket = Self.bucket(old)
      if bucket != current || heap.isEmpty { unlink(position, from: bucket) }
    }
    corners[position].priority = priority
    let bucket = Self.bucket(priority)
    if bucket == current && !heap.isEmpty {
      push(Entry(priority: priority, tie: corners[position].tie, position: Int32(truncatingIfNeeded: position)))
      return
    }
    let head = heads[bucket]
    corners[position].earlier = -1
    corners[position].later = head
    if head >= 0 { corners[Int(head)].earlier = Int32(truncatingIfNeeded: position) }
    heads[bucket] = Int32(truncatingIfNeeded: position)
    occupied[bucket >> 6] |= 1 &<< UInt64(truncatingIfNeeded: bucket & 63)
  }

  /// Takes out the least important point; nil if none is left whose priority is 0 or below a limit.
  @inlinable
  package mutating func popFirst(below limit: Double = .infinity) -> (position: Int, priority: Double)? {
    while true {
      if heap.isEmpty {
        guard let next = nextBucket() else { return nil }
        load(next)
      }
      let first = pop()
      let position = Int(first.position)
      // The entry is out of date: the priority has changed since, or the point is gone.
      if corners[position].priority != first.priority { continue }
      guard first.priority < limit || first.priority == 0 else {
        push(first)
        return nil
      }
      corners[position].priority = -1
      return (position, first.priority)
    }
  }

  @inlinable @inline(__always)
  mutating func unlink(_ position: Int, from bucket: Int) {
    let (earlier, later) = (corners[position].earlier, corners[position].later)
    if later >= 0 { corners[Int(later)].earlier = earlier }
    if earlier >= 0 {
      corners[Int(earlier)].later = later
      return
    }
    heads[bucket] = later
    if later < 0 { occupied[bucket >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: bucket & 63)) }
  }

  /// The first bucket that is not empty, from the current one on.
  @inlinable
  func nextBucket() -> Int? {
    var word = current >> 6
    var bits = occupied[word] & (UInt64.max &<< UInt64(truncatingIfNeeded: current & 63))
    while bits == 0 {
      word += 1
      guard word < occupied.count else { return nil }
      bits = occupied[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// Makes a bucket the current one, and orders its points in the heap.
  @inlinable
  mutating func load(_ bucket: Int) {
    current = bucket
    var position = heads[bucket]
    while position >= 0 {
      let corner = corners[Int(position)]
      heap.append(Entry(priority: corner.priority, tie: corner.tie, position: position))
      position = corner.later
    }
    heads[bucket] = -1
    occupied[bucket >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: bucket & 63))
    for index in (0..<heap.count / 2).reversed() { sink(from: index) }
  }

  // MARK: The heap of the current bucket

  @inlinable
  mutating func push(_ entry: Entry) {
    var index = heap.count
    heap.append(entry)
    while index > 0 {
      let parent = (index - 1) / 2
      guard entry < heap[parent] else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = entry
  }

  @inlinable
  mutating func pop() -> Entry {
    let first = heap[0]
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink(from: 0)
    }
    return first
  }

  @inlinable
  mutating func sink(from start: Int) {
    let entry = heap[start]
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count && heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < entry else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = entry
  }
}
