import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackProject
@testable import MapPackTool

@Suite struct NameTableTests {
  /// A coverage of regions without land, as far as names go.
  private static func coverage(_ codes: [String]) throws -> Coverage {
    var coverage = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
    coverage.regions = codes.map { Region(code: $0, name: "old \($0)") }
    return coverage
  }

  @Test func `names are found by code whatever the order of the columns`() throws {
    let table = try NameTable(text: "lat,name,code\n1,札幌市,01100\n", file: "t.csv")
    #expect(table.rows.map(\.code) == ["01100"])
    #expect(table.rows.map(\.name) == ["札幌市"])
  }

  @Test(arguments: [
    ("", 1, "empty"), ("code,lat\n1,a\n", 1, "name one of them"), ("code,name\n1,a\n1,b\n", 3, "stands twice"),
    ("code,name\n1\n", 2, "has 1 fields, expected 2"), ("code,name\n,a\n", 2, "is empty"),
    ("code,name,kana\n42201,長崎市,Nagasaki\n", 2, "“Nagasaki” is not a reading in kana"),
    ("code,name,kana\n42201,長崎市,っ\n", 2, "“っ” is not a reading in kana"),
    ("code,name,kana\n422011,長崎市,ながさきし\n422022,佐世保市,させぼし\n", 3, "it should be 9"),
    ("code,kana\n422011,ながさきし\n422011,ながさきし\n", 3, "42201 stands twice"),
    ("code,reading\n1,장안\n", 2, "“장안” is a reading in neither kana nor Latin letters"),
    ("code,reading\n1,Nagasaki 市\n", 2, "neither kana nor Latin letters"),
  ])
  func `a wrong table is an error with its line`(text: String, line: Int, words: String) throws {
    let error = try #require(throws: StageError.self) { try NameTable(text: text, file: "t.csv") }
    #expect(error.description.contains(words), "\(error.description)")
    #expect(error.line == line)
  }

  @Test func `blank rows are passed over`() throws {
    #expect(try NameTable(text: "code,name\n,\n1,a\n ,\n", file: "t.csv").rows.map(\.line) == [3])
  }

  @Test(arguments: ["1100,札幌市,ｻｯﾎﾟﾛｼ", "011002,札幌市,さっぽろし", "11002,札幌市,サッポロシ"], ["01100", "011002", "1100"])
  func `codes are the same with and without check digit and zero`(row: String, code: String) throws {
    // Two more rows, so that a lost zero shows.
    let others = row.hasPrefix("1100,") ? "1202,函館市,はこだてし\n1203,小樽市,おたるし" : "012025,函館市,はこだてし\n012033,小樽市,おたるし"
    let table = try NameTable(text: "code,name,kana\n\(row)\n\(others)\n", file: "t.csv")
    var coverage = try Self.coverage([code])
    table.apply(to: &coverage)
    #expect(coverage.regions[0].name == "札幌市")
    #expect(coverage.regions[0].code == code)
    #expect(coverage.regions[0].attributes == [.init(field: "kana", value: "さっぽろし")])
    #expect(coverage.regions[0].romanized?.parts == [.init(stem: "Sapporo", kind: "City")])
  }

  @Test func `other codes are taken as they are`() throws {
    let table = try NameTable(text: "code,name,kana\nA1,日本,にほん\n1100,x,あ\n", file: "t.csv")
    #expect(table.rows.map(\.code) == ["A1", "1100"])
  }

  /// Code, name, kana and English name of each row.
  private static func lines(of table: NameTable) -> [String] {
    table.rows.map { row in
      [row.code, row.name ?? "", row.kana ?? "", row.english(row.romanized(name: row.name ?? "")) ?? ""]
        .joined(separator: ", ")
    }
  }

  private static let hokkaido = [
    "01000, 北海道, ほっかいどう, Hokkaido Prefecture", "01100, 札幌市, さっぽろし, Sapporo City",
    "01101, 札幌市 中央区, さっぽろし ちゅうおうく, Chuo Ward, Sapporo City", "01202, 函館市, はこだてし, Hakodate City",
  ]

