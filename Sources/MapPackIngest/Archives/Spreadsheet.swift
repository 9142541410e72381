import Foundation
import MapPackFeatures

/// The cells of a workbook in Office Open XML (.xlsx), as texts.
///
/// A formula has the value that the program which saved the workbook has computed. Phonetic guides, formats and hidden
/// states are not read: a date is its number. A whole number is written without a fraction.
///
/// Source: ECMA-376, part 1, sections 12.3 (parts) and 18 (SpreadsheetML).
package struct Spreadsheet: Sendable {
  package struct Sheet: Hashable, Sendable {
    package var name: String
    /// The rows that are written in the file, in its order.
    package fileprivate(set) var rows: [Row] = []
  }

  package struct Row: Hashable, Sendable {
    /// The number of the row, from 1.
    package var number: Int
    /// The cells from the first column on; a cell that is not written is empty.
    package fileprivate(set) var fields: [String] = []
  }

  /// The sheets of cells, in the order in which the workbook lists them; charts are left out.
  package private(set) var sheets: [Sheet] = []

  /// Up to how many bytes the parts that are read may unpack to, and how many cells there may be.
  package struct Limits: Sendable {
    package var bytes = 256_000_000
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
    let parts = try Parts(archive, in: temporaryFolder, bytes: limits.bytes)
    guard parts.has(Self.workbook) else {
      throw .unreadable(
        shownPath, "the archive holds no \(Self.workbook), so it is no spreadsheet", remedy: "give a .xlsx or a CSV")
    }
    let listed = try Self.listed(parts)
    let relations = try Self.relations(parts)
    var cells = 0
    func count(_ more: Int) throws(StageError) {
      cells += more
      guard cells <= limits.cells else {
        throw .unreadable(
          shownPath, "the sheets have more than \(Figures.grouped(limits.cells)) cells",
          remedy: "save the rows that are meant as CSV")
      }
    }
    var strings: [String] = []
    if let part = relations.values.first(where: { $0.type.hasSuffix("/sharedStrings") })?.part {
      strings = try Self.strings(parts, part, count: count)
    }
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
      sheets.append(
        Sheet(name: sheet.name, rows: try Self.rows(parts, relation.part, strings: strings, count: count)))
    }
  }

  private static let workbook = "xl/workbook.xml"

  private static func damaged(_ file: String, _ what: String) -> StageError {
    .unreadable(file, "the spreadsheet is damaged: \(what)", remedy: "get it again, or save it as CSV")
  }

  // MARK: Parts

  /// The sheets' names, and the ids of their relations.
  private static func listed(_ parts: borrowing Parts) throws(StageError) -> [(name: String, relation: String)] {
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
    _ parts: borrowing Parts
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
    _ parts: borrowing Parts, _ part: String, count: (Int) throws(StageError) -> Void
  ) throws(StageError) -> [String] {
    var strings: [String] = []
    let item = SpreadsheetRole.textItem
    try parts.read(
      part, root: "sst", attributes: [], children: item.merging([.document: ["si": .item]]) { own, _ in own }
    ) { walk, step throws(StageError) in
      if step.isStart, step.role == .item {
        try count(1)
        strings.append("")
      }
      if !step.isStart, step.role == .text { strings[strings.count - 1] += String(decoding: walk.text, as: UTF8.self) }
    }
    return strings
  }

  /// - Parameter count: is told of cells before they are kept.
  private static func rows(
    _ parts: borrowing Parts, _ part: String, strings: [String], count: (Int) throws(StageError) -> Void
  ) throws(StageError) -> [Row] {
    let shown = parts.shown(part)
    var rows: [Row] = []
    var type = ""
    var column = 0
    var value = ""
    let inside: [SpreadsheetRole: [String: SpreadsheetRole]] = [
      .document: ["sheetData": .list], .list: ["row": .row], .row: ["c": .cell], .cell: ["v": .value, "is": .item],
    ]
    try parts.read(
      part, root: "worksheet", attributes: ["r", "t"],
      children: inside.merging(SpreadsheetRole.textItem) { own, _ in own }
    ) { walk, step throws(StageError) in
      switch (step.role, step.isStart) {
      case (.row, true):
        let number = walk.attribute("r", of: step).flatMap { Int($0) } ?? (rows.last?.number ?? 0) + 1
        rows.append(Row(number: number))
        try count(1)
      case (.cell, true):
        type = walk.attribute("t", of: step) ?? "n"
        value = ""
        column = rows[rows.count - 1].fields.count
        if let reference = walk.attribute("r", of: step) {
          guard let index = Self.column(of: reference) else {
            throw Self.damaged(shown, "“\(reference)” is no cell")
          }
          column = index
        }
      case (.value, false), (.text, false): value += String(decoding: walk.text, as: UTF8.self)
      case (.cell, false):
        let row = rows.count - 1
        if type == "s" {
          guard let index = Int(value.trimmingWhitespace), strings.indices.contains(index) else {
            throw Self.damaged(shown, "row \(rows[row].number) refers to a text that there is not")
          }
          value = strings[index]
        } else if type == "n", let number = Double(value), number == number.rounded(), abs(number) < 1e15 {
          value = String(Int(number))
        }
        guard !value.isEmpty else { return }
        let lacking = column + 1 - rows[row].fields.count
        if lacking > 0 {
          try count(lacking)
          rows[row].fields += [String](repeating: "", count: lacking)
        }
        rows[row].fields[column] = value
      default: break
      }
    }
    return rows
  }

  /// The index of the column that a reference such as `AB12` names; `nil` if it is none.
  private static func column(of reference: String) -> Int? {
    let letters = reference.utf8.prefix { (65...90).contains($0) }
    guard (1...3).contains(letters.count) else { return nil }
    let number = letters.reduce(0) { 26 * $0 + Int($1) - 64 }
    return number <= 16_384 ? number - 1 : nil
  }
}

