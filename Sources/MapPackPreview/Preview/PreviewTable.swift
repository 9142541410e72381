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
  var namesText: String { names?.csv ?? "" }
  /// The sheets of a workbook, or what each separator makes of a CSV.
  private let tables: [Table]

  static func isTable(_ name: String) -> Bool {
    ["csv", "tsv", "txt", "xlsx"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
  }

  /// - Throws: what is wrong with the file.
  init(at location: String, _ name: String) throws(StageError) {
    names = try? NameTable(contentsOf: location, called: name)
    // Codes and numbers are the same in each encoding of the West. Names have to be right.
    let read = try? Table.all(at: location, called: name)
    if let read { tables = read } else { tables = try Table.all(at: location, called: name, encoding: "CP1252") }
    let largest = tables.max { $0.rows.count < $1.rows.count }
    words =
      "\(Figures.counted(max((largest?.rows.count ?? 0) - 1, 0), "row")), the columns \(largest?.headings.joined(separator: ", ") ?? "")."
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

  /// The numbers of the table with a column of most regions' codes, and columns of numbers; `nil` if there is none.
  func join(to regions: [Region]) -> Join? {
    let codes = Set(regions.map(\.code))
    for table in tables {
      for start in table.rows.indices.prefix(Table.headingRows) {
        if let join = Self.join(table.rows[start...], table.kind, codes) { return join }
      }
    }
    return nil
  }

  private static func join(_ rows: ArraySlice<Spreadsheet.Row>, _ kind: Table.Kind, _ codes: Set<String>) -> Join? {
    guard let head = rows.first?.cells.filter({ !$0.text.isEmpty }), rows.count > 1 else { return nil }
    // A table that is not separated by commas may have decimal commas.
    let hasDecimalCommas = kind != .sheet && kind != .lines(separator: ",")
    func number(_ cell: String) -> String? { Self.number(cell, hasDecimalCommas: hasDecimalCommas) }
    let columns = head.map { head in (heading: head.text, cells: rows.dropFirst().map { $0.text(head.column) }) }
    let matches = columns.map { $0.cells.count { code($0, among: codes) != nil } }
    guard let key = matches.indices.max(by: { (matches[$0], $1) < (matches[$1], $0) }), matches[key] > 0,
      2 * matches[key] >= min(codes.count, rows.count - 1)
    else { return nil }
    let numbers = columns.indices.filter { column in
      let written = columns[column].cells.map(number)
      return column != key && written.allSatisfy { $0 != nil } && written.contains { $0 != "" }
    }
    guard !numbers.isEmpty else { return nil }
    let lines = columns[key].cells.indices.filter { columns[key].cells[$0].asCode != nil }.map { row in
      [code(columns[key].cells[row], among: codes) ?? columns[key].cells[row]]
        + numbers.map { number(columns[$0].cells[row]) ?? "" }
    }
    let headings = numbers.map { columns[$0].heading }
    let text = ([[columns[key].heading] + headings] + lines)
      .map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined()
    return Join(key: columns[key].heading, columns: headings, matches: matches[key], text: text)
  }

  /// The region's code in a cell: all of it, or its first word, with or without zeros in front; `nil` if there is none.
  private static func code(_ cell: String, among codes: Set<String>) -> String? {
    guard let text = cell.asCode, let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) else {
      return nil
    }
    let digits = String(word.drop { $0 == "0" })
    return [text, word, digits, "0" + digits].first(where: codes.contains)
  }

  /// The number of a cell, without blanks between thousands; empty if it is missing, and `nil` if it is no number.
  private static func number(_ cell: String, hasDecimalCommas: Bool) -> String? {
    let text = cell.trimmingWhitespace
    guard !NumberField.noValue.contains(text), !["", "x", "n/a", "NA"].contains(text) else { return "" }
    return hasDecimalCommas || !text.contains(",") ? NumberField.plain(text, without: " ") : nil
  }
}
