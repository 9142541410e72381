/// Items in groups, by a key that is below the number of groups; in each group in their order.
package struct Grouping: Sendable {
  /// Group g has the items `items[start[g] ..< start[g + 1]]`.
  package let start: ContiguousArray<Int>
  /// The items, as indices of their keys.
  package let items: ContiguousArray<Int32>

  /// - Precondition: there are fewer than 2³¹ keys; each is one of 0 ..< `count`.
  /// - Complexity: O(n + count) for n keys.
  package init(_ keys: some Collection<Int>, count: Int) {
    var start = ContiguousArray<Int>(repeating: 0, count: count + 1)
    for key in keys { start[key + 1] += 1 }
    start.accumulate()
    var items = ContiguousArray<Int32>(repeating: 0, count: start[count])
    var next = start
    for (item, key) in keys.enumerated() {
      items[next[key]] = Int32(truncatingIfNeeded: item)
      next[key] += 1
    }
    (self.start, self.items) = (start, items)
  }

  package subscript(group: Int) -> ContiguousArray<Int32>.SubSequence { items[start[group]..<start[group + 1]] }
}

extension ContiguousArray<Int> {
  /// Makes each element the sum of those up to it: numbers of members become offsets.
  package mutating func accumulate() {
    for index in indices.dropFirst() { self[index] += self[index - 1] }
  }

  /// One column of offsets for several sets, one set after the other. The offsets of each begin with 0.
  init(joiningStarts parts: [ContiguousArray<Int>]) {
    self = [0]
    for part in parts {
      let base = self[count - 1]
      append(contentsOf: part.dropFirst().lazy.map { base + $0 })
    }
  }
}

/// The bits of a key, scattered over a word: Fibonacci hashing, after the halves are folded together. Its upper bits
/// name a slot of a table.
@inlinable @inline(__always)
func scattered(_ key: UInt64) -> UInt64 { (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15 }
