/// A node in the well-known text of a coordinate system: `GEOGCS["WGS 84", DATUM["WGS_1984", …], …]`.
///
/// PROJ reads any text that does not describe longitude and latitude on a known datum.
///
/// Sources of the format: OGC 01-009 (WKT 1) and ISO 19162 (WKT 2). Brackets may be round.
struct WellKnownText {
  /// The keyword in upper case.
  var keyword: String
  /// The texts, without quotation marks, and the numbers of the node, in order, as they are written.
  var values: [String] = []
  var children: [WellKnownText] = []

  /// Parses a text; `nil` if it is not well-known text, or if more than 64 levels are nested.
  init?(_ text: String) {
    var scanner = Scanner(rest: Array(text.unicodeScalars)[...])
    guard let node = scanner.node(depth: 0), scanner.isAtEnd else { return nil }
    self = node
  }

  private init(keyword: String) { self.keyword = keyword }

  /// A text without the registry codes in it (`AUTHORITY[…]`, `ID[…]`), so that only its definition says what the
  /// system is.
  ///
  /// Texts with codes of other objects are in circulation, and PROJ can crash on them.
  static func withoutIdentifiers(_ text: String) -> String {
    var scanner = Scanner(rest: Array(text.unicodeScalars)[...])
    var kept: [Unicode.Scalar] = []
    while let scalar = scanner.rest.first {
      let start = scanner.rest
      if scalar == "\"" {
        _ = scanner.quoted()
      } else if Scanner.isSpace(scalar) {
        scanner.rest = scanner.rest.dropFirst()
      } else if scanner.skipIdentifier() {
        // The comma before it goes too, if there is one.
        let end = kept.lastIndex { !Scanner.isSpace($0) }
        if let end, kept[end] == "," { kept.removeSubrange(end...) }
        continue
      } else if scanner.word().isEmpty {
        scanner.rest = scanner.rest.dropFirst()
      }
      kept += start[..<scanner.rest.startIndex]
    }
    return String(String.UnicodeScalarView(kept))
  }

  func child(_ keywords: String...) -> WellKnownText? { children.first { keywords.contains($0.keyword) } }

  private struct Scanner {
    var rest: ArraySlice<Unicode.Scalar>

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      isWhitespace(scalar) || scalar == "\u{FEFF}" || scalar == "\0"
    }

    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? scalar == " " || ("\t"..."\r").contains(scalar) : scalar.properties.isWhitespace
    }

    mutating func skipSpace() { rest = rest.drop(while: Self.isSpace) }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return rest.isEmpty
      }
    }

    /// The characters up to the next one that has a meaning.
    mutating func word() -> String {
      let word = rest.prefix { scalar in
        switch scalar {
        case "[", "]", "(", ")", ",", "\"": false
        default: !Self.isWhitespace(scalar)
        }
      }
      rest = rest.dropFirst(word.count)
      return String(String.UnicodeScalarView(word))
    }

    /// Skips `AUTHORITY[…]` or `ID[…]`, even if it has no end. Skips nothing if something else follows.
    /// - Returns: whether something was skipped.
    mutating func skipIdentifier() -> Bool {
      let start = rest
      let keyword = word().uppercased()
      skipSpace()
      guard ["AUTHORITY", "ID"].contains(keyword), rest.first == "[" || rest.first == "(" else {
        rest = start
        return false
      }
      var depth = 0
      while let scalar = rest.first {
        if scalar == "\"" {
          _ = quoted()
          continue
        }
        rest = rest.dropFirst()
        if scalar == "[" || scalar == "(" { depth += 1 }
        if scalar == "]" || scalar == ")" { depth -= 1 }
        if depth == 0 { break }
      }
      return true
    }

    /// The text after a quotation mark, up to the closing one; `nil` if there is none.
    mutating func quoted() -> String? {
      var text = String.UnicodeScalarView()
      rest = rest.dropFirst()
      while let scalar = rest.popFirst() {
        guard scalar == "\"" else {
          text.append(scalar)
          continue
        }
        // A quotation mark within a text is doubled.
        guard rest.first == "\"" else { return String(text) }
        text.append(scalar)
        rest = rest.dropFirst()
      }
      return nil
    }

    /// The next node with all its children; `nil` if the text is malformed or nested too deep.
    mutating func node(depth: Int) -> WellKnownText? {
      guard depth < 64 else { return nil }
      skipSpace()
      let keyword = word().uppercased()
      skipSpace()
      guard !keyword.isEmpty, let open = rest.first, open == "[" || open == "(" else { return nil }
      rest = rest.dropFirst()
      var node = WellKnownText(keyword: keyword)
      while true {
        skipSpace()
        guard let next = rest.first else { return nil }
        switch next {
        case "]", ")":
          rest = rest.dropFirst()
          return node
        case ",":
          rest = rest.dropFirst()
        case "\"":
          guard let text = quoted() else { return nil }
          node.values.append(text)
        default:
          let start = rest
          let word = word()
          guard !word.isEmpty else { return nil }
          skipSpace()
          if rest.first == "[" || rest.first == "(" {
            rest = start
            guard let child = self.node(depth: depth + 1) else { return nil }
            node.children.append(child)
          } else {
            node.values.append(word)
          }
        }
      }
    }
  }
}
