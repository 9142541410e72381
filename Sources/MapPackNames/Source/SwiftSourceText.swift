/// Text from the data as it stands in generated Swift source (`SwiftSource`), where it can never become code.
enum SwiftSourceText {
  /// A string literal whose value is the text, scalar for scalar.
  ///
  /// A combining mark that comes first is escaped, so that it does not sit on the quote. Noncharacters stand as they
  /// are: the compiler refuses some of them as escapes (U+FDD0).
  static func literal(_ text: String) -> String {
    var literal = "\""
    var isFirst = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case _ where InvisibleScalar.contains(scalar) || isFirst && scalar.properties.isGraphemeExtend:
        literal += escape(scalar)
      default: literal.unicodeScalars.append(scalar)
      }
      isFirst = false
    }
    return literal + "\""
  }

  /// The text for one line of a `//` or `///` comment. Line breaks and all that cannot be seen are escaped as in a
  /// literal, so that the comment ends where the line does and shows what is there.
  static func comment(_ text: String) -> String {
    var comment = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if InvisibleScalar.contains(scalar) {
        comment += escape(scalar).unicodeScalars
      } else {
        comment.append(scalar)
      }
    }
    return String(comment)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
