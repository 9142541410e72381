import Foundation
import MapPackFeatures

/// What Swift accepts as an identifier, without the raw identifiers of Swift 6.2, so that older toolchains compile it.
///
/// Source: The Swift Programming Language, "Lexical Structure" (identifier-head, identifier-character, keywords);
/// U+FFF9 to U+FFFD stand in its grammar, but the compiler refuses them.
package enum SwiftIdentifier {
  /// Whether the text can be declared as it is, or in backticks if it is a keyword. A few words are refused even so
  /// (`ReservedCaseName.isRefusedBySwift`).
  ///
  /// Text with invisible characters is refused, although Swift takes some of them: two identifiers must not look alike.
  package static func isLegal(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isHead(first) else { return false }
    return text != "_" && text.unicodeScalars.allSatisfy { isCharacter($0) && !InvisibleScalar.contains($0) }
  }

  /// The identifier as it is written where it is declared: keywords in backticks.
  package static func declaration(of identifier: String) -> String {
    keywords.contains(identifier) ? "`\(identifier)`" : identifier
  }

  static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F,
      0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF,
      0x200B...0x200D, 0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x20CF, 0x2100...0x218F,
      0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF,
      0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF,
      0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFF8:
      true
    case 0x1_0000...0xE_FFFD:
      // The supplementary planes 1 to 14, each without its last two code points.
      scalar.value & 0xFFFF <= 0xFFFD
    default:
      false
    }
  }

  static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: isHead(scalar)
    }
  }

  /// The words that need backticks as the name of a case or a type.
  package static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
