/// A position in a string of bits, and the codes found there. `Format.md` describes them.
struct BitCursor {
  /// Position of the string's first byte.
  private let base: Int
  /// The first bit behind what may be read: eight guard bytes follow, so a word can be read at any bit up to here.
  let end: Int
  private(set) var position: Int

  /// - Parameter column: whole bytes.
  init?(_ column: PackedColumn, _ bits: Range<Int>) {
    guard bits.lowerBound >= 0 && bits.upperBound <= 8 &* column.count else { return nil }
    base = column.offset
    end = bits.upperBound
    position = bits.lowerBound
  }

  init?(_ column: PackedColumn, bytes: Range<Int>) {
    self.init(column, 8 &* bytes.lowerBound..<8 &* bytes.upperBound)
  }

  /// Goes on from another bit; false where that is outside.
  mutating func move(to bit: Int) -> Bool {
    guard bit >= position && bit <= end else { return false }
    position = bit
    return true
  }

  /// Whether the cursor has run past the end: what it read last was not there.
  @inline(__always)
  var isOutside: Bool { position > end }

  /// At least 57 bits from here on; zeros behind the end.
  @inline(__always)
  func word(_ bytes: RawSpan) -> UInt64 {
    position > end ? 0 : bytes.word(at: base &+ position >> 3) >> UInt64(position & 7)
  }

  @inline(__always)
  mutating func skip(_ count: Int) { position &+= count }

  /// A number of this many bits, at most 32.
  @inline(__always)
  mutating func bits(_ count: Int, _ bytes: RawSpan) -> Int {
    let value = word(bytes) & Self.mask(count)
    position &+= count
    return Int(truncatingIfNeeded: value)
  }

  /// Three numbers of so many bits, at most 57 together.
  @inline(__always)
  mutating func bits(_ first: Int, _ second: Int, _ third: Int, _ bytes: RawSpan) -> (Int, Int, Int) {
    let word = word(bytes)
    position &+= first &+ second &+ third
    return (
      Int(truncatingIfNeeded: word & Self.mask(first)),
      Int(truncatingIfNeeded: word &>> UInt64(first) & Self.mask(second)),
      Int(truncatingIfNeeded: word &>> UInt64(first &+ second) & Self.mask(third))
    )
  }

  @inline(__always)
  mutating func bit(_ bytes: RawSpan) -> Bool { bits(1, bytes) == 1 }

  /// A small number: as many zeros and a one.
  @inline(__always)
  mutating func unary(_ bytes: RawSpan) -> Int {
    let zeros = word(bytes).trailingZeroBitCount
    position &+= zeros &+ 1
    return zeros
  }

  /// A number in the Rice code with this parameter (0 … 31): its quotient by 2ᵏ as zeros and a one, the remainder in
  /// k bits. After 16 zeros come 32 bits as they are.
  /// Source: R. F. Rice, "Some practical universal noiseless coding techniques" (1979).
  @inline(__always)
  mutating func rice(_ parameter: Int, _ bytes: RawSpan) -> UInt32 {
    let word = word(bytes)
    let quotient = word.trailingZeroBitCount
    if quotient < PackFormat.riceEscape {
      // At most 15 + 1 + 31 bits: they all lie in the word.
      position &+= quotient &+ 1 &+ parameter
      return Self.rice(quotient, parameter, word)
    }
    position &+= PackFormat.riceEscape &+ 32
    return UInt32(truncatingIfNeeded: word >> UInt64(PackFormat.riceEscape))
  }

  /// A vector: two signed numbers, each folded to 0, −1, 1, −2, … and written in the Rice code with its parameter.
  @inline(__always)
  mutating func vector(_ parameterX: Int, _ parameterY: Int, _ bytes: RawSpan) -> (x: Int32, y: Int32) {
    let word = word(bytes)
    let quotientX = word.trailingZeroBitCount
    let lengthX = quotientX &+ 1 &+ parameterX
    let rest = word &>> UInt64(truncatingIfNeeded: lengthX)
    let quotientY = rest.trailingZeroBitCount
    let length = lengthX &+ quotientY &+ 1 &+ parameterY
    // Nearly always both codes lie in the word, and one look is enough.
    if quotientX < PackFormat.riceEscape && quotientY < PackFormat.riceEscape && length <= 57 {
      position &+= length
      return (
        Self.unfolded(Self.rice(quotientX, parameterX, word)), Self.unfolded(Self.rice(quotientY, parameterY, rest))
      )
    }
    return vectorByCodes(parameterX, parameterY, bytes)
  }

  /// The same, code by code.
  @inline(never)
  private mutating func vectorByCodes(_ parameterX: Int, _ parameterY: Int, _ bytes: RawSpan) -> (x: Int32, y: Int32) {
    let x = rice(parameterX, bytes)
    return (Self.unfolded(x), Self.unfolded(rice(parameterY, bytes)))
  }

  /// The number whose code begins a word. The shifts are below 64 by the bounds of both terms.
  @inline(__always)
  private static func rice(_ quotient: Int, _ parameter: Int, _ word: UInt64) -> UInt32 {
    let remainder = (word &>> UInt64(truncatingIfNeeded: quotient &+ 1)) & mask(parameter)
    return UInt32(truncatingIfNeeded: UInt64(quotient) &<< UInt64(truncatingIfNeeded: parameter) | remainder)
  }

  @inline(__always)
  private static func unfolded(_ number: UInt32) -> Int32 {
    Int32(bitPattern: number >> 1) ^ (0 &- Int32(bitPattern: number & 1))
  }

  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: count)) &- 1 }
}
