import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackNames

/// Numbers and texts of regions by code: the statistics of an office, names in other languages.
///
/// The file is a CSV whose first line names the columns. Rows whose fields are all empty are skipped, and columns that
/// are not asked for are not read.
package struct JoinTable: Sendable {
  /// The table's file, for messages.
  private let file: String
  /// Warnings about the text of the file.
  private var textWarnings: [Finding] = []
  /// The codes, in the order of the file.
  private var codes: [String] = []
  private var rowByCode: [String: (numbers: [Region.Number], attributes: [Region.Attribute])] = [:]

  /// Reads the table that a pipeline file names.
  package init(_ join: PipelineFile.Join, at location: String) throws(StageError) {
    let data = try FileReading.contents(of: location, called: join.table, remedy: "correct the path: `join.table`")
    let (text, warnings) = try tableText(data, encoding: join.encoding, isOfPipeline: true, file: join.table)
    try self.init(text: text, join)
    textWarnings = warnings
  }

  /// - Throws: `unreadableData`, with the line, if a column or a code is missing or stands twice, or if a value is no
  ///   number.
  package init(text: String, _ join: PipelineFile.Join) throws(StageError) {
    file = join.table
    let lines = try CSVText.rows(of: text, file: file)
    guard let header = lines.first else {
      throw CSVText.error("the table is empty", file, line: 1, remedy: "begin with a line that names the columns")
    }
    let headings = header.fields.map(\.trimmingWhitespace)
    func column(_ name: String) throws(StageError) -> Int {
      let found = headings.indices.filter { headings[$0] == name }
      guard let column = found.first, found.count == 1 else {
        throw CSVText.error(
          found.isEmpty
            ? "there is no column \(name); the columns are \(headings.joined(separator: ", "))"
            : "\(found.count) columns are called \(name)",
          file, line: header.line, remedy: "correct the name in `join`, or in the table")
      }
      return column
    }
    let key = try column(join.key)
    let columns = try join.columns.map { number throws(StageError) in (number, try column(number.field)) }
    let textColumns = try join.attributes.map { field throws(StageError) in (field, try column(field)) }
    for row in try CSVText.body(of: lines, file: file) {
      guard !row.fields.allSatisfy(\.trimmingWhitespace.isEmpty) else { continue }
      for column in [key] + textColumns.map(\.1) {
        try CSVText.checkCell(row, column, file)
      }
      guard let code = row.fields[key].asCode else {
        throw CSVText.error("the code is empty", file, line: row.line, remedy: "fill it in or remove the row")
      }
      var numbers: [Region.Number] = []
      for (number, column) in columns {
        let location = Location(file: file, line: row.line, code: code)
        if let value = try number.number(.text(row.fields[column]), at: location) {
          numbers.append(.init(name: number.name, value: value))
        }
      }
      let attributes = textColumns.compactMap { field, column in
        AttributeValue.text(row.fields[column]).displayText.map { Region.Attribute(field: field, value: $0) }
      }
      guard rowByCode.updateValue((numbers, attributes), forKey: code) == nil else {
        throw CSVText.error(
          "the code \(code) stands twice", file, line: row.line, remedy: "remove one of the rows")
      }
      codes.append(code)
    }
  }

  /// The table with the codes of a map that replaces those of the publisher (`RowCodes`).
  package func recoded(by replaced: [String: String]) -> JoinTable {
    guard !replaced.isEmpty else { return self }
    let exchange = RowCodes(replaced: replaced, rows: codes)
    var table = self
    (table.codes, table.rowByCode) = ([], [:])
    for code in codes {
      guard let new = exchange.code(ofRow: code) else { continue }
      table.codes.append(new)
      table.rowByCode[new] = rowByCode[code]
    }
    return table
  }

  /// - Throws: `findings` if the regions and the rows have no code in common.
  package func check(_ regions: [Region]) throws(StageError) {
    guard let region = regions.first, let row = codes.first, !regions.contains(where: { rowByCode[$0.code] != nil })
    else { return }
    throw StageError(
      .findings, file: file,
      "no row has the code of a region: the first region is \(region.title), the first code of the table \(row)",
      remedy: "name the column of codes with `join.key`, and write them as `merge.key` gives them")
  }

  /// Gives the regions of a coverage the numbers and texts of their rows. Warns of regions without a row, and notes rows without a
  /// region.
  /// - Complexity: O(regions + rows)
  package func apply(to coverage: inout Coverage) {
    var lacking: [String] = []
    for index in coverage.regions.indices {
      if let row = rowByCode[coverage.regions[index].code] {
        coverage.regions[index].numbers += row.numbers
        coverage.regions[index].attributes += row.attributes
      } else {
        lacking.append(coverage.regions[index].title)
      }
    }
    coverage.findings += textWarnings
    let known = Set(coverage.regions.map(\.code))
    let surplus = codes.filter { !known.contains($0) }
    report(.noRow, lacking, "the table has no row for \(Figures.counted(lacking.count, "region"))", in: &coverage)
    report(
      .surplusRow, surplus, "no region has the code of \(Figures.counted(surplus.count, "row")) of the table",
      in: &coverage)
  }

  private func report(_ rule: Rule, _ names: [String], _ message: String, in coverage: inout Coverage) {
    guard !names.isEmpty else { return }
    coverage.findings.append(
      Finding(rule, at: Location(file: file), "\(message): \(names.listed(atMost: 10))", count: names.count))
  }
}
