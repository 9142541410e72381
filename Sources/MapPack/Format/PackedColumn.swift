/// A column of a section: numbers of equal width in bits, to which a common minimum is added, and `step` times the
/// index.
///
/// `PackColumns` makes it, after checking that all of its bits lie in the pack. An index outside the column gives the
/// minimum. So a damaged index leads to a wrong shape at worst. `PackColumn` in `MapPackEmit` writes it.
struct PackedColumn: Sendable {
  /// The position of the first byte, from the start of the pack.
  let offset: Int
  let count: Int
  /// The bits of each number: 0 … 56, or 64 if minimum and step are 0.
  let width: Int
  /// What is added to every number; below 2³².
  let minimum: Int
  /// What is added to a number for each entry before it; below 2¹⁶.
  let step: Int
  private let mask: UInt64

  init(offset: Int, count: Int, width: Int, minimum: Int, step: Int = 0) {
    self.offset = offset
    self.count = count
    self.width = width
    self.minimum = minimum
    self.step = step
    mask = width == 64 ? .max : (1 << UInt64(width)) - 1
  }

  /// The bytes from the first number to the end of the last.
  var length: Int { (count * width + 7) >> 3 }

  /// The number at an index; the minimum outside the column.
  /// - Complexity: O(1): it reads one word.
  @inline(__always)
  func value(_ index: Int, in bytes: RawSpan) -> Int {
    guard index >= 0 && index < count else { return minimum }
    return minimum &+ index &* step &+ Int(truncatingIfNeeded: bits(index, in: bytes))
  }

  /// The bits at an index, without minimum and step; 0 outside the column. In columns of floating-point numbers, they
  /// are the bit pattern.
  @inline(__always)
  func bits(_ index: Int, in bytes: RawSpan) -> UInt64 {
    guard index >= 0 && index < count && width > 0 else { return 0 }
    // count < 2³² and width ≤ 64, so neither the product nor the sum can wrap.
    let bit = index &* width
    return (bytes.word(at: offset &+ bit >> 3) >> UInt64(bit & 7)) & mask
  }
}
