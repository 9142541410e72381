import MapPack

/// Writes numbers of any width one after the other, and the codes of a pack. The lowest bit of each byte comes first.
/// `ArcStream`, `PackColumn` and `SquareIndexWriter` write with it, and `BitCursor` in `MapPack` reads.
///
/// Source: Format.md, "Numbers and bits" and section BITS.
struct BitWriter {
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// The bits that have not yet filled a byte.
  private var pending: UInt64 = 0
  /// The number of pending bits, 0 … 7.
  private var pendingCount = 0

  /// The number of bits written.
  var position: Int { 8 * bytes.count + pendingCount }

  /// Appends a number in a number of bits.
  /// - Precondition: there are at most 56 bits, and the number fits in them.
  mutating func append(_ value: UInt64, bits: Int) {
    precondition(bits <= 56 && (value >> UInt64(bits)) == 0, "\(value) does not fit \(bits) bits")
    pending |= value << UInt64(pendingCount)
    pendingCount += bits
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a small number in the unary code: as many zeros, then a one.
  /// - Precondition: the number is from 0 to 55.
  mutating func append(unary value: Int) { append(1 << UInt64(value), bits: value + 1) }

  /// Appends a number in the Rice code, with its escape for large quotients.
  mutating func append(rice number: UInt32, parameter: Int) {
    let quotient = Int(number >> UInt32(parameter))
    if quotient < PackFormat.riceEscape {
      append(1 << UInt64(quotient), bits: quotient + 1)
      append(UInt64(number) & ((1 << UInt64(parameter)) - 1), bits: parameter)
    } else {
      append(0, bits: PackFormat.riceEscape)
      append(UInt64(number), bits: 32)
    }
  }

  /// Fills the last byte with zeros. Until then, `bytes` lacks the pending bits.
  mutating func finish() {
    if pendingCount > 0 { append(0, bits: 8 - pendingCount) }
  }
}

/// The parameters of the Rice code, and the folding of signed numbers for it.
enum RiceCode {
  /// A signed number as an unsigned one: 0, −1, 1, −2, … become 0, 1, 2, 3, …
  static func folded(_ value: Int32) -> UInt32 {
    UInt32(bitPattern: value &<< 1) ^ UInt32(bitPattern: value >> 31)
  }

  /// The parameter with which the numbers take the fewest bits; of equally good ones the smallest.
  /// - Complexity: O(n) for n numbers.
  static func parameter(for numbers: some Collection<UInt32>) -> Int {
    guard !numbers.isEmpty else { return 0 }
    // The best parameter is near the binary logarithm of the mean. The costs of the parameters near it decide.
    let sum = numbers.reduce(into: UInt64(0)) { $0 += UInt64($1) }
    let mean = sum / UInt64(numbers.count)
    let guess = 63 - max(1, mean).leadingZeroBitCount
    var best = (bits: UInt64.max, parameter: 0)
    for parameter in max(0, guess - 3)...min(31, guess + 2) {
      var bits: UInt64 = 0
      for number in numbers {
        let quotient = number >> UInt32(parameter)
        bits += quotient < PackFormat.riceEscape ? UInt64(quotient) + 1 + UInt64(parameter) : 48
      }
      if bits < best.bits { best = (bits, parameter) }
    }
    return best.parameter
  }
}
