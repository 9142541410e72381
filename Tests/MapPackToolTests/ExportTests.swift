import Foundation
import MapPackTool
import TestSupport
import Testing

/// What `export` says of regions that are valid on the map's plane and not in degrees.
@Suite struct ExportTests {
  private static let earth = SwiftCompiler.root.appendingPathComponent("Output/Earth.mappack").path

  private static func export(_ arguments: String..., to output: String) throws -> CommandOutput {
    let workspace = try Workspace()
    let run = CommandOutput.of(
      RootCommand.self, ["export", earth, "-o", workspace.path(output)] + arguments, exits: 0)
    #expect(workspace.files() == [output])
    return run
  }

  /// GEOS calls this one invalid, of all levels' regions.
  @Test(arguments: ["earth.geojson", "earth.topojson"])
  func `regions that are not valid in degrees are named`(output: String) throws {
    let coarse = try Self.export("--level", "4", to: output)
    let lines = coarse.messages.split(separator: "\n")
    #expect(lines.count == 1, "\(coarse.messages)")
    #expect(coarse.messages.contains("Greenland (GRL) at -27.6"), "\(coarse.messages)")
    #expect(coarse.messages.contains("warning:") && coarse.messages.contains("[invalid-in-degrees]"))
    #expect(coarse.messages.contains("write it with --coordinates grid, or a finer level"))
    for level in ["0", "1", "2", "3"] {
      #expect(try Self.export("--level", level, to: output).messages.isEmpty, "level \(level)")
    }
  }

  @Test func `nothing is said of numbers that are not degrees, and nothing to the quiet`() throws {
    #expect(try Self.export("--level", "4", "--coordinates", "grid", to: "earth.geojson").messages.isEmpty)
    #expect(try Self.export("--level", "4", "--coordinates", "grid", to: "earth.topojson").messages.isEmpty)
    #expect(try Self.export("--level", "4", "--quantize", "100000", to: "earth.topojson").messages.isEmpty)
    #expect(try Self.export("--level", "4", to: "earth.svg").messages.isEmpty)
    #expect(try Self.export("--level", "4", "--quiet", to: "earth.geojson").messages.isEmpty)
  }

  @Test func `a palette is for pictures and pages`() throws {
    let workspace = try Workspace()
    let file = workspace.path("earth.geojson")
    let run = CommandOutput.of(RootCommand.self, ["export", Self.earth, "-o", file, "--palette", "gray"])
    #expect(run.status != 0 && run.messages.contains("--palette is for .svg and .html"), "\(run.messages)")
    let other = CommandOutput.of(RootCommand.self, ["export", Self.earth, "-o", file, "--palette", "neon"])
    #expect(other.status != 0 && other.messages.contains("neon"), "\(other.messages)")
    let picture = workspace.path("earth.svg")
    CommandOutput.of(RootCommand.self, ["export", Self.earth, "-o", picture, "--palette", "gray", "-q"], exits: 0)
    let text = try workspace.text("earth.svg")
    #expect(text.contains("data-code=\"JPN\"") && text.contains("#e7e7e4") && !text.contains("#f4e8cc"))
  }

