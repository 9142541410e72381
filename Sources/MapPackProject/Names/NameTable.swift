import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackNames

/// Names of regions by code, and how they are read.
///
/// The file is a CSV whose first line names the columns: `code`, and at least one of `name`, `kana`, `romaji`, `reading`,
/// `english` and `case`. The official list of Japan's municipalities can be read as it is: the prefecture's name and
/// reading stand for a row without a municipality. Other columns are not read. A spreadsheet (.xlsx) is read too: all of
/// its sheets that have such columns in one of their first rows, joined.
///
/// A `reading` in kana stands for a missing `kana`, one in Latin letters for a missing `romaji`. If the file has kana and
/// its codes are those of municipalities, the codes may have five or six digits, and may have lost leading zeros. Their
/// check digits are verified, and the table has the codes with five digits.
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
  /// Warnings about the text of the file.
  private(set) var textWarnings: [Finding] = []
  /// The table's file, for messages; the first one if several tables were joined.
  package let file: String
  /// The cells whose numbers were taken although a spreadsheet shows something else.
  private(set) var takenNumbers: [TakenNumbers] = []

  /// Reads a table.
  /// - Parameters:
  ///   - encoding: the label of a CSV's encoding; `nil` if its bytes tell.
  ///   - isOfPipeline: whether a pipeline file names the table, and so can name its encoding.
  package init(
    contentsOf location: String, called name: String, encoding: String? = nil, isOfPipeline: Bool = false
  ) throws(StageError) {
    let data = try Self.contents(of: location, name)
    guard !Spreadsheet.isOld(data) else {
      throw StageError(
        .unreadableData, file: name, "this is a spreadsheet of the old kind (.xls), or an encrypted one",
        remedy: "save it as .xlsx or CSV")
    }
    if Spreadsheet.isArchive(data) {
      try self.init(try Spreadsheet(path: location, shownAs: name), file: name)
    } else {
      let (text, warnings) = try tableText(data, encoding: encoding, isOfPipeline: isOfPipeline, file: name)
      try self.init(text: text, file: name)
      textWarnings = warnings
    }
  }

  /// Empty lines, and rows whose fields are all empty, are skipped. A reading in katakana becomes hiragana.
  /// - Throws: `unreadableData`, with the line, if something is missing, doubled or wrong.
  package init(text: String, file: String) throws(StageError) {
    try self.init(rows: try CSVText.rows(of: text, file: file), file: file)
  }

  /// - Parameters:
  ///   - lines: the headings and the rows.
  ///   - sheet: what they are of a sheet of a workbook; `nil` if they are lines of a text.
  package init(rows lines: [CSVText.Row], file: String, of sheet: SheetColumns? = nil) throws(StageError) {
    guard let header = lines.first else {
      throw CSVText.error("the name table is empty", file, line: 1, remedy: "begin with a line `code,name`")
    }
    let columns = NameTableColumns(headings: header.fields)
    guard let codeColumn = columns.code, columns.areComplete else {
      throw CSVText.error(
        "the columns are \(header.fields.joined(separator: ", "))", file, line: header.line,
        remedy: "name one of them `code`, and another `name`, `kana`, `romaji`, `reading`, `english` or `case`")
    }
    self.file = file
    hasReadings = columns.hasReadings
    unknownColumns = sheet?.unknown ?? columns.unknown
    let trimmedLines = try CSVText.body(of: lines, file: file)
      .map { CSVText.Row(line: $0.line, fields: $0.fields.map(\.trimmingWhitespace)) }
      .filter { !$0.fields.allSatisfy(\.isEmpty) }
    let hasKana =
      columns.kana != nil
      || columns.reading.map { column in trimmedLines.contains { Kana.hiragana($0.fields[column]) != nil } } == true
    let form = !hasKana ? nil : MunicipalityCode.form(of: trimmedLines.map { $0.fields[codeColumn] })
    hasMunicipalityCodes = form != nil
    for line in trimmedLines {
      for column in columns.read {
        let cell = sheet?.name(of: column, line: line.line)
        let content = sheet?.contents[line.line]?[column]
        try CSVText.checkCell(line, column, isError: content == .error, called: cell, file)
        guard let cell, let content else { continue }
        if takenNumbers.isEmpty { takenNumbers.append(TakenNumbers(file: file, line: line.line)) }
        takenNumbers[0].add(content, line.fields[column], in: cell)
      }
      var row = try Self.row(line, columns, file)
      // `form` is that of all codes of the table, so this is a code of five digits or six.
      if let form, let (code, right) = MunicipalityCode.fiveDigits(row.code, form: form) {
        if let right {
          throw CSVText.error(
            "the check digit of \(row.code) is wrong: it should be \(right)", file, line: row.line,
            remedy: "correct the code")
        }
        row.code = code
      }
      guard rowByCode.updateValue(rows.count, forKey: row.code) == nil else {
        throw CSVText.error(
          "the code \(row.code) stands twice", file, line: row.line, remedy: "remove one of the rows")
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
    takenNumbers = tables.flatMap(\.takenNumbers)
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
    _ line: CSVText.Row, _ columns: NameTableColumns, _ file: String
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
    row.caseName = text(columns.caseName)
    if let reading = text(columns.reading) {
      if Kana.hiragana(reading) != nil {
        kana = kana ?? reading
      } else if reading.isLatin {
        row.romaji = row.romaji ?? reading
      } else {
        throw CSVText.error(
          "“\(reading)” is a reading in neither kana nor Latin letters", file, line: row.line,
          remedy: "write it in hiragana, in katakana or in Latin letters")
      }
    }
    guard !row.code.isEmpty, columns.name == nil || row.name != nil,
      columns.caseName != nil || row.name != nil || kana != nil || row.romaji != nil || row.english != nil
    else {
      throw CSVText.error(
        "the code or the name is empty", file, line: row.line, remedy: "fill it in or remove the row")
    }
    if let kana {
      guard let hiragana = Kana.hiragana(kana),
        RomanizedName(hiragana: hiragana, name: row.name ?? "") != nil
      else {
        throw CSVText.error(
          "“\(kana)” is not a reading in kana", file, line: row.line, remedy: "write it in hiragana or katakana alone")
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
