/// A point of a line whose points go one by one.
@usableFromInline
package protocol CornerPoint: BitwiseCopyable, Sendable {
  /// What decides between points of one priority, for a point at a position of the line.
  func tie(at position: Int) -> UInt64
}

/// The points of a line that are left, in the order of the line, and those of them that may go, the least important
/// first: a linked list and a monotone bucket queue.
///
/// No priority is ever set below that of the point that was taken last. So only the current bucket has to be in order,
/// in a heap. All other buckets are linked lists, 64 for each power of two. A point that moves to another bucket stays
/// in the list, or in the heap, where it was; such an entry is passed over. The order is total (priority, then tie), so
/// it does not depend on how the queue was filled.
///
/// Functions that take columns as spans do the work: a span is known not to be shared, so writing to it needs no check.
///
/// Source of the queue: R. Dial, "Algorithm 360: shortest-path forest with topological ordering", Communications of the
/// ACM 12 (1969).
/// - Complexity: O(1) to add or to change a point beyond the current bucket; O(log k) in it, for its k points.
@usableFromInline
package struct CornerQueue<Point: CornerPoint>: Sendable {
  @usableFromInline
  struct Corner: BitwiseCopyable, Sendable {
    @usableFromInline var point: Point
    /// The bits of the priority in the queue; `unset` before it is set, and negative if the point is gone or must stay.
    @usableFromInline var priority: Int64
    @usableFromInline var previous: Int32
    @usableFromInline var next: Int32

    @inlinable @inline(__always)
    init(point: Point, priority: Int64, previous: Int, next: Int) {
      self.point = point
      self.priority = priority
      self.previous = Int32(truncatingIfNeeded: previous)
      self.next = Int32(truncatingIfNeeded: next)
    }
  }

  /// All that the queue has besides its columns.
  @usableFromInline
  struct State: Sendable {
    /// The bucket from which points are taken.
    @usableFromInline var current = 0
    /// The points of the current bucket.
    @usableFromInline var heap = CornerHeap()
    /// How many links are in use.
    @usableFromInline var linkCount: Int

    @inlinable
    init(linkCount: Int) { self.linkCount = linkCount }
  }

  @usableFromInline var corners: ContiguousArray<Corner> = []
  /// One link for each bucket, which begins its list, and then those of the lists. Empty before there are points.
  @usableFromInline var links: ContiguousArray<CornerLink> = []
  /// A bit for each bucket that is not empty.
  @usableFromInline var occupied = ContiguousArray<UInt64>(repeating: 0, count: Self.bucketCount / 64)
  @usableFromInline var state = State(linkCount: Self.bucketCount)

  /// Enough for areas up to 2⁵⁰ m², twice that of the Earth. The last bucket holds all larger priorities too.
  @usableFromInline static var bucketCount: Int { 74 * 64 }

  /// Above the bits of every priority.
  @usableFromInline static var unset: Int64 { .max }

  /// The bucket of a priority: its exponent, and six bits of its fraction. The first bucket holds all below 2⁻²⁴ m².
  @inlinable @inline(__always)
  static func bucket(_ priority: Int64) -> Int {
    let least = Int(truncatingIfNeeded: 0x1p-24.bitPattern >> 46)
    return max(0, min(bucketCount - 1, Int(truncatingIfNeeded: priority >> 46) &- least))
  }

  /// The bits of a priority that is not negative. They have the order of the priorities.
  @inlinable @inline(__always)
  static func bits(_ priority: Double) -> Int64 { Int64(bitPattern: priority.bitPattern) }

  /// A queue without points.
  @inlinable
  package init() {}

  /// Takes the points of another line.
  ///
  /// - Parameters:
  ///   - count: how many points it has.
  ///   - point: gives each point, and says whether it may go.
  /// - Complexity: O(n) for n points.
  @inlinable
  package mutating func reset(count: Int, point: (Int) -> (point: Point, mayGo: Bool)) {
    for word in occupied.indices {
      while occupied[word] != 0 {
        links[word << 6 + occupied[word].trailingZeroBitCount].next = 0
        occupied[word] &= occupied[word] &- 1
      }
    }
    state.current = 0
    state.heap.removeAll(andReserve: count)
    state.linkCount = Self.bucketCount
    // Each point is added once, and whenever a point goes, its neighbors are added again.
    let linkCount = Self.bucketCount + 3 * count
    if links.count < linkCount { links = ContiguousArray(repeating: CornerLink(), count: linkCount) }
    corners.removeAll(keepingCapacity: true)
    corners.reserveCapacity(count)
    for position in 0..<count {
      let (point, mayGo) = point(position)
      corners.append(
        Corner(
          point: point, priority: mayGo ? Self.unset : -1, previous: position == 0 ? count - 1 : position - 1,
          next: position == count - 1 ? 0 : position + 1))
    }
  }

  /// How many points the line had.
  @inlinable
  package var count: Int { corners.count }

  /// The points before and behind one, of those that are left. The first one follows the last one.
  @inlinable
  package func neighbors(of position: Int) -> (previous: Int, next: Int) {
    (Int(corners[position].previous), Int(corners[position].next))
  }

  /// Makes two points neighbors.
  @inlinable
  package mutating func join(_ previous: Int, _ next: Int) {
    corners[previous].next = Int32(truncatingIfNeeded: next)
    corners[next].previous = Int32(truncatingIfNeeded: previous)
  }

  /// Whether a point may go and is not gone.
  @inlinable
  package func isWaiting(_ position: Int) -> Bool { corners[position].priority >= 0 }

  // MARK: The queue

  /// Adds a point, also one that was taken, or changes the priority of one that is in the queue.
  ///
  /// - Precondition: the priority is finite, not negative, and not below that of the point that was taken last.
  @inlinable
  package mutating func set(_ position: Int, _ priority: Double) {
    if state.linkCount == links.count {
      links.append(contentsOf: repeatElement(CornerLink(), count: links.count))
    }
    Self.set(position, Self.bits(priority), &corners, &links, &occupied, &state)
  }

  @inlinable
  static func set(
    _ position: Int, _ priority: Int64, _ corners: inout ContiguousArray<Corner>,
    _ links: inout ContiguousArray<CornerLink>, _ occupied: inout ContiguousArray<UInt64>, _ state: inout State
  ) {
    var corners = corners.mutableSpan
    var links = links.mutableSpan
    var occupied = occupied.mutableSpan
    set(position, priority, &corners, &links, &occupied, &state)
  }

  @inlinable @inline(__always)
  static func set(
    _ position: Int, _ priority: Int64, _ corners: inout MutableSpan<Corner>, _ links: inout MutableSpan<CornerLink>,
    _ occupied: inout MutableSpan<UInt64>, _ state: inout State
  ) {
    let old = corners[position].priority
    if old == priority { return }
    corners[position].priority = priority
    let bucket = Self.bucket(priority)
    if bucket == state.current && !state.heap.isEmpty {
      let tie = corners[position].point.tie(at: position)
      state.heap.push(CornerEntry(priority: priority, tie: tie, position: Int32(truncatingIfNeeded: position)))
    } else if bucket == state.current || old >> 46 != priority >> 46 {
      let link = state.linkCount
      links[link] = CornerLink(position: Int32(truncatingIfNeeded: position), next: links[bucket].next)
      links[bucket].next = Int32(truncatingIfNeeded: link)
      state.linkCount = link &+ 1
      occupied[bucket >> 6] |= 1 &<< UInt64(truncatingIfNeeded: bucket & 63)
    }
  }

  /// Takes out the least important point; nil if none is left whose priority is 0 or below a limit.
  @inlinable
  package mutating func popFirst(below limit: Double = .infinity) -> (position: Int, priority: Double)? {
    Self.popFirst(below: Self.bits(limit), &corners, &links, &occupied, &state)
      .map { (Int($0.position), Double(bitPattern: UInt64(bitPattern: $0.priority))) }
  }

  @inlinable
  static func popFirst(
    below limit: Int64, _ corners: inout ContiguousArray<Corner>, _ links: inout ContiguousArray<CornerLink>,
    _ occupied: inout ContiguousArray<UInt64>, _ state: inout State
  ) -> CornerEntry? {
    var corners = corners.mutableSpan
    var links = links.mutableSpan
    var occupied = occupied.mutableSpan
    return popFirst(below: limit, &corners, &links, &occupied, &state)
  }

  @inlinable @inline(__always)
  static func popFirst(
    below limit: Int64, _ corners: inout MutableSpan<Corner>, _ links: inout MutableSpan<CornerLink>,
    _ occupied: inout MutableSpan<UInt64>, _ state: inout State
  ) -> CornerEntry? {
    while true {
      if state.heap.isEmpty {
        guard load(corners, &links, &occupied, &state) else { return nil }
        continue
      }
      let first = state.heap.pop()
      // The entry is out of date: the priority has changed since, or the point is gone.
      if corners[Int(first.position)].priority != first.priority { continue }
      guard first.priority < limit || first.priority == 0 else {
        state.heap.push(first)
        return nil
      }
      corners[Int(first.position)].priority = -1
      return first
    }
  }

  /// Makes the first bucket that is not empty the current one, and orders its points in the heap; false if all are
  /// empty.
  @inlinable @inline(__always)
  static func load(
    _ corners: borrowing MutableSpan<Corner>, _ links: inout MutableSpan<CornerLink>,
    _ occupied: inout MutableSpan<UInt64>, _ state: inout State
  ) -> Bool {
    var word = state.current >> 6
    while occupied[word] == 0 {
      word += 1
      guard word < occupied.count else { return false }
    }
    let bucket = word << 6 + occupied[word].trailingZeroBitCount
    occupied[word] &= occupied[word] &- 1
    state.current = bucket
    var link = Int(links[bucket].next)
    links[bucket].next = 0
    while link > 0 {
      let position = links[link].position
      link = Int(links[link].next)
      let corner = corners[Int(position)]
      // The others have gone, or have moved to another bucket.
      if corner.priority >= 0 && Self.bucket(corner.priority) == bucket {
        let tie = corner.point.tie(at: Int(position))
        state.heap.append(CornerEntry(priority: corner.priority, tie: tie, position: position))
      }
    }
    state.heap.order()
    return true
  }
}

