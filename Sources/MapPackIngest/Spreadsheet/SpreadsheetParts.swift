import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The parts of a workbook, each unpacked into a temporary file while it is read. What they unpack to is limited together.
struct SpreadsheetParts: ~Copyable {
  private let archive: Archive
  private let entries: [String: ArchiveEntry]
  private let folder: ScratchFolder
  /// How many bytes the parts may still unpack to.
  private var left: Int
  private let bytes: Int

  init(_ archive: Archive, in parent: String, bytes: Int) throws(StageError) {
    folder = try ScratchFolder(in: parent)
    self.archive = archive
    entries = Dictionary(archive.entries.map { ($0.path, $0) }) { first, _ in first }
    left = bytes
    self.bytes = bytes
  }

  func has(_ part: String) -> Bool { entries[part] != nil }

  func shown(_ part: String) -> String { archive.shownPath + "/" + part }

  /// Walks through the elements of a part.
  mutating func read(
    _ part: String, root: String, attributes: [String], children: [SpreadsheetRole: [String: SpreadsheetRole]],
    _ body: (borrowing XMLWalk<SpreadsheetRole>, XMLWalk<SpreadsheetRole>.Step) throws(StageError) -> Void
  ) throws(StageError) {
    guard let entry = entries[part] else {
      throw .unreadable(
        shown(part), "the spreadsheet is damaged: this part is missing", remedy: "get it again, or save it as CSV")
    }
    try ArchivedLayer.check(entry, of: archive)
    guard let size = entry.size, size <= left else {
      throw .unreadable(
        shown(part), "the parts up to this one would unpack to more than \(Figures.grouped(bytes)) bytes",
        remedy: "save the rows that are meant as CSV")
    }
    left -= size
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

/// Counts what is kept of a workbook, and ends the reading over the limits.
struct SpreadsheetTally {
  private let file: String
  private let limits: Spreadsheet.Limits
  private var cells = 0
  private var bytes = 0

  init(file: String, limits: Spreadsheet.Limits) {
    self.file = file
    self.limits = limits
  }

  /// Counts a cell, a row or a text before it is kept.
  /// - Parameter bytes: the length of a cell's text. No text is longer than a part.
  mutating func count(bytes more: Int = 0) throws(StageError) {
    cells += 1
    bytes += more
    guard cells <= limits.cells else {
      throw refused("the sheets have more than \(Figures.grouped(limits.cells)) cells")
    }
    guard bytes <= limits.bytes else {
      throw refused("the texts of the cells have more than \(Figures.grouped(limits.bytes)) bytes")
    }
  }

  private func refused(_ message: String) -> StageError {
    .unreadable(file, message, remedy: "save the rows that are meant as CSV")
  }
}
