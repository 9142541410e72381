import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackNames

/// Reads comma-separated values.
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
    /// What cells of a spreadsheet hold, by their fields, if their texts do not show it.
    package var contents: [Int: Spreadsheet.Content] = [:]
  }

  /// The rows of a text, the headings among them, in the order of the lines; empty lines are skipped. Rows may have
  /// different numbers of fields, and whitespace stays. An empty text has no rows.
  /// - Throws: `unreadableData`, with the line, if a quoted field has no end.
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
      throw error(
        "a field in double quotes has no end", file, line: row.line, remedy: "close it, or double a quote in it")
    }
    endRow()
    return rows
  }

  /// The rows behind the headings, which must have as many fields as there are headings.
  package static func body(of rows: [Row], file: String) throws(StageError) -> ArraySlice<Row> {
    let count = rows.first?.fields.count ?? 0
    if let row = rows.first(where: { $0.fields.count != count }) {
      throw error(
        "the row has \(row.fields.count) fields, expected \(count)", file, line: row.line,
        remedy: "put a field with a comma in double quotes")
    }
    return rows.dropFirst()
  }

  /// What spreadsheets write where a formula has no value.
  private static let errorValues: Set<String> = [
    "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!",
    "#GETTING_DATA", "#CONNECT!", "#UNKNOWN!", "#BUSY!",
  ]

  /// - Parameter cell: its name in a spreadsheet; `nil` for the number of its column.
  /// - Throws: `unreadableData` if a field holds the error of a formula, which would become a name.
  static func checkCell(_ row: Row, _ column: Int, called cell: String? = nil, _ file: String) throws(StageError) {
    let text = row.fields[column].trimmingWhitespace
    guard row.contents[column] == .error || errorValues.contains(text.uppercased()) else { return }
    throw error(
      "\(cell.map { "cell \($0)" } ?? "column \(column + 1)") holds \(text), the error of a formula", file,
      line: row.line, remedy: "write the value into the table")
  }

  package static func error(_ message: String, _ file: String, line: Int, remedy: Remedy) -> StageError {
    StageError(.unreadableData, at: Location(file: file, line: line), message, remedy: remedy)
  }
}