/// A point in a bucket, and the link behind it; 0 if there is none.
@usableFromInline
struct CornerLink: BitwiseCopyable, Sendable {
  @usableFromInline var position: Int32 = 0
  @usableFromInline var next: Int32 = 0

  @inlinable @inline(__always)
  init(position: Int32 = 0, next: Int32 = 0) {
    self.position = position
    self.next = next
  }
}

@usableFromInline
struct CornerEntry: BitwiseCopyable, Sendable {
  @usableFromInline var priority: Int64
  @usableFromInline var tie: UInt64
  @usableFromInline var position: Int32

  @inlinable @inline(__always)
  init(priority: Int64, tie: UInt64, position: Int32) {
    self.priority = priority
    self.tie = tie
    self.position = position
  }

  @inlinable @inline(__always)
  static func < (a: CornerEntry, b: CornerEntry) -> Bool {
    a.priority != b.priority ? a.priority < b.priority : a.tie < b.tie
  }
}

/// The points of the current bucket, the least important one first.
@usableFromInline
struct CornerHeap: Sendable {
  @usableFromInline var entries: ContiguousArray<CornerEntry> = []

  @inlinable
  init() {}

  @inlinable @inline(__always)
  var isEmpty: Bool { entries.isEmpty }

  @inlinable
  mutating func removeAll(andReserve count: Int) {
    entries.removeAll(keepingCapacity: true)
    entries.reserveCapacity(count)
  }