  /// A long edge that is straight in Web Mercator, and an island on its other side: in degrees the edge passes over it.
  @Test(arguments: [false, true])
  func `an export gives each vertex back unless borders cross in degrees, and validate names where they do`(
    hasIsland: Bool
  ) throws {
    let top = asinh(tan(60 * Double.pi / 180))
    let edge = (0...200).map { step in (0.3 * Double(step), atan(sinh(top * Double(step) / 200)) * 180 / .pi) }
    var features = [GeoJSONText.feature(["code": "land"], GeoJSONText.polygon(edge + [(0, 60), edge[0]]))]
    if hasIsland { features.append(GeoJSONText.feature(["code": "island"], GeoJSONText.square(29, 32, 1))) }
    let workspace = try Workspace()
    try workspace.write(GeoJSONText.collection(features), to: "RawData/a.geojson")
    try workspace.writePipeline(
      "merge: { key: code }", "simplify: { tolerance: 1 km, levels: 1 }", of: "RawData/a.geojson", map: "A")
    func run(_ arguments: String..., exits status: Int32 = 0) -> CommandOutput {
      .of(RootCommand.self, arguments.map { $0.contains("/") ? workspace.path($0) : $0 }, exits: status)
    }
    _ = run("run", "Pipelines/a.yml")
    let exported = run("export", "Output/A.mappack", "-o", "Output/a.geojson")
    #expect(exported.messages.isEmpty)
    let validated = CommandOutput.of(
      RootCommand.self, ["validate", workspace.path("Output/a.geojson"), "--key", "code"])
    #expect(validated.results.contains("overlap") == hasIsland, "\(validated.results)")
    _ = run("ingest", "Output/a.geojson", "-o", "Output/a.features")
    _ = run("merge", "Output/a.features", "--key", "code", "-o", "Output/a.coverage")
    let whole = run("export", "Output/A.mappack", "-o", "Output/b.geojson", "--coordinates", "lonlat")
    _ = run("export", "Output/a.coverage", "-o", "Output/c.geojson")
    #expect(whole.status == 0)
    func vertices(_ name: String) throws -> Int { try workspace.text(name).split(separator: "[").count }
    #expect(try (vertices("Output/b.geojson") == vertices("Output/c.geojson")) != hasIsland)
  }

  /// Both are read again: the same features, values and rings, and the GeoPackage has the cases beside.
  @Test(
    arguments: [
      ("World", "areas"), ("NewEngland", "areas"), ("SampleRailways", "lines"), ("SampleStations", "points"),
    ])
  func `a GeoPackage has what the GeoJSON has, and the same bytes each time`(map: String, kind: String) throws {
    let workspace = try Workspace()
    let pack = SwiftCompiler.root.appendingPathComponent("Output/\(map).mappack").path
    func run(_ arguments: String...) { CommandOutput.of(RootCommand.self, arguments + ["--quiet"], exits: 0) }
    for ending in ["gpkg", "geojson"] {
      let (file, features) = (workspace.path("map.\(ending)"), workspace.path("\(ending).features"))
      run("export", pack, "-o", file)
      run("ingest", file, "-o", features, "--geometry", kind)
      run("export", features, "-o", workspace.path("from-\(ending).geojson"))
    }
    run("export", pack, "-o", workspace.path("again.gpkg"))
    #expect(try workspace.data("again.gpkg") == workspace.data("map.gpkg"))
    let read = try workspace.text("from-gpkg.geojson")
    #expect(read.contains("\"case\":"))
    // The rows of a GeoPackage have numbers, which become ids.
    let known = read.replacing(try Regex(#""case":"[^"]*",?|"id":"[0-9]+","#), with: "").replacing(",}", with: "}")
    #expect(try known == workspace.text("from-geojson.geojson"))
  }

  @Test func `columns that SQL would take for one are two, and a table quotes what CSV does not take`() throws {
    let workspace = try Workspace()
    let square = GeoJSONText.feature(
      ["code": "1", "Code": "a, b", "GEOM": #"say \"so\""#, "people": "12.5"], GeoJSONText.square(1, 2, 1))
    try workspace.write(GeoJSONText.collection([square]), to: "RawData/a.geojson")
    try workspace.writePipeline(
      "merge: { key: code, attributes: [Code, GEOM], numbers: [people] }", of: "RawData/a.geojson", map: "A")
    func run(_ arguments: String...) { CommandOutput.of(RootCommand.self, arguments + ["--quiet"], exits: 0) }
    run("run", workspace.path("Pipelines/a.yml"))
    for ending in ["gpkg", "csv"] {
      run("export", workspace.path("Output/A.mappack"), "-o", workspace.path("a.\(ending)"))
    }
    run("ingest", workspace.path("a.gpkg"), "-o", workspace.path("a.features"))
    run("export", workspace.path("a.features"), "-o", workspace.path("b.geojson"))
    let properties =
      #"{"code":"1","name":"1","case":"region1","Code_2":"a, b","GEOM_2":"say \"so\"","people":12.5}"#
    let read = try workspace.text("b.geojson")
    #expect(read.contains(properties), "\(read)")
    #expect(
      try workspace.text("a.csv") == "code,name,case,Code,GEOM,people\n1,1,region1,\"a, b\",\"say \"\"so\"\"\",12.5\n")
  }
}
