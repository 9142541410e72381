import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackNames

/// Numbers and texts of regions by code: the statistics of an office, names in other languages.
///
/// The headings of its `Table` name the columns. Rows whose fields are all empty are skipped, and columns that are not
/// asked for are not read. Rows of a layer that say the same of a code are one.
package struct JoinTable: Sendable {
  /// The table's file, for messages.
  private let file: String
  /// Warnings about the text of the file, and about cells that were read.
  private let warnings: [Finding]
  /// The codes, in the order of the file.
  private var codes: [String] = []
  private var rowByCode: [String: Row] = [:]

  private struct Row: Hashable {
    var numbers: [Region.Number] = []
    var attributes: [Region.Attribute] = []
  }

  private static var advice: Remedy {
    "write digits, as in 12345.6, or nothing; or say in `join` what separates thousands: `thousands: \",\"`, or `thousands: \".\"` or `\" \"`, and a comma is the point"
  }

  /// Reads the table that a pipeline file names.
  package init(_ join: PipelineFile.Join, at location: String) throws(StageError) {
    let tables = try Table.all(
      at: location, called: join.table, layer: join.layer, encoding: join.encoding, isOfPipeline: true)
    try self.init(tables, join)
  }

  package init(text: String, _ join: PipelineFile.Join) throws(StageError) {
    try self.init(try Table.all(in: text, file: join.table), join)
  }

  /// - Throws: `unreadableData`, with the row, if a column or a code is missing or stands twice, or if a value is no
  ///   number; `usage` if several sheets have the columns.
  private init(_ tables: [Table], _ join: PipelineFile.Join) throws(StageError) {
    let wanted = [join.key] + join.columns.map(\.field) + join.attributes
    let found = try Table.headed(tables, file: join.table) { wanted.allSatisfy($0.contains) }
    var table = found[0]
    guard found.count == 1 else {
      throw StageError(
        .usage, file: join.table, "\(found.count) sheets have these columns: \(found.map(\.file).listed(atMost: 8))",
        remedy: "name the one that is meant: `layer: SHEET`")
    }
    let columns = try wanted.map { heading throws(StageError) in try table.column(heading, of: "join") }
    let body = try table.body(reading: columns)
    (file, warnings) = (table.file, table.warnings)
    for row in body {
      guard let code = row.text(columns[0]).asCode else {
        throw table.error("the code is empty", row, remedy: "fill it in or remove the row")
      }
      var new = Row()
      for (number, column) in zip(join.columns, columns.dropFirst()) {
        // A cell that is a number has no separators.
        let thousands = row[column]?.content == .number ? nil : join.thousands
        let value = try number.number(
          .text(row.text(column)), at: table.location(of: row, code: code), thousands: thousands, remedy: Self.advice)
        guard let value else { continue }
        new.numbers.append(.init(name: number.name, value: value))
      }
      for (field, column) in zip(join.attributes, columns.dropFirst(1 + join.columns.count)) {
        guard let value = AttributeValue.text(row.text(column)).displayText else { continue }
        new.attributes.append(Region.Attribute(field: field, value: value))
      }
      if let old = rowByCode.updateValue(new, forKey: code) {
        guard table.kind == .layer, old == new else {
          throw table.error("the code \(code) stands twice", row, remedy: "remove one of the rows")
        }
      } else {
        codes.append(code)
      }
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

  /// The table for a map whose regions have other codes than those of the publisher, as `replaced` says.
  ///
  /// If no row has the code of a region, and the first words of rows are such codes, those are taken: 3101 of “3101 Halden”.
  package func fitted(to regions: [Region], replaced: [String: String]) -> JoinTable {
    var words = self
    words.codes = codes.map { String($0.prefix { !$0.isWhitespace }) }
    words.rowByCode = Dictionary(zip(words.codes, codes.compactMap { rowByCode[$0] })) { first, _ in first }
    return [self, words].filter { $0.rowByCode.count == codes.count }.map { $0.recoded(by: replaced) }
      .first { $0.fits(regions) } ?? recoded(by: replaced)
  }

  private func fits(_ regions: [Region]) -> Bool { regions.contains { rowByCode[$0.code] != nil } }

  /// - Throws: `findings` if the regions and the rows have no code in common.
  package func check(_ regions: [Region]) throws(StageError) {
    guard let region = regions.first, let row = codes.first, !fits(regions) else { return }
    throw StageError(
      .findings, file: file,
      "no row has the code of a region: the first region is \(region.title), the first code of the table \(row)",
      remedy: haveLostZeros(beside: regions)
        ? "store the codes as text in the table: they have lost the zeros that they begin with"
        : "name the column of codes with `join.key`, and write them as the regions have them")
  }

  /// Gives the regions of a coverage the numbers and texts of their rows. Warns of regions without a row, and notes rows without a
  /// region.
  /// - Complexity: O(regions + rows)
  package func apply(to coverage: inout Coverage) {
    coverage.findings += warnings
    for index in coverage.regions.indices {
      let region = coverage.regions[index]
      if let row = rowByCode[region.code] {
        coverage.regions[index].numbers += row.numbers
        coverage.regions[index].attributes += row.attributes
      } else {
        coverage.findings.append(
          Finding(
            .noRow, at: Location(file: file, code: region.code, name: region.name),
            "the table has no row for this region"))
      }
    }
    let known = Set(coverage.regions.map(\.code))
    let surplus = codes.filter { !known.contains($0) }
    guard !surplus.isEmpty else { return }
    coverage.findings.append(
      Finding(
        .surplusRow, at: Location(file: file),
        "no region has the code of \(Figures.counted(surplus.count, "row")) of the table"
          + (haveLostZeros(beside: coverage.regions) ? ", where codes have lost the zeros that they begin with" : "")
          + ": \(surplus.listed(atMost: 10))", count: surplus.count))
  }

  /// Whether a row would be that of a region without one, if zeros at the beginning made no difference. Spreadsheets take
  /// 0301 for a number.
  private func haveLostZeros(beside regions: [Region]) -> Bool {
    let bare = { (code: String) in code.drop { $0 == "0" } }
    let rows = Set(codes.map(bare))
    return regions.contains { rowByCode[$0.code] == nil && rows.contains(bare($0.code)) }
  }
}
