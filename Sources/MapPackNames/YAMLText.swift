/// Text as it is written in YAML: in the name lock, and in what commands propose for pipeline files.
package enum YAMLText {
  /// A text as a double-quoted scalar, on one line; what cannot be seen is escaped. Source: YAML 1.2.2, 5.7 "Escaped
  /// Characters".
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\\(scalar)"
      case _ where InvisibleScalar.contains(scalar) || scalar.value >= 0xFFFE && scalar.value & 0xFFFE == 0xFFFE:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
        quoted += "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
      default:
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A text as it is if YAML reads it as this text and as nothing else, otherwise as a double-quoted scalar. A text
  /// that does not begin with a letter is always quoted.
  package static func plainOrQuoted(_ text: String) -> String {
    let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    let isPlain =
      text.first?.isLetter == true && text.last?.isWhitespace == false && !words.contains(text.lowercased())
      && text.unicodeScalars.allSatisfy {
        !InvisibleScalar.contains($0) && !"{}[]:,#&*!|>'\"%@`\\".unicodeScalars.contains($0)
      }
    return isPlain ? text : quoted(text)
  }
}
