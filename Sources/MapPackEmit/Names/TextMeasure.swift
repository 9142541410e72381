/// The estimated width of text in a sans-serif font, in font sizes. It is an estimate, because the font that a reader
/// will have is not known when the picture is written.
enum TextMeasure {
  static func width(_ text: some StringProtocol) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// Whether a text has characters as wide as high.
  static func isWide(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { width($0) == 1 }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    // Combining marks, joiners, variation selectors.
    case 0x0300...0x036F, 0x200B...0x200F, 0x3099...0x309A, 0xFE00...0xFE0F: 0
    // Chinese characters, kana, Hangul, their punctuation, full-width forms, emoji.
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      1
    default:
      switch scalar {
      case " ", "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "!", "|", "(", ")", "-": 0.33
      case "m", "w", "M", "W": 0.85
      case "A"..."Z": 0.67
      default: 0.55
      }
    }
  }

  /// A text in lines of at most a width, in font sizes; none if the text is empty or blank. It is broken at spaces, and
  /// within words that are wider than a line, as in languages written without spaces.
  static func wrapped(_ text: String, width limit: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, width(line) + width(" ") + width(word) <= limit {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, width(line) + width(String(character)) > limit {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
