import Foundation
import MapPack
import MapPackTool
import TestSupport
import Testing

/// Buildings in Indoor Mapping Data Format: a folder or an archive, a layer for each type of feature.
@Suite struct IndoorTests {
  private static func ring(_ x: Double, _ y: Double, _ side: Double) -> String {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
    return "[" + corners.map { "[\(139.7 + $0.0 / 1000),\(35.6 + $0.1 / 1000)]" }.joined(separator: ",") + "]"
  }

  private static func feature(_ type: String, _ id: String, _ geometry: String, _ properties: String) -> String {
    """
    {"type":"Feature","id":"\(id)","feature_type":"\(type)","geometry":\(geometry),"properties":{\(properties)}}
    """
  }

  private static func polygon(_ rings: String...) -> String {
    "{\"type\":\"Polygon\",\"coordinates\":[\(rings.joined(separator: ","))]}"
  }

  private static func id(_ number: Int) -> String { "c1000000-0000-4000-8000-00000000000\(number)" }

  /// A station of three levels, each with a hall that has a hole for a lift.
  private static func files(manifest: String = "{\"version\":\"1.0.0\",\"language\":\"ja-JP\"}") -> [String: String] {
    var levels: [String] = []
    var units: [String] = []
    for (index, level) in [(-1, "B1"), (0, "1F"), (1, "2F")].enumerated() {
      let levelID = "b000000\(index)"
      levels.append(
        feature(
          "level", levelID, polygon(ring(0, 0, 4)),
          """
          "ordinal":\(level.0),"name":{"ja-JP":"\(level.1)階","en":"\(level.1)"},"short_name":{"ja-JP":"\(level.1)"}
          """))
      units.append(
        feature(
          "unit", id(3 * index), polygon(ring(0, 0, 2), ring(0.5, 0.5, 1)),
          """
          "category":"walkway","name":{"en":"Hall \(level.1)","ja-JP":"ホール\(level.1)"},"level_id":"\(levelID)",\
          "display_point":{"type":"Point","coordinates":[139.7,35.6]},"accessibility":["wheelchair"]
          """))
      units.append(
        feature(
          "unit", id(3 * index + 1), polygon(ring(0.5, 0.5, 1)),
          "\"category\":\"elevator\",\"name\":null,\"level_id\":\"\(levelID)\""))
      units.append(
        feature(
          "unit", id(3 * index + 2), "null",
          "\"category\":\"room\",\"name\":{\"en\":\"Closed\"},\"level_id\":\"\(levelID)\""))
    }
    return [
      "manifest.json": manifest, "level.geojson": GeoJSONText.collection(levels),
      "unit.geojson": GeoJSONText.collection(units),
      "venue.geojson": GeoJSONText.collection([
        feature("venue", "a1", polygon(ring(0, 0, 4)), "\"category\":\"transit\",\"name\":{\"en\":\"Station\"}")
      ]),
      "occupant.geojson": GeoJSONText.collection([feature("occupant", "d1", "null", "\"name\":{\"en\":\"Shop\"}")]),
      "opening.geojson": GeoJSONText.collection([
        feature(
          "opening", "e1", "{\"type\":\"LineString\",\"coordinates\":[[139.7,35.6],[139.701,35.6]]}", "\"name\":null")
      ]),
    ]
  }

  /// Writes the archive into a workspace, and says where it is.
  private static func write(
    _ files: [String: String], as form: String, in workspace: Workspace
  ) throws -> String {
    if form == "folder" {
      for (name, text) in files { try workspace.write(text, to: "RawData/station/\(name)") }
      return workspace.path("RawData/station")
    }
    // Some archives have a folder inside.
    let folder = form == "zip" ? "" : "Station/"
    let entries = files.sorted { $0.key < $1.key }.map { (Array((folder + $0.key).utf8), Array($0.value.utf8)) }
    try FileManager.default.createDirectory(
      at: workspace.url.appendingPathComponent("RawData"), withIntermediateDirectories: true)
    try zipArchive(entries.map { (name: $0.0, data: $0.1) }, to: workspace.path("RawData/station.zip"))
    return workspace.path("RawData/station.zip")
  }

  @Test(arguments: ["folder", "zip", "zip with a folder"])
  func `each level becomes a map of its units, whose enum compiles`(form: String) throws {
    let workspace = try Workspace()
    let archive = try Self.write(Self.files(), as: form, in: workspace)
    CommandOutput.of("init", "Station", archive, "--project", workspace.url.path, exits: 0)
    var sources: [SwiftCompiler.Module.Source] = []
    for (index, level) in ["B1", "1F", "2F"].enumerated() {
      let name = "Station\(level)"
      let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/\(name).mappack")))
      try pack.verify()
      #expect(pack.shapes.map(\.code) == [Self.id(3 * index), Self.id(3 * index + 1)])
      // In the archive's language; a unit without a name is called by its category.
      #expect(pack.shapes.map(\.name) == ["ホール\(level)", "elevator"])
      var rings = RingBuffer()
      pack.shapes.first?.appendRings(to: &rings)
      #expect(rings.ringCount == 2)
      #expect(pack.shapes.first?.neighbors.map(\.name) == ["elevator"])
      let text = try workspace.text("Output/\(name).swift")
      #expect(text.contains("case elevator = ") && text.contains("case ホール\(level.lowercased()) = "), "\(text)")
      sources.append((name, text))
    }
    try SwiftCompiler.check(SwiftCompiler.Module(name: "Enums", sources: sources), isStrict: true)
    #expect(CommandOutput.of("run", "--check", workspace.path("Pipelines/StationB1.yml")).status == 0)
    // What units refer to is an input too.
    if form == "folder" {
      let provenance = try workspace.text("Pipelines/StationB1.provenance.json")
      #expect(provenance.contains("manifest.json") && provenance.contains("level.geojson"), "\(provenance)")
    }
  }