/// What an element of a workbook is.
private enum SpreadsheetRole: XMLRole {
  case document, list, item, run, text, row, cell, value, ignored

  var isText: Bool { self == .text || self == .value }
  var unknownChild: SpreadsheetRole { .ignored }

  /// A text, which may have runs of several formats. Phonetic guides are not listed.
  static let textItem: [SpreadsheetRole: [String: SpreadsheetRole]] = [
    .item: ["t": .text, "r": .run], .run: ["t": .text],
  ]
}

/// The parts of a workbook, each unpacked into a temporary file while it is read.
private struct Parts: ~Copyable {
  private let archive: Archive
  private let folder: ScratchFolder
  private let bytes: Int

  init(_ archive: Archive, in parent: String, bytes: Int) throws(StageError) {
    folder = try ScratchFolder(in: parent)
    self.archive = archive
    self.bytes = bytes
  }

  func has(_ part: String) -> Bool { archive.entries.contains { $0.path == part } }

  func shown(_ part: String) -> String { archive.shownPath + "/" + part }

  /// Walks through the elements of a part.
  func read(
    _ part: String, root: String, attributes: [String], children: [SpreadsheetRole: [String: SpreadsheetRole]],
    _ body: (borrowing XMLWalk<SpreadsheetRole>, XMLWalk<SpreadsheetRole>.Step) throws(StageError) -> Void
  ) throws(StageError) {
    guard let entry = archive.entries.first(where: { $0.path == part }) else {
      throw .unreadable(
        shown(part), "the spreadsheet is damaged: this part is missing", remedy: "get it again, or save it as CSV")
    }
    try ArchivedLayer.check(entry, of: archive)
    guard let size = entry.size, size <= bytes else {
      throw .unreadable(
        shown(part), "the part would unpack to more than \(Figures.grouped(bytes)) bytes",
        remedy: "save the rows that are meant as CSV")
    }
    let path = folder.path + "/part.xml"
    try unpack(entry, to: path)
    let request = SourceRequest(location: path, source: Source(path: shown(part)))
    var walk = try XMLWalk<SpreadsheetRole>(
      request, path: path, format: "a part of a spreadsheet", attributes: attributes, pieceSize: 1 << 16,
      root: (root, .document), children: children)
    var progress = ReadingProgress(nil, total: size)
    while let step = try walk.step(&progress) { try body(walk, step) }
  }

  private func unpack(_ entry: ArchiveEntry, to path: String) throws(StageError) {
    // Parts are read one after the other.
    unlink(path)
    try archive.unpack(entry, to: try ScratchFile(path: path, shownAs: archive.shown(entry))) { _ in }
  }
}
