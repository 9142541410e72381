import MapPackGeometry

/// A vertex of an arc with all that `VisvalingamWhyatt` needs to rank it, side by side, so that it fills one line of a
/// processor's cache.
///
/// Vertices are named by their positions in the arc. Left and right are meant with y drawn upward, as in `orientation`.
struct RankedVertex {
  var point: GridPoint
  /// The vertex before it, of those that are left. Before the first vertex comes the last one, in an open arc too.
  var previous: Int32
  /// The vertex behind it, of those that are left. Behind the last vertex comes the first one.
  var next: Int32
  /// The m² on the ground per doubled cell² here.
  var squareMeters: Double
  /// The area in m² between the segment that begins here and the source, on the left of the segment.
  var displacedLeft = 0.0
  /// The same on its right.
  var displacedRight = 0.0
  /// The area in m² that its removal would displace, while it is in the queue; `RankedVertex.stays` if it is gone or
  /// must stay. Only `VertexQueue` sets it.
  var priority = RankedVertex.stays
  /// The vertices before and behind it in its bucket; −1 if there is none.
  fileprivate var earlier: Int32 = -1
  fileprivate var later: Int32 = -1

  /// The priority of a vertex that is not in the queue.
  static let stays = -1.0

  init(_ point: GridPoint, previous: Int, next: Int, squareMeters: Double) {
    self.point = point
    self.previous = Int32(truncatingIfNeeded: previous)
    self.next = Int32(truncatingIfNeeded: next)
    self.squareMeters = squareMeters
  }
}

/// The vertices of an arc that may go, the least important first: a monotone bucket queue.
///
/// No priority is ever set below that of the vertex that was taken last. So only the current bucket has to be in order,
/// in a heap. All other buckets are linked lists, 64 for each power of two. A vertex that moves to another bucket is
/// unlinked from its list; if it was in the heap, its entry stays there and is passed over. The order is total
/// (priority, then y, then x), so it does not depend on how the queue was filled.
///
/// The lists run through the vertices themselves, so all calls between two calls of `reset` need the same vertices.
///
/// Source of the structure: R. Dial, "Algorithm 360: shortest-path forest with topological ordering", Communications of
/// the ACM 12 (1969).
/// - Complexity: O(1) to add or to change a vertex beyond the current bucket; O(log k) in it, for its k vertices.
struct VertexQueue {
  private struct Entry {
    var priority: Double
    /// y and x in one word, which breaks ties.
    var tie: UInt64
    var vertex: Int32
  }

  /// Per bucket: the vertex added last, or −1.
  private var heads = ContiguousArray<Int32>(repeating: -1, count: Self.bucketCount)
  /// A bit for each bucket that is not empty.
  private var occupied = ContiguousArray<UInt64>(repeating: 0, count: Self.bucketCount / 64)
  /// The bucket from which vertices are taken.
  private var current = 0
  /// The vertices of the current bucket, as a heap.
  private var heap: ContiguousArray<Entry> = []

  /// How many of a priority's highest bits name its bucket: the exponent, and six bits of the fraction.
  private static let unusedBits: UInt64 = 46
  /// The bits of 2⁻²⁴ m². The first bucket holds all smaller priorities too.
  private static let least = Int(truncatingIfNeeded: 0x1p-24.bitPattern >> unusedBits)
  /// Enough for up to 2⁵⁰ m², twice the area of the Earth. The last bucket holds all larger priorities too.
  private static let bucketCount = 74 * 64

  @inline(__always)
  private static func bucket(_ priority: Double) -> Int {
    let bits = Int(truncatingIfNeeded: priority.bitPattern >> unusedBits)
    return max(0, min(bucketCount - 1, bits &- least))
  }

  /// Empties the queue for another arc.
  ///
  /// - Parameter vertices: the vertices of the arc so far.
  /// - Complexity: O(n) for n vertices.
  mutating func reset(_ vertices: borrowing MutableSpan<RankedVertex>) {
    for index in vertices.indices where vertices[index].priority >= 0 {
      let bucket = Self.bucket(vertices[index].priority)
      heads[bucket] = -1
      occupied[bucket >> 6] = 0
    }
    heap.removeAll(keepingCapacity: true)
    current = 0
  }

