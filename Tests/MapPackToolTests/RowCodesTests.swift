import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge
import Testing

@testable import MapPackProject
@testable import MapPackTool

@Suite struct RowCodesTests {
  /// What a pipeline file says after `join:`.
  private static func join() throws -> PipelineFile.Join {
    let file = try PipelineFile(
      text: "map: A\nsources: [{ path: a }]\noutput: { pack: a, swift: b }\n"
        + "join: { table: t.csv, key: code, attributes: [note] }", path: "/p/Pipelines/a.yml")
    return try #require(file.join)
  }

  @Test(arguments: [
    (["1": "2", "2": "1"], "1", "2"), (["1": "2", "2": "3"], "1", "2"), (["1": "9"], "1", "9"),
    (["1": "9"], "9", "9"), (["1": "2", "2": "1"], "3", "3"),
  ])
  func `a row of a name table belongs to the code that the publisher wrote`(
    codes: [String: String], row: String, code: String
  ) throws {
    let table = try NameTable(text: "code,name\n\(row),A\n", file: "t.csv").recoded(by: codes)
    #expect(table.rows.map(\.code) == [code])
    #expect(table.row(of: code, form: nil)?.name == "A")
  }

  @Test func `a row with a new code gives way to the row with the old one`() throws {
    let table = try NameTable(text: "code,name\n9,new\n1,old\n", file: "t.csv").recoded(by: ["1": "9"])
    #expect(table.rows.map(\.name) == ["old"])
  }

  @Test func `codes that are exchanged take the rows of the joined table along`() throws {
    let table = try JoinTable(text: "code,note\n1,A\n2,B\n3,C\n", Self.join()).recoded(by: ["1": "2", "2": "1"])
    var coverage = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
    coverage.regions = ["1", "2", "3"].map { Region(code: $0, name: $0) }
    table.apply(to: &coverage)
    #expect(coverage.regions.map { $0.attributes.map(\.value) } == [["B"], ["A"], ["C"]])
  }

