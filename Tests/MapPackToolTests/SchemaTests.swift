import Foundation
import MapPack
import MapPackTool
import TestSupport
import Testing

/// Pipeline files that name a publisher's schema instead of fields.
@Suite struct SchemaTests {
  /// Runs a map of one source with this schema and these further lines.
  private static func run(
    _ schema: String, _ fields: [String], _ rows: [[String?]], areLines: Bool = false, more: String = "",
    in workspace: Workspace
  ) throws -> (run: CommandOutput, regions: [String: String]) {
    try workspace.write(try InitTests.source(fields, rows, areLines: areLines), to: "source.geojson")
    let pipeline = try workspace.writePipeline("schema: \(schema)", more)
    let run = CommandOutput.of("run", pipeline)
    guard run.status == 0 else { return (run, [:]) }
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack")))
    return (run, Dictionary(uniqueKeysWithValues: pack.shapes.map { ($0.code, $0.name) }))
  }

  @Test(arguments: InitTests.publishers.filter { $0.schema != nil })
  func `a schema knows the key, the name and what is no region`(publisher: InitTests.Publisher) throws {
    let schema = try #require(publisher.schema)
    let workspace = try Workspace()
    let made = try Self.run(schema, publisher.fields, publisher.rows, areLines: publisher.areLines, in: workspace)
    #expect(made.run.status == 0, "\(made.run.messages)")
    #expect(made.regions == publisher.regions)
    #expect(!made.run.messages.contains("no-key"), "\(made.run.messages)")
    // Stage by stage the same pack is made.
    let pipeline = workspace.path("Pipelines/trial.yml")
    workspace.stages(pipeline: pipeline, emit: ["--pack", workspace.path("Other.mappack")])
    #expect(try workspace.data("Other.mappack") == workspace.data("Output/Trial.mappack"))
    #expect(CommandOutput.of("validate", "--pipeline", pipeline).status == 0)
  }

  private static let wards: [[String?]] = [
    ["神奈川県", nil, nil, "横浜市", "鶴見区", "14101"], ["神奈川県", nil, nil, "横浜市", "都筑区", "14118"],
    ["神奈川県", nil, nil, "川崎市", "川崎区", "14131"], ["神奈川県", nil, nil, "相模原市", "南区", "14153"],
    ["静岡県", nil, nil, "浜松市", "天竜区", "22140"], ["東京都", nil, nil, "千代田区", nil, "13101"],
    ["神奈川県", nil, nil, "横須賀市", nil, "14201"], ["福岡県", nil, nil, "福岡市", "早良区", "40137"],
  ]
  private static let fields = ["N03_001", "N03_002", "N03_003", "N03_004", "N03_005", "N03_007"]

