import ArgumentParser
import Foundation
import MapPackFeatures
import MapPackTool
import TestSupport
import Testing

/// `mappack validate` from its arguments to its status.
@Suite struct ValidateTests {
  /// Features of one polygon each, as GeoJSON; a bow crosses itself.
  private struct Towns {
    var bows: [Int] = [1, 4]
    var count = 6
    /// Numbers of the features, in the order of the file.
    var order: [Int]?

    var geoJSON: String {
      let features = (order ?? Array(0..<count)).map { number in
        let x = Double(number) * 3
        let ring: [(Double, Double)] =
          bows.contains(number)
          ? [(x, 0), (x + 2, 2), (x + 2, 0), (x, 2), (x, 0)] : [(x, 0), (x + 2, 0), (x + 2, 2), (x, 2), (x, 0)]
        return GeoJSONText.feature(["code": "\(100 + number)", "name": "町\(number)"], GeoJSONText.polygon(ring))
      }
      return GeoJSONText.collection(features)
    }
  }

  private static func workspace() throws -> (Workspace, bows: String) {
    let workspace = try Workspace(Island())
    return (workspace, try workspace.write(Towns().geoJSON, to: "towns.geojson"))
  }

  /// A folder of sources of all kinds ended with status 64 at the first GPX, and called lines polygons that are amiss.
  @Test func `areas, lines and points of a folder are each checked as what they are`() throws {
    let workspace = try Workspace(Island())
    func feature(_ type: String, _ coordinates: String) -> String {
      GeoJSONText.feature([:], #"{"type":"\#(type)","coordinates":\#(coordinates)}"#)
    }
    _ = try workspace.write(feature("LineString", "[[0,0],[2,2],[2,0],[0,2]]"), to: "RawData/lines.geojson")
    _ = try workspace.write(feature("Point", "[1,1]"), to: "RawData/points.geojson")
    let gpx = #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">"#
    _ = try workspace.write(
      gpx + #"<rte><name>R</name><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte></gpx>"#, to: "RawData/r.gpx")
    _ = try workspace.write(gpx + #"<wpt lat="1" lon="1"><name>W</name></wpt></gpx>"#, to: "RawData/w.gpx")
    let output = CommandOutput.of("validate", workspace.path("RawData"), exits: 0)
    #expect(output.results.contains("note line-crosses-itself: 1") && !output.results.contains("not-a-"))
    #expect(output.results.contains("0 errors, 0 warnings, 1 note"))
    // A point beside areas that are all faulty does not hide their faults.
    let faulty = GeoJSONText.collection([
      feature("Polygon", "[[[0,0],[1,0],[0,0]]]"), feature("Point", "[1,1]"),
    ])
    let hidden = CommandOutput.of("validate", try workspace.write(faulty, to: "faulty.geojson"))
    #expect(hidden.status == 1 && hidden.results.contains("error too-few-points"), "\(hidden)")
    // Whoever asks for one kind gets that.
    let areas = CommandOutput.of("validate", workspace.path("RawData/lines.geojson"), "--geometry", "areas")
    #expect(areas.status == 0 && areas.results.contains("warning not-a-polygon"))
    #expect(CommandOutput.of("validate", workspace.path("RawData/r.gpx"), "--geometry", "areas").status == 64)
  }

  /// Only two of the endings of sequences were known.
  @Test(arguments: ["ndjson", "jsonl", "geojsonl", "geojsons", "geojsonseq"])
  func `a finding in a sequence of GeoJSON has the line of its feature`(ending: String) throws {
    let workspace = try Workspace()
    let features = Towns().geoJSON.split(separator: "\n").dropFirst().dropLast().map {
      $0.hasSuffix(",") ? $0.dropLast() : $0
    }
    let path = try workspace.write(features.joined(separator: "\n") + "\n", to: "towns.\(ending)")
    let output = CommandOutput.of("validate", path, "--format", "github", exits: 0)
    #expect(output.results.contains(",line=2,") && output.results.contains(",line=5,"), "\(output.results)")
  }

  @Test(arguments: ["text", "json", "junit"])
  func `a proposal says for which file it is, and where it goes`(format: String) throws {
    let workspace = try Workspace()
    let boxes = [("A", 0, 0.9999), ("B", 1, 2.0001), ("C", 2, 3)].map { code, west, east in
      GeoJSONText.feature(["code": code], GeoJSONText.box(west, 0, east, 1))
    }
    try workspace.write(GeoJSONText.collection(boxes), to: "apart.geojson")
    let path = workspace.path("apart.geojson")
    let messages = CommandOutput.of("validate", path, "--key", "code", "--format", format).messages
    #expect(messages.contains("\(path): borders miss each other; in a pipeline file, clean: { snap: "), "\(messages)")
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "github"])
  func `every format is printed, with the status of what was found`(format: String) throws {
    let (workspace, bows) = try Self.workspace()
    let sound = CommandOutput.of("validate", workspace.path("RawData/island.geojson"), "--format", format, exits: 0)
    #expect(sound.messages == "")
    #expect(!sound.results.contains("self-intersection: "))
    let broken = CommandOutput.of(
      "validate", bows, "--key", "code", "--format", format, "--fail-on", "warning", exits: 1)
    #expect(broken.messages.hasPrefix("status 1: 2 findings of severity error or warning"), "\(broken.messages)")
    switch format {
    case "text":
      #expect(broken.results.contains("    町1 (101), record 2, polygon 0, ring 0, vertex 0 at 4.0000000 1.0000000: "))
      #expect(broken.results.hasSuffix(": 0 errors, 2 warnings, 0 notes\n"))
    case "json":
      let root = try JSONValue(text: broken.results)
      #expect(root["findings"]?.elements?.map { $0["code"]?.string } == ["101", "104"])
    case "sarif":
      let runs = try JSONValue(text: broken.results)["runs"]?.elements
      #expect(runs?.first?["results"]?.elements?.count == 2)
    case "junit":
      #expect(broken.results.contains(" failures=\"1\" errors=\"0\" skipped=\"0\""))
      #expect(sound.results.contains(" name=\"self-intersection\""))
    default:
      #expect(
        broken.results.matches(of: #/(?m)^::warning file=.*,title=self-intersection::町[14] \(10[14]\), /#).count == 2)
    }
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "github"])
  func `what cannot be read fails, is reported in every format, and keeps nothing else from being checked`(
    format: String
  ) throws {
    let (workspace, bows) = try Self.workspace()
    let output = CommandOutput.of("validate", workspace.path("none.shp"), bows, "--format", format, exits: 66)
    #expect(output.messages.contains("none.shp: error: there is no such file"))
    #expect(output.results.contains("self-intersection"))
    switch format {
    case "text": #expect(output.results.hasSuffix("; 1 file could not be read\n"))
    case "json": #expect(output.results.contains("\"unreadable\": 1"))
    case "sarif": #expect(output.results.contains("\"executionSuccessful\": false"))
    case "junit": #expect(output.results.contains(" errors=\"1\""))
    default: #expect(output.results.contains(#/::error file=.*none.shp,title=cannot be read::/#))
    }
  }

  @Test func `warnings fail if they are asked to`() throws {
    let workspace = try Workspace()
    let shapeless = try workspace.write(
      "{\"type\":\"Feature\",\"properties\":{},\"geometry\":null}", to: "shapeless.geojson")
    #expect(CommandOutput.of("validate", shapeless).status == 0)
    #expect(CommandOutput.of("validate", shapeless, "--fail-on", "warning").status == 1)
    let junit = CommandOutput.of("validate", shapeless, "--fail-on", "warning", "--format", "junit")
    #expect(junit.results.contains("name=\"no-geometry\""))
    #expect(junit.results.contains(" failures=\"1\""))
  }

  @Test func `a coverage and a pack are judged by their own rules`() throws {
    let workspace = try Workspace.made()
    let junit = CommandOutput.of(
      "validate", workspace.path("Output/Island.mappack"), workspace.path("RawData/island.geojson"), "--format",
      "junit", exits: 0)
    #expect(junit.results.contains(#/Island.mappack" name="inconsistent-sides"/#))
    #expect(!junit.results.contains(#/Island.mappack" name="self-intersection"/#))
    #expect(junit.results.contains(#/island.geojson" name="self-intersection"/#))
    let pipeline = CommandOutput.of("validate", "--pipeline", workspace.pipeline, "--format", "junit", exits: 0)
    #expect(pipeline.results.contains("<testsuite name=\"RawData/island.geojson\""))
  }

  @Test func `a pipeline's source that cannot be read is in the report`() throws {
    let workspace = try Workspace(Island())
    try workspace.write("{", to: "RawData/island.geojson")
    let output = CommandOutput.of("validate", "--pipeline", workspace.pipeline, "--format", "junit", exits: 65)
    #expect(output.results.contains("<error type=\"unreadable\" message=\"RawData/island.geojson: error: "))
  }

  // MARK: - Layers and maps

  /// A folder with such a package ended with status 64 and a report of nothing.
  @Test(arguments: [[], ["--layer", "*"]])
  func `a package of several layers is checked layer by layer, never across`(flags: [String]) throws {
    let workspace = try Workspace()
    let square = BinaryGeometry().polygon([[(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)]])
    let layers = ["towns", "counties"].map { name in
      GeoPackageText.Layer(name: name, rows: [(BinaryGeometry().inPackage(square), ["'A'"])])
    }
    try FileManager.default.createDirectory(
      atPath: workspace.path("RawData"), withIntermediateDirectories: true)
    try GeoPackageText(layers).write(to: workspace.path("RawData/a.gpkg"))
    try workspace.write(Towns(bows: [1], count: 2).geoJSON, to: "RawData/towns.geojson")
    let output = CommandOutput.of(
      RootCommand.self, ["validate", workspace.path("RawData"), "--format", "json"] + flags, exits: 0)
    let found = try JSONValue(text: output.results)["findings"]?.elements
    #expect(found?.map { $0["rule"]?.string } == ["self-intersection"], "\(output.results)")
    #expect(output.results.contains("\"features\": 4"), "\(output.results)")
  }

  /// A map of towns, one of which is drawn beside a bow that the map drops; with a mask and a table.
  private static func project() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Towns(bows: [1, 4]).geoJSON, to: "RawData/towns.geojson")
    let mask = GeoJSONText.feature(
      [:], GeoJSONText.polygon([(-1, -1), (30, -1), (30, 9), (29, -2), (-1, 9), (-1, -1)]))
    try workspace.write(mask, to: "RawData/land.geojson")
    try workspace.write("code,people\n100,1\n101,2\n102,3\n105,4\n999,5\n", to: "RawData/people.csv")
    try workspace.writePipeline(
      "drop: { code: \"104\" }", "clip: { to: RawData/land.geojson }", "merge: { key: code, name: name }",
      "join: { table: RawData/people.csv, key: code, columns: [people] }", of: "RawData/towns.geojson", map: "Towns")
    try workspace.write("{", to: "RawData/unread.geojson")
    return workspace
  }

