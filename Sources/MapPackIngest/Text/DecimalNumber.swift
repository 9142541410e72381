import Foundation
import MapPackFeatures

/// Decimal numbers in text, read as the nearest double.
///
/// A number is an optional sign, digits with an optional point before, among or after them, and an optional exponent.
/// Infinity, NaN and hexadecimal numbers are not read. If two doubles are equally near, the even one is the result, as
/// with `Double(_: String)`.
enum DecimalNumber {
  /// The number that is the whole of a text; `nil` if it is no number.
  ///
  /// A number that is too large for a double is infinite, and one that is too small is 0, or a subnormal; `-0` is −0.
  static func nearest(_ text: some Collection<UInt8>) -> Double? {
    if let number = ofExactParts(text) { return number }
    // Letters other than the exponent's would name infinity, NaN or a hexadecimal number.
    guard text.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E || $0 | 0x20 == 0x65 }) else {
      return nil
    }
    let count = text.count
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { copy in
      UnsafeMutableRawBufferPointer(copy).copyBytes(from: text)
      copy[count] = 0
      // The copy has an address and ends in a zero byte, and no function here sets a locale.
      guard let start = copy.baseAddress else { return nil }
      var end: UnsafeMutablePointer<CChar>?
      let number = strtod(start, &end)
      return count > 0 && end == start + count ? number : nil
    }
  }

  /// The number of digits with a point at most, if they are exact as a double without it; `nil` of any other text. So
  /// are most coordinates, and the C library takes three times as long for them.
  ///
  /// Source: W. D. Clinger, "How to read floating point numbers accurately" (1990).
  @inline(__always)
  private static func ofExactParts(_ text: some Collection<UInt8>) -> Double? {
    var mantissa: UInt64 = 0
    var (digits, decimals) = (0, 0)
    var (isNegative, hasPoint) = (false, false)
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        // Numbers of 18 digits do not overflow.
        guard digits < 18 else { return nil }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        digits += 1
        if hasPoint { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte == UInt8(ascii: "-"), digits == 0, !hasPoint, !isNegative {
        isNegative = true
      } else {
        return nil
      }
    }
    guard digits > 0, mantissa <= 1 << 53 else { return nil }
    // Both numbers are exact, so the division rounds once.
    let magnitude = Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// The finite number that is the whole of a text; `nil` if it is no such number.
  static func finite(_ text: some Collection<UInt8>) -> Double? { nearest(text).flatMap { $0.isFinite ? $0 : nil } }
}
