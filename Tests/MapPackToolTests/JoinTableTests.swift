import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackProject
import MapPackTool
import Testing

@Suite struct JoinTableTests {
  /// What a pipeline file says after `join:`.
  private static func join(_ text: String) throws -> PipelineFile.Join {
    let file = try PipelineFile(
      text: "map: A\nsources: [{ path: a }]\noutput: { pack: a, swift: b }\njoin: \(text)", path: "/p/Pipelines/a.yml")
    return try #require(file.join)
  }

  private static let population = "{ table: t.csv, key: code, columns: [{ field: 人口, name: population }, rate] }"

  private static func regions(_ codes: [String], _ table: String) throws -> Coverage {
    var coverage = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
    coverage.regions = codes.map { Region(code: $0, name: "Region \($0)") }
    try JoinTable(text: table, join(population)).apply(to: &coverage)
    return coverage
  }

  @Test func `regions get the numbers of their rows, and none where a cell is empty, a dash or an ellipsis`() throws {
    let table =
      "\u{FEFF}rate,note, code ,人口\r\n0.5,\"a, b\",01,1200\r\n-,x,02,\r\n－,x,03,…\r\n1e3,x,é,-3\r\n,,,\r\n"
    let coverage = try Self.regions(["01", "02", "03", "e\u{301}"], table)
    #expect(
      coverage.regions.map(\.numbers) == [
        [.init(name: "population", value: 1200), .init(name: "rate", value: 0.5)], [], [],
        [.init(name: "population", value: -3), .init(name: "rate", value: 1000)],
      ])
    #expect(coverage.findings.isEmpty)
  }

  @Test func `regions get the texts of their rows after those of the source, and none where a cell is empty`() throws {
    var coverage = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
    coverage.regions = ["01", "02"].map { Region(code: $0, name: $0) }
    for index in 0..<2 { coverage.regions[index].attributes = [.init(field: "a", value: "\(index)")] }
    let join = try Self.join("{ table: t.csv, key: code, attributes: [NAME_JA, NAME_DE] }")
    try JoinTable(text: "code,NAME_DE,NAME_JA\n01, Eins ,一\n02, ,二\n", join).apply(to: &coverage)
    #expect(
      coverage.regions.map { $0.attributes.map { "\($0.field) \($0.value)" } } == [
        ["a 0", "NAME_JA 一", "NAME_DE Eins"], ["a 1", "NAME_JA 二"],
      ])
    #expect(coverage.regions.allSatisfy(\.numbers.isEmpty) && coverage.findings.isEmpty)
    let error = try #require(throws: StageError.self) { try JoinTable(text: "code,NAME_JA\n", join) }
    #expect(error.description.contains("no column NAME_DE"))
  }

  @Test func `a region without a row is a warning with its name, and a row without a region is told`() throws {
    let coverage = try Self.regions(["01", "02"], "code,人口,rate\n01,1,2\n98,3,4\n99,5,6\n")
    #expect(coverage.findings.map(\.rule) == [.noRow, .surplusRow])
    #expect(coverage.findings.map(\.severity) == [.warning, .note])
    #expect(
      coverage.findings.map(\.message) == [
        "the table has no row for this region", "no region has the code of 2 rows of the table: 98, 99",
      ])
  }

  @Test(arguments: [
    ("", 1, "empty"), ("code,人口\n", 1, "no column rate; the columns are code, 人口"),
    ("code,人口,rate,code\n", 1, "2 columns are called code"), ("code,人口,rate\n1,2\n", 2, "has 2 fields, expected 3"),
    ("code,人口,rate\n1,2,3\n1,2,3\n", 3, "1 stands twice"), ("code,人口,rate\n ,2,3\n", 2, "the code is empty"),
    ("code,人口,rate\n1,\"1,234\",3\n", 2, "“1,234” is no number, and 人口 is read as numbers"),
    ("code,人口,rate\n1,１２,3\n", 2, "“１２” is no number"), ("code,人口,rate\n1,2,nan\n", 2, "“nan” is no number"),
    ("code,人口,rate\n1,2,0x1p3\n", 2, "“0x1p3” is no number"), ("code,人口,rate\n1,2,1e999\n", 2, "“1e999” is no"),
    ("code,人口,rate\n1,2,\"3\n", 2, "has no end"),
  ])
  func `a wrong table is an error with its line`(table: String, line: Int, words: String) throws {
    let error = try #require(throws: StageError.self) { try Self.regions(["1"], table) }
    #expect(error.description.contains(words), "\(error.description)")
    #expect(error.line == line && error.status == .unreadableData)
  }

  @Test func `a run takes numbers from the source and from a table in the encoding that is named`() throws {
    let workspace = try Workspace(Island())
    try workspace.write("code,人口\n011,5\n", to: "population.csv")
    let pipeline = { (encoding: String) in
      Island.pipeline(
        more: "join: { table: population.csv, key: code, encoding: \(encoding), columns: [人口] }\n")
    }
    try workspace.write(pipeline("UTF-8"), to: "Pipelines/island.yml")
    func run() -> CommandOutput { CommandOutput.of(RootCommand.self, ["run", workspace.pipeline]) }
    let first = run()
    #expect(first.status == 0)
    #expect(first.messages.contains("has no row for this region [no-row] (3 in all"), "\(first.messages)")
    #expect(run().results == "Island: up to date\n")
    try workspace.write("code,人口\n011,6\n", to: "population.csv")
    #expect(run().results.hasPrefix("Island: 4 regions"))
    let pack = workspace.path("Output/Island.mappack")
    #expect(CommandOutput.of("inspect", pack).results.contains("number 人口: 1 region, 6 … 6\n"))
    #expect(CommandOutput.of("inspect", "--json", pack).results.contains("\"numbers\""))
    try workspace.write("code,人口\n0110,6\n", to: "population.csv")
    let unfit = run()
    #expect(unfit.status == ExitStatus.findings.rawValue && unfit.messages.contains("the first code of the table 0110"))
    try workspace.write(pipeline("Klingon"), to: "Pipelines/island.yml")
    #expect(run().status == ExitStatus.usage.rawValue)
  }
}
