import MapPackNames
import TestSupport
import Testing

/// What a generated enum knows of regions that are no more.
@Suite struct LineageEnumTests {
  private static func source(_ regions: [NameLock.Entry], attributions: [String] = []) throws -> String {
    try SwiftSource(
      map: "Shizuoka", lock: NameLock(regions: regions), identity: 1, packResource: "Shizuoka",
      attributions: attributions
    ).text()
  }

  private static let regions: [NameLock.Entry] = [
    .init(
      code: "22135", caseName: "kita", rawValue: 1, name: "北区", status: .retired, successors: ["22139", "22138"],
      since: "2024-01-01"),
    .init(code: "22137", caseName: "tenryu", rawValue: 2, name: "天竜区", status: .retired, successors: ["22140"]),
    .init(code: "22138", caseName: "chuo", rawValue: 3, name: "中央区"),
    .init(code: "22139", caseName: "hamana", rawValue: 4, name: "浜名区"),
    .init(code: "22140", caseName: "tenryuWard", rawValue: 5, name: "天竜区", status: .retired, successors: ["22141"]),
    .init(code: "22141", caseName: "tenryu22141", rawValue: 6, name: "天竜区"),
    .init(code: "22142", caseName: "gone", rawValue: 7, name: "無", status: .retired),
    .init(code: "22143", caseName: "divided", rawValue: 8, name: "分", successors: ["22138"]),
  ]

  @Test func `stored codes lead to today's regions`() throws {
    let program = """
      import MapPack
      func show(_ regions: [Shizuoka]) -> String { regions.map { "\\($0)" }.joined(separator: " ") }
      for code in ["22135", "22137", "22138", "22142", "22143", "99999"] {
        print(code, show(Shizuoka.regions(migrating: code)))
      }
      for region in (1...8).compactMap(Shizuoka.init(rawValue:)) {
        print(region, region.isLive, show(region.successors), show(region.predecessors), separator: " | ")
      }
      print(show(Shizuoka.allCases))
      """
    let credits = ["「国土数値情報」を加工して作成", "\"\\(1)\""]
    let output = try SwiftCompiler.run(
      program, with: [("Shizuoka", try Self.source(Self.regions, attributions: credits))])
    #expect(
      output == #"""
        22135 chuo hamana
        22137 tenryu22141
        22138 chuo
        22142 
        22143 divided
        99999 
        kita | false | chuo hamana | 
        tenryu | false | tenryuWard | 
        chuo | true |  | kita divided
        hamana | true |  | kita
        tenryuWard | false | tenryu22141 | tenryu
        tenryu22141 | true |  | tenryuWard
        gone | false |  | 
        divided | true | chuo | 
        chuo hamana tenryu22141 divided

        """#)
  }

  @Test func `old app code still compiles, with a warning that says where to go`() throws {
    let app = SwiftCompiler.Module.Source("App", "import MapPack\nlet stored: [Shizuoka] = [.kita, .chuo]\n")
    let source = SwiftCompiler.Module.Source("Shizuoka", try Self.source(Self.regions))
    let module = SwiftCompiler.Module(name: "App", sources: [app, source])
    try SwiftCompiler.check(module)
    let failure = try #require(throws: SwiftCompiler.Failure.self) {
      try SwiftCompiler.check(module, isStrict: true)
    }
    #expect(failure.output.contains("22135 北区 is retired since 2024-01-01; see .hamana, .chuo"), "\(failure.output)")
    // A successor that is retired too leads to its own.
    #expect(try Self.source(Self.regions).contains("22137 天竜区 is retired; see .tenryu22141\""))
  }

  @Test func `a map on which nothing ever changed has nothing to tell`() throws {
    let source = try Self.source([.init(code: "1", caseName: "a", rawValue: 1, name: "A")])
    #expect(!source.contains("retired") && !source.contains("successors") && !source.contains("MARK"))
    #expect(!source.contains("credits"))
    let output = try SwiftCompiler.run(
      "import MapPack\nprint(Shizuoka.a.isLive, Shizuoka.a.successors, Shizuoka.regions(migrating: \"1\"))",
      with: [("Shizuoka", source)])
    #expect(output == "true [] [program.Shizuoka.a]\n")
  }
}