  @Test func `without a path, what the maps of the project read is checked: selected features, masks and tables`()
    throws
  {
    let workspace = try Self.project()
    let (process, messages) = try Executable.run(
      "cd \"$1\" && \"$0\" validate --format json > found.json", workspace.url.path)
    #expect(process.terminationStatus == 0, "\(messages)")
    let found = try JSONValue(text: try workspace.text("found.json"))["findings"]?.elements ?? []
    let told = found.map { [$0["file"]?.string, $0["rule"]?.string, $0["code"]?.string] }
    #expect(
      told == [
        ["RawData/land.geojson", "self-intersection", nil], ["RawData/land.geojson", "self-intersection", nil],
        ["RawData/people.csv", "surplus-row", nil], ["RawData/people.csv", "no-row", "103"],
        ["RawData/towns.geojson", "self-intersection", "101"],
      ], "\(told)")
  }

  @Test(arguments: [
    ("changes: RawData/changes.csv", "RawData/changes.csv"),
    ("names: { table: RawData/names.csv }", "RawData/names.csv"),
  ])
  func `tables of changes and of names are judged too`(line: String, file: String) throws {
    let workspace = try Workspace()
    try workspace.write(Towns(bows: []).geoJSON, to: "RawData/towns.geojson")
    try workspace.write("\"", to: file)
    let pipeline = try workspace.writePipeline(line, "merge: { key: code }", of: "RawData/towns.geojson", map: "Towns")
    let validate = CommandOutput.of("validate", "--pipeline", pipeline, exits: 65)
    #expect(validate.messages.contains(file + ":1: error:"), "\(validate.messages)")
  }

  @Test func `a table that no region fits is an error, and the sources are checked nevertheless`() throws {
    let workspace = try Self.project()
    try workspace.write("code,people\n7,1\n", to: "RawData/people.csv")
    let output = CommandOutput.of("validate", "--pipeline", workspace.path("Pipelines/towns.yml"), exits: 1)
    #expect(output.messages.contains("no row has the code of a region"), "\(output.messages)")
    #expect(output.results.contains("warning self-intersection"), "\(output.results)")
  }

  @Test func `one command writes a baseline with which a dirty project passes, until something is new`() throws {
    let workspace = try Self.project()
    func run(_ line: String) throws -> Int32 {
      try Executable.run("cd \"$1\" && " + line, workspace.url.path).process.terminationStatus
    }
    let check = "\"$0\" validate --baseline Pipelines/baseline.json"
    #expect(try run("\"$0\" validate --fail-on warning") == 1)
    #expect(try run("\"$0\" validate --format json > Pipelines/baseline.json") == 0)
    #expect(try run(check) == 0)
    try workspace.write(Towns(bows: [1, 2, 4]).geoJSON, to: "RawData/towns.geojson")
    #expect(try run(check + " > found.txt") == 1)
    // What is new is named, and of what is known there are numbers.
    #expect(
      try workspace.text("found.txt") == """
        RawData/towns.geojson
          warning self-intersection (1 new, 1 known): nothing to do: in the map, the region has all land round which the \
        ring winds; or redraw the ring there
            new: 町2 (102), record 3, polygon 0, ring 0, vertex 0 at 7.0000000 1.0000000: the ring crosses itself

        known, in the baseline
        RawData/land.geojson
          warning self-intersection (2 known): nothing to do: in the map, the region has all land round which the ring \
        winds; or redraw the ring there

        RawData/people.csv
          warning no-row (1 known)
          note surplus-row (1 known)

        by rule
          warning self-intersection: 1
        checked 6 features, 6 polygons, 25 vertices: 0 new errors, 1 new warning, 0 new notes; 5 known, 0 gone

        """)
  }

  @Test func `the faults of a baseline are known in the next edition, whose name has another year`() throws {
    let workspace = try Workspace()
    let old = try workspace.write(Towns(bows: [1, 4]).geoJSON, to: "towns-20240101.geojson")
    let new = try workspace.write(Towns(bows: [1, 4]).geoJSON, to: "towns-20250101.geojson")
    let baseline = try workspace.write(
      CommandOutput.of("validate", old, "--format", "json").results, to: "baseline.json")
    #expect(CommandOutput.of("validate", new, "--baseline", baseline, exits: 0).results.hasSuffix("2 known, 0 gone\n"))
    let broken = try workspace.write(Towns(bows: [1, 2, 4]).geoJSON, to: "towns-20250101.geojson")
    _ = CommandOutput.of("validate", broken, "--baseline", baseline, exits: 1)
    _ = CommandOutput.of("validate", broken, "--baseline", baseline, "--fail-on", "error", exits: 0)
  }

  @Test func `what clean mends is told neither by run nor by validate, and nothing more is proposed`() throws {
    let workspace = try Workspace()
    let squares = ["1": 0.0, "2": 0.99999].sorted { $0.key < $1.key }.map { code, west in
      GeoJSONText.feature(
        ["code": code],
        GeoJSONText.polygon([(west, 0), (west + 1, 0), (west + 1, 1), (west, 1), (west, 0)]))
    }
    try workspace.write(GeoJSONText.collection(squares), to: "RawData/squares.geojson")
    let lines = ["merge: { key: code }", "clean: { snap: 5 m, fillGaps: 5 m }"]
    for (more, says) in [(lines[0], true), (lines.joined(separator: "\n"), false)] {
      let pipeline = try workspace.writePipeline(more, of: "RawData/squares.geojson", map: "Squares")
      let run = CommandOutput.of("run", pipeline, "--force", exits: 0)
      let validate = CommandOutput.of("validate", "--pipeline", pipeline, exits: 0)
      #expect(run.messages.contains("[overlap]") == says, "\(run.messages)")
      #expect(validate.results.contains("warning overlap") == says, "\(validate.results)")
      #expect(validate.messages.contains("clean: {") == says, "\(validate.messages)")
    }
  }

  // MARK: - Locations

  @Test func `the locations are written, and the old file stays if that fails`() throws {
    let (workspace, bows) = try Self.workspace()
    let file = workspace.path("places.geojson")
    #expect(CommandOutput.of("validate", bows, "--places", file).status == 0)
    let points = try JSONValue(text: workspace.text("places.geojson"))["features"]?.elements
    let coordinates = points?.map { $0["geometry"]?["coordinates"]?.elements?.compactMap(\.number) }
    #expect(coordinates?.map { $0?.map { ($0 * 1000).rounded() / 1000 } } == [[4, 1], [13, 1]])
    let sound = workspace.path("RawData/island.geojson")
    #expect(CommandOutput.of("validate", sound, "--places", file).status == 0)
    #expect(try JSONValue(text: workspace.text("places.geojson"))["features"] == .array([]))
    // They are GeoJSON, which the project reads itself, though not as polygons.
    #expect(CommandOutput.of("validate", file).status == 0)

    try workspace.write("inside", to: "folder/file")
    let refused = CommandOutput.of("validate", bows, "--places", workspace.path("folder"), exits: 73)
    #expect(refused.results.contains("self-intersection"))
    #expect(try workspace.text("folder/file") == "inside")
  }

  // MARK: - Baseline

  @Test func `what the baseline has does not fail, whatever the order and the folder; what is new does`() throws {
    let (workspace, bows) = try Self.workspace()
    for key in [[], ["--key", "code"]] {
      let key = key + ["--fail-on", "warning"]
      let json = CommandOutput.of(RootCommand.self, ["validate", bows, "--format", "json"] + key, exits: 1)
      let baseline = try workspace.write(json.results, to: "baseline.json")
      func validate(_ towns: Towns) throws -> CommandOutput {
        let path = try workspace.write(towns.geoJSON, to: "later/data/towns.geojson")
        return CommandOutput.of(RootCommand.self, ["validate", path, "--baseline", baseline] + key)
      }
      let again = try validate(Towns(order: [5, 4, 3, 2, 1, 0]))
      #expect(again.status == 0)
      #expect(again.results.hasSuffix("; 2 known, 0 gone\n"), "\(again.results)")
      // A feature before the others shifts every record.
      let shifted = try validate(Towns(bows: [1, 4, 6], count: 7, order: [6, 0, 1, 2, 3, 4, 5]))
      #expect(shifted.status == 1)
      #expect(shifted.results.hasSuffix("; 2 known, 0 gone\n"), "\(shifted.results)")
      #expect(shifted.results.contains("warning self-intersection (1 new, 2 known)"))
      let mended = try validate(Towns(bows: [4]))
      #expect(mended.status == 0)
      #expect(mended.results.hasSuffix("; 1 known, 1 gone\n"), "\(mended.results)")
    }
  }

  @Test func `a baseline that is missing or is none is an error before anything is checked`() throws {
    let (workspace, bows) = try Self.workspace()
    for (path, status, words) in [
      (workspace.path("none.json"), 66, "there is no such file"), (workspace.path("RawData"), 66, "this is a folder"),
      (try workspace.write("", to: "empty.json"), 65, "the baseline is empty"), (bows, 65, "`findings` is missing"),
    ] as [(String, Int32, String)] {
      let output = CommandOutput.of("validate", bows, "--baseline", path, exits: status)
      #expect(output.results == "")
      #expect(output.messages.contains(words), "\(output.messages)")
    }
  }

  // MARK: - Recipes

  /// The commands of a page or a help text that begin with `mappack validate`, without what stands behind a comment.
  private static func recipes(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "mappack validate ")?.lowerBound else { return nil }
      let isCommand = line[..<start].allSatisfy { " ./:abcdefghijklmnopqrstuvwxyz".contains($0) }
      let command = line[start...].prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      return isCommand ? command : nil
    }
  }

  private static func page(_ path: String) throws -> String {
    try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `every command of the pages and of the help is understood`() throws {
    let folder = "Sources/MapPackTool/MapPackTool.docc"
    let pages = try ["README.md", "\(folder)/ContinuousIntegration.md", "\(folder)/Validating.md"].map(Self.page)
    let recipes = (pages + [CommandOutput.of("validate", "--help").results]).flatMap(Self.recipes)
    #expect(recipes.count > 20)
    for recipe in recipes {
      let arguments = recipe.split(separator: " ").dropFirst().prefix { $0 != ">" }.map(String.init)
      #expect(throws: Never.self, "\(recipe)") { try RootCommand.parseAsRoot(arguments) }
    }
  }

  @Test func `the recipes for continuous integration do what the page says`() throws {
    let workspace = try Self.project()
    let pipeline = try workspace.text("Pipelines/towns.yml")
    try workspace.write(pipeline + "expect: { codes: [\"7\"] }\n", to: "Pipelines/towns.yml")
    let recipes = Self.recipes(
      in: try Self.page("Sources/MapPackTool/MapPackTool.docc/ContinuousIntegration.md")
    ).filter { $0.contains("validate -") }
    let statuses = try recipes.map { recipe in
      let line = "cd \"$1\" && mappack() { \"$0\" \"$@\"; } && \(recipe)"
      return try Executable.run(line, workspace.url.path).process.terminationStatus
    }
    #expect(recipes.map { $0.contains("--baseline ") } == statuses.map { $0 == 0 })
    #expect(Set(statuses) == [0, 1])
    for file in ["Pipelines/baseline.json", "findings.geojson"] {
      _ = try JSONValue(text: workspace.text(file))
    }
  }

  // MARK: - Real findings

  private static let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

  @Test(.enabled(if: corpora != nil))
  func `the findings of a real file are their own baseline, and all have a location`() throws {
    let workspace = try Workspace()
    let file = try #require(Self.corpora) + "/cov-norway-kartverket/Kommuner-S.geojson"
    let points = workspace.path("places.geojson")
    let json = CommandOutput.of(
      "validate", file, "--key", "kommunenummer", "--format", "json", "--places", points)
    let findings = try #require(try JSONValue(text: json.results)["findings"]?.elements)
    #expect(findings.count >= 59)
    let located = findings.count { $0["coordinates"] != .null }
    #expect(located >= 59)
    #expect(try JSONValue(text: workspace.text("places.geojson"))["features"]?.elements?.count == located)
    let baseline = try workspace.write(json.results, to: "baseline.json")
    let again = CommandOutput.of("validate", file, "--key", "kommunenummer", "--baseline", baseline, exits: 0)
    #expect(again.results.hasSuffix("; \(findings.count) known, 0 gone\n"), "\(again.results)")
  }
}
