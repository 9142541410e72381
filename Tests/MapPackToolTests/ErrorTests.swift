import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackRun
@testable import MapPackTool

/// One clear error with its exit status, and no old output touched.
@Suite struct ErrorTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var status: Int32
    /// What the message must say.
    var words: [String]
    /// What happens to the project.
    var inflict: @Sendable (Workspace) throws -> Void

    init(_ name: String, status: Int32, _ words: String..., inflict: @escaping @Sendable (Workspace) throws -> Void) {
      testDescription = name
      self.status = status
      self.words = words
      self.inflict = inflict
    }
  }

  private static let source = "RawData/island.geojson"

  /// Replaces some text of a file once.
  private static func replace(_ old: String, _ new: String, in file: String, of workspace: Workspace) throws {
    let text = try workspace.text(file)
    let range = try #require(text.range(of: old))
    try workspace.write(text.replacingCharacters(in: range, with: new), to: file)
  }

  private static let damages = [
    Damage("missing file", status: 66, "RawData/island.geojson: error: there is no such file", "put it there") {
      try FileManager.default.removeItem(atPath: $0.path(source))
    },
    Damage("unknown field", status: 64, "there is no field “cod”", "the fields are code, name") {
      try replace("key: code", "key: cod", in: "Pipelines/island.yml", of: $0)
    },
    Damage(
      "wrong pipeline key", status: 64, "island.yml:4: error: unknown key `tolerence`", "did you mean `tolerance`?"
    ) {
      try replace("tolerance", "tolerence", in: "Pipelines/island.yml", of: $0)
    },
    Damage(
      "more attributes than a pack holds", status: 64,
      "island.yml:3: error: `merge.attributes` names 254 fields, more than a pack can hold", "name at most 253"
    ) {
      let fields = (0..<254).map { "f\($0)" }.joined(separator: ", ")
      try replace("name: name", "name: name, attributes: [\(fields)]", in: "Pipelines/island.yml", of: $0)
    },
    Damage("a digest that is not the file's", status: 65, "its SHA-256 is") {
      let zeros = String(repeating: "0", count: 64)
      try replace("publisher: Nobody", "sha256: \"\(zeros)\"", in: "Pipelines/island.yml", of: $0)
    },
    Damage("JSON cut off", status: 65, "island.geojson") {
      let text = try $0.text(source)
      try $0.write(String(text.prefix(text.count / 2)), to: source)
    },
    Damage("JSON with NaN", status: 65, "island.geojson") {
      try replace("[8.0,50.2]", "[NaN,50.2]", in: source, of: $0)
    },
    Damage("coordinates out of range", status: 65, "island.geojson", "record 5") {
      try replace("[8.3,50.2]", "[8.3,95.2]", in: source, of: $0)
    },
    Damage("a damaged lock", status: 64, "island.lock:6", "unknown key `cod`") {
      try replace("{ code:", "{ cod:", in: "Pipelines/island.lock", of: $0)
    },
    Damage(
      "an output folder that is a file", status: 73, "Output/Island.mappack: error: its folder Output cannot be made"
    ) {
      try FileManager.default.removeItem(atPath: $0.path("Output"))
      try $0.write("no folder", to: "Output")
      // There is nothing to write if nothing has changed.
      try replace("1 km", "2 km", in: "Pipelines/island.yml", of: $0)
    },
    Damage("an output that is a folder", status: 73, "Output/Island.mappack: error: a folder is in the way") {
      try FileManager.default.removeItem(atPath: $0.path("Output/Island.mappack"))
      try $0.write("inside", to: "Output/Island.mappack/file")
    },
    Damage("a name table that is missing", status: 66, "names.csv: error: there is no such file") {
      try $0.write($0.text("Pipelines/island.yml") + "names: { table: names.csv }\n", to: "Pipelines/island.yml")
    },
    Damage("a code to replace that no feature has", status: 64, "`names.codes` replaces 099") {
      try $0.write($0.text("Pipelines/island.yml") + "names: { codes: { 099: X } }\n", to: "Pipelines/island.yml")
    },
    Damage("a code to use that another region has", status: 64, "011, which is the code of another region") {
      try $0.write($0.text("Pipelines/island.yml") + "names: { codes: { 010: 011 } }\n", to: "Pipelines/island.yml")
    },
  ]

  @Test(arguments: [0, 40, 300, 900]) func `a pack that does not open is not written`(position: Int) throws {
    let workspace = try Workspace.made()
    var pack = try workspace.data("Output/Island.mappack")
    try EmitStage.checkThatItOpens(pack)
    pack[position] ^= 1
    let error = #expect(throws: StageError.self) { try EmitStage.checkThatItOpens(pack) }
    #expect(error?.status == .internalFault)
  }

  @Test(arguments: damages)
  func `a run that fails says why in one line, with its status, and leaves every file`(damage: Damage) throws {
    let workspace = try Workspace.made()
    try damage.inflict(workspace)
    let before = try workspace.snapshot()
    let run = CommandOutput.of("run", workspace.pipeline, exits: damage.status)
    #expect(run.results == "")
    for words in damage.words { #expect(run.messages.contains(words), "\(run.messages)") }
    // A warning may come before: if the pack is gone, the land of its regions cannot be compared.
    let lines = run.messages.split(separator: "\n").filter { !$0.contains(": warning: ") }
    #expect(lines.count == 1, "\(run.messages)")
    #expect(try workspace.snapshot() == before)
  }

  @Test(arguments: [
    ("cut off", "world.shp, record 81: error: the .shp is cut off"),
    ("fewer rows", "world.dbf: error: the .dbf has 100 rows and the .shp 177 shapes"),
  ])
  func `a damaged Shapefile exits 65 and says what is wrong with it`(damage: String, words: String) throws {
    let workspace = try Workspace()
    let original = SwiftCompiler.root.appendingPathComponent("RawData/natural-earth-110m/naturalearth_lowres")
    for part in ["shp", "shx", "dbf", "prj", "cpg"] {
      let copy = workspace.url.appendingPathComponent("world.\(part)")
      try FileManager.default.copyItem(at: original.appendingPathExtension(part), to: copy)
    }
    switch damage {
    case "cut off":
      try workspace.data("world.shp").prefix(100_000).write(to: workspace.url.appendingPathComponent("world.shp"))
    default:
      // The number of rows stands in bytes 4 to 7, the lengths of header and row in the four after them.
      var table = try workspace.data("world.dbf")
      let header = Int(table[8]) | Int(table[9]) << 8
      let row = Int(table[10]) | Int(table[11]) << 8
      table[4] = 100
      try table.prefix(header + 100 * row).write(to: workspace.url.appendingPathComponent("world.dbf"))
    }
    let output = CommandOutput.of("ingest", workspace.path("world.shp"), "-o", workspace.path("a.features"), exits: 65)
    #expect(output.messages.contains(words), "\(output.messages)")
    #expect(!workspace.files().contains("a.features"))
  }

  @Test func `a ring of two points exits 65 and says where it stands`() throws {
    let workspace = try Workspace()
    let source = try workspace.write(
      """
      {"type":"Feature","properties":{"name":"甲"},\
      "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}}
      """, to: "two.geojson")
    let output = CommandOutput.of("ingest", source, "-o", workspace.path("a.features"), exits: 65)
    #expect(output.messages.contains("甲, record 1, polygon 0, ring 0: error: the ring has 2"), "\(output.messages)")
  }

  @Test(arguments: [
    ["run", "no-map"], ["run", "--check", "--force", "a.yml"], ["run", "--dry-run", "a.yml", "--report", "b.json"],
    ["run", "a.yml", "--jobs", "0"], ["run", "a.yml", "b.yml", "--retire", "1"],
    ["ingest", "a.shp"], ["ingest", "-o", "b"], ["ingest", "a.shp", "-o", "b", "--select", "FIELD"],
    ["merge", "-o", "b"], ["merge", "a", "-o", "b", "--clean", "mend"], ["merge", "a", "-o", "b", "--key", "{A"],
    ["simplify", "a", "-o", "b", "--tolerance", "30"], ["simplify", "a", "-o", "b", "--keep", "110%"],
    ["simplify", "a", "-o", "b", "--tolerance", "3m", "--none"], ["simplify", "a", "-o", "b", "--levels", "0"],
    ["simplify", "a", "-o", "b", "--zoom", "25"], ["simplify", "a", "-o", "b", "--zoom", "-1"],
    ["simplify", "a", "-o", "b", "--zoom", "6.5"], ["simplify", "a", "-o", "b", "--zoom", "6", "--keep", "1%"],
    ["simplify", "a", "-o", "b", "--zoom", "6", "--method", "douglas"], ["simplify", "a", "-o", "b", "--grid", "0m"],
    ["simplify", "a", "-o", "b", "--minimum-island", "3m"],
    ["validate", "a", "--format", "csv"], ["emit", "a"], ["export", "a.coverage", "-o", "b.kml"],
    ["export", "a.coverage", "-o", "b.svg", "--coordinates", "grid"],
    ["export", "a.mappack", "-o", "b.html", "--level"],
    ["locate", "a", "200", "0"], ["inspect"], ["frobnicate"], [],
  ])
  func `wrong usage exits 64, or shows help`(arguments: [String]) {
    CommandOutput.of(RootCommand.self, arguments, exits: arguments.isEmpty ? 0 : 64)
  }

  @Test(arguments: [
    ["ingest", "none.shp", "-o", "b"], ["merge", "none.features", "-o", "b"], ["simplify", "none", "-o", "b"],
    ["emit", "none", "--pack", "b"], ["export", "none.coverage", "-o", "b.svg"], ["inspect", "none.mappack"],
    ["locate", "none.mappack", "0", "0"], ["validate", "none.shp"], ["validate", "none.mappack"], ["run", "none.yml"],
  ])
  func `an input that is not there exits 66 and is named`(arguments: [String]) {
    let output = CommandOutput.of(RootCommand.self, arguments, exits: 66)
    #expect(output.messages.contains("none"))
    #expect(!FileManager.default.fileExists(atPath: "b"))
  }

  @Test(arguments: ["merge", "simplify", "emit", "inspect", "locate", "validate"])
  func `bytes that are no stage file and no pack exit 65`(command: String) throws {
    let workspace = try Workspace()
    let path = try workspace.write("not what it should be", to: command == "validate" ? "a.mappack" : "a")
    let rest: [String] =
      switch command {
      case "inspect", "validate": []
      case "locate": ["0", "0"]
      case "emit": ["--pack", workspace.path("b")]
      default: ["-o", workspace.path("b")]
      }
    CommandOutput.of(RootCommand.self, [command, path] + rest, exits: 65)
    #expect(workspace.files().count == 1)
  }

  @Test(arguments: [
    (["-o", "b.topojson"], "merge them"), (["-o", "b.html"], "merge them"),
    (["-o", "b.svg", "--level", "1"], "--level"),
    (["-o", "b.geojson", "--coordinates", "grid"], "--coordinates"),
  ])
  func `what features do not have yet is not exported from them`(arguments: [String], words: String) throws {
    let workspace = try Workspace(Island())
    let features = workspace.path("a.features")
    #expect(CommandOutput.of("ingest", workspace.path(Self.source), "-o", features, "-q").status == 0)
    let output = CommandOutput.of(RootCommand.self, ["export", features] + arguments, exits: 64)
    #expect(output.messages.contains("a.features: error: ") && output.messages.contains(words), "\(output.messages)")
    #expect(!FileManager.default.fileExists(atPath: "b"))
  }

  @Test func `a coverage that is not in the drawing plane is not made a pack`() throws {
    let workspace = try Workspace(Island())
    let (a, b) = (workspace.path("a.features"), workspace.path("b.coverage"))
    #expect(CommandOutput.of("ingest", workspace.path(Self.source), "-o", a).status == 0)
    #expect(CommandOutput.of("merge", a, "--key", "code", "-o", b).status == 0)
    let emit = CommandOutput.of("emit", b, "--pack", workspace.path("x.mappack"), "--type", "Island", exits: 64)
    #expect(emit.messages.contains("mappack simplify"))
  }
}
