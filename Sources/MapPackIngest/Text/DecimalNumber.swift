import Foundation
import MapPackFeatures

/// Decimal numbers in text, read as the nearest double.
///
/// A number is an optional sign, digits with an optional point before, among or after them, and an optional exponent.
/// Infinity, NaN and hexadecimal numbers are not read. If two doubles are equally near, the even one is the result, as
/// with `Double(_: String)`.
enum DecimalNumber {
  /// Reads the number that starts at `index`, and moves `index` to the byte after it; `nil` if no number starts there,
  /// and `index` stays. White space is not skipped. What follows the number is not looked at, but an exponent without
  /// digits is no number.
  ///
  /// A number that is too large for a double is infinite, and one that is too small is 0, or a subnormal; `-0` is −0.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, at index: inout Int) -> Double? {
    let count = bytes.count
    var next = index
    guard next < count else { return nil }
    let isNegative = bytes[next] == UInt8(ascii: "-")
    if isNegative || bytes[next] == UInt8(ascii: "+") { next += 1 }

    // Overflows if there are more than 19 digits; it is not used then.
    var mantissa: UInt64 = 0
    let firstDigit = next
    while next < count, let digit = digit(bytes[next]) {
      mantissa = mantissa &* 10 &+ digit
      next += 1
    }
    var digits = next - firstDigit
    var power = 0
    if next < count, bytes[next] == UInt8(ascii: ".") {
      next += 1
      let firstDecimal = next
      while next < count, let digit = digit(bytes[next]) {
        mantissa = mantissa &* 10 &+ digit
        next += 1
      }
      power = firstDecimal - next
      digits -= power
    }
    guard digits > 0 else { return nil }
    if next < count, bytes[next] | 0x20 == UInt8(ascii: "e") {
      next += 1
      guard let exponent = exponent(bytes, at: &next) else { return nil }
      power += exponent
    }

    let number = UnsafeRawBufferPointer(rebasing: bytes[index..<next])
    index = next
    guard digits <= 19, let magnitude = nearest(mantissa, power) else {
      return Double(String(decoding: number, as: UTF8.self))
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The finite number that is the whole of a text; `nil` if it is no such number.
  static func finite(_ text: some Collection<UInt8>) -> Double? {
    Array(text).withUnsafeBytes { bytes in
      var index = 0
      let number = read(bytes, at: &index)
      return index == bytes.count ? number.flatMap { $0.isFinite ? $0 : nil } : nil
    }
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt64? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? UInt64(digit) : nil
  }

  private static func exponent(_ bytes: UnsafeRawBufferPointer, at index: inout Int) -> Int? {
    guard index < bytes.count else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    let first = index
    var exponent = 0
    while index < bytes.count, let digit = digit(bytes[index]) {
      // With larger exponents all doubles are 0 or infinite, and the standard library says which.
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      index += 1
    }
    return index == first ? nil : isNegative ? -exponent : exponent
  }

  /// The double nearest to mantissa × 10^power; `nil` if the exact method here does not apply.
  @inline(__always)
  private static func nearest(_ mantissa: UInt64, _ power: Int) -> Double? {
    // Both numbers are exact as doubles, so the single operation rounds once. Source: W. D. Clinger, "How to read
    // floating point numbers accurately" (1990).
    guard mantissa <= 1 << 53, power >= -22, power <= 22 else { return nil }
    return power < 0 ? Double(mantissa) / powersOfTen[-power] : Double(mantissa) * powersOfTen[power]
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}

/// The text of a small table that a person or a spreadsheet saved: UTF-8, or CP932, as spreadsheets in Japan write it.
/// - Throws: `unreadableData` if the bytes are neither; `unavailable` if this system cannot decode CP932.
package func tableText(_ data: Data, file: String) throws(StageError) -> String {
  if let text = String(data: data, encoding: .utf8) { return text }
  let decoder = try TextDecoder(.cp932, file: file)
  // Unsafe: the decoder gets the bytes as a pointer, and does not keep it.
  guard case .text(let text) = data.withUnsafeBytes({ decoder.decode($0) }) else {
    throw .unreadable(file, "the table is neither UTF-8 nor CP932", remedy: "save it as UTF-8")
  }
  return text
}
