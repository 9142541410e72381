import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackNames

/// Names of regions by code, and how they are read.
///
/// The headings of its `Table` name the columns: `code`, and at least one of `name`, `kana`, `romaji`, `reading`, `english`
/// and `case`, or what a pipeline file says. The official list of Japan's municipalities can be read as it is: the
/// prefecture's name and reading stand for a row without a municipality. Other columns are not read. All sheets of a
/// workbook that have such columns are joined. Rows of a layer that say the same of a code are one.
///
/// A `reading` in kana stands for a missing `kana`, one in Latin letters for a missing `romaji`. If the file has kana and
/// its codes are those of municipalities, the codes may have five or six digits, and may have lost leading zeros. Their
/// check digits are verified, and the table has the codes with five digits.
package struct NameTable: Sendable {
  /// What the table says of a region.
  package struct Row: Hashable, Sendable {
    /// The line at which the row begins, or its number in a sheet or a layer, from 1.
    package var line: Int
    package var code: String
    package var name: String?
    /// The reading in hiragana, with spaces between words as in the name.
    package var kana: String?
    /// The reading in Latin letters.
    package var romaji: String?
    package var english: String?
    /// The case of the region; it is checked when regions are named.
    package var caseName: String?
  }

  /// The rows, in the order of the file, or of their codes if several tables were joined.
  package private(set) var rows: [Row] = []
  private var rowByCode: [String: Int] = [:]
  /// Whether the codes are those of Japan's municipalities, five digits each.
  let hasMunicipalityCodes: Bool
  /// Whether there is a column of readings or English names.
  package let hasReadings: Bool
  /// The headings of the columns that are not known, in the order of the file.
  package let unknownColumns: [String]
  /// Warnings about the text of the file, and about cells that were read.
  private(set) var textWarnings: [Finding] = []
  /// The table's file, for messages; the first one if several tables were joined.
  package let file: String

  /// Reads a table.
  /// - Parameter names: what a pipeline file says of it; `nil` if no pipeline file names the table.
  package init(
    contentsOf location: String, called name: String, as names: PipelineFile.Names? = nil
  ) throws(StageError) {
    let tables = try Table.all(
      at: location, called: name, layer: names?.layer, encoding: names?.encoding, isOfPipeline: names != nil)
    try self.init(tables, file: name, as: names)
  }

  /// Rows whose fields are all empty are skipped. A reading in katakana becomes hiragana.
  /// - Throws: `unreadableData`, with the line, if something is missing, doubled or wrong.
  package init(text: String, file: String, as names: PipelineFile.Names? = nil) throws(StageError) {
    try self.init(try Table.all(in: text, file: file), file: file, as: names)
  }

  init(_ tables: [Table], file: String, as names: PipelineFile.Names? = nil) throws(StageError) {
    let found = try Table.headed(tables, file: file) { NameTableColumns(headings: $0, as: names).areComplete }
    let all = try found.map { table throws(StageError) in try NameTable(table, as: names) }
    self = try all.count == 1 ? all[0] : NameTable(joining: all)
  }

  private init(_ table: Table, as names: PipelineFile.Names?) throws(StageError) {
    var table = table
    let columns = NameTableColumns(headings: table.headings, as: names)
    for heading in [names?.key, names?.name].compactMap(\.self) { _ = try table.column(heading, of: "names") }
    guard let codeColumn = columns.code, columns.areComplete else {
      throw table.error(
        "the columns are \(table.headings.joined(separator: ", "))",
        remedy:
          "name one of them `code`, and another `name`, `kana`, `romaji`, `reading`, `english` or `case`; or name those of the code and the name with `key` and `name` in `names`"
      )
    }
    let places = table.rows[0].cells.map(\.column)
    let body = try table.body(reading: columns.read.map { places[$0] })
    (file, textWarnings) = (table.file, table.warnings)
    hasReadings = columns.hasReadings
    unknownColumns = columns.unknown
    func text(_ row: Spreadsheet.Row, _ column: Int) -> String { row.text(places[column]).trimmingWhitespace }
    let hasKana =
      columns.kana != nil
      || columns.reading.map { column in body.contains { Kana.hiragana(text($0, column)) != nil } } == true
    let form = !hasKana ? nil : MunicipalityCode.form(of: body.map { text($0, codeColumn) })
    hasMunicipalityCodes = form != nil
    for line in body {
      var row = try Self.row(columns, of: table, line) { text(line, $0) }
      // `form` is that of all codes of the table, so this is a code of five digits or six.
      if let form, let (code, right) = MunicipalityCode.fiveDigits(row.code, form: form) {
        if let right {
          throw table.error(
            "the check digit of \(row.code) is wrong: it should be \(right)", line, remedy: "correct the code")
        }
        row.code = code
      }
      if let known = rowByCode.updateValue(rows.count, forKey: row.code) {
        row.line = rows[known].line
        guard table.kind == .layer, row == rows[known] else {
          throw table.error("the code \(row.code) stands twice", line, remedy: "remove one of the rows")
        }
        rowByCode[row.code] = known
        continue
      }
      rows.append(row)
    }
    separateWards()
  }

  /// Joins tables. Rows are in the order of their codes' UTF-8 bytes; rows that say the same become one.
  /// - Throws: `unreadableData` if two tables say different things of one code.
  package init(joining tables: [NameTable]) throws(StageError) {
    file = tables.first?.file ?? ""
    hasReadings = tables.contains(where: \.hasReadings)
    var unknown: [String] = []
    for column in tables.flatMap(\.unknownColumns) where !unknown.contains(column) { unknown.append(column) }
    unknownColumns = unknown
    hasMunicipalityCodes = tables.allSatisfy(\.hasMunicipalityCodes)
    textWarnings = tables.flatMap(\.textWarnings)
    for table in tables {
      for row in table.rows {
        if let index = rowByCode[row.code] {
          var other = rows[index]
          other.line = row.line
          guard other == row else {
            throw CSVText.error(
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

  /// The table with the codes of a map that replaces those of the publisher (`RowCodes`).
  package func recoded(by codes: [String: String]) -> NameTable {
    let form = hasMunicipalityCodes ? MunicipalityCode.form(of: codes.flatMap { [$0.key, $0.value] }) : nil
    func plain(_ code: String) -> String { form.flatMap { MunicipalityCode.fiveDigits(code, form: $0)?.code } ?? code }
    let codes = Dictionary(codes.map { (plain($0.key), plain($0.value)) }, uniquingKeysWith: { first, _ in first })
    guard !codes.isEmpty else { return self }
    let exchange = RowCodes(replaced: codes, rows: rows.map(\.code))
    var table = self
    table.rows = rows.compactMap { row in
      var row = row
      guard let code = exchange.code(ofRow: row.code) else { return nil }
      row.code = code
      return row
    }
    table.rowByCode = Dictionary(
      table.rows.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    return table
  }

  /// The row of a region, found by its code as it is, or as five digits.
  /// - Parameter form: how the map's codes are written; `nil` if they are not those of municipalities.
  package func row(of code: String, form: MunicipalityCode.Form?) -> Row? {
    if let index = rowByCode[code] { return rows[index] }
    guard hasMunicipalityCodes, let form, let short = MunicipalityCode.fiveDigits(code, form: form)?.code else {
      return nil
    }
    return rowByCode[short].map { rows[$0] }
  }

  // MARK: Reading

  private static func row(
    _ columns: NameTableColumns, of table: Table, _ line: Spreadsheet.Row, text cell: (Int) -> String
  ) throws(StageError) -> Row {
    func text(_ column: Int?) -> String? { column.map(cell).flatMap { $0.isEmpty ? nil : $0 } }
    var row = Row(line: line.number, code: text(columns.code) ?? "")
    row.name = text(columns.name)
    var kana = text(columns.kana)
    if row.name == nil, kana == nil {
      row.name = text(columns.prefectureName)
      kana = text(columns.prefectureKana)
    }
    row.romaji = text(columns.romaji)
    row.english = text(columns.english)
    row.caseName = text(columns.caseName)
    if let reading = text(columns.reading) {
      if Kana.hiragana(reading) != nil {
        kana = kana ?? reading
      } else if reading.isLatin {
        row.romaji = row.romaji ?? reading
      } else {
        throw table.error(
          "“\(reading)” is a reading in neither kana nor Latin letters", line,
          remedy: "write it in hiragana, in katakana or in Latin letters")
      }
    }
    guard !row.code.isEmpty, columns.name == nil || row.name != nil,
      columns.caseName != nil || row.name != nil || kana != nil || row.romaji != nil || row.english != nil
    else {
      throw table.error("the code or the name is empty", line, remedy: "fill it in or remove the row")
    }
    if let kana {
      guard let hiragana = Kana.hiragana(kana),
        RomanizedName(hiragana: hiragana, name: row.name ?? "") != nil
      else {
        throw table.error(
          "“\(kana)” is not a reading in kana", line, remedy: "write it in hiragana or katakana alone")
      }
      row.kana = hiragana
    }
    return row
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
}

extension NameTable.Row {
  /// The name in Latin letters, from the row's romaji, else its kana, else its English name; `nil` if the first of them
  /// that the row has cannot be read.
  /// - Parameter name: the name that is read so.
  package func romanized(name: String) -> RomanizedName? {
    if let romaji { return RomanizedName(latin: romaji, name: name) }
    if let kana { return RomanizedName(hiragana: kana, name: name) }
    return english.flatMap { RomanizedName(latin: $0, name: name) }
  }

  /// The name for readers of English: the row's own, else one made of the name in Latin letters.
  func english(_ romanized: RomanizedName?) -> String? {
    // Tokyo's special wards have the codes from 13101 to 13123.
    english ?? romanized?.english(isSpecialWard: code.hasPrefix("131"))
  }
}

extension String {
  /// Whether it has Latin letters, with or without marks, and no other ones.
  fileprivate var isLatin: Bool {
    let letters = unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.contains { $0.value < 0x250 }
      && letters.allSatisfy { $0.value < 0x370 || (0x1E00...0x1EFF).contains($0.value) }
  }
}
