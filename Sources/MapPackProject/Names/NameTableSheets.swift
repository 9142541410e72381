import MapPackFeatures
import MapPackIngest
import MapPackNames

/// What the fields of a name table's rows are in the sheet of a workbook that they were read from.
package struct SheetColumns {
  /// The sheet's columns, from 0, by the fields.
  var columns: [Int]
  /// The headings that are not known.
  var unknown: [String]
  /// What cells hold, by their lines and fields, if their texts do not show it.
  var contents: [Int: [Int: Spreadsheet.Content]] = [:]

  /// The name of a cell, such as `B7`.
  func name(of field: Int, line: Int) -> String { Spreadsheet.letters(ofColumn: columns[field]) + String(line) }
}

extension NameTable {
  /// Up to which row of a sheet its headings are looked for.
  private static let headingRows = 10

  /// The table that the sheets of a workbook make.
  package init(_ spreadsheet: Spreadsheet, file: String) throws(StageError) {
    var tables: [NameTable] = []
    for sheet in spreadsheet.sheets {
      let written = sheet.rows.filter { !$0.cells.isEmpty }
      guard
        let start = written.prefix(Self.headingRows).firstIndex(where: {
          NameTableColumns(headings: $0.cells.map(\.text)).areComplete
        })
      else { continue }
      tables.append(try NameTable(rows: written[start...], file: "\(file)/\(sheet.name)"))
    }
    guard let first = tables.first else {
      throw StageError(
        .unreadableData, file: file,
        "no sheet has the columns of a name table in its first rows; the sheets are "
          + spreadsheet.sheets.map(\.name).listed(atMost: 8),
        remedy: "name one column `code`, and another `name`, `kana`, `romaji`, `reading`, `english` or `case`")
    }
    self = try tables.count == 1 ? first : NameTable(joining: tables)
  }

  /// - Parameter sheet: the row of headings and the rows below it. Of their cells, only those in columns that are read are
  ///   kept, however many there are.
  private init(rows sheet: ArraySlice<Spreadsheet.Row>, file: String) throws(StageError) {
    let headings = sheet.first?.cells ?? []
    let columns = NameTableColumns(headings: headings.map(\.text))
    let read = columns.read.map { headings[$0].column }
    let others = Set(headings.map(\.column)).subtracting(read)
    var cells = SheetColumns(columns: read, unknown: columns.unknown)
    let rows = sheet.map { row in
      var fields = CSVText.Row(line: row.number, fields: read.map(row.text))
      for (field, column) in read.enumerated() {
        guard let content = row[column]?.content, content != .plain else { continue }
        cells.contents[row.number, default: [:]][field] = content
      }
      // A row that has cells under other headings alone lacks its code; without any it is passed over.
      let isElsewhere = fields.fields.allSatisfy(\.isEmpty) && row.cells.contains { others.contains($0.column) }
      fields.fields.append(isElsewhere ? "…" : "")
      return fields
    }
    try self.init(rows: rows, file: file, of: cells)
  }
}