  /// Adds a vertex, or changes the priority of one that is in the queue.
  ///
  /// - Precondition: the priority is not negative, and not below that of the vertex that was taken last.
  @inline(__always)
  mutating func set(_ vertex: Int, _ priority: Double, in vertices: inout MutableSpan<RankedVertex>) {
    let old = vertices[vertex].priority
    if old == priority { return }
    if old >= 0 {
      let bucket = Self.bucket(old)
      if bucket != current || heap.isEmpty { unlink(vertex, from: bucket, in: &vertices) }
    }
    vertices[vertex].priority = priority
    let bucket = Self.bucket(priority)
    if bucket == current && !heap.isEmpty {
      push(Entry(priority: priority, tie: Self.tie(vertices[vertex].point), vertex: Int32(truncatingIfNeeded: vertex)))
      return
    }
    let head = heads[bucket]
    vertices[vertex].earlier = -1
    vertices[vertex].later = head
    if head >= 0 { vertices[Int(head)].earlier = Int32(truncatingIfNeeded: vertex) }
    heads[bucket] = Int32(truncatingIfNeeded: vertex)
    occupied[bucket >> 6] |= 1 &<< UInt64(truncatingIfNeeded: bucket & 63)
  }

  /// Takes out the least important vertex. Its priority becomes `RankedVertex.stays`.
  ///
  /// - Returns: the vertex and the priority that it had; `nil` if none is left.
  mutating func popFirst(in vertices: inout MutableSpan<RankedVertex>) -> (vertex: Int, priority: Double)? {
    while true {
      if heap.isEmpty {
        guard let next = nextBucket() else { return nil }
        load(next, vertices)
      }
      let first = pop()
      let vertex = Int(first.vertex)
      // The entry is out of date: the priority has changed since, or the vertex is gone.
      if vertices[vertex].priority != first.priority { continue }
      vertices[vertex].priority = RankedVertex.stays
      return (vertex, first.priority)
    }
  }

  // MARK: Buckets

  @inline(__always)
  private mutating func unlink(_ vertex: Int, from bucket: Int, in vertices: inout MutableSpan<RankedVertex>) {
    let (earlier, later) = (vertices[vertex].earlier, vertices[vertex].later)
    if later >= 0 { vertices[Int(later)].earlier = earlier }
    if earlier >= 0 {
      vertices[Int(earlier)].later = later
      return
    }
    heads[bucket] = later
    if later < 0 { occupied[bucket >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: bucket & 63)) }
  }

  /// The first bucket that is not empty, from the current one on.
  private func nextBucket() -> Int? {
    var word = current >> 6
    var bits = occupied[word] & (UInt64.max &<< UInt64(truncatingIfNeeded: current & 63))
    while bits == 0 {
      word += 1
      guard word < occupied.count else { return nil }
      bits = occupied[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// Makes a bucket the current one, and orders its vertices in the heap.
  private mutating func load(_ bucket: Int, _ vertices: borrowing MutableSpan<RankedVertex>) {
    current = bucket
    var vertex = heads[bucket]
    while vertex >= 0 {
      let ranked = vertices[Int(vertex)]
      heap.append(Entry(priority: ranked.priority, tie: Self.tie(ranked.point), vertex: vertex))
      vertex = ranked.later
    }
    heads[bucket] = -1
    occupied[bucket >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: bucket & 63))
    var entries = heap.mutableSpan
    for index in (0..<entries.count / 2).reversed() { Self.sink(from: index, in: &entries) }
  }

  @inline(__always)
  private static func tie(_ point: GridPoint) -> UInt64 { GridPoint(x: point.y, y: point.x).key }

  // MARK: The heap of the current bucket

  @inline(__always)
  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.priority != b.priority ? a.priority < b.priority : a.tie < b.tie
  }

  private mutating func push(_ entry: Entry) {
    var index = heap.count
    heap.append(entry)
    var entries = heap.mutableSpan
    while index > 0 {
      let parent = (index - 1) / 2
      guard Self.precedes(entry, entries[parent]) else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }

  private mutating func pop() -> Entry {
    let first = heap[0]
    let last = heap.removeLast()
    if !heap.isEmpty {
      var entries = heap.mutableSpan
      entries[0] = last
      Self.sink(from: 0, in: &entries)
    }
    return first
  }

  private static func sink(from start: Int, in heap: inout MutableSpan<Entry>) {
    let entry = heap[start]
    var index = start
    while true {
      var child = 2 &* index &+ 1
      guard child < heap.count else { break }
      if child &+ 1 < heap.count && precedes(heap[child &+ 1], heap[child]) { child &+= 1 }
      guard precedes(heap[child], entry) else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = entry
  }
}
