/// A node of a coordinate system's well-known text: `GEOGCS["WGS 84", DATUM["WGS_1984", …], …]`.
///
/// Source of the format: OGC 01-009 (WKT 1) and ISO 19162 (WKT 2); brackets may be round.
struct WellKnownText {
  var keyword: String
  /// Its texts and numbers, in order, as they stand.
  var values: [String] = []
  var children: [WellKnownText] = []

  /// Reads a text; `nil` where it is none.
  ///
  /// - Complexity: O(characters); more than 64 levels are refused.
  init?(_ text: String) {
    var scanner = Scanner(rest: Array(text.unicodeScalars)[...])
    guard let node = scanner.node(depth: 0), scanner.isAtEnd else { return nil }
    self = node
  }

  private init(keyword: String) { self.keyword = keyword }

  /// A text without the registry numbers in it (`AUTHORITY[…]`, `ID[…]`): what it says of a system is then its definition
  /// alone. Texts with numbers of other things are about, and PROJ can crash over them.
  ///
  /// - Complexity: O(characters).
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
        // The comma before it goes too, where there is one.
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

  /// The first child with one of these keywords.
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

    /// The characters up to the next that has a meaning.
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

    /// Passes over `AUTHORITY[…]` or `ID[…]`, also one without an end; where something else follows nothing is passed
    /// over.
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

    mutating func quoted() -> String? {
      var text = String.UnicodeScalarView()
      rest = rest.dropFirst()
      while let scalar = rest.popFirst() {
        guard scalar == "\"" else {
          text.append(scalar)
          continue
        }
        // A quotation mark in a text stands twice.
        guard rest.first == "\"" else { return String(text) }
        text.append(scalar)
        rest = rest.dropFirst()
      }
      return nil
    }

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
