/// A set of small numbers, with a bit for each: of slots, or of pieces of arcs (`SquarePieces`).
struct BitSet {
  private var words: ContiguousArray<UInt64>

  /// An empty set for numbers from 0 to below a limit, which is rounded up to a multiple of 64.
  init(below limit: Int) {
    words = ContiguousArray(repeating: 0, count: (max(0, limit) + 63) >> 6)
  }

  /// Whether the set has a number; false for all numbers outside the limit.
  func contains(_ number: Int) -> Bool {
    guard number >= 0, number >> 6 < words.count else { return false }
    return words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }

  /// Inserts a number.
  /// - Returns: whether it is new. Numbers outside the limit are not inserted, and never new.
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    guard number >= 0, number >> 6 < words.count else { return false }
    let bit: UInt64 = 1 << UInt64(number & 63)
    guard words[number >> 6] & bit == 0 else { return false }
    words[number >> 6] |= bit
    return true
  }

  /// The smallest member from a number on; nil if there is none.
  func first(from number: Int) -> Int? {
    guard number >= 0 else { return first(from: 0) }
    var word = number >> 6
    guard word < words.count else { return nil }
    var bits = words[word] & (UInt64.max << UInt64(number & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// All members, ascending.
  /// - Complexity: O(limit / 64 + members)
  var members: [Int] {
    var members: [Int] = []
    var next = first(from: 0)
    while let member = next {
      members.append(member)
      next = first(from: member + 1)
    }
    return members
  }
}
