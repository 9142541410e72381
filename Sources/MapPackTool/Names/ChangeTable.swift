import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackNames

/// What happened to the regions of a map, read from a CSV with the columns `date`, `kind`, `from` and `to`.
///
/// A date is a day, `2024-01-01`, or empty. Kinds are those of `MapChange.Kind`. `from` and `to` hold one code or more,
/// with spaces between them; a backslash stands before a space or a backslash that belongs to a code. Other columns are
/// not read. A table may be shared by several maps: a row about codes that a map does not have is for another map. A column `map` says which map a row is about; it
/// may be empty.
///
/// Capitals make no difference in headings and kinds.
package enum ChangeTable {
  /// Reads a table.
  package static func changes(at location: String, called name: String) throws(StageError) -> [MapChange] {
    let data = try FileReading.contents(of: location, called: name, remedy: "correct `changes`")
    return try changes(in: try tableText(data, file: name).text, file: name)
  }

  /// Changes are in the order of the rows, whatever their dates; a table with headings alone has none.
  /// - Throws: `unreadableData`, with the line, if a column, code or quote is missing, or a row is wrong.
  package static func changes(in text: String, file: String) throws(StageError) -> [MapChange] {
    let rows = try DelimitedText.rows(of: text, file: file)
    let headings = rows.first?.fields.map { $0.trimmingWhitespace.lowercased() } ?? []
    func column(_ name: String) throws(StageError) -> Int {
      guard let index = headings.firstIndex(of: name) else {
        throw DelimitedText.error(
          "there is no column `\(name)`", file, line: 1, remedy: "begin with a line `date,kind,from,to`")
      }
      return index
    }
    let map = headings.firstIndex(of: "map")
    let (date, kind, from, to) = (try column("date"), try column("kind"), try column("from"), try column("to"))
    return try DelimitedText.body(of: rows, file: file).map { row throws(StageError) in
      func refused(_ message: String, remedy: Remedy) -> StageError {
        DelimitedText.error(message, file, line: row.line, remedy: remedy)
      }
      func codes(_ column: Int, _ name: String) throws(StageError) -> [String] {
        let codes = CSVText.codes(in: row.fields[column])
        guard codes.isEmpty else { return codes }
        throw refused("`\(name)` has no code", remedy: "write the codes before and after, with spaces between")
      }
      let day = row.fields[date].trimmingWhitespace
      guard day.isEmpty || isDay(day) else {
        throw refused(
          "“\(day)” is not a day of the calendar", remedy: "write a day as 2024-01-01, or leave it empty")
      }
      let word = row.fields[kind].trimmingWhitespace.lowercased()
      guard let kind = MapChange.Kind(rawValue: word) else {
        throw refused(
          "“\(word)” is not a kind of change",
          remedy: "write one of \(MapChange.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return MapChange(
        date: day, kind: kind, from: try codes(from, "from"), to: try codes(to, "to"),
        map: map.map { row.fields[$0].trimmingWhitespace } ?? "")
    }
  }

  /// The lines of a table, its headings first. `changes(in:file:)` reads them back. There is a column `map` only if one
  /// of the changes names its map.
  package static func lines(of changes: [MapChange]) -> [String] {
    let hasMap = changes.contains { !$0.map.isEmpty }
    return ["date,kind,from,to" + (hasMap ? ",map" : "")]
      + changes.map { $0.row + (hasMap && $0.map.isEmpty ? "," : "") }
  }

  /// Whether a text is a day of the Gregorian calendar, `2024-02-29`.
  static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let last = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...last).contains(day)
  }
}

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
    var contents: [Int: Spreadsheet.Content] = [:]
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
  static func body(of rows: [Row], file: String) throws(StageError) -> ArraySlice<Row> {
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

  static func error(_ message: String, _ file: String, line: Int, remedy: Remedy) -> StageError {
    StageError(.unreadableData, at: Location(file: file, line: line), message, remedy: remedy)
  }
}
