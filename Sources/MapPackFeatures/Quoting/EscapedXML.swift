extension String {
  /// The string as the text of an XML element (XML 1.0, section 2.4).
  ///
  /// U+FFFE, U+FFFF and all control characters except the line break and the tab become U+FFFD. XML 1.0 does not have
  /// U+FFFE, U+FFFF and nearly all control characters below U+0020, not even as references.
  package var escapedXML: String {
    replacing { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n", "\t": nil
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
