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

/// The text of a small table that a person or a spreadsheet saved: in the encoding of a label, such as `Shift_JIS`;
/// without a label in UTF-8, or CP932 if most of its cells make sense in Japanese. A warning says if the text looks wrong
/// in the encoding of the label.
/// - Parameter isOfPipeline: whether a pipeline file names the table, and so can name its encoding.
/// - Throws: `usage` if the label is not known; `unreadableData` if the bytes are not in the encoding, are a
///   spreadsheet's, or could be several things; `unavailable` if this system cannot decode it.
package func tableText(
  _ data: Data, encoding label: String? = nil, isOfPipeline: Bool = false, file: String
) throws(StageError) -> (text: String, warnings: [Finding]) {
  guard !Spreadsheet.isArchive(data), !Spreadsheet.isOld(data) else {
    throw .unreadable(file, "this is a spreadsheet or another archive, expected a CSV", remedy: "save it as CSV")
  }
  if label == nil, let text = String(data: data, encoding: .utf8) { return (text, []) }
  let named = try label.map { label throws(StageError) in try TextEncoding(named: label, file: file) }
  let evidence = try EncodingEvidence(cells: data, file: file)
  let decoder = try TextDecoder(named ?? .cp932, file: file)
  // Unsafe: the decoder gets the bytes as a pointer, and does not keep it.
  if named != nil || evidence.isMostlyJapanese(decoder), let text = data.withUnsafeBytes({ decoder.decode($0) }).whole {
    let doubt = try EncodingDoubt(evidence.texts, in: decoder.encoding, file: file)
    let warning = doubt.map {
      Finding(
        .suspiciousEncoding, severity: .warning, at: Location(file: file), $0.message("the pipeline file"),
        remedy: $0.remedy { "`encoding: \($0)`" })
    }
    return (text, [warning].compactMap(\.self))
  }
  let candidates = EncodingCandidates(
    evidence.texts, extent: nil, except: [.utf8] + [named].compactMap(\.self), file: file)
  throw .unreadable(
    file,
    (named.map { "the table is not in \($0.name)" } ?? "nothing says what encoding the table is in")
      + (candidates.proposals.isEmpty ? "" : ": it reads \(candidates.words)"),
    remedy: !isOfPipeline
      ? "save it as UTF-8"
      : "say which: "
        + (candidates.proposals.isEmpty
          ? "`encoding`" : candidates.proposals.map { "`encoding: \($0.encoding.name)`" }.joined(separator: " or "))
        + ", or save it as UTF-8")
}

extension EncodingEvidence {
  /// Whether most of the first texts beyond ASCII make sense in Japanese. Few do by chance in text of Western letters, and
  /// a list has words such as Ａ棟 too.
  func isMostlyJapanese(_ cp932: TextDecoder) -> Bool {
    let japanese = texts.count { bytes in
      bytes.withUnsafeBytes { cp932.decode($0) }.whole.map(Self.looksJapanese) ?? false
    }
    return 2 * japanese > texts.count
  }

  /// The evidence of the cells of a CSV. Commas, quotes and line ends are no part of a character in any encoding of
  /// tables.
  init(cells data: Data, file: String) throws(StageError) {
    try self.init(file: file)
    var row = 0
    for line in data.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      for cell in line.split(whereSeparator: { $0 == 0x2C || $0 == 0x22 }) {
        Array(cell).withUnsafeBytes { add($0, row: row, field: 0) }
      }
      row += 1
    }
  }
}
