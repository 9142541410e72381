import Foundation
import MapPackFeatures

/// The cells of a workbook in Office Open XML (.xlsx), as texts.
///
/// A formula has the value that the program which saved the workbook has computed. Phonetic guides and hidden states are
/// not read, and of formats only whether a number is shown as a date: it is its number all the same. A whole number is
/// written without a fraction. Memory is that of the cells that are written, wherever in their rows they stand.
///
/// Source: ECMA-376, part 1, sections 12.3 (parts) and 18 (SpreadsheetML).
package struct Spreadsheet: Sendable {
  package struct Sheet: Hashable, Sendable {
    package var name: String
    /// The rows that are written in the file, in its order.
    package internal(set) var rows: [Row] = []
  }

  package struct Row: Hashable, Sendable {
    /// The number of the row, from 1.
    package var number: Int
    /// The cells that are not empty, in the order of their columns.
    package internal(set) var cells: [Cell] = []

    package init(number: Int, cells: [Cell] = []) { (self.number, self.cells) = (number, cells) }

    /// The text of the cell in a column, counted from 0; empty if there is none.
    /// - Complexity: O(log cells)
    package func text(_ column: Int) -> String { self[column]?.text ?? "" }

    /// The cell in a column, counted from 0; `nil` if it is empty.
    package subscript(column: Int) -> Cell? {
      var (low, high) = (0, cells.count)
      while low < high {
        let middle = low + (high - low) / 2
        if cells[middle].column < column { low = middle + 1 } else { high = middle }
      }
      return low < cells.count && cells[low].column == column ? cells[low] : nil
    }
  }

  package struct Cell: Hashable, Sendable {
    /// The index of the column, from 0.
    package var column: Int
    package var text: String
    package var content: Content

    package init(column: Int, text: String, content: Content = .plain) {
      (self.column, self.text, self.content) = (column, text, content)
    }
  }

  /// What a cell holds, if its text does not show what its readers see.
  package enum Content: Hashable, Sendable {
    /// A text, shown as it is.
    case plain
    /// A number, shown as one.
    case number
    /// The error of a formula, such as `#N/A`.
    case error
    /// A number that is shown as a date or a time.
    case date
    /// A truth value: its text is 1 or 0, and TRUE or FALSE is shown.
    case truth
  }

  /// The sheets of cells, in the order in which the workbook lists them; charts are left out.
  package private(set) var sheets: [Sheet] = []

  /// How large a workbook may be.
  package struct Limits: Sendable {
    /// Up to how many bytes the parts that are read may unpack to, together, and the texts of all cells may have. Many
    /// cells can refer to one long text.
    package var bytes = 256_000_000
    /// How many cells, rows and shared texts there may be, together.
    package var cells = 10_000_000

    package init() {}
  }

  /// Whether a file with these first bytes is an archive, as a workbook is.
  package static func isArchive(_ head: some Collection<UInt8>) -> Bool { Archive.isArchive(Array(head.prefix(4))) }

  /// Whether a file with these first bytes is of the kind that holds the old workbooks (.xls), and encrypted new ones.
  package static func isOld(_ head: some Collection<UInt8>) -> Bool {
    head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
  }

  /// Reads a workbook.
  /// - Throws: `unreadableData` if it is no workbook, damaged, or over the limits; `noInput`; `cannotWrite` if its parts
  ///   cannot be unpacked into the folder for temporary files.
  package init(
    path: String, shownAs shownPath: String, limits: Limits = Limits(),
    temporaryFolder: String = FileManager.default.temporaryDirectory.path
  ) throws(StageError) {
    let archive = try Archive(path: path, shownAs: shownPath)
    var parts = try SpreadsheetParts(archive, in: temporaryFolder, bytes: limits.bytes)
    guard parts.has(Self.workbook) else {
      throw .unreadable(
        shownPath, "the archive holds no \(Self.workbook), so it is no spreadsheet", remedy: "give a .xlsx or a CSV")
    }
    let listed = try Self.listed(&parts)
    let relations = try Self.relations(&parts)
    func part(_ kind: String) -> String? {
      relations.values.filter { $0.type.hasSuffix("/" + kind) }.map(\.part).min { ExactText($0) < ExactText($1) }
    }
    var tally = SpreadsheetTally(file: shownPath, limits: limits)
    var strings: [String] = []
    if let part = part("sharedStrings") { strings = try Self.strings(&parts, part, &tally) }
    var dates: Set<Int> = []
    if let part = part("styles"), parts.has(part) { dates = try Self.dateStyles(&parts, part, &tally) }
    var read: Set<String> = []
    for sheet in listed {
      guard let relation = relations[sheet.relation] else {
        throw Self.damaged(shownPath, "the sheet \(sheet.name) has no part")
      }
      guard relation.type.hasSuffix("/worksheet") else { continue }
      // Or else a small file could make a reader unpack one part thousands of times.
      guard read.insert(relation.part).inserted else {
        throw Self.damaged(shownPath, "two sheets have one part, \(relation.part)")
      }
      let rows = try Self.rows(&parts, relation.part, strings: strings, dates: dates, &tally)
      sheets.append(Sheet(name: sheet.name, rows: rows))
    }
  }

  private static let workbook = "xl/workbook.xml"

  static func damaged(_ file: String, _ what: String) -> StageError {
    .unreadable(file, "the spreadsheet is damaged: \(what)", remedy: "get it again, or save it as CSV")
  }

  // MARK: Parts

  /// The sheets' names, and the ids of their relations.
  private static func listed(_ parts: inout SpreadsheetParts) throws(StageError) -> [(name: String, relation: String)] {
    var found: [(name: String, relation: String)] = []
    try parts.read(
      workbook, root: "workbook", attributes: ["name", ":id"],
      children: [.document: ["sheets": .list], .list: ["sheet": .item]]
    ) { walk, step in
      guard step.isStart, step.role == .item else { return }
      found.append((walk.attribute("name", of: step) ?? "", walk.attribute(":id", of: step) ?? ""))
    }
    return found
  }

  /// What the workbook refers to, by id.
  private static func relations(
    _ parts: inout SpreadsheetParts
  ) throws(StageError) -> [String: (type: String, part: String)] {
    var found: [String: (type: String, part: String)] = [:]
    try parts.read(
      "xl/_rels/workbook.xml.rels", root: "Relationships", attributes: ["Id", "Type", "Target"],
      children: [.document: ["Relationship": .item]]
    ) { walk, step in
      guard step.isStart, step.role == .item, let id = walk.attribute("Id", of: step),
        let target = walk.attribute("Target", of: step)
      else { return }
      let part = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
      found[id] = (walk.attribute("Type", of: step) ?? "", part)
    }
    return found
  }

  /// The texts to which cells refer by number.
  private static func strings(
    _ parts: inout SpreadsheetParts, _ part: String, _ tally: inout SpreadsheetTally
  ) throws(StageError) -> [String] {
    var strings: [String] = []
    let item = SpreadsheetRole.textItem
    try parts.read(
      part, root: "sst", attributes: [], children: item.merging([.document: ["si": .item]]) { own, _ in own }
    ) { walk, step throws(StageError) in
      if step.isStart, step.role == .item {
        try tally.count()
        strings.append("")
      }
      if !step.isStart, step.role == .text { strings[strings.count - 1] += String(decoding: walk.text, as: UTF8.self) }
    }
    return strings
  }

  /// The styles of cells by which a number is shown as a date or a time.
  private static func dateStyles(
    _ parts: inout SpreadsheetParts, _ part: String, _ tally: inout SpreadsheetTally
  ) throws(StageError) -> Set<Int> {
    var formats: Set<Int> = []
    var styles: Set<Int> = []
    var count = 0
    try parts.read(
      part, root: "styleSheet", attributes: ["numFmtId", "formatCode"],
      children: [
        .document: ["numFmts": .list, "cellXfs": .styles], .list: ["numFmt": .item], .styles: ["xf": .style],
      ]
    ) { walk, step throws(StageError) in
      guard step.isStart, step.role == .item || step.role == .style else { return }
      try tally.count()
      let format = walk.attribute("numFmtId", of: step).flatMap { Int($0) } ?? 0
      if step.role == .item {
        if isDate(format: walk.attribute("formatCode", of: step) ?? "") { formats.insert(format) }
      } else {
        // The formats from 14 to 58 that are dates need not be listed (section 18.8.30).
        if formats.contains(format) || [14...22, 27...36, 45...47, 50...58].contains(where: { $0.contains(format) }) {
          styles.insert(count)
        }
        count += 1
      }
    }
    return styles
  }

  /// Whether a format has a letter for a year, month, day, hour or second outside texts, colors and conditions.
  static func isDate(format: String) -> Bool {
    var rest = Substring(format)
    while let character = rest.popFirst() {
      switch character {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }.lowercased()
        // Hours, minutes and seconds that are not cut at a day or an hour.
        if !inside.isEmpty, inside.allSatisfy({ "hms".contains($0) }) { return true }
        rest = rest.drop { $0 != "]" }.dropFirst()
      case "y", "Y", "m", "M", "d", "D", "h", "H", "s", "S", "g", "G",
        "e" where !format.contains("0"):
        // “General” is the format of numbers as they are.
        if character.lowercased() == "g", rest.lowercased().hasPrefix("eneral") {
          rest = rest.dropFirst(6)
        } else {
          return true
        }
      default: break
      }
    }
    return false
  }
}

/// What an element of a workbook is.
enum SpreadsheetRole: XMLRole {
  case document, list, item, run, text, row, cell, value, styles, style, ignored

  var isText: Bool { self == .text || self == .value }
  var unknownChild: SpreadsheetRole { .ignored }

  /// A text, which may have runs of several formats. Phonetic guides are not listed.
  static let textItem: [SpreadsheetRole: [String: SpreadsheetRole]] = [
    .item: ["t": .text, "r": .run], .run: ["t": .text],
  ]
}
