import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackNames

/// A table as offices and people save them: a CSV, a sheet of a workbook (.xlsx), or the fields of a layer, such as one of
/// a GeoPackage or a Shapefile. `NameTable` and `JoinTable` are made of it, and so is what is dropped on the page.
///
/// Cells are texts. The first row has the headings, once `headed` has found it.
package struct Table: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A CSV, and what separates its fields.
    case lines(separator: Unicode.Scalar)
    case sheet
    /// Its rows are features. The headings have the number 0.
    case layer
  }

  package let kind: Kind
  /// The file, of a workbook with the sheet, for messages.
  package let file: String
  /// Rows without any cell are left out. Those of a CSV have an empty cell for each empty field.
  package private(set) var rows: [Spreadsheet.Row]
  /// About the text of the file, and about cells that were read.
  package private(set) var warnings: [Finding] = []

  /// Up to which row the headings are looked for, as titles may stand above them.
  package static let headingRows = 10

  /// What spreadsheets write where a formula has no value.
  private static let errorValues: Set<String> = [
    "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!",
    "#GETTING_DATA", "#CONNECT!", "#UNKNOWN!", "#BUSY!",
  ]

  // MARK: Reading

  /// The tables of a file: the sheets of a workbook, or a layer, or what each separator makes of a CSV, the likeliest first.
  /// - Parameters:
  ///   - layer: the only layer or sheet that is wanted; `nil` for the only layer, and for all sheets.
  ///   - encoding: the label of the encoding of a CSV or of a .dbf; `nil` if its bytes tell.
  ///   - isOfPipeline: whether a pipeline file names the table, and so can name its encoding.
  package static func all(
    at location: String, called name: String, layer: String? = nil, encoding: String? = nil, isOfPipeline: Bool = false
  ) throws(StageError) -> [Table] {
    if FileReading.isFolder(location) == false, SourceFiles.isSource(name) {
      return [
        try Table(
          layerOf: SourceRequest(location: location, source: Source(path: name), layer: layer, encoding: encoding))
      ]
    }
    let data = try FileReading.contents(of: location, called: name, remedy: "correct the table's path")
    if Spreadsheet.isArchive(data) {
      let sheets = try Spreadsheet(path: location, shownAs: name).sheets
      let wanted = sheets.filter { layer == nil || $0.name == layer }
      guard !wanted.isEmpty else {
        throw StageError(
          .usage, file: name, "there is no sheet “\(layer ?? "")”",
          remedy: "the sheets are \(sheets.map(\.name).listed(atMost: 8))")
      }
      return wanted.map { Table(.sheet, file: "\(name)/\($0.name)", rows: $0.rows.filter { !$0.cells.isEmpty }) }
    }
    guard layer == nil else {
      throw StageError(.usage, file: name, "a CSV has no layers", remedy: "leave `layer` out")
    }
    let (text, warnings) = try tableText(data, encoding: encoding, isOfPipeline: isOfPipeline, file: name)
    return try all(in: text, file: name, warnings)
  }

  /// What each separator makes of the text of a CSV. That of the first line comes first, then those of the lines below it.
  package static func all(
    in text: String, file: String, _ warnings: [Finding] = []
  ) throws(StageError) -> [Table] {
    func table(_ separator: Unicode.Scalar) throws(StageError) -> Table {
      let rows = try CSVText.rows(of: text, separatedBy: separator, file: file).map { row in
        Spreadsheet.Row(
          number: row.line, cells: row.fields.enumerated().map { Spreadsheet.Cell(column: $0, text: $1) })
      }
      return Table(.lines(separator: separator), file: file, rows: rows, warnings)
    }
    let first = CSVText.separator(of: text)
    let head = text.unicodeScalars.prefix(4096)
    let others = CSVText.separators.filter { $0 != first && head.contains($0) }
    return [try table(first)] + others.compactMap { try? table($0) }
  }

  private init(_ kind: Kind, file: String, rows: [Spreadsheet.Row], _ warnings: [Finding] = []) {
    (self.kind, self.file, self.rows, self.warnings) = (kind, file, rows, warnings)
  }

  /// The fields of all features of a layer, whatever shapes they have.
  private init(layerOf request: SourceRequest) throws(StageError) {
    var request = request
    // Degrees or not: shapes are not used, and their system may be one that nobody knows.
    request.coordinateSystem = "EPSG:4326"
    (kind, file) = (.layer, request.source.path)
    var rows: [Int: Spreadsheet.Row] = [:]
    for geometry in GeometryKind.allCases {
      request.geometry = geometry
      let table = try ingest([request], faults: .report)
      func row(_ number: Int, _ value: (Int) -> AttributeValue) -> Spreadsheet.Row {
        Spreadsheet.Row(
          number: number,
          cells: table.fields.indices.compactMap { column in
            let value = value(column)
            let content: Spreadsheet.Content = if case .real = value { .number } else { .plain }
            return value.displayText.map { Spreadsheet.Cell(column: column, text: $0, content: content) }
          })
      }
      rows[-1] = row(0) { .text(table.fields[$0]) }
      for feature in 0..<table.featureCount {
        let record = Int(table.record[feature])
        rows[Int(table.source[feature]) << 32 | record] = row(record) { table.values[$0][feature] }
      }
      warnings = table.findings.filter { $0.rule == .suspiciousEncoding }
      // Features of another kind are left out.
      if table.featureCount == table.ledger.entries.count { break }
    }
    self.rows = rows.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Headings

  /// The tables that have some headings in one of their first rows, each from that row on. Of a CSV, that is one.
  ///
  /// If no table has them, it is the one with the most cells in such a row, so that an error can list its headings.
  /// - Throws: `unreadableData` if all tables are empty.
  package static func headed(
    _ tables: [Table], file: String, by isHeading: ([String]) -> Bool
  ) throws(StageError) -> [Table] {
    func from(_ table: Table, _ row: Int) -> Table {
      var table = table
      table.rows.removeFirst(row)
      return table
    }
    let found = tables.compactMap { table in
      table.rows.prefix(headingRows).firstIndex { isHeading($0.texts) }.map { from(table, $0) }
    }
    if let first = found.first {
      if case .lines = first.kind { return [first] }
      return found
    }
    func width(_ row: Spreadsheet.Row?) -> Int { row?.cells.count ?? 0 }
    let widest = tables.map { table in
      from(table, table.rows.prefix(headingRows).indices.max { width(table.rows[$0]) < width(table.rows[$1]) } ?? 0)
    }.max { width($0.rows.first) < width($1.rows.first) }
    guard let widest, !widest.rows.isEmpty else {
      throw CSVText.error("the table is empty", file, line: 1, remedy: "begin with a line that names the columns")
    }
    return [widest]
  }

  /// The headings, without white space around them.
  package var headings: [String] { rows.first?.texts ?? [] }

  /// The column with a heading.
  /// - Parameter key: the key of the pipeline file that names it.
  /// - Throws: `unreadableData` if there is none, or if there are several.
  func column(_ heading: String, of key: String) throws(StageError) -> Int {
    let found = rows.first?.cells.filter { $0.text.trimmingWhitespace == heading } ?? []
    guard let cell = found.first, found.count == 1 else {
      throw error(
        found.isEmpty
          ? "there is no column \(heading); the columns are \(headings.joined(separator: ", "))"
          : "\(found.count) columns are called \(heading)", remedy: "correct the name in `\(key)`, or in the table")
    }
    return cell.column
  }

  // MARK: Rows

  /// The rows below the headings that have a text in a column with a heading. Their cells in the columns that are read are
  /// checked. A warning tells of numbers that a spreadsheet shows as something else.
  /// - Throws: `unreadableData` if such a cell holds the error of a formula, which would become a name, or if the row of a
  ///   CSV has another number of fields than there are headings.
  mutating func body(reading columns: [Int]) throws(StageError) -> [Spreadsheet.Row] {
    guard let head = rows.first else { return [] }
    let headed = Set(head.cells.map(\.column))
    var taken: [(place: String, line: Int)] = []
    var body: [Spreadsheet.Row] = []
    for row in rows.dropFirst() {
      if case .lines = kind, row.cells.count != head.cells.count {
        throw error(
          "the row has \(row.cells.count) fields, expected \(head.cells.count)", row,
          remedy: "put a field with a separator in double quotes")
      }
      guard row.cells.contains(where: { headed.contains($0.column) && !$0.text.trimmingWhitespace.isEmpty }) else {
        continue
      }
      for cell in columns.compactMap({ row[$0] }) {
        let text = cell.text.trimmingWhitespace
        let place = kind == .sheet ? Spreadsheet.letters(ofColumn: cell.column) + String(row.number) : nil
        guard cell.content != .error, !Self.errorValues.contains(text.uppercased()) else {
          let cell = place.map { "cell \($0)" } ?? "column \(cell.column + 1) (\(head.text(cell.column)))"
          throw error("\(cell) holds \(text), the error of a formula", row, remedy: "write the value into the table")
        }
        if let place, let shown = cell.shown { taken.append(("“\(text)” in \(place) (\(shown))", row.number)) }
      }
      body.append(row)
    }
    if let first = taken.first {
      warnings.append(
        Finding(
          .takenAsNumber, at: Location(file: file, line: first.line),
          "\(Figures.counted(taken.count, "cell")) shown as a date, TRUE or FALSE, of which the number is taken: "
            + taken.map(\.place).listed(atMost: 5),
          remedy: "if what is shown is meant, make the cells texts in the spreadsheet", count: taken.count))
    }
    return body
  }

  /// Where a row is.
  func location(of row: Spreadsheet.Row, code: String? = nil) -> Location {
    kind == .layer
      ? Location(file: file, code: code, record: row.number > 0 ? row.number : nil)
      : Location(file: file, line: row.number, code: code)
  }

  /// - Parameter row: `nil` for the row of headings.
  func error(_ message: String, _ row: Spreadsheet.Row? = nil, remedy: Remedy) -> StageError {
    StageError(
      .unreadableData, at: (row ?? rows.first).map { location(of: $0) } ?? Location(file: file), message, remedy: remedy
    )
  }
}

extension Spreadsheet.Cell {
  /// What readers see instead of the number; `nil` if they see that.
  fileprivate var shown: String? {
    content == .date ? "a date" : content == .truth ? text == "0" ? "FALSE" : "TRUE" : nil
  }
}

extension Spreadsheet.Row {
  /// The texts of the cells, without white space around them.
  fileprivate var texts: [String] { cells.map(\.text.trimmingWhitespace) }
}
