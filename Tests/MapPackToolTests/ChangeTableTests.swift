import MapPackFeatures
import MapPackNames
import MapPackProject
import MapPackTool
import Testing

@Suite struct ChangeTableTests {
  @Test func `rows have several codes on either side`() throws {
    let text = """
      date,kind,from,to,note
      2024-01-01,split,22135,22138 22139,北区
      ,Recode,"40305",40231,
      """
    #expect(
      try ChangeTable.changes(in: text, file: "c.csv") == [
        MapChange(date: "2024-01-01", kind: .split, from: ["22135"], to: ["22138", "22139"]),
        MapChange(kind: .recode, from: ["40305"], to: ["40231"]),
      ])
  }

  @Test(arguments: [
    ("", 1, "there is no column `date`"), ("date,kind,from\n", 1, "there is no column `to`"),
    ("date,kind,from,to\n2024,merge,1,2\n", 2, "“2024” is not a day"),
    ("date,kind,from,to\n2024-13-01,merge,1,2\n", 2, "“2024-13-01” is not a day"),
    ("date,kind,from,to\n2024-02-30,merge,1,2\n", 2, "“2024-02-30” is not a day"),
    ("date,kind,from,to\n2100-02-29,merge,1,2\n", 2, "“2100-02-29” is not a day"),
    ("date,kind,from,to\n2024-04-31,merge,1,2\n", 2, "“2024-04-31” is not a day"),
    ("date,kind,from,to\n2024-01-01,eaten,1,2\n", 2, "“eaten” is not a kind of change"),
    ("date,kind,from,to\n\n2024-01-01,merge,,2\n", 3, "`from` has no code"),
    ("date,kind,from,to\n,merge,1, \n", 2, "`to` has no code"),
    ("date,kind,from,to\n,merge,1\n", 2, "has 3 fields, expected 4"),
  ])
  func `a wrong table is an error with its line`(text: String, line: Int, words: String) throws {
    let error = try #require(throws: StageError.self) { try ChangeTable.changes(in: text, file: "c.csv") }
    #expect(error.description.contains(words), "\(error.description)")
    #expect(error.line == line)
  }

  @Test(arguments: MapChange.Kind.allCases)
  func `a table that is written is read back alike`(kind: MapChange.Kind) throws {
    let changes = [MapChange(date: "2024-01-01", kind: kind, from: ["1", "2"], to: ["3", "4"])]
    let lines = ChangeTable.lines(of: changes).joined(separator: "\n")
    #expect(try ChangeTable.changes(in: lines, file: "c.csv") == changes)
  }

  @Test func `a row may name its map`() throws {
    let changes = [
      MapChange(kind: .recode, from: ["1"], to: ["2"], map: "Town"), MapChange(kind: .recode, from: ["3"], to: ["4"]),
    ]
    let lines = ChangeTable.lines(of: changes)
    #expect(lines == ["date,kind,from,to,map", ",recode,1,2,Town", ",recode,3,4,"])
    #expect(try ChangeTable.changes(in: lines.joined(separator: "\n"), file: "c.csv") == changes)
  }

  @Test func `a code that begins with a mark keeps it behind a space`() throws {
    let changes = [MapChange(kind: .split, from: ["1", "\u{FF9E}2"], to: ["\u{301}3", "4"])]
    let lines = ChangeTable.lines(of: changes).joined(separator: "\n")
    #expect(try ChangeTable.changes(in: lines, file: "c.csv") == changes)
  }
}
