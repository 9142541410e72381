import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackNames

extension NameTable {
  /// The text of a table's file.
  package static func text(at location: String, _ name: String) throws(StageError) -> String {
    try tableText(FileReading.contents(of: location, called: name), file: name).text
  }

  /// The table as a CSV, with those columns that have a value.
  package var csv: String {
    let columns: [(heading: String, of: (Row) -> String?)] = [
      ("code", { $0.code }), ("name", { $0.name }), ("kana", { $0.kana }), ("romaji", { $0.romaji }),
      ("english", { $0.english }), ("case", { $0.caseName }),
    ]
    let used = columns.filter { column in rows.contains { column.of($0) != nil } }
    let lines = [used.map(\.heading)] + rows.map { row in used.map { $0.of(row) ?? "" } }
    return lines.map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined()
  }

  /// Names and readings of regions by codes, of which an empty one is taken out. Readings are in kana or in Latin letters.
  package struct Edits {
    package var names: [String: String] = [:]
    package var readings: [String: String] = [:]

    package init(names: [String: String] = [:], readings: [String: String] = [:]) {
      (self.names, self.readings) = (names, readings)
    }

    package var isEmpty: Bool { names.isEmpty && readings.isEmpty }
  }

  /// The text of a table with other names and readings, as a CSV. Other rows and columns stay, and so does the order of the
  /// rows.
  ///
  /// - Parameter text: the table; empty for a new one.
  /// - Throws: `unreadableData` if the text is no table.
  package static func text(_ text: String, with edits: Edits, file: String) throws(StageError) -> String {
    var rows = try CSVText.rows(of: text, file: file).map(\.fields)
    if rows.isEmpty { rows = [["code"]] }
    func add(_ heading: String) {
      for index in rows.indices { rows[index].append(index == 0 ? heading : "") }
    }
    if edits.names.values.contains(where: { !$0.isEmpty }), NameTableColumns(headings: rows[0]).name == nil {
      add("name")
    }
    for (heading, isKana) in [("kana", true), ("romaji", false)] {
      let columns = NameTableColumns(headings: rows[0])
      let isNeeded = edits.readings.values.contains { !$0.isEmpty && (Kana.hiragana($0) != nil) == isKana }
      if isNeeded, (isKana ? columns.kana : columns.romaji) ?? columns.reading == nil { add(heading) }
    }
    let columns = NameTableColumns(headings: rows[0])
    guard let code = columns.code else {
      throw CSVText.error("there is no column of codes", file, line: 1, remedy: "name one of them `code`")
    }
    let form = MunicipalityCode.form(of: rows.dropFirst().compactMap { code < $0.count ? $0[code] : nil })
    func isRow(_ fields: [String], of wanted: String) -> Bool {
      guard code < fields.count else { return false }
      return fields[code] == wanted
        || form.flatMap { MunicipalityCode.fiveDigits(fields[code], form: $0)?.code } == wanted
    }
    for wanted in Set(edits.names.keys).union(edits.readings.keys).sorted(by: { ExactText($0) < ExactText($1) }) {
      let (name, reading) = (edits.names[wanted], edits.readings[wanted])
      var index = rows.dropFirst().firstIndex { isRow($0, of: wanted) }
      if index == nil, [name, reading].contains(where: { $0?.isEmpty == false }) {
        var row = [String](repeating: "", count: rows[0].count)
        row[code] = wanted
        rows.append(row)
        index = rows.count - 1
      }
      guard let index else { continue }
      if let name, let column = columns.name, column < rows[index].count { rows[index][column] = name }
      if let reading {
        let own = Kana.hiragana(reading) != nil ? columns.kana : columns.romaji
        for column in [columns.kana, columns.romaji, columns.reading].compactMap(\.self)
        where column < rows[index].count {
          rows[index][column] = column == own ?? columns.reading ? reading : ""
        }
      }
      let told = [
        columns.name, columns.prefectureName, columns.kana, columns.romaji, columns.reading, columns.english,
        columns.caseName,
      ]
      if told.compactMap(\.self).allSatisfy({ $0 >= rows[index].count || rows[index][$0].isEmpty }) {
        rows.remove(at: index)
      }
    }
    return rows.map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined()
  }
}
