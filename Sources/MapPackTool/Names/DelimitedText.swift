import MapPackFeatures

/// Reads comma-separated values, for `NameTable` and `ChangeTable`. `CSVText` in MapPackNames writes them.
///
/// Line ends may be LF or CRLF. A byte order mark is skipped. A quote counts only at the beginning of a field; within
/// an unquoted field it is text. The separator is always a comma.
///
/// Source: RFC 4180.
package enum DelimitedText {
  /// The fields of a row, without the quotes that were round them.
  package struct Row: Hashable {
    /// The line at which the row begins, from 1.
    package var line: Int
    package var fields: [String]
  }

  /// The rows of a text, the headings among them, in the order of the lines; empty lines are skipped. Rows may have
  /// different numbers of fields, and whitespace stays. An empty text has no rows.
  /// - Throws: `unreadableData`, with the line, if a quoted field has no end.
  /// - Complexity: O(n) for n bytes.
  package static func rows(of text: String, file: String) throws(StageError) -> [Row] {
    var rows: [Row] = []
    var row = Row(line: 1, fields: [])
    var field = ""
    var isQuoted = false
    var line = 1
    // Reads scalars, because CR LF is one `Character`.
    var scalars = Array(text.unicodeScalars)[...]
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
      case "," where !isQuoted:
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
      var error = StageError(
        .unreadableData, file: file, "a field in double quotes has no end", remedy: "close it, or double a quote in it")
      error.line = row.line
      throw error
    }
    endRow()
    return rows
  }
}
