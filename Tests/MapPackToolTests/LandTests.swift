import Foundation
import MapPackFeatures
import MapPackRun
import MapPackTool
import Testing

/// A published code does not come to mean other land in silence.
@Suite struct LandTests {
  private typealias Box = BoxMap.Box
  private typealias Region = (code: String, name: String, boxes: [BoxMap.Box])

  private static func pipeline(edition: String, name: String = ", name: name", more: String = "") -> String {
    """
    map: Boxes
    sources: [{ path: RawData/boxes.geojson, edition: "\(edition)" }]
    merge: { key: code\(name) }
    simplify: { tolerance: 10 m }
    changes: Pipelines/changes.csv
    output: { pack: Output/Boxes.mappack, swift: Output/Boxes.swift, report: Output/Boxes.report.json }

    """ + more
  }

  private static func made(_ regions: [Region], name: String = ", name: name") throws -> Workspace {
    try made(BoxMap(regions).geoJSON(), name: name)
  }

  /// A project in which the first edition has been made.
  private static func made(_ source: String, edition: String = "2023-01-01", name: String) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("date,kind,from,to\n", to: "Pipelines/changes.csv")
    try workspace.write(source, to: "RawData/boxes.geojson")
    try workspace.write(pipeline(edition: edition, name: name), to: "Pipelines/boxes.yml")
    CommandOutput.of("run", workspace.boxes, exits: 0)
    return workspace
  }

  private static func publish(
    _ regions: [Region], in workspace: Workspace, name: String = ", name: name", more: String = ""
  ) throws {
    try workspace.write(BoxMap(regions).geoJSON(), to: "RawData/boxes.geojson")
    try workspace.write(pipeline(edition: "2024-01-01", name: name, more: more), to: "Pipelines/boxes.yml")
  }

  private static let alpha = Box(0, 0, 100, 100)
  private static let beta = Box(100, 0, 100, 60)
  private static let far = Box(40_000, 0, 100, 100)
  private static let first: [Region] = [
    ("001", "Alpha", [alpha]), ("002", "Beta", [beta]), ("003", "Gamma", [Box(0, 200, 50, 50)]),
  ]

  struct Edition: Sendable {
    var what: String
    var boxes: [(code: String, name: String, boxes: [BoxMap.Box])]
    /// The codes of which the message speaks.
    var codes: [String]
  }

  private static let gamma: Region = ("003", "Gamma", [Box(0, 200, 50, 50)])
  static let moves = [
    Edition(
      what: "two codes are exchanged", boxes: [("002", "Alpha", [alpha]), ("001", "Beta", [beta]), gamma],
      codes: ["001", "002"]),
    Edition(
      what: "codes go round",
      boxes: [("002", "Alpha", [alpha]), ("003", "Beta", [beta]), ("001", "Gamma", [Box(0, 200, 50, 50)])],
      codes: ["001", "002", "003"]),
    Edition(
      what: "a code is given to land elsewhere", boxes: [("001", "Delta", [far]), ("002", "Beta", [beta]), gamma],
      codes: ["001"]),
    Edition(
      what: "a region of the same name lies on another continent",
      boxes: [("001", "Alpha", [far]), ("002", "Beta", [beta]), gamma], codes: ["001"]),
    Edition(
      what: "the land has a new code, and the code other land",
      boxes: [("004", "Alpha", [alpha]), ("001", "Delta", [far]), ("002", "Beta", [beta]), gamma], codes: ["001"]),
    Edition(
      what: "names come by the code, and land is exchanged",
      boxes: [("001", "Alpha", [beta]), ("002", "Beta", [alpha]), gamma],
      codes: ["001", "002"]),
    Edition(
      what: "nearly all land goes to a new code of the old name",
      boxes: [
        ("001", "Delta", [Box(0, 0, 10, 100)]), ("004", "Alpha", [Box(10, 0, 90, 100)]), ("002", "Beta", [beta]), gamma,
      ], codes: ["001"]),
  ]

  @Test(arguments: moves)
  func `a live code on other land fails the run, which leaves every file`(edition: Edition) throws {
    let workspace = try Self.made(Self.first)
    try Self.publish(edition.boxes, in: workspace)
    let before = try workspace.snapshot()
    for arguments in [["run"], ["run", "--check"]] {
      let run = CommandOutput.of(RootCommand.self, arguments + [workspace.boxes])
      #expect(run.status == 1, "\(edition.what)")
      #expect(run.messages.contains("to other land"), "\(run.messages)")
      for code in edition.codes {
        #expect(run.messages.contains("\n2024-01-01,rename,\(code),\(code)\n"), "\(run.messages)")
      }
      #expect(run.messages.components(separatedBy: ",rename,").count == edition.codes.count + 1, "\(run.messages)")
    }
    #expect(try workspace.snapshot() == before)

    // The rows of the message are a way on: the codes mean the same regions all the same, and that is said.
    let rows = edition.codes.map { "2024-01-01,rename,\($0),\($0)\n" }.joined()
    try workspace.write("date,kind,from,to\n" + rows, to: "Pipelines/changes.csv")
    let run = CommandOutput.of("run", workspace.boxes, exits: 0)
    #expect(run.messages.contains("[land-moved]"), "\(run.messages)")
    CommandOutput.of("run", "--check", workspace.boxes, exits: 0)
  }

  @Test(arguments: moves)
  func `a map without names does not give a code to other land either`(edition: Edition) throws {
    let workspace = try Self.made(Self.first, name: "")
    try Self.publish(edition.boxes, in: workspace, name: "")
    let run = CommandOutput.of("run", workspace.boxes)
    #expect(run.status == 1, "\(edition.what)")
    #expect(run.messages.contains("to other land"), "\(run.messages)")
  }

  /// Triangles with corners in multiples of 2⁻²⁶ degrees, which are some cells of the map's noding grid, and one far away
  /// with the code `far`.
  private static func specks(_ triangles: [(code: String, corners: [(Int, Int)])]) -> String {
    func feature(_ code: String, _ corners: [(Double, Double)]) -> String {
      GeoJSONText.feature(["code": code], GeoJSONText.polygon(corners + [corners[0]]))
    }
    let features = triangles.map { code, corners in
      feature(code, corners.map { (10 + Double($0.0) * 0x1p-26, -60 + Double($0.1) * 0x1p-26) })
    }
    return GeoJSONText.collection(features + [feature("far", [(13, -60), (13.5, -60), (13.5, -59.7)])])
  }

  @Test(
    arguments: [
      [[(1, 0), (1, 2), (0, 0)], [(5, 0), (4, 2), (3, 2)], [(6, 0), (6, 1), (7, 0)]],
      [[(2, 2), (0, 2), (1, 1)], [(4, 2), (4, 1), (3, 0)], [(6, 1), (6, 2), (7, 1)]],
      [[(0, 1), (1, 0), (1, 2)], [(3, 1), (5, 0), (5, 2)], [(7, 0), (6, 2), (6, 0)]],
      [[(3, 4), (3, 3), (0, 4)], [(7, 3), (7, 4), (8, 2)], [(13, 0), (13, 4), (14, 3)]],
      [[(6, 4), (4, 5), (4, 6)], [(13, 1), (10, 0), (8, 6)], [(14, 4), (14, 5), (16, 6)]],
      [[(2, 0), (2, 3), (0, 3)], [(6, 0), (7, 1), (7, 0)], [(10, 0), (8, 3), (10, 2)]],
      [[(0, 0), (2, 0), (0, 1)], [(4, 1), (7, 3), (6, 0)], [(9, 1), (9, 3), (11, 2)]],
      [[(0, 0), (2, 3), (1, 1)], [(7, 0), (13, 1), (11, 0)], [(17, 0), (14, 2), (20, 0)]],
    ] as [[[(Int, Int)]]])
  func `regions of a few cells stay what they are if nothing changes`(corners: [[(Int, Int)]]) throws {
    let workspace = try Self.made(Self.specks(Array(zip(["a", "b", "c"], corners))), name: "")
    for flag in ["--check", "--force"] {
      CommandOutput.of("run", workspace.boxes, flag, exits: 0)
    }
  }

  @Test func `regions of some centimeters do not exchange their codes`() throws {
    func edition(_ codes: [String]) -> String {
      Self.specks(codes.enumerated().map { ($1, [(500 * $0, 0), (500 * $0 + 90, 10), (500 * $0 + 40, 80)]) })
    }
    let workspace = try Self.made(edition(["a", "b", "c"]), name: "")
    try workspace.write(edition(["b", "a", "c"]), to: "RawData/boxes.geojson")
    let run = CommandOutput.of("run", workspace.boxes)
    #expect(run.status == 1 && run.messages.contains("2 live codes to other land"), "\(run.messages)")
  }

  @Test func `land that lies like another's figures and is not its own is found`() throws {
    // Two halves of a square have the same area and the same bounds.
    func square(_ lower: String, _ upper: String) -> String {
      func feature(_ code: String, _ ring: [(Double, Double)]) -> String {
        GeoJSONText.feature(["code": code, "name": "N\(code)"], GeoJSONText.polygon(ring))
      }
      return GeoJSONText.collection([
        feature(lower, [(10, 50), (11, 50), (11, 51), (10, 50)]),
        feature(upper, [(10, 50), (11, 51), (10, 51), (10, 50)]),
      ])
    }
    let workspace = try Self.made(square("1", "2"), edition: "1", name: ", name: name")
    try workspace.write(square("2", "1"), to: "RawData/boxes.geojson")
    let run = CommandOutput.of("run", workspace.boxes, exits: 1)
    // The two editions name no later day, so the row has none.
    #expect(run.messages.contains("\n,rename,1,1\n"), "\(run.messages)")
  }

  static let harmless: [Edition] = [
    Edition(what: "another name", boxes: [("001", "Omega", [alpha]), ("002", "Beta", [beta]), gamma], codes: []),
    Edition(
      what: "a border that moved",
      boxes: [("001", "Alpha", [Box(0, 0, 60, 100)]), ("002", "Beta", [Box(60, 0, 140, 60)]), gamma],
      codes: []),
    Edition(
      what: "a region that grew",
      boxes: [("001", "Omega", [alpha, Box(-100, 0, 100, 100)]), ("002", "Beta", [beta]), gamma],
      codes: []),
    Edition(
      what: "a region that was divided and lives on",
      boxes: [
        ("001", "Alpha", [Box(0, 0, 30, 100)]), ("004", "Delta", [Box(30, 0, 70, 100)]), ("002", "Beta", [beta]), gamma,
      ],
      codes: []),
    Edition(
      what: "an island that was drawn elsewhere",
      boxes: [("001", "Alpha", [alpha]), ("002", "Beta", [beta]), ("003", "Gamma", [Box(60, 220, 50, 50)])],
      codes: ["003"]),
  ]

  @Test(arguments: harmless)
  func `a rename, a moved border or a division is no other land`(edition: Edition) throws {
    let workspace = try Self.made(Self.first)
    try Self.publish(edition.boxes, in: workspace)
    let run = CommandOutput.of("run", workspace.boxes)
    #expect(run.status == 0, "\(edition.what): \(run.messages)")
    #expect(run.messages.contains("[land-moved]") == !edition.codes.isEmpty, "\(run.messages)")
    #expect(CommandOutput.of("run", "--check", workspace.boxes).status == 0)
  }

  @Test func `codes that the publisher exchanged are given back by names codes`() throws {
    let workspace = try Self.made(Self.first)
    let lock = try workspace.text("Pipelines/boxes.lock")
    let exchanged: [Region] = [("002", "Alpha", [Self.alpha]), ("001", "Beta", [Self.beta]), Self.gamma]
    try Self.publish(exchanged, in: workspace)
    let words = #"names: { codes: { "002": "001", "001": "002" } }"#
    #expect(CommandOutput.of("run", workspace.boxes).messages.contains("`\(words)`"))
    try Self.publish(exchanged, in: workspace, more: words + "\n")
    CommandOutput.of("run", workspace.boxes, exits: 0)
    #expect(try workspace.text("Pipelines/boxes.lock") == lock)
    // Where the publisher takes it back, the codes of the pipeline file exchange them again, and the remedy says so.
    try Self.publish(Self.first, in: workspace, more: words + "\n")
    let back = CommandOutput.of("run", workspace.boxes, exits: 1)
    #expect(back.messages.contains(#"{ codes: { "001": "001", "002": "002" } }"#), "\(back.messages)")
  }

  @Test(arguments: [
    ("2022-01-01,rename,001,001", false), ("2023-01-01,rename,001,001", false), ("2024-01-01,rename,001,001", true),
    (",shift,002,001", true), ("2024-01-01,recode,005,001", false), ("2024-01-01,merge,002 003,001", false),
    ("2024-01-01,rename,003,003", false), ("2024-01-01,recode,001,009", false), ("2024-01-01,absorb,009,001", true),
  ])
  func `only a row of a change since the last edition, about this code, accounts for other land`(
    row: String, isAccepted: Bool
  ) throws {
    let workspace = try Self.made(Self.first)
    try Self.publish([("001", "Delta", [Self.far]), ("002", "Beta", [Self.beta]), Self.gamma], in: workspace)
    try workspace.write("date,kind,from,to\n\(row)\n", to: "Pipelines/changes.csv")
    CommandOutput.of("run", workspace.boxes, exits: isAccepted ? 0 : 1)
  }

  @Test func `stages one by one do not exchange two codes either`() throws {
    let workspace = try Self.made(Self.first)
    try Self.publish([("002", "Alpha", [Self.alpha]), ("001", "Beta", [Self.beta]), Self.gamma], in: workspace)
    let before = try workspace.data("Output/Boxes.mappack")
    workspace.stages(pipeline: workspace.boxes, emit: [], emits: 1)
    #expect(try workspace.data("Output/Boxes.mappack") == before)
  }

  @Test(arguments: ["missing", "damaged", "of another map"])
  func `a run without the old pack says that the land was not compared`(what: String) throws {
    let workspace = try Self.made(Self.first)
    switch what {
    case "missing": try FileManager.default.removeItem(atPath: workspace.path("Output/Boxes.mappack"))
    case "damaged": try workspace.write("MAPPACK", to: "Output/Boxes.mappack")
    default:
      let other = try Workspace.made()
      try other.data("Output/Island.mappack").write(to: workspace.url.appendingPathComponent("Output/Boxes.mappack"))
    }
    let run = CommandOutput.of("run", workspace.boxes, exits: 0)
    #expect(run.messages.contains("[land-unchecked]"), "\(run.messages)")
    // The pack is there again.
    #expect(!CommandOutput.of("run", workspace.boxes).messages.contains("land-unchecked"))
    #expect(CommandOutput.of("run", "--check", workspace.boxes).status == 0)
  }

  @Test func `another grid or tolerance is no other land`() throws {
    let workspace = try Self.made(Self.first)
    for simplify in ["grid: 50 m", "grid: 1 cm", "tolerance: 2 km", "tolerance: 1 m"] {
      let text = Self.pipeline(edition: "2023-01-01").replacingOccurrences(of: "tolerance: 10 m", with: simplify)
      try workspace.write(text, to: "Pipelines/boxes.yml")
      let run = CommandOutput.of("run", workspace.boxes)
      #expect(run.status == 0, "\(simplify): \(run.messages)")
      #expect(!run.messages.contains("land-"), "\(simplify): \(run.messages)")
    }
  }

  // MARK: What else a run says

  @Test func `the check of a map with a report is green after every run, whatever that had to note`() throws {
    let workspace = try Self.made(Self.first)
    let fourth: Region = ("004", "Delta", [Box(0, 400, 50, 50)])
    let steps: [(edition: [Region], row: String, more: String, retire: [String], rule: Rule)] = [
      (Self.first + [fourth], "", "", [], .newCode),
      (Self.first + [fourth], "", "names: { overrides: { \"004\": quarter } }\n", [], .caseRenamed),
      (Self.first, "", "", ["--retire", "004"], .retiredCode),
      (Self.first + [fourth], "", "", [], .returnedCode),
      (Self.first + [fourth], "2024-01-01,absorb,004,003", "", [], .changeAhead),
    ]
    for step in steps {
      try Self.publish(step.edition, in: workspace, more: step.more)
      try workspace.write("date,kind,from,to\n\(step.row)\n", to: "Pipelines/changes.csv")
      let report = workspace.path("run.json")
      let run = CommandOutput.of(RootCommand.self, ["run", workspace.boxes, "--report", report] + step.retire)
      #expect(run.status == 0, "\(step.rule): \(run.messages)")
      // The report of the run has the note, the map's own has not.
      #expect(try workspace.text("run.json").contains(step.rule.rawValue))
      #expect(!(try workspace.text("Output/Boxes.report.json").contains(step.rule.rawValue)))
      let check = CommandOutput.of("run", "--check", workspace.boxes)
      #expect(check.status == 0, "\(step.rule): \(check.results)")
    }
  }

  @Test func `a lost region is named though its number is expected too`() throws {
    let workspace = try Self.made(Self.first)
    try Self.publish(Array(Self.first.dropLast()), in: workspace, more: "expect: { count: 3 }\n")
    let run = CommandOutput.of("run", workspace.boxes, exits: 1)
    #expect(run.messages.contains("the data lacks a region that the name lock expects: 003 Gamma"), "\(run.messages)")
    try Self.publish(
      Self.first + [("004", "Delta", [Box(0, 400, 50, 50)])], in: workspace, more: "expect: { count: 3 }\n")
    let more = CommandOutput.of("run", workspace.boxes, exits: 1)
    #expect(more.messages.contains("has 4 regions, expected 3; new ones: 004 Delta"), "\(more.messages)")
  }
}

extension Workspace {
  /// The path of the pipeline file of a map of boxes.
  fileprivate var boxes: String { path("Pipelines/boxes.yml") }
}
