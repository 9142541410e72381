/// A set of points by their keys: open addressing, at most half full.
struct PointTable {
  private var slots: ContiguousArray<UInt64>
  private let shift: UInt64
  private let mask: Int

  /// The key of no point of a grid: both its coordinates would be −2³¹.
  private static let empty: UInt64 = 0

  init(capacity: Int) {
    var bits = 4
    while 1 << bits < 2 * capacity { bits += 1 }
    slots = ContiguousArray(repeating: Self.empty, count: 1 << bits)
    shift = UInt64(64 - bits)
    mask = (1 << bits) - 1
  }

  /// Adds a point; `false` where it was there already.
  mutating func insert(_ key: UInt64) -> Bool {
    let slot = slot(of: key)
    if slots[slot] == key { return false }
    slots[slot] = key
    return true
  }

  func contains(_ key: UInt64) -> Bool { slots[slot(of: key)] == key }

  /// Where a key stands, or the empty slot where it would.
  private func slot(of key: UInt64) -> Int {
    // Fibonacci hashing, after folding the halves together.
    var slot = Int(truncatingIfNeeded: ((key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    while slots[slot] != key && slots[slot] != Self.empty { slot = (slot + 1) & mask }
    return slot
  }
}
