/// A column of a section: numbers of equal width in bits, counted from a common minimum, and where the column has a
/// step, from so much more at each position.
///
/// Made by `open`, which has checked that all of its bits lie in the pack; a position outside the column is read as 0,
/// plus the minimum, so a damaged index leads to a wrong shape at worst.
struct PackedColumn: Sendable {
  /// Position of the first byte, from the start of the pack.
  let offset: Int
  let count: Int
  /// 0 … 56, or 64 with minimum and step 0.
  let width: Int
  /// Below 2³².
  let minimum: Int
  /// Below 2¹⁶.
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

  /// Bytes from the first value to the end of the last.
  var length: Int { (count * width + 7) >> 3 }

  /// The number at this position; the minimum outside the column.
  /// - Complexity: O(1), one word read.
  @inline(__always)
  func value(_ index: Int, in bytes: RawSpan) -> Int {
    guard index >= 0 && index < count else { return minimum }
    return minimum &+ index &* step &+ Int(truncatingIfNeeded: bits(index, in: bytes))
  }

  /// The number at this position without minimum and steps: the pattern of a floating-point number where the width is its.
  @inline(__always)
  func bits(_ index: Int, in bytes: RawSpan) -> UInt64 {
    guard index >= 0 && index < count && width > 0 else { return 0 }
    // count < 2³² and width ≤ 64, so neither the product nor the sum can wrap.
    let bit = index &* width
    return (bytes.word(at: offset &+ bit >> 3) >> UInt64(bit & 7)) & mask
  }
}
