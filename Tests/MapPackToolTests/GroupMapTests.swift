import Foundation
import MapPack
import MapPackNames
import MapPackTool
import TestSupport
import Testing

/// `output.groups` in a pipeline file.
@Suite struct `Groups as a map of their own` {
  /// Four towns of two prefectures side by side.
  private static let towns = [
    ("1", "Goto", "Nagasaki", 0.0), ("2", "Sasebo", "Nagasaki", 4), ("3", "Karatsu", "Saga", 8),
  ]

  private static func source(_ towns: [(String, String, String, Double)]) -> String {
    GeoJSONText.collection(
      towns.map { code, name, prefecture, west in
        GeoJSONText.feature(
          ["code": code, "name": name, "prefecture": prefecture, "people": "1\(code)"], GeoJSONText.square(west, 0, 4))
      })
  }

  private static func workspace(
    _ towns: [(String, String, String, Double)] = towns, name: String = "Prefecture", groups: String = "",
    lines: String...
  ) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(source(towns), to: "RawData/towns.geojson")
    try workspace.writePipeline(
      lines.isEmpty ? "merge: { key: code, name: name, group: prefecture, numbers: [people] }" : lines[0],
      "simplify: { tolerance: 10 m, levels: 2 }", of: "RawData/towns.geojson", map: "Town",
      outputs: ", groups: { map: \(name), pack: Output/Prefecture.mappack, swift: Output/Prefecture.swift\(groups) }"
    )
    return workspace
  }

  private static func run(_ workspace: Workspace, _ flags: String...) -> CommandOutput {
    .of(RootCommand.self, ["run", workspace.path("Pipelines/town.yml")] + flags)
  }

  @Test func `each region knows its group by the case of another enum`() throws {
    let workspace = try Self.workspace(groups: ", numbers: [people]")
    let run = Self.run(workspace)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.results.contains("2 groups"))
    let output = try SwiftCompiler.run(
      """
      import Foundation
      import MapPack
      print(Town.sasebo.group == .nagasaki, Town.karatsu.group == Prefecture.saga)
      print(Town.regions(of: .nagasaki).map { "\\($0)" })
      let folder = CommandLine.arguments[1]
      let towns = try RegionMap(Town.self, contentsOf: URL(fileURLWithPath: folder + "/Town.mappack"))
      let prefectures = try RegionMap(Prefecture.self, contentsOf: URL(fileURLWithPath: folder + "/Prefecture.mappack"))
      print(prefectures.regions.map { "\\($0) \\(prefectures[$0].number("people") ?? 0)" })
      let members = Town.regions(of: .nagasaki)
      print(towns.bounds(of: members) == prefectures[.nagasaki].bounds)
      """,
      with: [
        ("Town", try workspace.text("Output/Town.swift")),
        ("Prefecture", try workspace.text("Output/Prefecture.swift")),
      ], arguments: [workspace.path("Output")])
    #expect(
      output == """
        true true
        ["goto", "sasebo"]
        ["nagasaki 23.0", "saga 13.0"]
        true

        """)
    // The plugin makes the same enums from the packs.
    for name in ["Town", "Prefecture"] {
      let pack = try Pack(data: workspace.data("Output/\(name).mappack"))
      let cases = try #require(try pack.cases())
      #expect(try SwiftSource(cases, of: pack, resource: name).text() == workspace.text("Output/\(name).swift"))
    }
  }

  @Test func `both maps are made together, checked together, and up to date together`() throws {
    let workspace = try Self.workspace()
    #expect(Self.run(workspace).status == 0)
    #expect(
      workspace.files().filter { !$0.hasPrefix("RawData") } == [
        "Output/Prefecture.mappack", "Output/Prefecture.swift", "Output/Town.mappack", "Output/Town.swift",
        "Pipelines/Town.provenance.json", "Pipelines/town.groups.lock", "Pipelines/town.lock", "Pipelines/town.yml",
      ])
    #expect(Self.run(workspace).results.contains("up to date"))
    #expect(Self.run(workspace, "--check").status == 0)
    let pack = try workspace.data("Output/Prefecture.mappack")
    try workspace.write("", to: "Output/Prefecture.mappack")
    #expect(Self.run(workspace, "--check").status == 1)
    #expect(Self.run(workspace).results.contains("regions"))
    #expect(try workspace.data("Output/Prefecture.mappack") == pack)
    try FileManager.default.removeItem(atPath: workspace.path("Pipelines/town.groups.lock"))
    #expect(Self.run(workspace, "--dry-run").results.contains("town.groups.lock"))
  }

  @Test func `the stages give the bytes of a run`() throws {
    let workspace = try Self.workspace(
      groups: ", numbers: [people, cows]",
      lines: "merge: { key: code, name: name, group: prefecture, numbers: [{ field: people, sum: true }] }\n"
        + "join: { table: cows.csv, key: code, columns: [cows] }")
    try workspace.write("code,cows\n1,5\n2,7.5\n3,\n", to: "cows.csv")
    #expect(Self.run(workspace).status == 0)
    let made = try workspace.snapshot()
    for name in ["Town", "Prefecture"] {
      for ending in ["mappack", "swift"] { try workspace.write("", to: "Output/\(name).\(ending)") }
    }
    workspace.stages(pipeline: workspace.path("Pipelines/town.yml"), emit: [])
    for name in made.keys where name.hasPrefix("Output") { #expect(try workspace.data(name) == made[name], "\(name)") }
  }

  @Test func `a group keeps its case for ever, and one that is gone ends the run until it is retired`() throws {
    let workspace = try Self.workspace()
    #expect(Self.run(workspace).status == 0)
    try workspace.write(
      Self.source([("1", "Goto", "Fukuoka", 0), ("2", "Sasebo", "Nagasaki", 4), ("3", "Karatsu", "Fukuoka", 8)]),
      to: "RawData/towns.geojson")
    let refused = Self.run(workspace)
    #expect(refused.status == 1)
    #expect(refused.messages.contains("Saga"))
    #expect(Self.run(workspace, "--retire", "Saga").status == 0)
    let lock = try workspace.text("Pipelines/town.groups.lock")
    #expect(lock.contains(#"code: "Saga", case: "saga", raw: 2, name: "Saga", status: retired"#))
    #expect(lock.contains(#"code: "Fukuoka", case: "fukuoka", raw: 3"#))
  }

  @Test func `groups are named by a table, and their cases by its readings`() throws {
    let workspace = try Self.workspace(groups: ", names: { table: groups.csv, overrides: { Saga: sagaPrefecture } }")
    try workspace.write("code,name,romaji\nNagasaki,長崎県,nagasaki\nSaga,佐賀県,saga\n", to: "groups.csv")
    let run = Self.run(workspace)
    #expect(run.status == 0, "\(run.messages)")
    let text = try workspace.text("Output/Prefecture.swift")
    #expect(text.contains("/// 長崎県 (Nagasaki)\n  case nagasaki = 1") && text.contains("case sagaPrefecture = 2"))
    try workspace.write("code,name\nNagasaki,Nagasaki-ken\n", to: "groups.csv")
    #expect(Self.run(workspace, "--dry-run").results.contains("groups.csv"))
  }

  @Test func `a region without a group is told, and its land is not on the map of groups`() throws {
    let workspace = try Self.workspace([("1", "Goto", "Nagasaki", 0), ("2", "Sasebo", "", 4)])
    let run = Self.run(workspace)
    #expect(run.status == 0)
    #expect(run.messages.contains("1 region without a group: Sasebo (2) [no-group]"), "\(run.messages)")
    #expect(try Pack(data: workspace.data("Output/Prefecture.mappack")).regionCount == 1)
  }

  @Test(arguments: [
    ("Prefecture", "merge: { key: code }", "", "no region has a group"),
    ("Prefecture", "", ", numbers: [cows]", "no region with a group has this number; the regions have people"),
    ("Town", "", "", "`output.groups` has the name of the map itself, Town"),
    ("Prefecture", "", ", names: { codes: { a: b } }", "codes"),
    ("in", "", "", "cannot be the name of a Swift type"),
  ])
  func `what cannot be made says why`(name: String, line: String, groups: String, words: String) throws {
    let workspace =
      line.isEmpty
      ? try Self.workspace(name: name, groups: groups) : try Self.workspace(name: name, groups: groups, lines: line)
    let run = Self.run(workspace)
    #expect(run.status == 64 && run.messages.contains(words), "\(run.status) \(run.messages)")
    #expect(!workspace.files().contains { $0.hasPrefix("Output") })
  }

  @Test(arguments: [false, true])
  func `two pipeline files cannot make one map of groups`(isTogether: Bool) throws {
    let workspace = try Self.workspace()
    let other = """
      map: Village
      sources: [{ path: RawData/towns.geojson }]
      merge: { key: code, group: prefecture }
      output:
        pack: Output/Village.mappack
        swift: Output/Village.swift
        groups: { map: Prefecture, pack: Output/Other.mappack, swift: Output/Other.swift }
      """
    let path = workspace.path("Pipelines/town.yml")
    #expect(Self.run(workspace).status == 0)
    let second = try workspace.write(other, to: "Pipelines/village.yml")
    let run = CommandOutput.of(RootCommand.self, ["run"] + (isTogether ? [path] : []) + [second])
    #expect(run.status == 64 && run.messages.contains("the map Prefecture is already made by"), "\(run.messages)")
    // The file that made it first goes on as before.
    #expect(Self.run(workspace).status == 0)
  }

  @Test func `a code of a region and of a group is retired where its map is named`() throws {
    let towns = [("1", "Goto", "1", 0.0), ("2", "Sasebo", "1", 4), ("3", "Karatsu", "2", 8)]
    let workspace = try Self.workspace(towns)
    #expect(Self.run(workspace).status == 0)
    try workspace.write(Self.source([towns[0], towns[2]]), to: "RawData/towns.geojson")
    let refused = Self.run(workspace)
    #expect(refused.status == 1)
    #expect(refused.messages.contains("--retire Town:2"), "\(refused.messages)")
    let unclear = Self.run(workspace, "--retire", "2")
    #expect(unclear.status == 64)
    #expect(unclear.messages.contains("--retire Town:2 or --retire Prefecture:2"), "\(unclear.messages)")
    let others = Self.run(workspace, "--retire", "Prefecture:2")
    #expect(others.messages.contains("the data lacks a region that the name lock expects: 2 Sasebo"))
    let run = Self.run(workspace, "--retire", "Town:2")
    #expect(run.status == 0, "\(run.messages)")
    #expect(try workspace.text("Pipelines/town.lock").contains(#"name: "Sasebo", status: retired"#))
    #expect(try !workspace.text("Pipelines/town.groups.lock").contains(", status: retired"))
  }

  @Test(arguments: [
    (",recode,2,1", "", false), (",absorb,2,3", "", true), (",recode,2,1", "Town", true),
    (",recode,2,1", "town", true), (",recode,2,1", "Prefecture", false), (",recode,2,1", "Elsewhere", false),
  ])
  func `a row about a code of both maps says which is meant`(row: String, map: String, isTold: Bool) throws {
    let towns = [("1", "Goto", "1", 0.0), ("2", "Sasebo", "1", 4), ("3", "Karatsu", "2", 8)]
    let workspace = try Self.workspace(
      towns, lines: "changes: Pipelines/changes.csv\nmerge: { key: code, name: name, group: prefecture }")
    try workspace.write("date,kind,from,to\n", to: "Pipelines/changes.csv")
    #expect(Self.run(workspace).status == 0)
    try workspace.write(Self.source([towns[0], towns[2]]), to: "RawData/towns.geojson")
    try workspace.write(
      map.isEmpty ? "date,kind,from,to\n\(row)\n" : "date,kind,from,to,map\n\(row),\(map)\n",
      to: "Pipelines/changes.csv")
    let run = Self.run(workspace)
    #expect((run.status == 0) == isTold, "\(run.messages)")
    #expect(try workspace.text("Pipelines/town.lock").contains(", status: retired") == isTold)
    #expect(try !workspace.text("Pipelines/town.groups.lock").contains(", status: retired"))
    guard !isTold, map.isEmpty else { return }
    #expect(
      run.messages.contains("add a column `map` to the table, and write Town or Prefecture into this row"),
      "\(run.messages)")
  }

  @Test func `rows that are proposed name their map if a code is that of both`() throws {
    let towns = [("1", "Goto", "1", 0.0), ("2", "Sasebo", "1", 4), ("3", "Karatsu", "2", 8)]
    let workspace = try Self.workspace(
      towns, lines: "changes: Pipelines/changes.csv\nmerge: { key: code, name: name, group: prefecture }")
    try workspace.write("date,kind,from,to\n", to: "Pipelines/changes.csv")
    #expect(Self.run(workspace).status == 0)
    try workspace.write(Self.source([towns[0], ("4", "New", "1", 4), towns[2]]), to: "RawData/towns.geojson")
    let refused = Self.run(workspace)
    #expect(refused.status == 1)
    #expect(refused.messages.contains("date,kind,from,to,map\n,recode,2,4,Town"), "\(refused.messages)")
    try workspace.write("date,kind,from,to,map\n,recode,2,4,Town\n", to: "Pipelines/changes.csv")
    let run = Self.run(workspace)
    #expect(run.status == 0, "\(run.messages)")
  }

  @Test(arguments: [
    (", numbers: [people]", "", "RawData/towns.geojson, Nagasaki: error: the sum of people over 2 regions"),
    (
      "", "join: { table: RawData/people.csv, key: code, columns: [{ field: people, name: residents }] }\n",
      "RawData/people.csv, Nagasaki: error: the sum of people over 2 regions"
    ),
  ])
  func `a sum of a group beyond all numbers is a fault of the source, with its file and field`(
    numbers: String, join: String, words: String
  ) throws {
    let name = join.isEmpty ? "people" : "residents"
    let workspace = try Self.workspace(
      groups: ", numbers: [\(name)]", lines: join + "merge: { key: code, name: name, group: prefecture\(numbers) }")
    let table = try workspace.text("RawData/towns.geojson")
    try workspace.write(
      table.replacing(#""11""#, with: #""1e308""#).replacing(#""12""#, with: #""1e308""#), to: "RawData/towns.geojson")
    try workspace.write("code,people\n1,1e308\n2,1e308\n3,4\n", to: "RawData/people.csv")
    let run = Self.run(workspace)
    #expect(run.status == 65 && run.messages.contains(words), "\(run.messages)")
  }

  @Test func `a joined table with its heading alone gives no number, and the maps are made`() throws {
    let workspace = try Self.workspace(
      groups: ", numbers: [people]",
      lines: "join: { table: RawData/people.csv, key: code, columns: [people] }\n"
        + "merge: { key: code, name: name, group: prefecture }")
    try workspace.write("code,people\n", to: "RawData/people.csv")
    let run = Self.run(workspace)
    #expect(
      run.status == 0 && run.messages.contains("the table has no row for this region")
        && run.messages.contains("(3 in all"), "\(run.messages)")
  }
}
