import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackNames

/// Names of regions by code, and how they are read.
///
/// The file is a CSV whose first line names the columns: `code`, and at least one of `name`, `kana`, `romaji` and
/// `english`. `NameTableColumns` lists the other headings that it knows, as those of the official list of Japan's
/// municipalities, which can be read as it is: the prefecture's name and reading stand for a row without a
/// municipality. Other columns are not read.
///
/// If the file has kana and its codes are those of municipalities, the codes may have five or six digits, and may have
/// lost leading zeros. Their check digits are verified, and the table has the codes with five digits.
///
/// `MergeStage` names regions by the table of a pipeline file (`NameTable+Regions.swift`). `mappack init` and
/// `mappack names` read tables too.
package struct NameTable: Sendable {
  /// What the table says of a region.
  package struct Row: Hashable, Sendable {
    /// The line at which the row begins, from 1.
    package var line: Int
    package var code: String
    package var name: String?
    /// The reading in hiragana, with spaces between words as in the name.
    package var kana: String?
    /// The reading in Latin letters.
    package var romaji: String?
    package var english: String?

    /// Whether two rows say the same, whatever their lines.
    fileprivate func isSame(as other: Row) -> Bool {
      code == other.code && name == other.name && kana == other.kana && romaji == other.romaji
        && english == other.english
    }
  }

  /// The rows, in the order of the file, or of their codes if several tables were joined.
  package private(set) var rows: [Row] = []
  private var rowByCode: [String: Int] = [:]
  /// Whether the codes are those of Japan's municipalities, five digits each.
  private let hasMunicipalityCodes: Bool
  /// Whether there is a column of kana, romaji or English names.
  package let hasReadings: Bool
  /// The table's file, for messages; the first one if several tables were joined.
  package let file: String

  /// Reads a table.
  /// - Throws: `noInput` if the file is absent or cannot be read; `unreadableData` if it is neither UTF-8 nor CP932, or
  ///   as `init(text:file:)`; `unavailable` if this system cannot decode CP932.
  package init(contentsOf location: String, called name: String) throws(StageError) {
    let data = try FileReading.contents(of: location, called: name, remedy: "correct the table's path")
    try self.init(text: try tableText(data, file: name), file: name)
  }

  /// Reads the text of a table. Empty lines, and rows whose fields are all empty, are skipped. A reading in katakana
  /// becomes hiragana.
  /// - Throws: `unreadableData`, with the line, if the text is empty or lacks a column, if a quoted field has no end,
  ///   if a row has a wrong number of fields or lacks its code or name, if a code comes twice or has a wrong check
  ///   digit, or if a reading is not kana.
  package init(text: String, file: String) throws(StageError) {
    let lines = try DelimitedText.rows(of: text, file: file)
    guard let header = lines.first else {
      throw Self.error("the name table is empty", file, line: 1, remedy: "begin with a line `code,name`")
    }
    let columns = NameTableColumns(headings: header.fields)
    guard let codeColumn = columns.code, columns.name != nil || columns.hasReadings else {
      throw Self.error(
        "the columns are \(header.fields.joined(separator: ", "))", file, line: header.line,
        remedy: "name one of them `code`, and another `name`, `kana`, `romaji` or `english`")
    }
    self.file = file
    hasReadings = columns.hasReadings
    let trimmedLines = try lines.dropFirst().map { line throws(StageError) in try Self.trimmed(line, header, file) }
      .filter { !$0.fields.allSatisfy(\.isEmpty) }
    let form = columns.kana == nil ? nil : MunicipalityCode.form(of: trimmedLines.map { $0.fields[codeColumn] })
    hasMunicipalityCodes = form != nil
    for line in trimmedLines {
      var row = try Self.row(line, columns, file)
      if let form { row.code = try Self.fiveDigits(row, form, file) }
      guard rowByCode.updateValue(rows.count, forKey: row.code) == nil else {
        throw Self.error("the code \(row.code) stands twice", file, line: row.line, remedy: "remove one of the rows")
      }
      rows.append(row)
    }
    separateWards()
  }

  /// Joins tables, for `mappack names`. Rows are in the order of their codes' UTF-8 bytes; rows that say the same
  /// become one.
  /// - Throws: `unreadableData` if two tables say different things of one code.
  package init(joining tables: [NameTable]) throws(StageError) {
    file = tables.first?.file ?? ""
    hasReadings = tables.contains(where: \.hasReadings)
    hasMunicipalityCodes = tables.allSatisfy(\.hasMunicipalityCodes)
    for table in tables {
      for row in table.rows {
        if let index = rowByCode[row.code] {
          guard rows[index].isSame(as: row) else {
            throw Self.error(
              "the code \(row.code) stands in another table too, with another name or reading", table.file,
              line: row.line, remedy: "remove one of the rows")
          }
        } else {
          rowByCode[row.code] = rows.count
          rows.append(row)
        }
      }
    }
    separateWards()
    rows.sort { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
    for (index, row) in rows.enumerated() { rowByCode[row.code] = index }
  }

  /// The row of a region, found by its code as it is, or as five digits; `nil` if there is none.
  /// - Parameters:
  ///   - code: the region's code.
  ///   - form: how the map's codes are written; `nil` if they are not those of municipalities.
  package func row(of code: String, form: MunicipalityCode.Form?) -> Row? {
    if let index = rowByCode[code] { return rows[index] }
    guard hasMunicipalityCodes, let form, let short = MunicipalityCode.fiveDigits(code, form: form)?.code else {
      return nil
    }
    return rowByCode[short].map { rows[$0] }
  }

  // MARK: Reading

  /// A row with as many fields as the header has, without the whitespace round them.
  private static func trimmed(
    _ row: DelimitedText.Row, _ header: DelimitedText.Row, _ file: String
  ) throws(StageError) -> DelimitedText.Row {
    guard row.fields.count == header.fields.count else {
      throw error(
        "the row has \(row.fields.count) fields, expected \(header.fields.count)", file, line: row.line,
        remedy: "put a field with a comma in double quotes")
    }
    return DelimitedText.Row(line: row.line, fields: row.fields.map(\.trimmingWhitespace))
  }

  private static func row(
    _ line: DelimitedText.Row, _ columns: NameTableColumns, _ file: String
  ) throws(StageError) -> Row {
    func text(_ column: Int?) -> String? { column.map { line.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 } }
    var row = Row(line: line.line, code: text(columns.code) ?? "")
    row.name = text(columns.name)
    var kana = text(columns.kana)
    if row.name == nil, kana == nil {
      row.name = text(columns.prefectureName)
      kana = text(columns.prefectureKana)
    }
    row.romaji = text(columns.romaji)
    row.english = text(columns.english)
    guard !row.code.isEmpty, columns.name == nil || row.name != nil,
      row.name != nil || kana != nil || row.romaji != nil || row.english != nil
    else {
      throw error("the code or the name is empty", file, line: row.line, remedy: "fill it in or remove the row")
    }
    if let kana {
      guard let hiragana = Kana.hiragana(kana),
        RomanizedName(hiragana: hiragana, name: row.name ?? "") != nil
      else {
        throw error(
          "“\(kana)” is not a reading in kana", file, line: row.line, remedy: "write it in hiragana or katakana alone")
      }
      row.kana = hiragana
    }
    return row
  }

  private static func fiveDigits(
    _ row: Row, _ form: MunicipalityCode.Form, _ file: String
  ) throws(StageError) -> String {
    // `form` is that of all codes of the table, so this is a code of five digits or six.
    guard let (code, right) = MunicipalityCode.fiveDigits(row.code, form: form) else { return row.code }
    if let right {
      throw error(
        "the check digit of \(row.code) is wrong: it should be \(right)", file, line: row.line,
        remedy: "correct the code")
    }
    return code
  }

  /// Puts a space between city and ward in names and readings that are written in one piece, such as 札幌市中央区 and
  /// さっぽろしちゅうおうく, if the table has the city.
  private mutating func separateWards() {
    var kanaByCity: [String: String] = [:]
    for row in rows {
      if let name = row.name, let kana = row.kana, name.hasSuffix("市"), !kana.contains(" ") {
        kanaByCity[name] = kana
      }
    }
    for index in rows.indices {
      guard let name = rows[index].name, let kana = rows[index].kana, name.hasSuffix("区"), !kana.contains(" "),
        let end = name.dropFirst().firstIndex(of: "市"), case let city = name[...end],
        let cityKana = kanaByCity[String(city)], kana.hasPrefix(cityKana), kana.count > cityKana.count
      else { continue }
      rows[index].name = "\(city) \(String(name[name.index(after: end)...]).trimmingWhitespace)"
      rows[index].kana = "\(cityKana) \(kana.dropFirst(cityKana.count))"
    }
  }

  private static func error(_ message: String, _ file: String, line: Int, remedy: String) -> StageError {
    var error = StageError(.unreadableData, file: file, message, remedy: remedy)
    error.line = line
    return error
  }
}
