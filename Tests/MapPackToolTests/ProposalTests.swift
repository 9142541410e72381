import Foundation
import MapPackProject
import MapPackTool
import Testing

/// What `init` proposes of files as strangers publish them, and what it leaves behind if it cannot.
@Suite struct ProposalTests {
  /// A feature as GeoJSON.
  /// - Parameter geometry: the type and the coordinates; `null` if it has none.
  private static func feature(_ code: String, _ geometry: String) -> String {
    #"{"type":"Feature","properties":{"CODE":"\#(code)","NAME":"Name \#(code)"},"geometry":\#(geometry)}"#
  }

  private static func collection(_ features: String...) -> String { GeoJSONText.collection(features) }

  /// A square of which a corner is the southwest one.
  private static func square(_ code: String, _ x: Double, _ y: Double, _ side: Double = 1) -> String {
    feature(code, GeoJSONText.square(x, y, side))
  }

  private static func line(_ code: String, _ points: String) -> String {
    feature(code, #"{"type":"LineString","coordinates":[\#(points)]}"#)
  }

  private static let track =
    "<trk><name>Up</name><trkseg><trkpt lat=\"46.5\" lon=\"8.05\"/><trkpt lat=\"46.6\" lon=\"8.06\"/></trkseg></trk>"

  private static func gpx(_ contents: String) -> String {
    "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\(contents)</gpx>"
  }

  @Test(arguments: [
    ("n03:17", "Ishikawa"), ("geoboundaries:nor:adm1", "Norway"), ("geoboundaries:nzl:adm1", "NewZealand"),
    ("natural-earth:admin_0_countries", "Countries"), ("natural-earth:admin_1_states_provinces/10m", "States"),
    ("census:cousub:36", "CountySubdivisions"), ("ibge:UF", "States"), ("n03:all", nil), ("kartverket:kommuner", nil),
    ("etalab:communes/100m", nil),
  ])
  func `the map of a file of the catalog is named by the first part of its id that has words`(
    id: String, name: String?
  ) throws {
    let file = try #require(try Catalog.read(nil).file(id))
    #expect(MapProposal.mapName(ofFile: file) == name)
  }

  @Test(arguments: [
    ("a.geojson", collection(line("A", "[8,46],[9,47]"), line("B", "[8,47],[9,48]")), "lines", "2 lines"),
    ("a.geojson", collection(feature("A", #"{"type":"Point","coordinates":[8,46]}"#)), "points", "1 point"),
    ("a.gpx", gpx(track), "lines", "1 line"),
    ("a.gpx", gpx("<wpt lat=\"46.5\" lon=\"8.05\"><name>Summit</name></wpt>"), "points", "1 point"),
    (
      "a.kml",
      "<kml><Placemark><name>A</name><LineString><coordinates>8,46 9,47</coordinates></LineString></Placemark></kml>",
      "lines", "1 line"
    ),
  ])
  func `a file of lines or points alone makes a map of them`(
    file: String, text: String, kind: String, parts: String
  ) throws {
    let trial = try Trial(text, as: file)
    #expect(trial.pipeline.contains("geometry: \(kind)\n"))
    #expect(trial.run.results.contains(", \(parts), "), "\(trial.run.results)")
    let (source, page) = (trial.workspace.path(file), trial.workspace.path("page.html"))
    CommandOutput.of("preview", source, "--export", page, exits: 0)
  }

  @Test(arguments: [["B"], ["B", "C"], (0..<20).map { "X\($0)" }])
  func `features without a shape get their line that drops them`(codes: [String]) throws {
    let features = [Self.square("A", 8, 46)] + codes.map { Self.feature($0, "null") }
    let trial = try Trial(GeoJSONText.collection(features))
    let (run, text) = (trial.run, trial.pipeline)
    #expect(text.contains("drop: { CODE: \(codes.count > 1 ? "[" : "")\"\(codes[0])\""), "\(text)")
    for code in codes { #expect(text.contains("\"\(code)\"")) }
    let count = codes.count == 1 ? "1 feature has" : "\(codes.count) features have"
    #expect(run.messages.contains("\(count) no shape") && run.messages.contains("Name \(codes[0])"), "\(run.messages)")
  }

  @Test(arguments: [
    ("malformed", "a.geojson", feature("B", #"{"type":"Polygon","coordinates":[[[null]]]}"#)),
    ("no ring", "a.geojson", feature("B", #"{"type":"Polygon","coordinates":[[[8,46],[8,46],[8,46],[8,46]]]}"#)),
    ("out of range", "a.geojson", feature("B", #"{"type":"Polygon","coordinates":[[[8,46],[9,146],[9,47],[8,46]]]}"#)),
  ])
  func `unsound features are named, and nothing is left behind`(fault: String, file: String, unsound: String) throws {
    let workspace = try Workspace()
    let source = try workspace.write(Self.collection(Self.square("A", 8, 46), unsound, unsound), to: file)
    let run = CommandOutput.of("init", "Trial", source, "--project", workspace.url.path)
    #expect(run.status == 65 && run.messages.contains("record 2") && run.messages.contains("record 3"), "\(run)")
    #expect(workspace.files() == [file])
    // A person who wants the others says so, and gets a file that drops them.
    let written = CommandOutput.of("init", "Trial", source, "--no-run", "--project", workspace.url.path)
    #expect(written.status == 0 && written.messages.contains("record 2"), "\(written)")
  }

  @Test func `an unsound track makes no map, and the mended one a map of both`() throws {
    let workspace = try Workspace()
    let sound = Self.feature("Up", #"{"type":"LineString","coordinates":[[8,46],[8.1,46.1]]}"#)
    let broken = Self.feature("Down", #"{"type":"LineString","coordinates":[[8,46],[null]]}"#)
    let source = try workspace.write(Self.collection(sound, broken), to: "a.geojson")
    #expect(CommandOutput.of("init", "Ride", source, "--project", workspace.url.path).status == 65)
    let mended = Self.feature("Down", #"{"type":"LineString","coordinates":[[8,46],[8.2,46.1]]}"#)
    try workspace.write(Self.collection(sound, mended), to: "a.geojson")
    let run = CommandOutput.of("init", "Ride", source, "--project", workspace.url.path)
    #expect(run.status == 0 && run.results.contains("2 regions, 2 lines"), "\(run)")
  }

  @Test(arguments: [true, false])
  func `a first run that fails is taken back`(isFirstMap: Bool) throws {
    let workspace = try Workspace()
    if !isFirstMap {
      let good = try workspace.write(Self.collection(Self.square("A", 8, 46)), to: "good.geojson")
      #expect(CommandOutput.of("init", "Good", good, "--project", workspace.url.path).status == 0)
      try workspace.write("{}", to: "Pipelines/mappack.schema.json")
    }
    let source = try workspace.write(
      Self.collection(Self.square("A", 8, 46), Self.line("B", "[8,46],[9,46]"), Self.spike), to: "a.geojson")
    let before = try workspace.snapshot()
    let run = CommandOutput.of("init", "Trial", source, "--project", workspace.url.path)
    #expect(run.status == 1 && run.messages.contains("nothing was written"), "\(run)")
    #expect(try workspace.snapshot() == before)
    #expect(FileManager.default.fileExists(atPath: workspace.path("Pipelines")) == !isFirstMap)
  }

  /// A polygon with a vertex beside longitude 0 and latitude 0, far from the rest.
  private static let spike = feature(
    "S", #"{"type":"Polygon","coordinates":[[[9,46],[10,46],[0.001,0],[10,47],[9,46]]]}"#)

  @Test func `a position that was not measured is a warning, and the map is made`() throws {
    let workspace = try Workspace()
    let source = try workspace.write(
      Self.collection(Self.line("A", "[8,46],[8.1,46.1],[0,0],[8.2,46.1]"), Self.line("B", "[8,46.5],[8.1,46.6]")),
      to: "a.geojson")
    let run = CommandOutput.of("init", "Walk", source, "--project", workspace.url.path)
    #expect(run.status == 0 && run.messages.contains("[null-island]"), "\(run)")
    #expect(try workspace.text("Pipelines/Walk.yml").contains("bounds: [7."))
  }

  @Test(arguments: [
    (collection(square("A", 8, 46), spike), "14 m"),
    (collection(line("A", "[8,46],[0,0],[8.5,46.5],[9,47]")), "7.2 m"),
    (collection(line("A", "[8,46],[0.0001,0],[8.01,46.01]")), "14 cm"),
  ])
  func `a vertex at zero, zero sets neither the tolerance nor the bounds`(text: String, tolerance: String) throws {
    let pipeline = try Trial(text, "--no-run").pipeline
    #expect(pipeline.contains("tolerance: \(tolerance),") && pipeline.contains("bounds: [7."), "\(pipeline)")
  }

  @Test(arguments: [
    (collection(square("A", 8, 46), square("B", 9, 46)), "[7.8, 45.8, 10.2, 47.2]"),
    (collection(square("A", 177, -18), square("B", -180, -18, 2)), "[176.5, -18.5, -177.5, -15.5]"),
    (
      collection(square("A", -180, -60, 120), square("B", -60, -60, 120), square("C", 60, -60, 120)),
      "[-180, -90, 180, 90]"
    ),
    (collection(square("A", 0, 0, 1)), "[-0.1, -0.1, 1.1, 1.1]"),
    (collection(square("A", 178.5, 10, 1), square("B", 177.5, 10, 1)), "[177.3, 9.8, 179.7, 11.2]"),
    (collection(square("A", 8.5, 46.5, 0.0002)), "[8.499, 46.499, 8.502, 46.502]"),
  ])
  func `init expects the map where it lies, with a margin`(text: String, bounds: String) throws {
    let pipeline = try Trial(text).pipeline
    #expect(pipeline.contains("bounds: \(bounds) }"), "\(pipeline)")
  }

  struct Move: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var place: @Sendable (Double, Double) -> (Double, Double)
    var words: String
  }

  @Test(
    arguments: [
      Move(testDescription: "swapped", place: { ($1, $0) }, words: "latitude"),
      Move(testDescription: "elsewhere", place: { ($0 + 30, $1 - 20) }, words: "elsewhere"),
    ], [true, false])
  func `a map that moved as a whole is one sentence and no rows to paste`(move: Move, hasBounds: Bool) throws {
    func towns(_ place: (Double, Double) -> (Double, Double)) -> String {
      GeoJSONText.collection(
        (0..<9).map { town in
          let (x, y) = place(8 + Double(town % 3), 46 + Double(town / 3))
          return Self.square("T\(town)", x, y)
        })
    }
    let workspace = try Trial(towns { ($0, $1) }, as: "a.geojson").workspace
    let pipeline = workspace.path("Pipelines/Trial.yml")
    if !hasBounds {
      let text = try workspace.text("Pipelines/Trial.yml")
      let bounds = try #require(text.range(of: #", bounds: \[[^]]*\]"#, options: .regularExpression))
      try workspace.write(text.replacingCharacters(in: bounds, with: ""), to: "Pipelines/Trial.yml")
    }
    try workspace.write(towns(move.place), to: "a.geojson")
    let run = CommandOutput.of("run", pipeline)
    #expect(run.status == 1 && run.messages.contains(move.words), "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count == 1 && !run.messages.contains("rename"), "\(run.messages)")
    if hasBounds {
      let validation = CommandOutput.of("validate", "--pipeline", pipeline)
      #expect(validation.status == 1 && validation.results.contains(move.words), "\(validation)")
    }
  }

  @Test(arguments: [
    ("{\"LAD23CD\":\"E09000001\"}", "[530000,180000],[540000,180000],[540000,190000]", "EPSG:27700", "51.5° N"),
    (
      "{\"NAME\":\"North\"}", "[1113194.9,6446275.8],[1224514.4,6446275.8],[1224514.4,6621293.7]", "EPSG:3857",
      "50.0° N"
    ),
    ("{\"code_insee\":\"75056\"}", "[652000,6862000],[653000,6862000],[653000,6863000]", "EPSG:2154", "48.9° N"),
    ("{\"ags\":\"09162000\"}", "[691000,5334000],[692000,5334000],[692000,5335000]", "EPSG:25832", "48.1° N"),
    ("{\"nuts_id\":\"AT13\"}", "[4790000,2800000],[4800000,2800000],[4800000,2810000]", "EPSG:3035", "48."),
    ("{\"N03_007\":\"13101\"}", "[-6000,-35000],[-5000,-35000],[-5000,-34000]", "EPSG:6677", "35.7° N"),
  ])
  func `projected numbers without a system are told with the systems that fit`(
    properties: String, ring: String, system: String, place: String
  ) throws {
    let workspace = try Workspace()
    let first = ring.prefix { $0 != "]" } + "]"
    let source = try workspace.write(
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":\(properties),"
        + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\(ring),\(first)]]}}]}", to: "a.geojson")
    let commands = [
      CommandOutput.of("init", "Trial", source, "--project", workspace.url.path),
      CommandOutput.of("preview", source, "--export", workspace.path("page.html")),
    ]
    for run in commands {
      #expect(run.status == 65 && run.messages.contains("look projected"), "\(run.messages)")
      let line = run.messages.split(separator: "\n").first { $0.contains("--crs \(system) ") }
      #expect(line?.contains(place) == true, "\(run.messages)")
    }
    #expect(workspace.files() == ["a.geojson"])
    // What is proposed can be done.
    CommandOutput.of("init", "Trial", source, "--crs", system, "--project", workspace.url.path, exits: 0)
    #expect(try workspace.text("Pipelines/Trial.yml").contains("crs: \(system)"))
  }

  @Test(arguments: [
    ("a.kml", "<kml><NetworkLink><Link><href>b.kml</href></Link></NetworkLink></kml>", "the file links to b.kml"),
    ("a.geojson", collection(feature("A", "null")), "no geometry"),
    ("a.geojson", collection(), "no feature that can be read"),
  ])
  func `if no feature is sound, init and preview say why`(file: String, text: String, cause: String) throws {
    let workspace = try Workspace()
    let source = try workspace.write(text, to: file)
    for run in [
      CommandOutput.of("init", "Trial", source, "--project", workspace.url.path),
      CommandOutput.of("preview", source, "--export", workspace.path("page.html")),
    ] {
      #expect(run.status != 0 && run.messages.contains(cause), "\(run.messages)")
    }
    #expect(workspace.files() == [file])
  }

  private static let bowTie = feature("B", #"{"type":"Polygon","coordinates":[[[8,50],[9,51],[9,50],[8,51],[8,50]]]}"#)

  @Test(arguments: [
    (collection(square("A", 8, 46), feature("B", "null")), "", "`drop: { CODE: B }`"),
    (collection(bowTie), "clean: { mode: none }", "`clean: { mode: repair }`"),
    (collection(line("A", "[8000,46000],[9000,47000]")), "geometry: lines", "`crs: EPSG:6677`"),
    (collection(square("A", 8, 46), feature("B", "null")), "merge: { key: NAME }", "`drop: { NAME: Name B }`"),
  ])
  func `run advises the keys of the pipeline file, which has no flags`(
    text: String, keys: String, advice: String
  ) throws {
    let workspace = try Workspace()
    try workspace.write(text, to: "a.geojson")
    let merge = keys.hasPrefix("merge") ? "" : "merge: { key: CODE }\n"
    let pipeline = try workspace.write(
      "map: Trial\nsources:\n  - path: a.geojson\n\(merge)\(keys)\noutput: { pack: a.mappack, swift: a.swift }\n",
      to: "trial.yml")
    let run = CommandOutput.of("run", pipeline)
    #expect(run.status != 0 && run.messages.contains(advice) && !run.messages.contains("--"), "\(run.messages)")
  }

  @Test func `names of files and regions that look like flags stay as they are`() throws {
    let workspace = try Workspace()
    let text = Self.collection(
      Self.square("Snowhill --grid 12", 8, 46), Self.square("Plain --key x", 8.5, 46.5))
    try workspace.write(text, to: "towns --crs 2024.geojson")
    let pipeline = try workspace.write(
      "map: Trial\nsources:\n  - path: towns --crs 2024.geojson\nmerge: { key: CODE }\n"
        + "output: { pack: a.mappack, swift: a.swift }\n", to: "trial.yml")
    let run = CommandOutput.of("run", pipeline)
    #expect(run.messages.contains("towns --crs 2024.geojson"), "\(run.messages)")
    #expect(run.messages.contains("Snowhill --grid 12"), "\(run.messages)")
    #expect(run.messages.contains("Plain --key x") && !run.messages.contains("`merge.key` x"), "\(run.messages)")
  }

  @Test func `lines and points are not called polygons`() throws {
    let workspace = try Workspace()
    let broken = "<trk><name>A</name><trkseg><trkpt lat=\"\" lon=\"\"/></trkseg></trk>"
    let source = try workspace.write(Self.gpx(broken), to: "a.gpx")
    let lines = try workspace.write(Self.collection(Self.line("A", "[8,46],[9,47]")), to: "b.geojson")
    let outputs = [
      CommandOutput.of("init", "Trial", source, "--project", workspace.url.path),
      CommandOutput.of("ingest", source, "--geometry", "lines", "-o", workspace.path("a.features")),
      CommandOutput.of("validate", lines),
    ]
    for output in outputs {
      let text = output.messages + output.results
      #expect(text.contains("line") && !text.contains("polygon"), "\(text)")
    }
  }
}