  @Test func `wards stay apart or become their city, as one chooses`() throws {
    let apart = try Self.run("n03", Self.fields, Self.wards, in: try Workspace())
    #expect(apart.regions.count == 8)
    #expect(apart.regions["14118"] == "横浜市都筑区")
    let cities = try Self.run("n03-cities", Self.fields, Self.wards, in: try Workspace())
    #expect(
      cities.regions == [
        "14100": "横浜市", "14130": "川崎市", "14150": "相模原市", "22130": "浜松市", "13101": "千代田区", "14201": "横須賀市",
        "40130": "福岡市",
      ])
    // Before 2024 the city stood in another field and the ward alone in the name.
    let old = try Self.run(
      "n03-cities", ["N03_001", "N03_003", "N03_004", "N03_007"],
      [["北海道", "札幌市", "中央区", "01101"], ["北海道", "札幌市", "北区", "01102"], ["北海道", nil, "函館市", "01202"]], in: try Workspace()
    )
    #expect(old.regions == ["01100": "札幌市", "01202": "函館市"])
  }

  @Test(arguments: [
    ("", 0, ["12101"]), ("merge: { keyless: drop }", 0, ["12101"]), ("merge: { keyless: error }", 1, []),
    ("merge: { keyless: keep }", 0, ["12101", "所属未定地"]), ("drop: { N03_004: 所属未定地 }", 0, ["12101"]),
  ])
  func `land that belongs to nobody yet is left out, kept or an error`(
    policy: String, status: Int32, codes: [String]
  ) throws {
    let rows: [[String?]] = [
      ["千葉県", nil, nil, "千葉市", "中央区", "12101"], ["千葉県", nil, nil, "所属未定地", nil, nil],
      ["千葉県", nil, nil, "所属未定地", nil, "12000"],
    ]
    let made = try Self.run("n03", Self.fields, rows, more: policy, in: try Workspace())
    #expect(made.run.status == status, "\(made.run.messages)")
    #expect(made.regions.keys.sorted() == codes)
    // The schema knows them. They are told if one asks for something else.
    let isTold = policy.contains("error") || policy.contains("keep")
    #expect(made.run.messages.contains("2 of 3 features") == isTold, "\(made.run.messages)")
  }

  @Test func `a feature without a code that the schema does not know is still told`() throws {
    let rows: [[String?]] = [
      ["千葉県", nil, nil, "千葉市", "中央区", "12101"], ["千葉県", nil, nil, "所属未定地", nil, nil],
      ["千葉県", nil, nil, "銚子市", nil, nil],
    ]
    let workspace = try Workspace()
    let made = try Self.run("n03-cities", Self.fields, rows, in: workspace)
    #expect(made.regions == ["12100": "千葉市"])
    #expect(made.run.messages.contains("1 of 3 features have no value"), "\(made.run.messages)")
    let found = CommandOutput.of("validate", "--pipeline", workspace.path("Pipelines/trial.yml"), exits: 0)
    #expect(found.results.contains("warning no-key (1)"), "\(found.results)")
  }

  private static let oldFields = ["N03_001", "N03_002", "N03_003", "N03_004", "N03_007"]
  private static let oldWards: [[String?]] = [
    ["静岡県", nil, "静岡市", "葵区", "22101"], ["静岡県", nil, "浜松市", "天竜区", "22137"],
    ["静岡県", nil, "賀茂郡", "河津町", "22302"], ["静岡県", nil, nil, "熱海市", "22205"], ["静岡県", nil, nil, "所属未定地", nil],
  ]
  private static let newWards: [[String?]] = [
    ["静岡県", nil, nil, "静岡市", "葵区", "22101"], ["静岡県", nil, nil, "浜松市", "天竜区", "22140"],
    ["静岡県", nil, "賀茂郡", "河津町", nil, "22302"], ["静岡県", nil, nil, "熱海市", nil, "22205"],
    ["静岡県", nil, nil, "所属未定地", nil, nil],
  ]

  /// Up to 2023 the ward alone was the name, of which many cities have the same.
  @Test func `a ward has the name of its city in every edition, and a town not that of its district`() throws {
    let old = try Self.run("n03", Self.oldFields, Self.oldWards, in: try Workspace())
    #expect(old.regions == ["22101": "静岡市葵区", "22137": "浜松市天竜区", "22302": "河津町", "22205": "熱海市"])
    let new = try Self.run("n03", Self.fields, Self.newWards, in: try Workspace())
    #expect(new.regions == ["22101": "静岡市葵区", "22140": "浜松市天竜区", "22302": "河津町", "22205": "熱海市"])
  }

  @Test func `two editions are compared by the fields of each, so that no schema renames a region`() throws {
    let workspace = try Workspace()
    let old = try workspace.write(try InitTests.source(Self.oldFields, Self.oldWards), to: "2023.geojson")
    let new = try workspace.write(try InitTests.source(Self.fields, Self.newWards), to: "2024.geojson")
    let difference = CommandOutput.of("diff", old, new, "--schema", "n03", exits: 1).results
    #expect(difference.contains("22137 浜松市天竜区 → 22140"), "\(difference)")
    #expect(!difference.contains("renamed") && difference.contains("4 → 4 regions"), "\(difference)")
    let unsaid = CommandOutput.of("diff", old, new, exits: 64)
    #expect(unsaid.messages.contains("--schema n03"), "\(unsaid.messages)")
    #expect(CommandOutput.of("diff", old, new, "--schema", "n04", exits: 64).messages.contains("did you mean n03?"))
  }

  @Test func `cases that are published stay, and the run says what they would be`() throws {
    let workspace = try Workspace()
    let made = try Self.run("n03", Self.oldFields, Self.oldWards, more: "merge: { name: N03_004 }", in: workspace)
    #expect(made.regions["22101"] == "葵区")
    let again = try Self.run("n03", Self.oldFields, Self.oldWards, in: workspace)
    #expect(again.regions["22101"] == "静岡市葵区" && again.run.messages.contains("葵区 would be 静岡市葵区"))
    #expect(try workspace.text("Output/Trial.swift").contains("case 葵区 = "))
  }

  @Test func `what is written wins over the schema`() throws {
    let workspace = try Workspace()
    let made = try Self.run(
      "n03", Self.fields, Self.wards, more: "merge: { key: \"x{N03_007}\", name: N03_001 }", in: workspace)
    #expect(made.regions["x14118"] == "神奈川県")
    #expect(try workspace.text("Output/Trial.swift").contains("国土数値情報"))
  }

  @Test func `a Shapefile of railways in CP932 becomes lines of operators, with their credit`() throws {
    let workspace = try Workspace()
    let source = SwiftCompiler.root.appendingPathComponent("RawData/sample-railways/N02-sample_RailroadSection.shp")
      .path
    let pipeline = try workspace.writePipeline("schema: n02", of: "\"\(source)\"")
    CommandOutput.of("run", pipeline, exits: 0)
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack")))
    #expect(pack.kind == .lines && pack.regionCount == 6)
    let line = try #require(pack.shape(code: "見本旅客鉄道 見本本線"))
    #expect(line.name == "見本本線" && line.group == "見本旅客鉄道" && line.polygonCount == 1)
    #expect(pack.sources.allSatisfy { $0.attribution == "「国土数値情報（鉄道データ）」（国土交通省）を加工して作成" })
  }

  @Test func `fields of another publisher are refused, with the schema that fits`() throws {
    let publisher = try #require(InitTests.publishers.first { $0.schema == "census" })
    let made = try Self.run("n03", publisher.fields, publisher.rows, in: try Workspace())
    #expect(made.run.status == 64)
    #expect(made.run.messages.contains("N03_007") && made.run.messages.contains("try schema: census"))
    let misspelt = try Self.run("n04", publisher.fields, publisher.rows, in: try Workspace())
    #expect(misspelt.run.status == 64)
    #expect(misspelt.run.messages.contains("trial.yml:3") && misspelt.run.messages.contains("did you mean n03?"))
  }

  @Test func `all schemas are listed, and one by one`() throws {
    let all = CommandOutput.of("schemas", exits: 0)
    for id in Set(InitTests.publishers.compactMap(\.schema)).union(["n03-cities", "e-stat-cities"]) {
      #expect(all.results.contains("\n\(id): ") || all.results.hasPrefix("\(id): "), "\(id)")
      let one = CommandOutput.of("schemas", id)
      #expect(one.status == 0 && all.results.contains(one.results))
    }
    #expect(CommandOutput.of("schemas", "n04").status == 64)
  }

  // MARK: Bounds

  private static func check(_ bounds: String, swapped: Bool = false) throws -> CommandOutput {
    let workspace = try Workspace()
    var source = try InitTests.source(["CODE"], [["1"], ["2"]])
    if swapped {
      // [135.1,35] becomes [35,135.1].
      source = source.replacing(/\[([0-9.]+),([0-9.]+)\]/) { "[\($0.output.2),\($0.output.1)]" }
        .replacingOccurrences(of: "135", with: "45")
    }
    try workspace.write(source, to: "source.geojson")
    let pipeline = try workspace.writePipeline("merge: { key: CODE }", "expect: { bounds: \(bounds) }")
    let run = CommandOutput.of("run", pipeline)
    // What a run refuses is a finding of validate.
    #expect(CommandOutput.of("validate", "--pipeline", pipeline).status == (run.status == 64 ? 64 : run.status))
    return run
  }

  @Test func `what lies outside the expected bounds is refused, and exchanged axes are named`() throws {
    #expect(try Self.check("[122, 20, 154, 46]").status == 0)
    #expect(try Self.check("[130, 20, -170, 46]").status == 0)
    let elsewhere = try Self.check("[-10, 35, 30, 70]")
    #expect(elsewhere.status == 1)
    #expect(
      elsewhere.messages.contains("2 features outside the bounds") && elsewhere.messages.contains("(135.0, 35.0)"))
    let swapped = try Self.check("[44, 20, 46, 46]", swapped: true)
    #expect(swapped.status == 1)
    #expect(swapped.messages.contains("latitude seems to stand before longitude"), "\(swapped.messages)")
    for wrong in ["[1, 2, 3]", "[0, 50, 10, 40]", "[0, 0, 400, 10]", "[a, 0, 1, 1]", "12"] {
      #expect(try Self.check(wrong).status == 64)
    }
  }
}
