import Foundation
import MapPackCoverage
import MapPackFeatures

/// A sign that a text was decoded in a wrong encoding.
///
/// Each sign is evidence by itself. A name as publishers write it, in any script, shows none.
enum SuspiciousText: Hashable {
  /// U+FFFD, which stands for bytes that were no character.
  case replacementCharacter
  /// U+0080 to U+009F. No text has them, but windows-1252 read as Latin-1 gives them.
  case controlCharacter
  /// A character for private use, which means nothing to others: an external character of CP932, or Latin-1 read as
  /// CP932.
  case privateUse
  /// UTF-8 read as Latin-1 or windows-1252: `Ã©` for `é`, `ä¸­` for `中`.
  case latinForUTF8
  /// UTF-8 read as CP932: `髟ｷ` for the start of `長`.
  case japaneseForUTF8
  /// Latin-1 read as CP932: a Chinese character or a half-width kana inside a Latin word, `Orl饌ns` for `Orléans`.
  case japaneseForLatin

  /// The sign in words, the end of a message.
  var words: String {
    switch self {
    case .replacementCharacter: "holds U+FFFD, which stands for bytes that were no character"
    case .controlCharacter: "holds a control character of Latin-1"
    case .privateUse: "holds a character for private use"
    case .latinForUTF8: "looks like UTF-8 that was read as Latin-1"
    case .japaneseForUTF8: "looks like UTF-8 that was read as CP932"
    case .japaneseForLatin: "looks like Latin-1 that was read as CP932"
    }
  }

  /// The first sign that a text shows; `nil` if it shows none. ASCII shows none.
  init?(in text: String) {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let scalars = text.unicodeScalars.map(\.value)
    for scalar in scalars {
      switch scalar {
      case 0xFFFD: self = .replacementCharacter
      case 0x80...0x9F: self = .controlCharacter
      case 0xE000...0xF8FF, 0xF_0000...0x10_FFFD: self = .privateUse
      default: continue
      }
      return
    }
    if Self.isLatinForUTF8(scalars) {
      self = .latinForUTF8
    } else if Self.isJapaneseForLatin(scalars) {
      self = .japaneseForLatin
    } else if Self.isJapaneseForUTF8(text, scalars) {
      self = .japaneseForUTF8
    } else {
      return nil
    }
  }

  // MARK: UTF-8 as Latin-1

  /// Whether the bytes that the text has in windows-1252 hold a whole character of UTF-8.
  ///
  /// One character of three or four bytes is enough, and so is one of two bytes that begins with Â or Ã (all of Latin-1
  /// does). Of other characters of two bytes there have to be two. Letters (`ášš`), quotes and dashes may follow an
  /// accented letter in any text, so one of the bytes after the first has to be another sign.
  private static func isLatinForUTF8(_ scalars: [UInt32]) -> Bool {
    var pairs = 0
    var index = 0
    while index < scalars.count {
      let lead = byte(of: scalars[index]) ?? 0
      let length =
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
      let tail = scalars[min(index + 1, scalars.count)..<min(index + max(length, 1), scalars.count)]
      let isWhole =
        length > 0 && tail.count == length - 1 && tail.allSatisfy { (0x80...0xBF).contains(byte(of: $0) ?? 0) }
        && tail.contains { !isTypographic($0) }
      guard isWhole else {
        index += 1
        continue
      }
      if length > 2 || lead == 0xC2 || lead == 0xC3 { return true }
      pairs += 1
      if pairs > 1 { return true }
      index += length
    }
    return false
  }

  private static func isTypographic(_ scalar: UInt32) -> Bool {
    (0x2010...0x2026).contains(scalar) || [0xA0, 0xAB, 0xB7, 0xBB, 0xAA, 0xBA, 0xB0, 0x2122].contains(scalar)
      || (0x152...0x192).contains(scalar)
  }

