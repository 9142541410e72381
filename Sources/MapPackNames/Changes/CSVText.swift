import MapPackFeatures

/// Comma-separated values, as tables are written and read.
///
/// What is read may have line ends LF or CRLF. A byte order mark is skipped. A quote counts only at the beginning of a
/// field; within an unquoted field it is text. Fields are separated by commas, or as `separator(of:)` says. What is
/// written has commas.
///
/// Source: RFC 4180.
package enum CSVText {
  /// A field as it is written: in double quotes if it has a comma, a quote or a line end.
  package static func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"\(text.escaped { $0 == "\"" ? "\"\"" : nil })\""
  }

  /// Codes in one field, separated by spaces. A space or a backslash within a code has a backslash before it.
  package static func codes(_ codes: [String]) -> String {
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

  /// The fields of a row, without the quotes that were round them.
  package struct Row: Hashable {
    /// The line at which the row begins, from 1.
    package var line: Int
    package var fields: [String]

    package init(line: Int, fields: [String]) { (self.line, self.fields) = (line, fields) }
  }

  /// The rows of a text, the headings among them, in the order of the lines; empty lines are skipped. Rows may have
  /// different numbers of fields, and whitespace stays. An empty text has no rows.
  /// - Parameter separator: what separates the fields; `nil` for what `separator(of:)` says.
  /// - Throws: `unreadableData`, with the line, if a quoted field has no end.
  package static func rows(
    of text: String, separatedBy separator: Unicode.Scalar? = nil, file: String
  ) throws(StageError) -> [Row] {
    var rows: [Row] = []
    var row = Row(line: 1, fields: [])
    var field = ""
    var isQuoted = false
    var line = 1
    // Reads scalars, because CR LF is one `Character`.
    var scalars = Array(text.unicodeScalars)[...]
    let separator = separator ?? self.separator(of: text)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    func endRow() {
      row.fields.append(field)
      if row.fields != [""] { rows.append(row) }
      field = ""
    }
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        scalars.removeFirst()
        field.unicodeScalars.append("\"")
      case "\"" where isQuoted: isQuoted = false
      case "\"" where field.isEmpty: isQuoted = true
      case separator where !isQuoted:
        row.fields.append(field)
        field = ""
      case "\r" where !isQuoted && scalars.first == "\n": break
      case "\n":
        line += 1
        if isQuoted {
          field.unicodeScalars.append(scalar)
        } else {
          endRow()
          row = Row(line: line, fields: [])
        }
      default: field.unicodeScalars.append(scalar)
      }
    }
    guard !isQuoted else {
      throw error(
        "a field in double quotes has no end", file, line: row.line, remedy: "close it, or double a quote in it")
    }
    endRow()
    return rows
  }

  /// What may separate fields.
  package static let separators: [Unicode.Scalar] = [",", ";", "\t"]

  /// What separates the fields: a semicolon or a tab if the first line has one and no comma, else a comma.
  package static func separator(of text: String) -> Unicode.Scalar {
    var isQuoted = false
    let line = text.unicodeScalars.prefix { $0 != "\n" }.filter { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return !isQuoted
    }
    return separators.first(where: line.contains) ?? ","
  }

  /// The rows behind the headings, which must have as many fields as there are headings.
  package static func body(of rows: [Row], file: String) throws(StageError) -> ArraySlice<Row> {
    let count = rows.first?.fields.count ?? 0
    if let row = rows.first(where: { $0.fields.count != count }) {
      throw error(
        "the row has \(row.fields.count) fields, expected \(count)", file, line: row.line,
        remedy: "put a field with a separator in double quotes")
    }
    return rows.dropFirst()
  }

  package static func error(_ message: String, _ file: String, line: Int, remedy: Remedy) -> StageError {
    StageError(.unreadableData, at: Location(file: file, line: line), message, remedy: remedy)
  }
}
