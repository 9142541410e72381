import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackNames
import MapPackProject

/// A table that is dropped on a map: a CSV or a workbook.
struct PreviewTable {
  /// What it is, in words.
  let words: String
  /// The table as one of names; `nil` if it is none.
  let names: NameTable?
  /// The text of the table of names, as a CSV.
  let namesText: String
  /// The rows of each sheet. A CSV is one.
  private let sheets: [[[String]]]

  static func isTable(_ name: String) -> Bool {
    ["csv", "tsv", "txt", "xlsx"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
  }

  /// - Throws: what is wrong with the file.
  init(at location: String, _ name: String) throws(StageError) {
    let data = try NameTable.contents(of: location, name)
    names = try? NameTable(contentsOf: location, called: name)
    if Spreadsheet.isArchive(data) {
      namesText = names?.csv ?? ""
      sheets = try Spreadsheet(path: location, shownAs: name).sheets.map { sheet in
        let width = sheet.rows.reduce(0) { max($0, ($1.cells.last?.column ?? -1) + 1) }
        return sheet.rows.map { row in (0..<width).map(row.text) }
      }
    } else {
      var text: String
      do {
        text = try tableText(data, file: name).text
      } catch {
        // Codes and numbers are the same in each encoding of the West. Names have to be right.
        guard let western = String(data: data, encoding: .windowsCP1252) else { throw error }
        text = western
      }
      namesText = text
      let hasCommas = CSVText.separator(of: text) == ","
      sheets = [
        try CSVText.rows(of: text, file: name).map { $0.fields.map { hasCommas ? $0 : Self.withPoint($0) } }
      ]
    }
    let rows = sheets.max { $0.count < $1.count } ?? []
    words =
      "\(Figures.counted(max(rows.count - 1, 0), "row")), the columns \(rows.first?.joined(separator: ", ") ?? "")."
      .line(atMost: 200)
  }

  /// Numbers of regions, as a CSV for `join`.
  struct Join {
    var key: String
    var columns: [String]
    /// How many codes are those of regions.
    var matches: Int
    var text: String
  }

  /// Up to which row of a sheet its headings are looked for.
  private static let headingRows = 10

  /// The numbers of the sheet with a column of most regions' codes, and columns of numbers; `nil` if there is none.
  func join(to regions: [Region]) -> Join? {
    let codes = Set(regions.map(\.code))
    for sheet in sheets {
      for start in sheet.indices.prefix(Self.headingRows) {
        if let join = Self.join(sheet[start...], codes) { return join }
      }
    }
    return nil
  }

  private static func join(_ rows: ArraySlice<[String]>, _ codes: Set<String>) -> Join? {
    guard let head = rows.first, rows.count > 1 else { return nil }
    func cells(_ column: Int) -> [String] { rows.dropFirst().map { column < $0.count ? $0[column] : "" } }
    let matches = head.indices.map { cells($0).count { code($0, among: codes) != nil } }
    guard let key = matches.indices.max(by: { (matches[$0], $1) < (matches[$1], $0) }), matches[key] > 0,
      2 * matches[key] >= min(codes.count, rows.count - 1), !head[key].isEmpty
    else { return nil }
    let numbers = head.indices.filter { column in
      let written = cells(column).compactMap(number).filter { !$0.isEmpty }
      return column != key && !head[column].isEmpty && !written.isEmpty
        && cells(column).allSatisfy { number($0) != nil }
    }
    guard !numbers.isEmpty else { return nil }
    let lines = rows.dropFirst().filter { key < $0.count && $0[key].asCode != nil }.map { row in
      [code(row[key], among: codes) ?? row[key]] + numbers.map { $0 < row.count ? number(row[$0]) ?? "" : "" }
    }
    let text = ([[head[key]] + numbers.map { head[$0] }] + lines)
      .map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined()
    return Join(key: head[key], columns: numbers.map { head[$0] }, matches: matches[key], text: text)
  }

  /// The region's code in a cell: all of it, or its first word, with or without zeros in front; `nil` if there is none.
  private static func code(_ cell: String, among codes: Set<String>) -> String? {
    guard let text = cell.asCode, let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
      return nil
    }
    let digits = String(word.drop { $0 == "0" })
    return [text, word, digits, "0" + digits].first(where: codes.contains)
  }

  /// What offices write for a number that they do not have.
  private static let missing: Set<String> = ["", "-", "–", "—", ".", "..", "...", "…", ":", "x", "n/a", "NA"]

  /// The number of a cell, without blanks between thousands; empty if it is missing, and `nil` if it is no number.
  private static func number(_ cell: String) -> String? {
    let text = cell.trimmingWhitespace
    guard !missing.contains(text) else { return "" }
    let digits = text.filter { !$0.isWhitespace }
    return Double(digits) != nil ? digits : nil
  }

  /// A decimal comma, which tables have that are not separated by commas, as a point.
  private static func withPoint(_ cell: String) -> String {
    let parts = cell.split(separator: ",", omittingEmptySubsequences: false)
    let isDecimal = parts.count == 2 && parts.allSatisfy { $0.allSatisfy { "0123456789- \u{A0}\u{202F}".contains($0) } }
    return isDecimal ? parts.joined(separator: ".") : cell
  }
}
