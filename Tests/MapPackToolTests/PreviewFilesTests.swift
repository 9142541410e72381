import Foundation
import MapPackFeatures
import Testing

@testable import MapPackPreview
@testable import MapPackProject

/// What the page takes as files and tables.
@Suite struct `Files and tables of the page` {
  @Test(arguments: ["N03-20240101_17.shp", "長崎市.zip", "a%20b.geojson", "%E9%95%B7.kml", "a'b!.csv"])
  func `a name that all file systems take is a name`(text: String) {
    #expect(PreviewUploads.name(in: text[...]) == text.removingPercentEncoding)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "..%2Fa", "%2Fetc%2Fpasswd", "a%5Cb", "a%3Ab", "a%00", "a%0Ab", "%FF",
    "%E2%80%AEa",
    String(repeating: "x", count: 201),
  ])
  func `a path, and what some file system refuses, is no name`(text: String) {
    #expect(PreviewUploads.name(in: text[...]) == nil)
  }

  private struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var names: [String: String] = [:]
    var readings: [String: String] = [:]
    var new: String
  }

  private static let edits = [
    Edit(
      testDescription: "a new table", old: "", readings: ["2": "させぼし", "1": "ナガサキシ"],
      new: "code,kana\n1,ナガサキシ\n2,させぼし\n"),
    Edit(
      testDescription: "a row that is there, and one that is not", old: "code,name,kana\n1,長崎市,\n3,島原市,しまばらし\n",
      readings: ["1": "ながさきし", "2": "させぼし"], new: "code,name,kana\n1,長崎市,ながさきし\n3,島原市,しまばらし\n2,,させぼし\n"),
    Edit(
      testDescription: "letters get a column of their own", old: "code,name\n1,Zürich\n", readings: ["1": "Zuerich"],
      new: "code,name,romaji\n1,Zürich,Zuerich\n"),
    Edit(
      testDescription: "an empty reading is taken out, and a row without anything goes",
      old: "code,kana\n1,あ\n2,い\n", readings: ["1": ""], new: "code,kana\n2,い\n"),
    Edit(
      testDescription: "columns of the official list stay, and its codes have check digits",
      old: "団体コード,都道府県名(漢字),市区町村名(漢字),市区町村名(カナ)\n422011,長崎県,長崎市,ﾅｶﾞｻｷｼ\n",
      readings: ["42201": "ながさきし"],
      new: "団体コード,都道府県名(漢字),市区町村名(漢字),市区町村名(カナ)\n422011,長崎県,長崎市,ながさきし\n"),
    Edit(
      testDescription: "a column of readings has those in kana and in letters, and a row with a case stays",
      old: "code,reading,case\n1,あ,a\n2,,b\n3,う,\n", readings: ["1": "", "2": "Bern", "3": ""],
      new: "code,reading,case\n1,,a\n2,Bern,b\n"),
    Edit(
      testDescription: "a column for kana alone wins over one of readings",
      old: "code,reading,kana\n1,A,\n2,い,\n", readings: ["1": "あ", "2": "I"],
      new: "code,reading,kana\n1,,あ\n2,I,\n"),
    Edit(
      testDescription: "names get a column, beside readings", old: "code,kana\n1,あ\n", names: ["1": "A, B", "2": "C"],
      readings: ["2": "い"],
      new: "code,kana,name\n1,あ,\"A, B\"\n2,い,C\n"),
    Edit(
      testDescription: "an empty name is taken out, and a row without anything goes", old: "code,name\n1,A\n2,B\n",
      names: ["1": ""],
      new: "code,name\n2,B\n"),
    Edit(
      testDescription: "commas and quotes stay in quotes", old: "code,name,kana\n1,\"a, \"\"b\"\"\",\n",
      readings: ["1": "あ"], new: "code,name,kana\n1,\"a, \"\"b\"\"\",あ\n"),
  ]

  @Test(arguments: edits)
  private func `a reading becomes a row of the table, and all else stays`(edit: Edit) throws {
    #expect(
      try NameTable.text(edit.old, with: NameTable.Edits(names: edit.names, readings: edit.readings), file: "names.csv")
        == edit.new)
  }

  @Test func `what a killed page has left goes when the next one starts, and that of a living one stays`() throws {
    let living = try PreviewUploads()
    let drop = try #require(PreviewUploads.Drop("1"))
    let parent = FileManager.default.temporaryDirectory.path
    let abandoned = "\(parent)/mappack-abandoned-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: abandoned, withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: abandoned + "/dropped-files"))
    _ = try PreviewUploads()
    #expect(!FileManager.default.fileExists(atPath: abandoned))
    let project = URL(fileURLWithPath: living.project(of: drop)).deletingLastPathComponent().path
    #expect(FileManager.default.fileExists(atPath: project))
  }

  @Test func `a page that is there before its tab is made keeps the tab when it is loaded again`() async throws {
    let tabs = PreviewTabs(jobs: 1, open: { nil }, ended: {})
    await tabs.page(of: "a", isThere: true)
    let first = try #require(tabs.uploads("a"))
    await tabs.page(of: "a", isThere: true)
    await tabs.page(of: "a", isThere: false)
    #expect(tabs.uploads("a") === first)
    await tabs.page(of: "a", isThere: false)
    #expect(tabs.uploads("a") !== first)
  }
}