  @Test func `the official list can be read as it is`() throws {
    let list = """
      団体コード,"都道府県名
      （漢字）","市区町村名
      （漢字）","都道府県名
      （カナ）","市区町村名
      （カナ）"
      010006,北海道,,ﾎｯｶｲﾄﾞｳ,
      011002,北海道,札幌市,ﾎｯｶｲﾄﾞｳ,ｻｯﾎﾟﾛｼ
      012025,北海道,函館市,ﾎｯｶｲﾄﾞｳ,ﾊｺﾀﾞﾃｼ

      """
    let wards = "団体コード,市区町村名（漢字）,市区町村名（カナ）\n011011,札幌市中央区,ｻｯﾎﾟﾛｼﾁｭｳｵｳｸ\n011002,札幌市,ｻｯﾎﾟﾛｼ\n"
    let tables = [try NameTable(text: list, file: "1.csv"), try NameTable(text: wards, file: "2.csv")]
    #expect(Self.lines(of: try NameTable(joining: tables)) == Self.hokkaido)
  }

  @Test func `two lists that contradict each other are an error`() throws {
    let tables = try ["ながさきし", "ながさし"].map { kana in
      try NameTable(text: "code,name,kana\n42201,長崎市,\(kana)\n", file: "\(kana).csv")
    }
    let error = try #require(throws: StageError.self) { try NameTable(joining: tables) }
    #expect(error.file == "ながさし.csv")
    #expect(error.line == 2)
  }

