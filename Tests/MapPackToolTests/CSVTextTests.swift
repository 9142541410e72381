import MapPackFeatures
import MapPackNames
import Testing

@Suite struct CSVTextTests {
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
    #expect(try CSVText.rows(of: text, file: "t.csv").map(\.fields) == rows)
  }

  @Test(
    arguments: [
      ("code;name\n1;a, b\n", [["code", "name"], ["1", "a, b"]]),
      ("code\tname\n1\t\"a\tb\"\n", [["code", "name"], ["1", "a\tb"]]),
      ("\"code, old\";name\n1;a\n", [["code, old", "name"], ["1", "a"]]),
      ("code,name;kind\n1,a;b\n", [["code", "name;kind"], ["1", "a;b"]]),
      ("code;\"a;b\"\r\n1;2\r\n", [["code", "a;b"], ["1", "2"]]),
    ] as [(String, [[String]])])
  func `semicolons and tabs separate if the first line has no comma`(text: String, rows: [[String]]) throws {
    #expect(try CSVText.rows(of: text, file: "t.csv").map(\.fields) == rows)
  }

  @Test(arguments: ["a,b", "a\"\u{301},b", "\"", "a\nb", "a\r\u{301}"])
  func `a field that was written is read back as it was`(text: String) throws {
    let rows = try CSVText.rows(of: "x," + CSVText.field(text), file: "t.csv")
    #expect(rows.map { $0.fields.map(ExactText.init) } == [["x", text].map(ExactText.init)])
  }

  @Test func `a quoted field without an end is an error with its line`() throws {
    let error = try #require(throws: StageError.self) { try CSVText.rows(of: "a\nb,\"c\nd", file: "t.csv") }
    #expect(error.line == 2)
    #expect(error.status == .unreadableData)
  }
}
