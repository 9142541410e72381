/// A position in a string of bits, from which codes are read. `Format.md` describes the codes, and `BitWriter` in
/// `MapPackEmit` writes them.
///
/// Reading never fails. If a code ends beyond the bits that may be read, what was read means nothing, and `isOutside`
/// is true afterwards: callers ask for it. Arcs (Arc.swift) and the squares of the index (`SquareWalk`) are read with
/// it.
struct BitCursor {
  /// The position of the string's first byte, from the start of the pack.
  private let base: Int
  /// The end of the bits that may be read. Eight guard bytes follow, so a word can be read at any bit up to here.
  let end: Int
  /// The next bit to read, counted from the string's first byte. It never moves backwards.
  private(set) var position: Int

  /// A cursor over some bits of a column; nil if they do not lie in it.
  /// - Parameter column: a column of bytes.
  init?(_ column: PackedColumn, _ bits: Range<Int>) {
    guard bits.lowerBound >= 0 && bits.upperBound <= 8 &* column.count else { return nil }
    base = column.offset
    end = bits.upperBound
    position = bits.lowerBound
  }

  /// A cursor over some bytes of a column; nil if they do not lie in it.
  init?(_ column: PackedColumn, bytes: Range<Int>) {
    self.init(column, 8 &* bytes.lowerBound..<8 &* bytes.upperBound)
  }

  /// Moves forward to another bit. Returns false if that bit is outside.
  mutating func move(to bit: Int) -> Bool {
    guard bit >= position && bit <= end else { return false }
    position = bit
    return true
  }

  /// Whether the cursor is past the end, so that what it read last was not there.
  @inline(__always)
  var isOutside: Bool { position > end }

  /// At least 57 bits from here on; zeros if the cursor is past the end.
  @inline(__always)
  func word(_ bytes: RawSpan) -> UInt64 {
    position > end ? 0 : bytes.word(at: base &+ position >> 3) >> UInt64(position & 7)
  }

  /// Skips this many bits.
  @inline(__always)
  mutating func skip(_ count: Int) { position &+= count }

  /// Reads a number of this many bits, at most 32.
  @inline(__always)
  mutating func bits(_ count: Int, _ bytes: RawSpan) -> Int {
    let value = word(bytes) & Self.mask(count)
    position &+= count
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a bit.
  @inline(__always)
  mutating func bit(_ bytes: RawSpan) -> Bool { bits(1, bytes) == 1 }

  /// Reads a small number in unary code: as many zeros, and a one.
  @inline(__always)
  mutating func unary(_ bytes: RawSpan) -> Int {
    let zeros = word(bytes).trailingZeroBitCount
    position &+= zeros &+ 1
    return zeros
  }

  /// Reads a number in the Rice code with parameter k, 0 … 31: its quotient by 2ᵏ as zeros and a one, and the remainder
  /// in k bits. After 16 zeros, the number follows in 32 bits as it is.
  ///
  /// Source: R. F. Rice, "Some practical universal noiseless coding techniques" (1979).
  @inline(__always)
  mutating func rice(_ parameter: Int, _ bytes: RawSpan) -> UInt32 {
    let word = word(bytes)
    let quotient = word.trailingZeroBitCount
    if quotient < PackFormat.riceEscape {
      // These are at most 15 + 1 + 31 bits, so they all lie in the word.
      position &+= quotient &+ 1 &+ parameter
      return Self.rice(quotient, parameter, word)
    }
    position &+= PackFormat.riceEscape &+ 32
    return UInt32(truncatingIfNeeded: word >> UInt64(PackFormat.riceEscape))
  }

  /// Reads a vector: two signed numbers, each folded (0, −1, 1, −2, … are 0, 1, 2, 3, …) and in the Rice code with its
  /// own parameter.
  @inline(__always)
  mutating func vector(_ parameterX: Int, _ parameterY: Int, _ bytes: RawSpan) -> (x: Int32, y: Int32) {
    let word = word(bytes)
    let quotientX = word.trailingZeroBitCount
    let lengthX = quotientX &+ 1 &+ parameterX
    let rest = word &>> UInt64(truncatingIfNeeded: lengthX)
    let quotientY = rest.trailingZeroBitCount
    let length = lengthX &+ quotientY &+ 1 &+ parameterY
    // Nearly always, both codes lie in the word that was read.
    if quotientX < PackFormat.riceEscape && quotientY < PackFormat.riceEscape && length <= 57 {
      position &+= length
      return (
        Self.unfolded(Self.rice(quotientX, parameterX, word)), Self.unfolded(Self.rice(quotientY, parameterY, rest))
      )
    }
    return vectorByCodes(parameterX, parameterY, bytes)
  }

  /// Reads a vector code by code.
  @inline(never)
  private mutating func vectorByCodes(_ parameterX: Int, _ parameterY: Int, _ bytes: RawSpan) -> (x: Int32, y: Int32) {
    let x = rice(parameterX, bytes)
    return (Self.unfolded(x), Self.unfolded(rice(parameterY, bytes)))
  }

  /// The number whose Rice code begins a word. Both terms are bounded so that the shifts are below 64.
  @inline(__always)
  private static func rice(_ quotient: Int, _ parameter: Int, _ word: UInt64) -> UInt32 {
    let remainder = (word &>> UInt64(truncatingIfNeeded: quotient &+ 1)) & mask(parameter)
    return UInt32(truncatingIfNeeded: UInt64(quotient) &<< UInt64(truncatingIfNeeded: parameter) | remainder)
  }

  /// The signed number that was folded to this one.
  @inline(__always)
  private static func unfolded(_ number: UInt32) -> Int32 {
    Int32(bitPattern: number >> 1) ^ (0 &- Int32(bitPattern: number & 1))
  }

  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: count)) &- 1 }
}

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

// This is the only file in which MapPack reads numbers from raw bytes. The loads are called unsafe because any type can
// be asked for. For integers, every pattern of bits is a value, and the span itself traps at a position outside its
// bytes. So callers (columns, `BitCursor`, header and directory, `CRC32`) check the position first, and treat a failed
// check as damage.

extension RawSpan {
  /// The little-endian number in the eight bytes from this position on.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The little-endian number in the four bytes from this position on.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The byte at this position.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
  }
}