  @Test(arguments: ["folder", "zip"])
  func `levels that lie above each other are no one map, until one is chosen`(form: String) throws {
    let workspace = try Workspace()
    let source = try Self.write(Self.files(), as: form, in: workspace)
    let all = try workspace.writePipeline("schema: imdf", of: source)
    let refused = CommandOutput.of("run", all, exits: 64)
    #expect(refused.messages.contains("3 values of imdf.level, -1, 0, 1"), "\(refused.messages)")
    let one = try workspace.writePipeline(
      "schema: imdf", "select: { imdf.level: 1 }", "merge: { name: name.en, group: imdf.level.name }", of: source)
    CommandOutput.of("run", one, exits: 0)
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack")))
    #expect(pack.shapes.map(\.name) == ["Hall 2F", Self.id(7)])
    #expect(pack.shapes.map(\.group) == ["2F", "2F"])
  }

  @Test func `a damaged manifest, damaged levels and a layer that is not there are refused in words`() throws {
    for form in ["folder", "zip"] {
      func refusal(_ change: (inout [String: String]) -> Void, _ arguments: String...) throws -> CommandOutput {
        let workspace = try Workspace()
        var files = Self.files()
        change(&files)
        let source = try Self.write(files, as: form, in: workspace)
        return CommandOutput.of(
          RootCommand.self, ["ingest", source, "-o", workspace.path("a.features")] + arguments)
      }
      let manifest = try refusal { $0["manifest.json"] = "[]" }
      #expect(manifest.status == 65 && manifest.messages.contains("manifest.json: error: this is not a manifest"))
      let levels = try refusal { $0["level.geojson"]?.removeLast(40) }
      #expect(levels.status == 65 && levels.messages.contains("level.geojson"), "\(levels.messages)")
      let layer = try refusal({ _ in }, "--layer", "kiosk")
      #expect(layer.status == (form == "zip" ? 64 : 66) && layer.messages.contains("“kiosk”"), "\(layer.messages)")
      // Levels and manifest may be missing: the units are there.
      #expect(try refusal { $0["level.geojson"] = nil }.status == 0)
    }
  }

  @Test func `names are taken in the archive's language, else in English, else in any`() throws {
    for (language, name) in [
      ("\"language\":\"ja\",", "ホール1F"), ("\"language\":\"en-US\",", "Hall 1F"), ("\"language\":\"fr\",", "Hall 1F"),
      ("", "Hall 1F"),
    ] {
      let workspace = try Workspace()
      let source = try Self.write(Self.files(manifest: "{\(language)\"version\":\"1.0.0\"}"), as: "zip", in: workspace)
      CommandOutput.of("ingest", source, "--select", "imdf.level=0", "-o", workspace.path("a.features"), exits: 0)
      let fields = CommandOutput.of("inspect", "--json", workspace.path("a.features"))
      #expect(fields.results.contains(name), "\(language) \(fields.results)")
    }
  }

  @Test func `GeoJSON beside the manifest of something else is GeoJSON`() throws {
    let workspace = try Workspace()
    try workspace.write("[\"a manifest of a web app\"]", to: "manifest.json")
    let building = Self.feature("building", "a", Self.polygon(Self.ring(0, 0, 1)), "\"name\":\"Museum\"")
    let source = try workspace.write(GeoJSONText.collection([building]), to: "building.geojson")
    CommandOutput.of("ingest", source, "-o", workspace.path("a.features"), exits: 0)
    #expect(!CommandOutput.of("inspect", workspace.path("a.features")).results.contains("imdf."))
  }

  @Test(arguments: [
    (["B1", "1F", "2F"], ["B1", "1F", "2F"]), (["地下", "1F", "2F"], ["LevelMinus1", "Level0", "Level1"]),
    (["1f", "1F", "2F"], ["LevelMinus1", "Level0", "Level1"]),
  ])
  func `maps are called after their levels, or after their numbers`(names: [String], maps: [String]) throws {
    let workspace = try Workspace()
    var files = Self.files()
    for (old, new) in zip(["B1", "1F", "2F"], names) {
      files["level.geojson"] = files["level.geojson"]?
        .replacing("\"short_name\":{\"ja-JP\":\"\(old)\"}", with: "\"short_name\":{\"ja-JP\":\"\(new)\"}")
    }
    let archive = try Self.write(files, as: "zip", in: workspace)
    CommandOutput.of("init", "Station", archive, "--no-run", "--project", workspace.url.path, exits: 0)
    let made = Set(workspace.files().filter { $0.hasSuffix(".yml") })
    #expect(made == Set((maps + ["Openings"]).map { "Pipelines/Station\($0).yml" }))
  }
}
