/// Text as it is written in YAML.
package enum YAMLText {
  /// A text as a double-quoted scalar, on one line; what cannot be seen is escaped. Source: YAML 1.2.2, 5.7.
  package static func quoted(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
      guard InvisibleScalar.contains(scalar) || scalar.value >= 0xFFFE && scalar.value & 0xFFFE == 0xFFFE else {
        return nil
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
      return "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
    }
    return "\"\(escaped)\""
  }

  /// A text as it is if YAML reads it as this text alone and it begins with a letter or is a number with its unit, else as
  /// a double-quoted scalar.
  package static func plainOrQuoted(_ text: String) -> String {
    if text.wholeMatch(of: #/[0-9.]+ (%|[a-z]+2?)/#) != nil { return text }
    let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    let isPlain =
      text.first?.isLetter == true && text.last?.isWhitespace == false && !words.contains(text.lowercased())
      && text.replacing(#/:(?=[A-Za-z0-9])/#, with: "").unicodeScalars.allSatisfy {
        !InvisibleScalar.contains($0) && !"{}[]:,#&*!|>'\"%@`\\".unicodeScalars.contains($0)
      }
    return isPlain ? text : quoted(text)
  }
}
