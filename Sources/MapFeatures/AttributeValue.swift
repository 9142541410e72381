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
  /// The string without white space (ideographic spaces included) at its ends.
  package var trimmingWhitespace: String {
    // By scalars: a mark behind a space is one character with it.
    var slice = Substring(self).unicodeScalars
    while let first = slice.first, first.properties.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.properties.isWhitespace { slice.removeLast() }
    return String(slice)
  }
}
