import MapPackFeatures

/// What happened to the regions of a map, read from a CSV with the columns `date`, `kind`, `from` and `to`.
///
/// A date is a day, `2024-01-01`, or empty. Kinds are those of `MapChange.Kind`. `from` and `to` hold one code or more,
/// with spaces between them; a backslash stands before a space or a backslash that belongs to a code. Other columns are
/// not read. A table may be shared by several maps: a row about codes that a map does not have is for another map. A column `map` says which map a row is about; it
/// may be empty.
///
/// Capitals make no difference in headings and kinds.
package enum ChangeTable {
  /// Changes are in the order of the rows, whatever their dates; a table with headings alone has none.
  /// - Throws: `unreadableData`, with the line, if a column, code or quote is missing, or a row is wrong.
  package static func changes(in text: String, file: String) throws(StageError) -> [MapChange] {
    let rows = try CSVText.rows(of: text, file: file)
    let headings = rows.first?.fields.map { $0.trimmingWhitespace.lowercased() } ?? []
    func column(_ name: String) throws(StageError) -> Int {
      guard let index = headings.firstIndex(of: name) else {
        throw CSVText.error(
          "there is no column `\(name)`", file, line: 1, remedy: "begin with a line `date,kind,from,to`")
      }
      return index
    }
    let map = headings.firstIndex(of: "map")
    let (date, kind, from, to) = (try column("date"), try column("kind"), try column("from"), try column("to"))
    return try CSVText.body(of: rows, file: file).map { row throws(StageError) in
      func refused(_ message: String, remedy: Remedy) -> StageError {
        CSVText.error(message, file, line: row.line, remedy: remedy)
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
  package static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let last = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...last).contains(day)
  }
}

extension MapChange {
  /// The change as a row of a change table: date, kind, codes before, codes after, and the map if it is named.
  package var row: String {
    let fields = [CSVText.field(date), kind.rawValue, CSVText.codes(from), CSVText.codes(to)]
    return (fields + (map.isEmpty ? [] : [CSVText.field(map)])).joined(separator: ",")
  }
}
