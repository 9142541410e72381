/// A word, a string literal or another character of Swift's source text; comments and white space are left out.
public struct SwiftToken: Hashable, Sendable {
  /// What a token is; numbers are words.
  public enum Kind: Hashable, Sendable {
    case word, literal, mark
  }

  public var kind: Kind
  /// The token's text. In a literal, escapes are resolved, and each interpolation is `…`.
  public var text: String
  /// The line in the text, from 1.
  public var line: Int
}

/// Splits Swift's source text into tokens. It knows enough of the grammar to find calls and string literals.
///
/// Source: The Swift Programming Language, "Lexical Structure".
public struct SwiftTokens {
  private var rest: Substring
  private var line = 1
  public private(set) var tokens: [SwiftToken] = []

  /// The tokens of a text, in order.
  public static func tokens(of text: String) -> [SwiftToken] {
    var scan = SwiftTokens(rest: text[...])
    scan.scan()
    return scan.tokens
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func scan() {
    while let next = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        while !rest.isEmpty, !rest.hasPrefix("*/") { skip() }
        rest = rest.dropFirst(2)
      } else if next == "\"" || (next == "#" && rest.drop { $0 == "#" }.first == "\"") {
        let start = line
        tokens.append(SwiftToken(kind: .literal, text: literal(), line: start))
      } else if next.isWholeNumber || next.isLetter || next == "_" {
        let word = rest.prefix { $0.isLetter || $0.isWholeNumber || $0 == "_" }
        rest = rest.dropFirst(word.count)
        tokens.append(SwiftToken(kind: .word, text: String(word), line: line))
      } else {
        if !next.isWhitespace { tokens.append(SwiftToken(kind: .mark, text: String(next), line: line)) }
        skip()
      }
    }
  }

  private mutating func skip() {
    if rest.removeFirst().isNewline { line += 1 }
  }

  /// Reads a literal, with its closing quotes, and returns its text.
  private mutating func literal() -> String {
    let pounds = String(rest.prefix { $0 == "#" })
    rest = rest.dropFirst(pounds.count)
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest = rest.dropFirst(quotes.count)
    let escape = "\\" + pounds
    var text = ""
    while !rest.isEmpty, !rest.hasPrefix(quotes + pounds) {
      if rest.hasPrefix(escape + "(") {
        rest = rest.dropFirst(escape.count + 1)
        skipInterpolation()
        text += "…"
      } else if rest.hasPrefix(escape) {
        rest = rest.dropFirst(escape.count)
        // An escaped line end joins lines. All other escapes in messages are quotes.
        if let character = rest.first, !character.isNewline { text.append(character) }
        skip()
      } else {
        if let character = rest.first { text.append(character.isNewline ? " " : character) }
        skip()
      }
    }
    rest = rest.dropFirst(quotes.count + pounds.count)
    return text
  }

  /// Skips an interpolation with its closing bracket. Literals in it may have brackets of their own.
  private mutating func skipInterpolation() {
    var depth = 1
    while let next = rest.first, depth > 0 {
      if next == "\"" {
        _ = literal()
        continue
      }
      if next == "(" { depth += 1 }
      if next == ")" { depth -= 1 }
      skip()
    }
  }
}
