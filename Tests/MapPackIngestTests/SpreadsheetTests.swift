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
    #expect(rows?.first?.cells.map(\.content) == [.number, .number, .number, .plain, .plain, .truth])
    #expect(rows?.map(\.number) == [4, 5])
    #expect(rows?.last?.fields == [String](repeating: "", count: 26) + ["7"])
  }

  @Test(arguments: [
    ("<row><c t='s'><v>0</v></c></row>", "a.xlsx/xl/s.xml: error: the spreadsheet is damaged: row 1 refers to a text"),
    ("<row><c r='A0B'><v>", "a.xlsx/xl/s.xml:1: error: "), ("<row><c r='1'/></row>", "“1” is no cell"),
    ("<row><c r='XFE1'/></row>", "“XFE1” is no cell"),
    ("<row>&unknown;</row>", "entity"), ("<row r='0'/>", "a row has a number that is not from 1 to 1,048,576"),
    ("<row r='9223372036854775807'/><row/>", "a row has a number"), ("<row r='x'/>", "a row has a number"),
    ("<row><c r='XFD1'/><c/></row>", "row 1 has more than 16,384 cells"),
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
    func words(cells: Int = 10_000_000, bytes: Int = 256_000_000) throws -> String {
      var limits = Spreadsheet.Limits()
      (limits.cells, limits.bytes) = (cells, bytes)
      let error = try #require(throws: StageError.self) { try read(limits: limits) }
      #expect(error.status == .unreadableData)
      return error.description
    }
    try write(rows: "<row><c><v>1</v></c><c><v>1</v></c></row>")
    #expect(try words(cells: 2).contains("more than 2 cells"))
    #expect(try words(bytes: 60).contains("would unpack to more than 60 bytes"))
    // No part has so much, and all of them together do.
    #expect(
      try words(bytes: 200).contains("a.xlsx/xl/s.xml: error: the parts up to this one would unpack to more than"))
  }

  @Test func `a long text to which many cells refer counts as often`() throws {
    let text = String(repeating: "x", count: 1000)
    func read(_ count: Int) throws -> Int? {
      let cells = String(repeating: "<c t='s'><v>0</v></c>", count: count)
      let sheet = "<worksheet><sheetData><row>\(cells)</row></sheetData></worksheet>"
      try workbook([("S", [[text]])], to: folder.path("a.xlsx"), sheet: sheet)
      var limits = Spreadsheet.Limits()
      limits.bytes = 20_000
      return try self.read(limits: limits).first?.rows.first?.cells.count
    }
    #expect(try read(10) == 10)
    let error = try #require(throws: StageError.self) { try read(30) }
    #expect(error.description.contains("the texts of the cells have more than 20,000 bytes"))
  }

  @Test func `a row holds the cells that are written, wherever they stand`() throws {
    try write(rows: "<row><c r='XFD1'><v>1</v></c><c r='B1'><v>2</v></c><c r='B1'><v>3</v></c></row>")
    let row = try read().first?.rows.first
    #expect(row?.cells.map(\.column) == [1, 16_383])
    #expect(row?.text(1) == "3" && row?.text(2) == "" && row?.text(16_383) == "1")
  }

  @Test func `errors and dates are known by the cells' types and formats`() throws {
    try workbook(
      [("S", [[""]])], to: folder.path("a.xlsx"),
      sheet: """
        <worksheet><sheetData><row><c t='e'><v>#N/A</v></c><c s='0'><v>45292</v></c><c s='1'><v>45292</v></c>
        <c s='2'><v>45292.5</v></c><c s='3'><v>7</v></c><c s='9'><v>7</v></c></row></sheetData></worksheet>
        """,
      styles: """
        <styleSheet><numFmts><numFmt numFmtId='170' formatCode='yyyy/mm'/><numFmt numFmtId='171' formatCode='0'/></numFmts>
        <cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>
        <cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='170'/><xf numFmtId='171'/></cellXfs></styleSheet>
        """)
    let cells = try read().first?.rows.first?.cells
    #expect(cells?.map(\.content) == [.error, .number, .date, .date, .number, .number])
    #expect(cells?.map(\.text) == ["#N/A", "45292", "45292", "45292.5", "7", "7"])
  }

  @Test(arguments: [
    ("yyyy\\-mm\\-dd", true), ("[$-411]ggge\"年\"m\"月\"", true), ("[h]:mm", true), ("mmm", true), ("General", false),
    ("0.00E+00", false), ("[Red]#,##0;-0", false), ("\"day\" 0", false), ("0_d", false), ("@", false), ("\\d0", false),
    ("[", false), ("\"", false), ("", false),
  ])
  func `a format is that of a date if it has letters of one`(format: String, isDate: Bool) {
    #expect(Spreadsheet.isDate(format: format) == isDate)
  }
}

extension Spreadsheet.Row {
  /// The texts from the first column on.
  fileprivate var fields: [String] { (0..<(cells.last.map { $0.column + 1 } ?? 0)).map(text) }
}
