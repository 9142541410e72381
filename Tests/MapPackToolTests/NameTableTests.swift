import Foundation
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackTool
import Testing

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
    #expect(
      try NameTable(joining: tables).csv == """
        code,name,kana,english
        01000,北海道,ほっかいどう,Hokkaido Prefecture
        01100,札幌市,さっぽろし,Sapporo City
        01101,札幌市 中央区,さっぽろし ちゅうおうく,"Chuo Ward, Sapporo City"
        01202,函館市,はこだてし,Hakodate City

        """)
  }

  @Test func `a table that the command has made is read back alike`() throws {
    let table = try NameTable(text: "code,name,kana\n01101,\"札幌市 中央区\",さっぽろし ちゅうおうく\n", file: "1.csv")
    let again = try NameTable(text: table.csv, file: "2.csv")
    #expect(again.csv == table.csv)
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
    #expect(error.description.contains("neither UTF-8 nor CP932"))
  }
}
