import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

@Suite struct SpreadsheetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String = "a.xlsx", limits: Spreadsheet.Limits = .init()) throws -> [Spreadsheet.Sheet] {
    let scratch = folder.path("scratch")
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { #expect((try? FileManager.default.contentsOfDirectory(atPath: scratch)) == []) }
    return try Spreadsheet(path: folder.path(name), shownAs: name, limits: limits, temporaryFolder: scratch).sheets
  }

  /// A workbook of one sheet whose rows are written in XML.
  private func write(rows: String, sheet: String? = nil) throws {
    let parts = [
      ("xl/workbook.xml", "<workbook xmlns:r='y'><sheets><sheet name='S' r:id='a'/></sheets></workbook>"),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id='a' Type='x/worksheet' Target='s.xml'/></Relationships>"
      ),
      ("xl/s.xml", sheet ?? "<worksheet><sheetData>\(rows)</sheetData></worksheet>"),
    ]
    try zipArchive(parts.map { (Array($0.0.utf8), Array($0.1.utf8)) }, to: folder.path("a.xlsx"))
  }

  @Test func `cells are read in their places, from all sheets, without phonetic guides`() throws {
    try workbook(
      [("一枚目", [["code", "", "長崎市"], [], ["", "b"]]), ("二枚目", [["c"]])], to: folder.path("a.xlsx"))
    let sheets = try read()
    #expect(sheets.map(\.name) == ["一枚目", "二枚目"])
    #expect(sheets.first?.rows.map(\.fields) == [["code", "", "長崎市"], [], ["", "b"]])
    #expect(sheets.first?.rows.map(\.number) == [1, 2, 3])
    #expect(sheets.last?.rows.map(\.fields) == [["c"]])
  }

  @Test func `values of all types are texts, and cells without a place follow each other`() throws {
    try write(
      rows: """
        <row r="4"><c><v>1100</v></c><c><v>1.1002E4</v></c><c><v>1.5</v></c><c t="str"><f>A1</f><v>01</v></c>
        <c t="inlineStr"><is><t>a</t><r><t> b</t></r></is></c><c t="b"><v>1</v></c></row>
        <row><c r="AA5"><v>7</v></c></row>
        """)
    let rows = try read().first?.rows
    #expect(rows?.first?.fields == ["1100", "11002", "1.5", "01", "a b", "1"])
    #expect(rows?.map(\.number) == [4, 5])
    #expect(rows?.last?.fields == [String](repeating: "", count: 26) + ["7"])
  }

  @Test(arguments: [
    ("<row><c t='s'><v>0</v></c></row>", "a.xlsx/xl/s.xml: error: the spreadsheet is damaged: row 1 refers to a text"),
    ("<row><c r='A0B'><v>", "a.xlsx/xl/s.xml:1: error: "), ("<row><c r='1'/></row>", "“1” is no cell"),
    ("<row><c r='XFE1'/></row>", "“XFE1” is no cell"),
    ("<row>&unknown;</row>", "entity"),
  ])
  func `a damaged sheet is an error in plain words`(rows: String, words: String) throws {
    try write(rows: rows)
    let error = try #require(throws: StageError.self) { try read() }
    #expect(error.description.contains(words), "\(error.description)")
    #expect(error.status == .unreadableData)
  }

  @Test func `an archive that is no workbook, a part that lacks and a broken archive are errors`() throws {
    try zipArchive([(Array("a.txt".utf8), [65])], to: folder.path("a.xlsx"))
    var error = try #require(throws: StageError.self) { try read() }
    #expect(error.description.contains("so it is no spreadsheet"))
    try workbook([("S", [["a"]])], to: folder.path("a.xlsx"), strings: "")
    error = try #require(throws: StageError.self) { try read() }
    #expect(error.description.contains("a.xlsx/xl/sharedStrings.xml: error: the spreadsheet is damaged"))
    try workbook([("S", [["a"]])], to: folder.path("a.xlsx"))
    try folder.write(try folder.bytes(of: "a.xlsx").dropLast(40), to: "a.xlsx")
    error = try #require(throws: StageError.self) { try read() }
    #expect(error.description.contains("the archive is"), "\(error.description)")
    try write(rows: "", sheet: "<html/>")
    error = try #require(throws: StageError.self) { try read() }
    #expect(error.description.contains("this is not a part of a spreadsheet"), "\(error.description)")
  }

  @Test func `a workbook that unpacks to too much is refused`() throws {
    try write(rows: "<row><c r='XFD1'><v>1</v></c></row>")
    var limits = Spreadsheet.Limits()
    limits.cells = 16_000
    var error = try #require(throws: StageError.self) { try read(limits: limits) }
    #expect(error.description.contains("more than 16,000 cells"))
    limits = Spreadsheet.Limits()
    limits.bytes = 60
    error = try #require(throws: StageError.self) { try read(limits: limits) }
    #expect(error.description.contains("would unpack to more than 60 bytes"))
  }
}