  /// Adds an entry at the end. `order` has to follow.
  @inlinable @inline(__always)
  mutating func append(_ entry: CornerEntry) { entries.append(entry) }

  @inlinable @inline(__always)
  mutating func order() {
    if entries.count > 1 { sink(from: (0..<entries.count / 2).reversed()) }
  }

  @usableFromInline
  mutating func push(_ entry: CornerEntry) {
    var index = entries.count
    entries.append(entry)
    var entries = entries.mutableSpan
    while index > 0 {
      let parent = (index - 1) / 2
      guard entry < entries[parent] else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }

  @inlinable @inline(__always)
  mutating func pop() -> CornerEntry {
    let last = entries.removeLast()
    if entries.isEmpty { return last }
    let first = entries[0]
    entries[0] = last
    sink(from: (0..<1).reversed())
    return first
  }

  @usableFromInline
  mutating func sink(from starts: ReversedCollection<Range<Int>>) {
    var entries = entries.mutableSpan
    let count = entries.count
    for start in starts {
      let entry = entries[start]
      var index = start
      while true {
        var child = 2 &* index &+ 1
        guard child < count else { break }
        if child + 1 < count && entries[child + 1] < entries[child] { child += 1 }
        guard entries[child] < entry else { break }
        entries[index] = entries[child]
        index = child
      }
      entries[index] = entry
    }
  }
}
