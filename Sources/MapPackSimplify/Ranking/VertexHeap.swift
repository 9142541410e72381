/// The vertices that `FurtherRemoval` may remove, the least important first: a binary heap that knows the index of each
/// vertex.
///
/// `VertexQueue` does the same faster, but its priorities may not fall. These may.
///
/// The order is total (priority, then y, then x), so it does not depend on how the heap was filled.
///
/// - Complexity: O(log n) to take out or to change one of n vertices.
struct VertexHeap {
  private struct Entry {
    var priority: Double
    var vertex: Int32
  }

  private var entries: ContiguousArray<Entry> = []
  /// Per vertex: its index in `entries`, if it is in the heap.
  private var entryIndex: ContiguousArray<Int32> = []
  /// Per vertex: y and x in one word, which breaks ties.
  private var tie: ContiguousArray<UInt64> = []

  var count: Int { entries.count }

  /// Empties the heap for other vertices.
  ///
  /// - Parameter ties: per vertex, the word that breaks ties. Its indices are the vertices that can be appended.
  mutating func reset(ties: ContiguousArray<UInt64>) {
    entries.removeAll(keepingCapacity: true)
    tie = ties
    if entryIndex.count < ties.count {
      entryIndex = ContiguousArray(repeating: 0, count: max(ties.count, 2 * entryIndex.count))
    }
  }

  /// Adds a vertex out of order. Call `build` after the last one, before anything is taken out.
  ///
  /// - Precondition: the vertex is not in the heap.
  mutating func append(_ vertex: Int, priority: Double) {
    entryIndex[vertex] = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(priority: priority, vertex: Int32(truncatingIfNeeded: vertex)))
  }

  /// Brings the appended vertices into the heap's order.
  ///
  /// - Complexity: O(n) for n vertices.
  mutating func build() {
    var index = entries.count / 2
    while index > 0 {
      index -= 1
      sink(from: index)
    }
  }

  /// The least important vertex; `nil` if the heap is empty.
  var first: (vertex: Int, priority: Double)? { entries.first.map { (Int($0.vertex), $0.priority) } }

  /// Takes out the least important vertex.
  ///
  /// - Precondition: the heap is not empty.
  mutating func popFirst() -> (vertex: Int, priority: Double) {
    let first = entries[0]
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      entryIndex[Int(last.vertex)] = 0
      sink(from: 0)
    }
    return (Int(first.vertex), first.priority)
  }

  /// Changes the priority of a vertex.
  ///
  /// - Precondition: the vertex is in the heap.
  mutating func update(_ vertex: Int, priority: Double) {
    let index = Int(entryIndex[vertex])
    let old = entries[index].priority
    entries[index].priority = priority
    if priority < old {
      rise(from: index)
    } else {
      sink(from: index)
    }
  }

  @inline(__always)
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    if a.priority != b.priority { return a.priority < b.priority }
    return tie[Int(a.vertex)] < tie[Int(b.vertex)]
  }

  private mutating func rise(from start: Int) {
    let entry = entries[start]
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      let above = entries[parent]
      guard precedes(entry, above) else { break }
      entries[index] = above
      entryIndex[Int(above.vertex)] = Int32(truncatingIfNeeded: index)
      index = parent
    }
    entries[index] = entry
    entryIndex[Int(entry.vertex)] = Int32(truncatingIfNeeded: index)
  }

  private mutating func sink(from start: Int) {
    let entry = entries[start]
    let count = entries.count
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < count else { break }
      if child + 1 < count && precedes(entries[child + 1], entries[child]) { child += 1 }
      let below = entries[child]
      guard precedes(below, entry) else { break }
      entries[index] = below
      entryIndex[Int(below.vertex)] = Int32(truncatingIfNeeded: index)
      index = child
    }
    entries[index] = entry
    entryIndex[Int(entry.vertex)] = Int32(truncatingIfNeeded: index)
  }
}
