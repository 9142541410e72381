import MapPackFeatures

/// Text as it is written in a table of comma-separated values. Source: RFC 4180.
package enum CSVText {
  /// A field as it is written: in double quotes if it has a comma, a quote or a line end.
  package static func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"\(text.escaped { $0 == "\"" ? "\"\"" : nil })\""
  }

  /// Codes in one field, separated by spaces. A space or a backslash within a code has a backslash before it.
  static func codes(_ codes: [String]) -> String {
    field(
      codes.map { $0.escaped { $0.properties.isWhitespace || $0 == "\\" ? "\\\($0)" : nil } }.joined(separator: " "))
  }

  /// The codes of a field as `codes(_:)` writes them, without the quotes round the field. Each is trimmed and in
  /// normalization form C; empty ones are left out.
  package static func codes(in field: String) -> [String] {
    // By scalars, because a space and a mark behind it are one character.
    var codes: [String?] = []
    var code = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in field.unicodeScalars {
      if !isEscaped, scalar.properties.isWhitespace {
        codes.append(String(code).asCode)
        code.removeAll()
      } else if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else {
        code.append(scalar)
        isEscaped = false
      }
    }
    // A backslash at the end stands for itself.
    if isEscaped { code.append("\\") }
    codes.append(String(code).asCode)
    return codes.compactMap(\.self)
  }
}

extension MapChange {
  /// The change as a row of a change table: date, kind, codes before, codes after, and the map if it is named.
  package var row: String {
    let fields = [CSVText.field(date), kind.rawValue, CSVText.codes(from), CSVText.codes(to)]
    return (fields + (map.isEmpty ? [] : [CSVText.field(map)])).joined(separator: ",")
  }
}
