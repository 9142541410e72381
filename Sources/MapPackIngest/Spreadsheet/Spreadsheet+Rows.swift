import MapPackFeatures

extension Spreadsheet {
  /// The rows of a sheet.
  static func rows(
    _ parts: inout SpreadsheetParts, _ part: String, strings: [String], dates: Set<Int>,
    _ tally: inout SpreadsheetTally
  ) throws(StageError) -> [Row] {
    let shown = parts.shown(part)
    var rows: [Row] = []
    var row = Row(number: 0)
    var type = ""
    var isDate = false
    var column = 0
    var value = ""
    let inside: [SpreadsheetRole: [String: SpreadsheetRole]] = [
      .document: ["sheetData": .list], .list: ["row": .row], .row: ["c": .cell], .cell: ["v": .value, "is": .item],
    ]
    try parts.read(
      part, root: "worksheet", attributes: ["r", "s", "t"],
      children: inside.merging(SpreadsheetRole.textItem) { own, _ in own }
    ) { walk, step throws(StageError) in
      switch (step.role, step.isStart) {
      case (.row, true):
        let number = walk.attribute("r", of: step).map { Int($0) ?? 0 } ?? row.number + 1
        guard (1...lastRow).contains(number) else {
          throw damaged(shown, "a row has a number that is not from 1 to \(Figures.grouped(lastRow))")
        }
        try tally.count()
        row = Row(number: number)
        column = 0
      case (.row, false):
        // Programs write cells in their order. Of two in one place, the last one counts.
        if !zip(row.cells, row.cells.dropFirst()).allSatisfy({ $0.column < $1.column }) {
          let byColumn = Dictionary(row.cells.map { ($0.column, $0) }) { $1 }
          row.cells = byColumn.values.sorted { $0.column < $1.column }
        }
        rows.append(row)
      case (.cell, true):
        type = walk.attribute("t", of: step) ?? "n"
        isDate = type == "n" && walk.attribute("s", of: step).flatMap { Int($0) }.map(dates.contains) ?? false
        value = ""
        if let reference = walk.attribute("r", of: step) {
          guard let index = Self.column(of: reference) else { throw damaged(shown, "“\(reference)” is no cell") }
          column = index
        }
        guard column < lastColumn else {
          throw damaged(shown, "row \(row.number) has more than \(Figures.grouped(lastColumn)) cells")
        }
      case (.value, false), (.text, false): value += String(decoding: walk.text, as: UTF8.self)
      case (.cell, false):
        var content = Content.plain
        switch type {
        case "s":
          guard let index = Int(value.trimmingWhitespace), strings.indices.contains(index) else {
            throw damaged(shown, "row \(row.number) refers to a text that there is not")
          }
          value = strings[index]
        case "n":
          guard let number = Double(value) else { break }
          content = isDate ? .date : .number
          if number == number.rounded(), abs(number) < 1e15 { value = String(Int(number)) }
        case "e": content = .error
        case "b": content = .truth
        default: break
        }
        if !value.isEmpty {
          try tally.count(bytes: value.utf8.count)
          row.cells.append(Cell(column: column, text: value, content: content))
        }
        column += 1
      default: break
      }
    }
    return rows
  }

  /// The numbers of the last row and the last column of a sheet, from 1.
  private static let lastRow = 1_048_576
  private static let lastColumn = 16_384

  /// The index of the column that a reference such as `AB12` names; `nil` if it is none.
  private static func column(of reference: String) -> Int? {
    let letters = reference.utf8.prefix { (65...90).contains($0) }
    guard (1...3).contains(letters.count) else { return nil }
    let number = letters.reduce(0) { 26 * $0 + Int($1) - 64 }
    return number <= lastColumn ? number - 1 : nil
  }

  /// The letters of a column, counted from 0: `A`, `Z`, `AA`.
  package static func letters(ofColumn index: Int) -> String {
    var letters: [UInt8] = []
    var rest = index + 1
    while rest > 0 {
      letters.append(UInt8(65 + (rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }
}
