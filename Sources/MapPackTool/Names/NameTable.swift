import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackNames

/// Names of regions by code, and how they are read.
///
/// The file is a CSV whose first line names the columns: `code`, and at least one of `name`, `kana`, `romaji` and
/// `english`. The official list of Japan's municipalities can be read as it is: the prefecture's name and reading stand
/// for a row without a municipality. Other columns are not read.
///
/// If the file has kana and its codes are those of municipalities, the codes may have five or six digits, and may have
/// lost leading zeros. Their check digits are verified, and the table has the codes with five digits.
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
  package init(contentsOf location: String, called name: String) throws(StageError) {
    try self.init(text: try Self.text(at: location, name), file: name)
  }

  /// Empty lines, and rows whose fields are all empty, are skipped. A reading in katakana becomes hiragana.
  /// - Throws: `unreadableData`, with the line, if something is missing, doubled or wrong.
  package init(text: String, file: String) throws(StageError) {
    let lines = try DelimitedText.rows(of: text, file: file)
    guard let header = lines.first else {
      throw DelimitedText.error("the name table is empty", file, line: 1, remedy: "begin with a line `code,name`")
    }
    let columns = NameTableColumns(headings: header.fields)
    guard let codeColumn = columns.code, columns.name != nil || columns.hasReadings else {
      throw DelimitedText.error(
        "the columns are \(header.fields.joined(separator: ", "))", file, line: header.line,
        remedy: "name one of them `code`, and another `name`, `kana`, `romaji` or `english`")
    }
    self.file = file
    hasReadings = columns.hasReadings
    let trimmedLines = try DelimitedText.body(of: lines, file: file)
      .map { DelimitedText.Row(line: $0.line, fields: $0.fields.map(\.trimmingWhitespace)) }
      .filter { !$0.fields.allSatisfy(\.isEmpty) }
    let form = columns.kana == nil ? nil : MunicipalityCode.form(of: trimmedLines.map { $0.fields[codeColumn] })
    hasMunicipalityCodes = form != nil
    for line in trimmedLines {
      var row = try Self.row(line, columns, file)
      // `form` is that of all codes of the table, so this is a code of five digits or six.
      if let form, let (code, right) = MunicipalityCode.fiveDigits(row.code, form: form) {
        if let right {
          throw DelimitedText.error(
            "the check digit of \(row.code) is wrong: it should be \(right)", file, line: row.line,
            remedy: "correct the code")
        }
        row.code = code
      }
      guard rowByCode.updateValue(rows.count, forKey: row.code) == nil else {
        throw DelimitedText.error(
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
    hasMunicipalityCodes = tables.allSatisfy(\.hasMunicipalityCodes)
    for table in tables {
      for row in table.rows {
        if let index = rowByCode[row.code] {
          var other = rows[index]
          other.line = row.line
          guard other == row else {
            throw DelimitedText.error(
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
      throw DelimitedText.error(
        "the code or the name is empty", file, line: row.line, remedy: "fill it in or remove the row")
    }
    if let kana {
      guard let hiragana = Kana.hiragana(kana),
        RomanizedName(hiragana: hiragana, name: row.name ?? "") != nil
      else {
        throw DelimitedText.error(
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

/// The indices of a name table's columns, found by their headings. If several headings mean one column, the word that
/// is listed first in `init(headings:)` wins; if several columns have that word, the first of them. It knows the
/// headings of the official list of Japan's municipalities (総務省) and of localgovjp.
struct NameTableColumns {
  let code, name, kana, romaji, english: Int?
  /// The prefecture's name and reading, which are those of a row without a municipality.
  let prefectureName, prefectureKana: Int?

  init(headings: [String]) {
    let plain = headings.map(Self.plain)
    func column(_ words: [String]) -> Int? { words.lazy.compactMap { plain.firstIndex(of: $0) }.first }
    code = column(["code", "団体コード", "全国地方公共団体コード", "市区町村コード", "行政区域コード", "lgcode", "cid"])
    name = column(["name", "市区町村名(漢字)", "市区町村名", "市町村名", "city"])
    kana = column(["kana", "市区町村名(カナ)", "市区町村名カナ", "市区町村カナ", "読み", "よみ", "citykana"])
    romaji = column(["romaji", "ローマ字"])
    english = column(["english", "name_en", "英語"])
    prefectureName = column(["都道府県名(漢字)", "都道府県名"])
    prefectureKana = column(["都道府県名(カナ)", "都道府県名カナ"])
  }

  var hasReadings: Bool { kana != nil || romaji != nil || english != nil }

  /// A heading as it is compared: the width of characters, capitals, spaces and line breaks make no difference.
  private static func plain(_ heading: String) -> String {
    heading.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }.lowercased()
  }
}

extension NameTable {
  /// Municipalities of one prefecture that a map lacks.
  package struct Lack: Hashable, Sendable {
    /// The prefecture: the first two digits of its codes.
    package var prefecture: String
    /// The number of municipalities that the table has for the prefecture.
    package var count: Int
    /// The municipalities that the map lacks, in the order of their codes.
    package var missing: [Row]

    /// In words: `the name table has 21 regions for prefecture 42, and the source lacks 2 of them: …`.
    package var words: String {
      "the name table has \(Figures.counted(count, "region")) for prefecture \(prefecture), and the source lacks "
        + "\(Figures.grouped(missing.count)) of them: "
        + missing.map { row in row.name.map { "\(row.code) \($0)" } ?? row.code }.joined(separator: ", ")
    }
  }

  /// The municipalities that the table has and a map of one prefecture lacks.
  ///
  /// For a designated city, the map decides what counts: if it has wards of the city, all wards are wanted, else the
  /// city alone. Codes of whole prefectures (`000` at the end) are never wanted.
  ///
  /// - Parameter codes: the codes of the map, of five or six digits.
  /// - Returns: `nil` if the codes are not all those of municipalities of one prefecture, or if nothing is lacking.
  package func lack(of codes: Set<String>) -> Lack? {
    guard let form = MunicipalityCode.form(of: Array(codes)) else { return nil }
    let found = Set(codes.compactMap { MunicipalityCode.fiveDigits($0, form: form)?.code })
    let prefectures = Set(found.map { $0.prefix(2) })
    guard let prefecture = prefectures.first, prefectures.count == 1 else { return nil }
    func city(of code: String) -> String? { DesignatedCity(ofWard: code)?.code }
    let cities = Set(found.compactMap(city))
    let isByWards = Set(found.filter { city(of: $0) != $0 }.compactMap(city))
    let wanted = rows.filter { row in
      guard row.code.hasPrefix(prefecture), !row.code.hasSuffix("000") else { return false }
      guard let city = city(of: row.code), cities.contains(city) else {
        // If the map lacks a designated city with all its wards, only the city is named.
        return city(of: row.code).map { $0 == row.code } ?? true
      }
      return isByWards.contains(city) == (row.code != city)
    }
    let missing = wanted.filter { !found.contains($0.code) }
      .sorted { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
    return missing.isEmpty ? nil : Lack(prefecture: String(prefecture), count: wanted.count, missing: missing)
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

extension NameTable {
  /// Names the regions of a coverage that have a row in the table. The other regions keep their names.
  ///
  /// A region gets the name, the reading as the attribute `kana`, and the name in Latin letters. An attribute replaces
  /// one of the source with the same name. A reading that does not end as the name does becomes a warning,
  /// `irregular-reading`. If the table has readings, a region without a row becomes a warning, `no-reading`. The
  /// warnings are in the order of the regions.
  /// - Parameter english: whether regions also get their English names, as the attribute `english`.
  package func apply(to coverage: inout Coverage, english: Bool = false) {
    let form = MunicipalityCode.form(of: coverage.regions.map(\.code))
    for index in coverage.regions.indices {
      var region = coverage.regions[index]
      guard let row = row(of: region.code, form: form) else {
        if hasReadings {
          coverage.findings.append(
            finding(rule: .noReading, region, "the name table has no row for this region", remedy: "add a row"))
        }
        continue
      }
      if let name = row.name { region.name = name }
      region.romanized = row.romanized(name: region.name)
      if let kana = row.kana, !RomanizedName.isRegular(hiragana: kana, name: region.name) {
        coverage.findings.append(
          finding(
            rule: .irregularReading, region, "the reading \(kana) does not end as the name does",
            remedy: "correct the reading, or leave it if it is right"))
      }
      if let kana = row.kana { region.set("kana", kana) }
      if english, let text = row.english(region.romanized) { region.set("english", text) }
      coverage.regions[index] = region
    }
  }

  private func finding(rule: Rule, _ region: Region, _ message: String, remedy: String) -> Finding {
    Finding(rule, at: Location(file: file, code: region.code, name: region.name), message, remedy: remedy)
  }
}

extension NameTable {
  /// The table as a CSV with the columns code, name, kana and english. Romaji is left out.
  package var csv: String {
    var lines = ["code,name,kana,english"]
    for row in rows {
      let english = row.english(row.romanized(name: row.name ?? ""))
      lines.append(
        [row.code, row.name ?? "", row.kana ?? "", english ?? ""].map(CSVText.field).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Region {
  /// It replaces one from the source that has the same name.
  fileprivate mutating func set(_ field: String, _ value: String) {
    attributes.removeAll { $0.field == field }
    attributes.append(Attribute(field: field, value: value))
  }
}
