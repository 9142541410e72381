import MapFeatures
import MapPipeline
import Testing

@Suite struct DelimitedTextTests {
  @Test(
    arguments: [
      ("code,name\n1,a\n", [["code", "name"], ["1", "a"]]),
      ("code,name\r\n1,a", [["code", "name"], ["1", "a"]]),
      ("\u{FEFF}code\n01100\n", [["code"], ["01100"]]),
      ("a,\"b,\"\"c\"\"\nd\"\n", [["a", "b,\"c\"\nd"]]),
      ("a,\n\n,b\n", [["a", ""], ["", "b"]]),
      ("", []),
    ] as [(String, [[String]])])
  func `rows and fields are as RFC 4180 has them`(text: String, rows: [[String]]) throws {
    #expect(try DelimitedText.rows(of: text, file: "t.csv").map(\.fields) == rows)
  }

  @Test func `a quoted field without an end is an error with its line`() throws {
    let error = try #require(throws: StageError.self) { try DelimitedText.rows(of: "a\nb,\"c\nd", file: "t.csv") }
    #expect(error.line == 2)
    #expect(error.status == .unreadableData)
  }
}

@Suite struct NameTableTests {
  @Test func `names are found by code whatever the order of the columns`() throws {
    let table = try NameTable(text: "kana,name,code\nx,札幌市,01100\n", file: "t.csv")
    #expect(table.nameByCode == ["01100": "札幌市"])
  }

  @Test(arguments: [
    ("", 1, "empty"), ("code,kana\n1,a\n", 1, "name two of them"), ("code,name\n1,a\n1,b\n", 3, "stands twice"),
    ("code,name\n1\n", 2, "has 1 fields, expected 2"), ("code,name\n,a\n", 2, "is empty"),
  ])
  func `a wrong table is an error with its line`(text: String, line: Int, words: String) throws {
    let error = try #require(throws: StageError.self) { try NameTable(text: text, file: "t.csv") }
    #expect(error.line == line)
    #expect(error.description.contains(words), "\(error.description)")
  }
}