  @Test(arguments: ["#N/A", "#REF!", " #div/0! ", "#NAME?"])
  func `the error of a formula is no name and no text`(cell: String) throws {
    var error = try #require(throws: StageError.self) {
      try NameTable(text: "code,name\n1,A\n2,\(cell)\n", file: "t.csv")
    }
    #expect(error.status == .unreadableData && error.location.line == 3 && error.message.contains("column 2"))
    error = try #require(throws: StageError.self) { try JoinTable(text: "code,note\n1,\(cell)\n", Self.join()) }
    #expect(error.status == .unreadableData && error.location.line == 2)
    // A column that is not read may have errors.
    #expect(try NameTable(text: "code,name,x\n1,A,\(cell)\n", file: "t.csv").rows.count == 1)
  }

  @Test func `a table in the code page of the West is refused with an encoding that reads it`() throws {
    let bytes = Data("code,name\n1,Orl".utf8) + [0xE9] + Data("ans\n".utf8)
    let error = try #require(throws: StageError.self) { try tableText(bytes, isOfPipeline: true, file: "t.csv") }
    // Nothing else can name an encoding.
    let plain = try #require(throws: StageError.self) { try tableText(bytes, file: "t.csv") }
    #expect(plain.message == error.message && plain.remedy == "save it as UTF-8")
    #expect(error.status == .unreadableData && error.description.contains("`encoding: CP1252`"))
    #expect(error.message.contains("“Orléans” as CP1252"))
    #expect(try tableText(bytes, encoding: "CP1252", file: "t.csv").text == "code,name\n1,Orléans\n")
    // Japanese tables are read as before.
    let japanese: [UInt8] = [0x92, 0xB7, 0x8D, 0xE8, 0x8E, 0x73]
    #expect(try tableText(Data("code,name\n1,".utf8) + japanese, file: "t.csv").text == "code,name\n1,長崎市")
  }

  @Test(arguments: [
    ("CP1252", [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0], "“Москва” as CP1251"),
    ("CP932", [0x4F, 0x72, 0x6C, 0xE9, 0x61, 0x6E, 0x73], "“Orléans” as CP1252"),
  ])
  func `a table in an encoding that is named wrongly warns with one that reads it`(
    named: String, name: [UInt8], words: String
  ) throws {
    let workspace = try Workspace()
    try workspace.write(
      GeoJSONText.collection([GeoJSONText.feature(["code": "1"], GeoJSONText.square(10, 50, 1))]), to: "a.geojson")
    let table = Data("code,name\n1,".utf8) + name + Data("\n".utf8)
    try table.write(to: URL(fileURLWithPath: workspace.path("names.csv")))
    try workspace.writePipeline(
      "names: { table: names.csv, encoding: \(named) }",
      "join: { table: names.csv, key: code, attributes: [name], encoding: \(named) }",
      "merge: { key: code }", of: "a.geojson", map: "Town")
    let run = CommandOutput.of(RootCommand.self, ["run", workspace.path("Pipelines/town.yml")])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.messages.contains(words), "\(run.messages)")
    #expect(run.messages.contains("suspicious-encoding"))
  }

  /// The order of the codes of the source, to which every table of the publisher belongs, is not that of the map.
  @Test func `in a run, all tables with the publisher's codes stay with their land if codes are exchanged`() throws {
    let workspace = try Workspace()
    func feature(_ code: String, _ west: Double) -> String {
      GeoJSONText.feature(["code": code, "group": "G"], GeoJSONText.square(west, 50, 1))
    }
    try workspace.write(
      GeoJSONText.collection([feature("1", 10), feature("2", 11), feature("3", 12)]), to: "a.geojson")
    try workspace.write("code,name,reading\n1,West,Western\n2,Middle,Middling\n3,East,Eastern\n", to: "names.csv")
    try workspace.write("code,people,note\n1,10,w\n2,20,m\n3,30,e\n", to: "people.csv")
    try workspace.writePipeline(
      "merge: { key: code, group: group, main: { \"2\": [9.9, 49.9, 11.1, 51.1] } }",
      "names: { table: names.csv, codes: { \"1\": \"2\", \"2\": \"1\" }, overrides: { \"2\": theWest } }",
      "join: { table: people.csv, key: code, columns: [people], attributes: [note] }",
      "expect: { codes: [\"1\", \"2\", \"3\"] }",
      of: "a.geojson", map: "Town",
      outputs: ", groups: { map: County, pack: Output/County.mappack, swift: Output/County.swift, numbers: [people] }")
    let run = CommandOutput.of(RootCommand.self, ["run", workspace.path("Pipelines/town.yml")], exits: 0)
    let pack = try Pack(data: workspace.data("Output/Town.mappack"))
    let west = try #require(pack.shape(code: "2"))
    #expect(west.name == "West" && west.number("people") == 10 && west.text("note") == "w", "\(run.messages)")
    #expect(
      west.bounds == pack.shape(name: "West")?.bounds && west.bounds.minX < (pack.shape(code: "1")?.bounds.minX ?? 0))
    let middle = try #require(pack.shape(code: "1"))
    #expect(middle.name == "Middle" && middle.number("people") == 20)
    let swift = try workspace.text("Output/Town.swift")
    #expect(swift.contains("case theWest = 2") && swift.contains("case middling = 1"), "\(swift)")
    #expect(try Pack(data: workspace.data("Output/County.mappack")).shape(code: "G")?.number("people") == 60)
  }

  @Test func `the pipeline file says the encoding of a name table`() throws {
    let text = "map: A\nsources: [{ path: a }]\noutput: { pack: a, swift: b }\nnames: "
    let file = try PipelineFile(text: text + "{ table: t.csv, encoding: CP1252 }", path: "/p/Pipelines/a.yml")
    #expect(file.names.encoding == "CP1252")
    #expect(throws: StageError.self) {
      try PipelineFile(text: text + "{ encoding: CP1252 }", path: "/p/Pipelines/a.yml")
    }
  }
}