  /// The byte of a character in windows-1252; `nil` if it has none. Outside of 0x80 to 0x9F it is that of Latin-1.
  private static func byte(of scalar: UInt32) -> Int? {
    if scalar < 0x100 { return Int(scalar) }
    return windows1252.firstIndex(of: scalar).map { 0x80 + $0 }
  }

  /// The characters of the bytes 0x80 to 0x9F in windows-1252; 0 if a byte has none.
  /// Source: the mapping table of windows-1252 at unicode.org.
  private static let windows1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]

  // MARK: CP932

  /// Whether one or two Chinese characters or half-width kana stand between two Latin letters, the second of them
  /// lowercase. So `T字路` and `A棟B` are no signs.
  private static func isJapaneseForLatin(_ scalars: [UInt32]) -> Bool {
    func isLatin(_ s: UInt32) -> Bool { isLowercase(s) || (0x41...0x5A).contains(s) }
    func isLowercase(_ s: UInt32) -> Bool { (0x61...0x7A).contains(s) }
    var start: Int?
    for (index, scalar) in scalars.enumerated() {
      if isHan(scalar) || isHalfWidthKana(scalar) {
        start = start ?? index
      } else {
        if let first = start, first > 0, index - first <= 2, isLatin(scalars[first - 1]), isLowercase(scalar) {
          return true
        }
        start = nil
      }
    }
    return false
  }

  /// Whether the text has Chinese characters and half-width kana, and its bytes in CP932 are UTF-8.
  private static func isJapaneseForUTF8(_ text: String, _ scalars: [UInt32]) -> Bool {
    guard scalars.contains(where: isHan), scalars.contains(where: isHalfWidthKana) else { return false }
    guard let bytes = text.data(using: .shiftJIS) else { return false }
    return String(data: bytes, encoding: .utf8) != nil
  }

  private static func isHan(_ scalar: UInt32) -> Bool { (0x4E00...0x9FFF).contains(scalar) }

  private static func isHalfWidthKana(_ scalar: UInt32) -> Bool { (0xFF61...0xFF9F).contains(scalar) }
}

/// Finds the texts of a table that look as if they were decoded in a wrong encoding (`SuspiciousText`).
///
/// Each different text of a field and source is one finding, at the first feature that has it, with a count. The names
/// of fields are judged too. Such a finding has no feature, and a file only if the table has one source. The order is
/// that of the fields, then of the features. Values that are not texts are passed over.
func encodingFindings(of table: FeatureTable, _ labels: FeatureLabels) -> [Finding] {
  struct Occurrence: Hashable {
    var source: Int32
    var text: String
  }
  func finding(_ sign: SuspiciousText, at location: Location, _ what: String) -> Finding {
    Finding(.suspiciousEncoding, at: location, what + " " + sign.words, remedy: Rule.suspiciousEncoding.remedy)
  }
  var findings: [Finding] = []
  for (field, name) in table.fields.enumerated() {
    if let sign = SuspiciousText(in: name) {
      let file = table.sources.count == 1 ? table.sources[0].path : nil
      findings.append(finding(sign, at: Location(file: file), "the name of the field “\(name)”"))
    }
    var indexOfFinding: [Occurrence: Int] = [:]
    var last: String?
    var lastIsClean = false
    for feature in 0..<table.featureCount {
      guard case .text(let text) = table.values[field][feature] else { continue }
      if lastIsClean, text == last { continue }
      last = text
      guard let sign = SuspiciousText(in: text) else {
        lastIsClean = true
        continue
      }
      lastIsClean = false
      let occurrence = Occurrence(source: table.source[feature], text: text)
      if let index = indexOfFinding[occurrence] {
        findings[index].count += 1
        continue
      }
      indexOfFinding[occurrence] = findings.count
      let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
      let location = labels.location(of: feature, in: table)
      findings.append(finding(sign, at: location, "the text “\(shown)” in the field \(name)"))
    }
  }
  return findings
}
