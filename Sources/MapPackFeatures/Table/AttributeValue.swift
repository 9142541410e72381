import Foundation

/// One attribute of one feature, with the type that the source gave it. Keys and names are made of its `displayText`.
package enum AttributeValue: Hashable, Sendable {
  /// There is no value.
  case null
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
}

extension AttributeValue {
  /// The value as a key or a name shows it; `nil` if it is missing, empty, or not finite.
  ///
  /// Text has no white space at its ends. Integers, and reals without a fraction that fit into 64 bits, have neither a
  /// point nor an exponent. Other reals are written as Swift writes them.
  package var displayText: String? {
    switch self {
    case .null:
      return nil
    case .text(let text):
      let trimmed = text.trimmingWhitespace
      return trimmed.isEmpty ? nil : trimmed
    case .integer(let value):
      return String(value)
    case .real(let value):
      guard value.isFinite else { return nil }
      if let integer = Int64(exactly: value) { return String(integer) }
      return String(value)
    case .boolean(let value):
      return value ? "true" : "false"
    }
  }
}

extension String {
  /// The string without white space, such as ideographic spaces, and without byte order marks at its ends.
  ///
  /// Readers of text files drop a byte order mark (U+FEFF) at the start. So a text that begins with it would not be
  /// read back as it was written. Within a text, it is the zero width no-break space and stays.
  package var trimmingWhitespace: String {
    // Looks at scalars and not characters, because a combining mark behind a space would be one character with it.
    var slice = Substring(self).unicodeScalars
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return String(slice)
  }

  /// The string as the code or the group of a region: without what `trimmingWhitespace` removes, and in Unicode
  /// normalization form C; `nil` if nothing is left.
  package var asCode: String? {
    let text = trimmingWhitespace
    guard !text.isEmpty else { return nil }
    // ASCII is already in that form.
    return text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { properties.isWhitespace || self == "\u{FEFF}" }
}