  @Test func `romaji win over kana, and kana over an English name`() throws {
    let text = """
      code,name,kana,romaji,english
      1,真岡市,もおかし,Moka-shi,Mooka City
      2,真岡市,もおかし,,Moka City
      3,真岡市,,,Moka City
      """
    var coverage = try Self.coverage(["1", "2", "3"])
    try NameTable(text: text, file: "t.csv").apply(to: &coverage, english: true)
    #expect(coverage.regions.map { $0.romanized?.parts.first?.stem } == ["Moka", "Mooka", "Moka"])
    #expect(
      coverage.regions.map { $0.attributes.last }
        == ["Mooka City", "Moka City", "Moka City"].map {
          .init(field: "english", value: $0)
        })
  }

  @Test func `a table without names leaves those of the data`() throws {
    var coverage = try Self.coverage(["42201"])
    coverage.regions[0].name = "長崎市"
    try NameTable(text: "code,kana\n42201,ながさきし\n", file: "t.csv").apply(to: &coverage, english: true)
    #expect(coverage.regions[0].name == "長崎市")
    #expect(coverage.regions[0].romanized?.parts == [.init(stem: "Nagasaki", kind: "City")])
    #expect(coverage.regions[0].attributes.map(\.value) == ["ながさきし", "Nagasaki City"])
  }

  @Test func `regions without a row and irregular readings are warned of`() throws {
    let text = "code,name,kana\n27383,千早赤阪村,ちはやあかさかむ\n27382,河南町,かなんちょう\n"
    var coverage = try Self.coverage(["27383", "27382", "27381"])
    try NameTable(text: text, file: "t.csv").apply(to: &coverage)
    #expect(coverage.findings.map(\.rule) == [.irregularReading, .noReading])
    #expect(coverage.findings.map(\.code) == ["27383", "27381"])
    #expect(coverage.regions[2].name == "old 27381")
  }

  @Test func `a reading counts as kana or as romaji, by its letters`() throws {
    let text = "code,name,kana,reading\n1,長崎市,,ﾅｶﾞｻｷｼ\n2,한강,,Hangang\n3,佐世保市,させぼし,Sasebo-shi\n4,臺北,,Táiběi\n"
    let table = try NameTable(text: text, file: "t.csv")
    #expect(table.rows.map(\.kana) == ["ながさきし", nil, "させぼし", nil])
    #expect(table.rows.map(\.romaji) == [nil, "Hangang", "Sasebo-shi", "Táiběi"])
    #expect(table.hasReadings)
    // The codes are those of municipalities, as they are with a column of kana.
    let official = try NameTable(text: "code,reading\n422011,ながさきし\n422029,させぼし\n", file: "t.csv")
    #expect(official.rows.map(\.code) == ["42201", "42202"])
  }

  @Test func `a table may have cases, also without names`() throws {
    let table = try NameTable(text: "code,Case\n42201,nagasaki\n42202,\n", file: "t.csv")
    #expect(table.cases(of: ["42202", "42201", "x"]).mapValues(\.caseName) == ["42201": "nagasaki"])
    #expect(table.cases(of: ["42201"])["42201"]?.location?.line == 2)
    #expect(table.unknownColumns.isEmpty)
  }

  @Test func `a run gives regions the cases of the table, and notes what nothing uses`() throws {
    let workspace = try Workspace(
      Island(), more: "names: { table: names.csv, overrides: { \"001\": own } }\n")
    try workspace.write("code,case,population\n000,gorey,1\n001,passed,2\n012,lost,3\n", to: "names.csv")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 0)
    for words in ["known: population", "no region has the code of 1 row of the name table: 012"] {
      #expect(run.messages.contains(words), "\(run.messages)")
    }
    let lock = try workspace.text("Pipelines/island.lock")
    #expect(lock.contains("case: \"gorey\"") && lock.contains("case: \"own\"") && !lock.contains("passed"), "\(lock)")
    try workspace.write("code,case\n000,own\n001,init\n", to: "names.csv")
    let again = CommandOutput.of("run", workspace.pipeline, exits: 64)
    #expect(again.messages.contains("names.csv:2"), "\(again.messages)")
  }

  @Test func `columns that are not known are a note, unless a joined table reads them`() throws {
    let table = try NameTable(text: "code,name,cse,lat,人口,\n1,A,a,3,4,\n", file: "t.csv")
    let regions = try Self.coverage(["1"]).regions
    let notes = table.notes(on: regions)
    #expect(notes.map(\.rule) == [.unknownColumn])
    #expect(notes.first?.message == "the name table has columns that are not known: cse, 人口")
    #expect(notes.first?.remedy == "known are code, name, kana, romaji, reading, english, case")
    #expect(table.notes(on: regions, columnsInUse: ["cse", "人口"]).isEmpty)
  }

  @Test(arguments: [
    // Fewer than half, half, none.
    ("code,name\na,A\nb,B\nc,C\n", ["a", "b"], "no region has the code of 1 row of the name table: c"),
    ("code,name\na,A\nb,B\n", ["a"], nil),
    (
      "code,name\na,A\nb,B\n", ["x"],
      "no row of the name table has the code of a region: the first code of the table is a, the first region old x (x)"
    ),
    // Other prefectures, the prefectures themselves, and the wards of a city that the map has as a whole.
    (
      "code,kana\n01000,ほっかいどう\n01100,さっぽろし\n01101,さっぽろしちゅうおうく\n01202,はこだてし\n01203,おたるし\n42201,ながさきし\n",
      ["011002", "012025"], "no region has the code of 1 row of the name table: 01203"
    ),
    (
      "code,kana\n01000,ほっかいどう\n01100,さっぽろし\n01101,さっぽろしちゅうおうく\n01202,はこだてし\n42201,ながさきし\n",
      ["01101", "01202"], nil
    ),
  ])
  func `rows that no region uses are a note, unless the table is that of a larger land`(
    text: String, codes: [String], message: String?
  ) throws {
    let table = try NameTable(text: text, file: "t.csv")
    let regions = try Self.coverage(codes).regions
    #expect(table.notes(on: regions).map(\.message) == [message].compactMap(\.self))
    #expect(table.notes(on: regions, isShared: true).isEmpty)
  }

  /// The sheets of 総務省's list, with its headings and a title above them.
  private static let official: [(name: String, rows: [[String]])] = [
    (
      "R6.1.1現在の団体",
      [
        ["団体コード", "都道府県名\n（漢字）", "市区町村名\n（漢字）", "都道府県名\n（カナ）", "市区町村名\n（カナ）"],
        ["010006", "北海道", "", "ﾎｯｶｲﾄﾞｳ"], ["011002", "北海道", "札幌市", "ﾎｯｶｲﾄﾞｳ", "ｻｯﾎﾟﾛｼ"],
        ["012025", "北海道", "函館市", "ﾎｯｶｲﾄﾞｳ", "ﾊｺﾀﾞﾃｼ"],
      ]
    ),
    ("説明", [["この表について"]]),
    (
      "R6.1.1政令指定都市",
      [
        ["政令指定都市"], [], ["団体コード", "都道府県名\n（漢字）", "市区町村名\n（漢字）", "都道府県名\n（ｶﾅ）", "市区町村名\n（ｶﾅ）"],
        ["011002", "北海道", "札幌市", "ﾎｯｶｲﾄﾞｳ", "ｻｯﾎﾟﾛｼ"], ["011011", "北海道", "札幌市中央区", "ﾎｯｶｲﾄﾞｳ", "ｻｯﾎﾟﾛｼﾁｭｳｵｳｸ"],
      ]
    ),
  ]

  @Test func `the official list can be read as the spreadsheet that it is`() throws {
    let workspace = try Workspace()
    let list = workspace.path("list.xlsx")
    try workbook(Self.official, to: list)
    let table = try NameTable(contentsOf: list, called: "list.xlsx")
    #expect(Self.lines(of: table) == Self.hokkaido && table.notes(on: []).isEmpty)
  }

  @Test func `an error in a spreadsheet is told with its sheet and row`() throws {
    let workspace = try Workspace()
    var sheets = Self.official
    sheets[2].rows[4][0] = "011012"
    try workbook(sheets, to: workspace.path("a.xlsx"))
    var error = try #require(throws: StageError.self) {
      try NameTable(contentsOf: workspace.path("a.xlsx"), called: "a.xlsx")
    }
    #expect(error.description.contains("a.xlsx/R6.1.1政令指定都市:5: error: the check digit"), "\(error.description)")
    try workbook([("説明", [["この表について"]])], to: workspace.path("a.xlsx"))
    error = try #require(throws: StageError.self) {
      try NameTable(contentsOf: workspace.path("a.xlsx"), called: "a.xlsx")
    }
    #expect(error.description.contains("a.xlsx/説明:1: error: the columns are この表について; name one of them `code`"))
  }

  @Test func `the error of a formula is told with its cell, whatever its text`() throws {
    let workspace = try Workspace()
    for text in ["#N/A", "#REF!", "#FEHLER"] {
      let sheet = """
        <worksheet><sheetData><row r='3'><c r='B3' t='str'><v>code</v></c><c r='AC3' t='str'><v>name</v></c>
        <c r='AD3' t='str'><v>x</v></c></row><row r='7'><c r='B7'><v>1</v></c>
        <c r='AC7' t='e'><v>\(text)</v></c></row></sheetData></worksheet>
        """
      try workbook([("S", [[""]])], to: workspace.path("a.xlsx"), sheet: sheet)
      let error = try #require(throws: StageError.self) {
        try NameTable(contentsOf: workspace.path("a.xlsx"), called: "a.xlsx")
      }
      #expect(
        error.description
          == "a.xlsx/S:7: error: cell AC7 holds \(text), the error of a formula; write the value into the table")
      // A column that is not read may have errors.
      try workbook(
        [("S", [[""]])], to: workspace.path("a.xlsx"),
        sheet: sheet.replacing("AC7' t='e'", with: "AC7' t='str'").replacing(
          "</c></row></sheetData>", with: "</c><c r='AD7' t='e'><v>\(text)</v></c></row></sheetData>"
        ).replacing("<v>\(text)</v></c><c r='AD7'", with: "<v>A</v></c><c r='AD7'"))
      #expect(try NameTable(contentsOf: workspace.path("a.xlsx"), called: "a").rows.map(\.name) == ["A"])
    }
  }

  @Test func `it is said that a date and a truth value are taken as their numbers, and in which cells`() throws {
    let workspace = try Workspace()
    try workbook(
      [("S", [[""]])], to: workspace.path("a.xlsx"),
      sheet: """
        <worksheet><sheetData><row><c t='str'><v>code</v></c><c t='str'><v>name</v></c><c t='str'><v>x</v></c></row>
        <row><c><v>1</v></c><c s='1'><v>45292</v></c><c s='1'><v>5</v></c></row>
        <row><c s='1'><v>2</v></c><c t='b'><v>1</v></c></row></sheetData></worksheet>
        """,
      styles: "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>")
    let table = try NameTable(contentsOf: workspace.path("a.xlsx"), called: "a.xlsx")
    #expect(table.rows.map(\.name) == ["45292", "1"])
    let findings = table.notes(on: []).filter { $0.rule == .takenAsNumber }
    #expect(
      findings.map(\.message) == [
        "3 cells shown as a date, TRUE or FALSE, of which the number is taken: “45292” in B2 (a date), “2” in A3 (a date), “1” in B3 (TRUE)"
      ])
    #expect(findings.map(\.file) == ["a.xlsx/S"] && findings.map(\.location.line) == [2])
  }

  @Test func `a table holds the columns that are read, and rows with other cells alone are errors`() throws {
    let workspace = try Workspace()
    let others = (3..<3000).map { "<c t='str'><v>h\($0)</v></c>" }.joined()
    func table(_ rows: String) throws -> NameTable {
      try workbook(
        [("S", [[""]])], to: workspace.path("a.xlsx"),
        sheet: """
          <worksheet><sheetData><row><c t='str'><v>code</v></c><c t='str'><v>name</v></c>\(others)</row>\(rows)
          </sheetData></worksheet>
          """)
      return try NameTable(contentsOf: workspace.path("a.xlsx"), called: "a.xlsx")
    }
    // Ten thousand rows of three thousand headings would be thirty million fields.
    let rows = (0..<10_000).map { "<row><c><v>\($0)</v></c><c t='str'><v>N</v></c></row>" }.joined()
    let large = try table(rows)
    #expect(large.rows.count == 10_000 && large.unknownColumns.count == 2997)
    #expect(
      try table("<row><c r='A2'><v>1</v></c><c><v>2</v></c></row><row><c r='ZZ3'/><c r='XFD3'><v>9</v></c></row>").rows
        .count == 1)
    let error = try #require(throws: StageError.self) { try table("<row><c r='F2'><v>1</v></c></row>") }
    #expect(error.description.contains("a.xlsx/S:2: error: the code or the name is empty"), "\(error.description)")
  }

  @Test(arguments: [[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0], [0x50, 0x4B, 3, 4, 0]] as [[UInt8]])
  func `an old spreadsheet and a broken one are called so`(bytes: [UInt8]) throws {
    let workspace = try Workspace()
    try Data(bytes).write(to: workspace.url.appendingPathComponent("a"))
    let error = try #require(throws: StageError.self) { try NameTable(contentsOf: workspace.path("a"), called: "a") }
    let isOld = bytes[0] == 0xD0
    let words = isOld ? "(.xls), or an encrypted one; save it as" : "the archive is cut off"
    #expect(error.description.contains(words), "\(error.description)")
    // Other tables, and the page, read CSVs alone.
    let other = try #require(throws: StageError.self) { try NameTable.text(at: workspace.path("a"), "a") }
    #expect(other.description.contains(isOld ? words : "expected a CSV; save it as CSV"), "\(other.description)")
  }

  @Test func `a table without readings may know some regions only`() throws {
    var coverage = try Self.coverage(["a", "b"])
    try NameTable(text: "code,name\na,A\n", file: "t.csv").apply(to: &coverage)
    #expect(coverage.findings.isEmpty)
    #expect(coverage.regions.map(\.name) == ["A", "old b"])
  }

  @Test(arguments: [String.Encoding.utf8, .shiftJIS])
  func `tables are read in UTF-8 and in CP932`(encoding: String.Encoding) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try #require("code,name\r\n1,長崎市\r\n".data(using: encoding)).write(to: file)
    #expect(try NameTable(contentsOf: file.path, called: "t.csv").rows.map(\.name) == ["長崎市"])
  }

  @Test func `bytes in another encoding are refused`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data([0x63, 0x2C, 0xFF, 0xFF, 0x0A]).write(to: file)
    let error = try #require(throws: StageError.self) { try NameTable(contentsOf: file.path, called: "t.csv") }
    #expect(error.description.contains("nothing says what encoding the table is in"))
  }
}
