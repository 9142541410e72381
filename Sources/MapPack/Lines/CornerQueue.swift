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
/// Source of the queue: R. Dial, "Algorithm 360: shortest-path forest with topological ordering", Communications of the
/// ACM 12 (1969).
/// - Complexity: O(1) to add or to change a point beyond the current bucket; O(log k) in it, for its k points.
@usableFromInline
package struct CornerQueue<Point: CornerPoint>: Sendable {
  @usableFromInline
  struct Corner: BitwiseCopyable, Sendable {
    @usableFromInline var point: Point
    /// The bits of the priority in the queue, which have the order of the priorities; `unset` before it is set, and
    /// negative if the point is gone or must stay.
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

  /// A point in a bucket, and the link behind it; 0 if there is none.
  @usableFromInline
  struct Link: BitwiseCopyable, Sendable {
    @usableFromInline var position: Int32 = 0
    @usableFromInline var next: Int32 = 0

    @inlinable @inline(__always)
    init(position: Int = 0, next: Int32 = 0) {
      self.position = Int32(truncatingIfNeeded: position)
      self.next = next
    }
  }

  /// A point in the current bucket.
  @usableFromInline
  struct Entry: BitwiseCopyable, Comparable, Sendable {
    @usableFromInline var priority: Int64
    @usableFromInline var tie: UInt64
    @usableFromInline var position: Int

    @inlinable @inline(__always)
    init(priority: Int64, tie: UInt64, position: Int) {
      self.priority = priority
      self.tie = tie
      self.position = position
    }

    @inlinable @inline(__always)
    static func < (a: Entry, b: Entry) -> Bool {
      a.priority != b.priority ? a.priority < b.priority : a.tie < b.tie
    }
  }

  @usableFromInline var corners: ContiguousArray<Corner> = []
  /// One link for each bucket, which begins its list, and then those of the lists. Empty before there are points.
  @usableFromInline var links: ContiguousArray<Link> = []
  /// How many links are in use.
  @usableFromInline var linkCount = Self.bucketCount
  /// A bit for each bucket that is not empty.
  @usableFromInline var occupied = ContiguousArray<UInt64>(repeating: 0, count: Self.bucketCount / 64)
  /// The bucket from which points are taken, and its points.
  @usableFromInline var current = 0
  @usableFromInline var heap = BinaryHeap<Entry>()

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
    current = 0
    heap.removeAll(reserving: count)
    linkCount = Self.bucketCount
    // Each point is added once, and whenever a point goes, its neighbors are added again.
    let most = Self.bucketCount + 3 * count
    if links.count < most { links = ContiguousArray(repeating: Link(), count: most) }
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

  /// Adds a point, also one that was taken, or changes the priority of one that is in the queue.
  ///
  /// - Precondition: the priority is finite, not negative, and not below that of the point that was taken last.
  @inlinable @inline(__always)
  package mutating func set(_ position: Int, _ priority: Double) {
    let bits = Int64(bitPattern: priority.bitPattern)
    let old = corners[position].priority
    if old == bits { return }
    corners[position].priority = bits
    let bucket = Self.bucket(bits)
    if bucket == current && heap.first != nil {
      heap.push(Entry(priority: bits, tie: corners[position].point.tie(at: position), position: position))
    } else if bucket == current || old >> 46 != bits >> 46 {
      if linkCount == links.count { links.append(contentsOf: repeatElement(Link(), count: linkCount)) }
      links[linkCount] = Link(position: position, next: links[bucket].next)
      links[bucket].next = Int32(truncatingIfNeeded: linkCount)
      linkCount &+= 1
      occupied[bucket >> 6] |= 1 &<< UInt64(truncatingIfNeeded: bucket & 63)
    }
  }

  /// Takes out the least important point; nil if none is left whose priority is 0 or below a limit.
  @inlinable @inline(__always)
  package mutating func popFirst(below limit: Double = .infinity) -> (position: Int, priority: Double)? {
    while heap.first != nil || load() {
      guard let first = heap.popFirst() else { return nil }
      // The entry is out of date: the priority has changed since, or the point is gone.
      if corners[first.position].priority != first.priority { continue }
      let priority = Double(bitPattern: UInt64(bitPattern: first.priority))
      guard priority < limit || priority == 0 else {
        heap.push(first)
        return nil
      }
      corners[first.position].priority = -1
      return (first.position, priority)
    }
    return nil
  }

  /// Makes the first bucket that is not empty the current one, and puts its points into the heap; false if all are empty.
  @inlinable
  mutating func load() -> Bool {
    while let word = (current >> 6..<occupied.count).first(where: { occupied[$0] != 0 }) {
      current = word << 6 + occupied[word].trailingZeroBitCount
      occupied[word] &= occupied[word] &- 1
      var link = Int(links[current].next)
      links[current].next = 0
      while link > 0 {
        let position = Int(links[link].position)
        link = Int(links[link].next)
        let corner = corners[position]
        // The others have gone, or have moved to another bucket.
        if corner.priority >= 0 && Self.bucket(corner.priority) == current {
          heap.push(Entry(priority: corner.priority, tie: corner.point.tie(at: position), position: position))
        }
      }
      if heap.first != nil { return true }
    }
    return false
  }
}
