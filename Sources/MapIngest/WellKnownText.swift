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
    let scalars = Array(text.unicodeScalars)
    var kept = String.UnicodeScalarView()
    var isQuoted = false
    /// How many brackets are open since the number's own; 0 outside of numbers.
    var depth = 0
    for (place, scalar) in scalars.enumerated() {
      if scalar == "\"" { isQuoted.toggle() }
      if !isQuoted, depth == 0, scalar == ",", startsIdentifier(scalars[(place + 1)...]) {
        // The comma goes too; the bracket that opens counts below.
        depth = 1
        continue
      }
      if depth == 0 {
        kept.append(scalar)
      } else if !isQuoted, scalar == "[" || scalar == "(" {
        depth += 1
      } else if !isQuoted, scalar == "]" || scalar == ")" {
        depth -= depth == 2 ? 2 : 1
      }
    }
    return String(kept)
  }

  private static func startsIdentifier(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    var scanner = Scanner(rest: text)
    scanner.skipSpace()
    guard let next = scanner.rest.first, next == "A" || next == "a" || next == "I" || next == "i" else { return false }
    let keyword = scanner.word().uppercased()
    scanner.skipSpace()
    return ["AUTHORITY", "ID"].contains(keyword) && (scanner.rest.first == "[" || scanner.rest.first == "(")
  }

  /// The first child with one of these keywords.
  func child(_ keywords: String...) -> WellKnownText? { children.first { keywords.contains($0.keyword) } }

  private struct Scanner {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func skipSpace() {
      rest = rest.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" || $0 == "\0" }
    }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return rest.isEmpty
      }
    }

    /// The characters up to the next that has a meaning.
    mutating func word() -> String {
      let word = rest.prefix { !"[](),\"".unicodeScalars.contains($0) && !$0.properties.isWhitespace }
      rest = rest.dropFirst(word.count)
      return String(String.UnicodeScalarView(word))
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
