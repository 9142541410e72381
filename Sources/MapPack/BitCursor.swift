/// A place in the bits of section BITS, and the codes found there. `Format.md` describes them.
struct BitCursor {
  /// Place of the stream's first byte.
  private let base: Int
  /// Bits of the stream. Eight guard bytes follow, so a word can be read at any bit up to here.
  private let limit: Int
  private(set) var position: Int

  init?(_ stream: PackedColumn, position: Int) {
    base = stream.offset
    limit = 8 &* stream.count
    guard position >= 0 && position <= limit else { return nil }
    self.position = position
  }

  /// Whether the cursor has run past the stream's end, which only damage makes it do.
  var isOutside: Bool { position > limit }

  /// At least 57 bits from here on; zeros behind the end.
  @inline(__always)
  private func word(_ bytes: RawSpan) -> UInt64 {
    position > limit ? 0 : bytes.word(at: base &+ position >> 3) >> UInt64(position & 7)
  }

  /// A number of this many bits, at most 32.
  @inline(__always)
  mutating func bits(_ count: Int, _ bytes: RawSpan) -> Int {
    let value = word(bytes) & ((1 << UInt64(count)) - 1)
    position &+= count
    return Int(value)
  }

  /// A level: as many zeros as its number, then a one, which the coarsest does without.
  @inline(__always)
  mutating func level(coarsest: Int, _ bytes: RawSpan) -> Int {
    let zeros = min(word(bytes).trailingZeroBitCount, coarsest)
    position &+= min(zeros &+ 1, coarsest)
    return zeros
  }

  /// A signed number in the Rice code with this parameter (0 … 31): the number folded to 0, −1, 1, −2, …, its
  /// quotient by 2ᵏ as zeros and a one, the remainder in k bits. After 16 zeros come 32 bits as they are.
  /// Source: R. F. Rice, "Some practical universal noiseless coding techniques" (1979).
  @inline(__always)
  mutating func rice(_ parameter: Int, _ bytes: RawSpan) -> Int32 {
    let word = word(bytes)
    let quotient = word.trailingZeroBitCount
    let folded: UInt32
    if quotient < PackFormat.riceEscape {
      // At most 15 + 1 + 31 bits: they all lie in the word. The shifts are below 64 by the bounds of both terms.
      let remainder = (word &>> UInt64(quotient &+ 1)) & ((1 &<< UInt64(parameter)) &- 1)
      folded = UInt32(truncatingIfNeeded: UInt64(quotient) &<< UInt64(parameter) | remainder)
      position &+= quotient &+ 1 &+ parameter
    } else {
      folded = UInt32(truncatingIfNeeded: word >> UInt64(PackFormat.riceEscape))
      position &+= PackFormat.riceEscape &+ 32
    }
    return Int32(bitPattern: folded >> 1) ^ (0 &- Int32(bitPattern: folded & 1))
  }
}
