import Foundation

/// Readings in kana, as `NameTable` finds them in tables.
package enum Kana {
  /// A reading in hiragana, from hiragana or from katakana of either width: ﾅｶﾞｻｷｼ is ながさきし. Words that white space or
  /// ・ separates stay apart, by one space. `nil` if the reading has anything else in it, or nothing at all.
  ///
  /// The result is in normalization form C, and each of its characters is one scalar.
  package static func hiragana(_ reading: String) -> String? {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    // On Linux, the compatibility mapping leaves ｶﾞ as two scalars; the canonical mapping then joins them.
    let full = reading.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
    for scalar in full.unicodeScalars {
      switch scalar.value {
      case 0x3041...0x3096, 0x30FC: word.append(scalar)
      // Katakana stand in the order of hiragana, 0x60 further on.
      case 0x30A1...0x30F6: Unicode.Scalar(scalar.value - 0x60).map { word.append($0) }
      default:
        guard scalar.properties.isWhitespace || scalar == "・" else { return nil }
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
