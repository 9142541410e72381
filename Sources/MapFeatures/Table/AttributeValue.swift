import Foundation

/// One attribute of one feature, with the type that the source gave it.
package enum AttributeValue: Hashable, Sendable {
  case null
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
}

extension AttributeValue {
  /// The value as a key or a name shows it: text trimmed of white space at both ends, integers without
  /// point or exponent (a real with no fraction included), `nil` where it is missing or empty.
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
  /// The string without white space (ideographic spaces included) and byte order marks at its ends.
  ///
  /// A byte order mark (U+FEFF) is no part of a text: readers of text files drop one at the start, so what began with it
  /// would not be read back as it was written. Within a text it is the zero width no-break space, and stays.
  package var trimmingWhitespace: String {
    // By scalars: a mark behind a space is one character with it.
    var slice = Substring(self).unicodeScalars
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return String(slice)
  }

  /// The string as the code or the group of a region: without what `trimmingWhitespace` removes, in Unicode
  /// normalization form C; `nil` where nothing is left.
  package var asCode: String? {
    let text = trimmingWhitespace
    guard !text.isEmpty else { return nil }
    // ASCII is in that form.
    return text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { properties.isWhitespace || self == "\u{FEFF}" }
}
