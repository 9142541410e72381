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
    var tokens = Self.tokens(text).filter { $0.kind != .space }[...]
    guard let first = tokens.popFirst() else { return nil }
    self.init(first, &tokens, depth: 0)
    guard tokens.isEmpty else { return nil }
  }

  /// Takes the rest of a node, with all its children, off a text without spaces.
  private init?(_ word: Token, _ tokens: inout ArraySlice<Token>, depth: Int) {
    guard depth < 64, word.kind == .word, tokens.popFirst()?.kind == .open else { return nil }
    keyword = word.string.uppercased()
    while let token = tokens.popFirst() {
      switch token.kind {
      case .close: return
      case .comma: break
      case .quoted: values.append(token.unquoted)
      case .word where tokens.first?.kind == .open:
        guard let child = WellKnownText(token, &tokens, depth: depth + 1) else { return nil }
        children.append(child)
      case .word: values.append(token.string)
      case .open, .broken, .space: return nil
      }
    }
    return nil
  }

  /// A text without the registry codes in it (`AUTHORITY[…]`, `ID[…]`, even if they have no end), so that only its
  /// definition says what the system is.
  ///
  /// Texts with codes of other objects are in circulation, and PROJ can crash on them.
  static func withoutIdentifiers(_ text: String) -> String {
    var tokens = tokens(text)[...]
    var kept: [Token] = []
    while let token = tokens.popFirst() {
      guard token.kind == .word, ["AUTHORITY", "ID"].contains(token.string.uppercased()),
        tokens.first(where: { $0.kind != .space })?.kind == .open
      else {
        kept.append(token)
        continue
      }
      var depth = 0
      while let inner = tokens.popFirst() {
        if inner.kind == .open { depth += 1 }
        if inner.kind == .close { depth -= 1 }
        if depth == 0, inner.kind != .space { break }
      }
      // The comma before it goes too, if there is one.
      if let end = kept.lastIndex(where: { $0.kind != .space }), kept[end].kind == .comma {
        kept.removeSubrange(end...)
      }
    }
    return kept.map(\.string).joined()
  }

  /// A text in which the degree is called as in the registry. PROJ finds no system by its numbers if it is called
  /// “Degree”, as Esri does.
  static func withRegisteredDegrees(_ text: String) -> String {
    var tokens = tokens(text)
    let solid = tokens.indices.filter { tokens[$0].kind != .space }
    for (index, next) in zip(solid, solid.dropFirst()) where tokens[index].kind == .open && tokens[next].kind == .quoted
    {
      if tokens[next].unquoted == "Degree", let degree = Self.tokens("\"degree\"").first { tokens[next] = degree }
    }
    return tokens.map(\.string).joined()
  }

  func child(_ keywords: String...) -> WellKnownText? { children.first { keywords.contains($0.keyword) } }

  private static func tokens(_ text: String) -> [Token] {
    var rest = Array(text.unicodeScalars)[...]
    var tokens: [Token] = []
    while let token = Token(&rest) { tokens.append(token) }
    return tokens
  }

  private struct Token {
    enum Kind {
      case space, word, open, close, comma
      /// A text in quotation marks, and one without an end.
      case quoted, broken
    }

    var kind: Kind
    private let scalars: ArraySlice<Unicode.Scalar>

    var string: String { String(String.UnicodeScalarView(scalars)) }
    /// What stands between the quotation marks, where one is doubled.
    var unquoted: String {
      var isFirst = false
      let inner = scalars.dropFirst().dropLast().filter { scalar in
        isFirst = scalar == "\"" && !isFirst
        return !isFirst
      }
      return String(String.UnicodeScalarView(inner))
    }

    /// Takes the next token off a text; `nil` at its end.
    init?(_ rest: inout ArraySlice<Unicode.Scalar>) {
      guard let first = rest.first else { return nil }
      let whole = rest
      kind = Self.kind(first)
      switch kind {
      case .space: rest = rest.drop { Self.kind($0) == .space }
      case .word: rest = rest.drop { Self.kind($0) == .word || Self.isFiller($0) }
      default: rest = rest.dropFirst()
      }
      if kind == .quoted {
        kind = .broken
        while let mark = rest.firstIndex(of: "\"") {
          rest = rest[(mark + 1)...]
          // A quotation mark within a text is doubled.
          if rest.first == "\"" {
            rest = rest.dropFirst()
          } else {
            kind = .quoted
            break
          }
        }
        if kind == .broken { rest = [] }
      }
      scalars = whole[..<(kind == .broken ? whole.endIndex : rest.startIndex)]
    }

    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{FEFF}" || scalar == "\0" }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
      switch scalar {
      case "[", "(": .open
      case "]", ")": .close
      case ",": .comma
      case "\"": .quoted
      default: isFiller(scalar) || scalar.properties.isWhitespace ? .space : .word
      }
    }
  }
}
