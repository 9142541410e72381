/// A set of grid points by their keys: a hash table with open addressing, at most half full.
@usableFromInline
package struct PointTable: Sendable {
  @usableFromInline var slots: ContiguousArray<UInt64>
  @usableFromInline var shift: UInt64 = 0
  @usableFromInline var mask = 0
  package private(set) var count = 0

  /// Marks an empty slot: the key of no point of a grid, because both its coordinates would be −2³¹.
  @usableFromInline static var empty: UInt64 { 0 }

  /// - Parameter capacity: the number of points that it takes before it has to grow.
  package init(capacity: Int = 8) {
    slots = []
    clear(capacity: capacity)
  }

  private mutating func clear(capacity: Int) {
    var bits = 4
    while 1 << bits < 2 * capacity { bits += 1 }
    slots = ContiguousArray(repeating: Self.empty, count: 1 << bits)
    shift = UInt64(64 - bits)
    mask = (1 << bits) - 1
    count = 0
  }

  /// Adds a point by its key, which is not 0; `false` if the point was there already.
  @discardableResult
  package mutating func insert(_ key: UInt64) -> Bool {
    let slot = slot(of: key)
    if slots[slot] == key { return false }
    slots[slot] = key
    count += 1
    if 2 * count > slots.count {
      let old = slots
      clear(capacity: 2 * count)
      for key in old where key != Self.empty { insert(key) }
    }
    return true
  }

  /// Whether a point is in the set.
  @inlinable @inline(__always)
  package func contains(_ key: UInt64) -> Bool { slots[slot(of: key)] == key }

  /// The keys of all points, in ascending order.
  /// - Complexity: O(n log n)
  package var sortedKeys: [UInt64] { slots.filter { $0 != Self.empty }.sorted() }

  @inlinable @inline(__always)
  func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: scattered(key) >> shift)
    while slots[slot] != key && slots[slot] != Self.empty { slot = (slot + 1) & mask }
    return slot
  }
}
