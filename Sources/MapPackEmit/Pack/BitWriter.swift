import MapPack
import MapPackCoverage
import MapPackGeometry

/// Writes numbers of any width one after the other, and the codes of a pack. The lowest bit of each byte comes first.
///
/// Source: Format.md, "Numbers and bits" and section BITS.
struct BitWriter {
  private(set) var bytes: ContiguousArray<UInt8> = []
  private var pending: UInt64 = 0
  /// 0 … 7.
  private var pendingCount = 0

  var position: Int { 8 * bytes.count + pendingCount }

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
