import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackProject
import MapPackSimplify
import MapPackTool
import Testing

@Suite struct PipelineFileTests {
  private func read(_ text: String) throws(StageError) -> PipelineFile {
    try PipelineFile(text: text, path: "/project/Pipelines/nara.yml")
  }

  private static let whole = """
    map: Nagasaki                       # the enum's name
    plane: mercator
    sources:
      - path: RawData/nagasaki/N03.shp
        layer: N03-20240101_42
        url: https://publisher.example/N03.zip
        sha256: 0000000000000000000000000000000000000000000000000000000000000ABC
        encoding: CP932
        crs: EPSG:6668
        publisher: 国土交通省
        license: CC BY 4.0
        edition: "2024-01-01"
        attribution: 国土数値情報を加工して作成
      - path: RawData/other/*.geojson
    select: { N03_001: 長崎県, N03_007: [42201, null, "42202"] }
    drop: { N03_004: 所属未定地 }
    merge: { key: N03_007, name: "{N03_004}{N03_005}", group: N03_003, keyless: error, attributes: [N03_002] }
    names: { table: Pipelines/names/japan.csv, codes: { -99: KOS }, overrides: { 01100: sapporo, "NO": norway } }
    expect: { count: 21, codes: [01100, NO] }
    clean: { mode: none }
    simplify:
      { tolerance: 30 m, minimumIsland: 0.01 km2, levels: 6, grid: 1 m, method: visvalingam, maximumParts: 9,
        keepIslands: [01100, [129.1, "-33.2"]], regions: { 01101: { tolerance: 5 m } } }
    output:
      pack: Output/Nagasaki.mappack
      swift: Output/Nagasaki.swift
      preview: Output/Nagasaki.svg
      report: Output/Nagasaki.report.json
    """

  @Test func `every key is read, and text that looks like a number or a truth value stays text`() throws {
    let file = try read(Self.whole)
    #expect(file.map == "Nagasaki")
    #expect(file.sources.count == 2)
    #expect(file.sources[0].path == "RawData/nagasaki/N03.shp")
    #expect(file.sources[0].sha256 == "0000000000000000000000000000000000000000000000000000000000000abc")
    #expect(file.sources[0].request.coordinateSystem == "EPSG:6668")
    #expect(file.sources[0].request.source.publisher == "国土交通省")
    #expect(file.sources[0].request.source.edition == "2024-01-01")
    #expect(file.sources[1].line == 14)
    #expect(file.select?.anyOf[0].map(\.field) == ["N03_001", "N03_007"])
    #expect(file.select?.anyOf[0].map(\.values) == [["長崎県"], ["42201", nil, "42202"]])
    #expect(file.drop?.anyOf[0].map(\.values) == [["所属未定地"]])
    #expect(file.merge.key?.source == "N03_007")
    #expect(file.merge.name?.fields == ["N03_004", "N03_005"])
    #expect(file.merge.keyless == .error)
    #expect(file.merge.clean == MergeOptions.Clean.none)
    #expect(file.merge.attributes == ["N03_002"])
    #expect(file.names.overrides == ["01100": "sapporo", "NO": "norway"])
    #expect(file.names.codes == ["-99": "KOS"])
    #expect(file.expect.codes == ["01100", "NO"])
    #expect(file.expect.count == 21)
    #expect(file.simplify.options.amount == .tolerance(meters: 30))
    #expect(file.simplify.options.minimumIsland == 10_000)
    #expect(file.simplify.options.levels == 6)
    #expect(file.simplify.options.maximumParts == 9)
    #expect(file.simplify.options.keptIslands.codes == ["01100"])
    #expect(file.simplify.options.keptIslands.locations == [.init(longitude: 129.1, latitude: -33.2)])
    #expect(file.simplify.options.regionTolerances == ["01101": 5])
    #expect(file.simplify.options.cellExponent == 3)
    #expect(file.output.preview == "Output/Nagasaki.svg")
    #expect(file.output.report == "Output/Nagasaki.report.json")
  }

  @Test func `a preview is a path, or a path with how it is drawn`() throws {
    let file = try read(
      """
      map: Nara
      sources: [{ path: a.shp }]
      merge: { attributes: [PEOPLE] }
      output:
        pack: a.mappack
        swift: a.swift
        preview:
          path: a.svg
          importance: PEOPLE
          outline: border
          palette: clear
          water: "#A6cbe3"
          land: "#f2efe6"
          insets: [02, [60, "66"], { bounds: [170, 50, -170, 60] }]
      """)
    #expect(file.output.preview == "a.svg")
    #expect(file.output.picture.importance == "PEOPLE")
    #expect(file.output.picture.outline == .border)
    #expect(file.output.picture.palette == .clear)
    #expect(file.output.picture.water == "#A6cbe3" && file.output.picture.land == "#f2efe6")
    #expect(
      file.output.picture.insets
        == [.codes(["02"]), .codes(["60", "66"]), .bounds(Bounds(west: 170, south: 50, east: -170, north: 60))])
    #expect(try read(Self.least).output.picture == PictureOptions())
  }

  @Test func `a picture is colored by a number that the regions keep`() throws {
    func picture(_ keys: String) throws -> PictureOptions {
      try read(
        """
        map: Nara
        sources: [{ path: a.shp }]
        merge: { numbers: [people, { field: H, name: homes }] }
        join: { table: a.csv, key: code, columns: [rooms] }
        output: { pack: a.mappack, swift: a.swift, preview: { path: a.svg, \(keys) } }
        """
      ).output.picture
    }
    var look = NumberLook("people")
    #expect(try picture("number: people").number == look)
    (look.per, look.classes, look.breaks) = (.squareKilometer, 7, .equalSteps)
    #expect(try picture("classes: 7, breaks: equal-steps, per: km2, number: people").number == look)
    (look.per, look.classes, look.breaks) = (.number("rooms"), 5, .own([-1.5, 10, 2e3]))
    let own = try picture("number: people, per: rooms, breaks: [-1.5, 10, 2e3], ramp: moss, title: Here, names: false")
    #expect(own.number == look && own.ramp == .moss && own.title == "Here" && !own.hasNames && own.legend == .ofNumber)
    look.classes = 4
    #expect(try picture("number: people, per: rooms, breaks: [-1.5, 10, 2e3], classes: 4").number == look)
    #expect(try picture("number: homes, legend: People").legend == .titled("People"))
    #expect(try picture("number: homes, legend: false").legend == .none)
    for (keys, words) in [
      ("number: H", "`output.preview.number` is “H”, which the regions do not keep"),
      ("number: people, per: H", "which the regions do not keep"), ("per: km2", "there is none"),
      ("classes: 4", "there is none"), ("breaks: equal-steps", "there is none"),
      ("number: people, classes: 8", "expected"), ("number: people, breaks: [2, 1]", "is not in ascending order"),
      ("number: people, breaks: [1, 1]", "is not in ascending order"), ("number: people, breaks: []", "has 0 numbers"),
      ("number: people, breaks: [1, 2, 3, 4, 5, 6, 7]", "has 7 numbers"),
      ("number: people, breaks: [1, x]", "expected a number"),
      ("number: people, breaks: quantiles", "expected equal-counts"),
      ("number: people, breaks: [1, 2], classes: 5", "2 breaks make 3 classes"), ("ramp: sky", "expected sea"),
      ("number: people, land: \"#ffffff\"", "colors regions by a number"), ("names: perhaps", "expected true or false"),
    ] {
      let error = try #require(throws: StageError.self, "\(keys)") { try picture(keys) }
      #expect(error.message.contains(words), "\(keys): \(error.message)")
      #expect(error.line == 5)
    }
  }

  @Test(arguments: [
    ("{ importance: A, path: a.svg }", "which the regions do not keep"),
    ("{ outline: coast }", "`output.preview.path` is missing"),
    ("{ path: a.png }", "`output.preview.path` is “a.png”"),
    ("a.png", "`output.preview` is “a.png”"),
    ("{ path: a.html, insets: [02] }", "a page has no insets"),
    ("{ path: a.svg, insets: [{ bounds: [1, 2, 3] }] }", "are not bounds"),
    ("{ path: a.svg, insets: [{}] }", "`output.preview.insets[0].bounds` is missing"),
    ("{ path: a.svg, outline: river }", "expected coast or border"),
    ("{ path: a.svg, palette: neon }", "expected paper or vivid or clear or gray"),
    ("{ path: a.svg, water: blue }", "`output.preview.water` is no color"),
    ("{ path: a.svg, water: \"#12345\" }", "`output.preview.water` is no color"),
    ("{ path: a.svg, land: '#12345\"' }", "`output.preview.land` is no color"),
  ])
  func `a preview that cannot be drawn as it is written is an error`(preview: String, words: String) throws {
    let text = "map: Nara\nsources: [{ path: a.shp }]\noutput: { pack: a.mappack, swift: a.swift, preview: \(preview) }"
    let error = try #require(throws: StageError.self) { try read(text) }
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.line == 3)
  }

  private static let least = """
    map: Nara
    sources: [{ path: a.shp }]
    output: { pack: a.mappack, swift: a.swift }
    """

  @Test func `what is not written has the commands' defaults`() throws {
    let file = try read(Self.least)
    #expect(file.select == nil && file.drop == nil && file.merge.key == nil)
    #expect(file.merge.keyless == .drop)
    #expect(file.merge.clean == .repair)
    #expect(file.simplify.options.amount == SimplifyOptions.Amount.none)
    #expect(file.simplify.options.levels == 1)
    #expect(file.expect.count == nil && file.expect.codes == nil)
  }

  @Test(arguments: SimplifyOptions.Method.allCases)
  func `a zoom and a method are read, and handed to the simplification`(method: SimplifyOptions.Method) throws {
    let file = try read(Self.least + "\nsimplify: { zoom: 6, method: \(method.rawValue), levels: 3 }")
    #expect(file.simplify.options.amount == .zoom(6))
    #expect(file.simplify.options.method == method)
    #expect(try read(Self.least).simplify.options.method == .visvalingam)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int
    /// What the error must say.
    var words: [String]

    var testDescription: String { words.joined(separator: ", ") }
  }

  /// As many fields as a pack can hold.
  private static let manyFields = (0..<PackFormat.attributeLimit).map { "f\($0)" }.joined(separator: ", ")

  private static func after(_ text: String, line: Int = 4, _ words: String...) -> Mistake {
    Mistake(text: least + "\n" + text, line: line, words: words)
  }

  @Test(arguments: [
    after("simplfy: { tolerance: 30 m }", "unknown key `simplfy`", "did you mean `simplify`?", "sources, select"),
    after("simplify: { tolerence: 30 m }", "unknown key `tolerence` in `simplify`", "did you mean `tolerance`?"),
    after("simplify:\n  keep: 10 %\n  speed: 3", line: 6, "unknown key `speed`", "tolerance, keep, zoom, size, method"),
    after("simplify: { size: 64 KiB }", "“64 KiB”, expected a number of bytes such as 64 KB"),
    after("simplify: { keep: 1 %, size: 64 KB }", "both `keep` and `size`"),
    after("simplify: { maximumParts: 0 }", "“0”, expected a whole number from 1"),
    after("simplify: { keepIslands: 42201 }", "`simplify.keepIslands` is text, expected a list"),
    after(
      "simplify: { keepIslands: [[1]] }", "`simplify.keepIslands[0]` is not a location", "longitude, then latitude"),
    after("simplify: { keepIslands: [[35.1, 139.2]] }", "is not a location"),
    after("simplify: { keepIslands: [[a, b]] }", "expected degrees such as 129.37"),
    after("simplify: { regions: { 1: 10 m } }", "`simplify.regions.1` is text, expected a mapping", "tolerance"),
    after("simplify: { regions: { 1: { } } }", "`simplify.regions.1.tolerance` is missing", "{ tolerance: 10 m }"),
    after("simplify: { tolerance: 30 }", "`simplify.tolerance` is “30”, expected a length such as 30 m"),
    after("simplify: { tolerance: [30 m] }", "`simplify.tolerance` is a list, expected text"),
    after("simplify: { keep: 110 % }", "`simplify.keep` is “110 %”, expected a share"),
    after("simplify: { tolerance: 1 m, keep: 1 % }", "both `tolerance` and `keep`"),
    after("simplify:\n  zoom: 3\n  keep: 1 %", line: 5, "both `keep` and `zoom`"),
    after("simplify: { zoom: 25 }", "`simplify.zoom` is “25”, expected a whole number from 0 to 24"),
    after("simplify: { zoom: 6 m }", "`simplify.zoom` is “6 m”"),
    after("simplify: { levels: 0 }", "“0”, expected a whole number from 1 to 16"),
    after("simplify: { grid: 0 m }", "expected a length above zero"),
    after("simplify: { method: douglas }", "“douglas”, expected visvalingam or weighted-visvalingam or"),
    after("simplify: { minimumIsland: 5 m }", "“5 m”, expected an area such as 0.01 km2"),
    after("simplify: 10 %", "`simplify` is text, expected a mapping", "the keys are tolerance, keep"),
    after("plane: geographic", "`plane` is “geographic”, expected mercator"),
    after("merge: { name: {N03_004} }", "expected text", "needs quotes"),
    after("merge: { name: \"{N03_004\" }", "open brace"),
    after("merge: { keyless: dorp }", "“dorp”", "did you mean drop?"),
    after("merge: { numbers: [POP, POP] }", "`merge.numbers` has the number POP twice", "{ field: …, name: … }"),
    after("merge: { numbers: [{ name: population }] }", "`merge.numbers[0].field` is missing"),
    after("merge: { numbers: [{ field: POP, name: \"\" }] }", "has a number without a name"),
    after("merge: { numbers: [{ field: POP, sum: yes }] }", "sum"),
    after("join: { table: a.csv, key: b, columns: [{ field: POP, sum: true }] }", "sum"),
    after(
      "merge: { main: { USA: [-125, 24, -66] } }", "`merge.main.USA` are not bounds", "west, south, east and north"),
    after("join: { table: a.csv, columns: [b] }", "`join.key` is missing", "`key: code`"),
    after(
      "merge: { numbers: [POP] }\njoin: { table: a.csv, key: b, columns: [POP] }", line: 5,
      "`join` has the number POP, and so has `merge.numbers`", "{ field: POP, name: … }"),
    after(
      "join: { table: a.csv, key: b, columns: [] }", "`join` names no column", "attributes: [NAME_JA]"),
    after(
      "merge: { attributes: [A, B] }\njoin: { table: a.csv, key: b, attributes: [C, B] }", line: 5,
      "`join` has the attribute B, and so has `merge.attributes`", "remove one of them"),
    after(
      "merge: { attributes: [a] }\njoin: { table: a.csv, key: b, attributes: [\(manyFields)] }", line: 5,
      "`join` and `merge` have \(PackFormat.attributeLimit + 1) attributes", "at most \(PackFormat.attributeLimit)"),
    after("clean: { mode: mend }", "“mend”, expected repair or none"),
    after("expect: { count: many }", "`expect.count` is “many”"),
    after("output: { }", line: 3, "`output` stands twice"),
    after("select: [a]", "`select[0]` is text, expected a mapping"),
    after("names: { overrides: { 1: } }", "`names.overrides.1` is nothing, expected text"),
    // The line of an empty value is that of its key, or of the dash.
    after("simplify:\n  keep:\n\n  # why\n  levels: 2", line: 5, "`simplify.keep` is nothing"),
    after("names:\n\nexpect: { count: 1 }", line: 4, "`names` is nothing, expected a mapping"),
    after("changes:\n\n\n", line: 4, "`changes` is nothing"),
    after("merge:\n  attributes:\n    -\n\n    - b", line: 6, "`merge.attributes[0]` is nothing"),
    after("  map: [", line: 4, "not YAML"),
    Mistake(text: "map: Nara\noutput: { pack: a, swift: b }", line: 1, words: ["`sources` is missing"]),
    Mistake(text: "sources: []\nmap: Nara\noutput: { pack: a, swift: b }", line: 1, words: ["`sources` is empty"]),
    Mistake(text: "map: Nara\nsources: [{ path: a }]", line: 1, words: ["`output` is missing", "Output/NAME.mappack"]),
    Mistake(
      text: "map: Nara\nsources:\n  - path: a\n  - url: b\noutput: { pack: a, swift: b }", line: 4,
      words: ["`sources[1].path` is missing"]),
    Mistake(
      text: "map: Nara\nsources:\n  - path: a\n    sha256: 12\noutput: { pack: a, swift: b }", line: 4,
      words: ["`sources[0].sha256`", "64 hexadecimal digits"]),
    Mistake(
      text: "map: 4 corners\nsources: [{ path: a }]\noutput: { pack: a, swift: b }", line: 1,
      words: ["“4 corners”", "name of a Swift type"]),
    Mistake(text: "map: A\nsources: [{ path: a }]\noutput: { pack: a }", line: 3, words: ["`output.swift` is missing"]),
    Mistake(
      text: "map: A\nsources: [{ path: a }]\noutput: { pack: a, swift: b, preview: c.png }", line: 3,
      words: ["end its name in .svg or .html"]),
  ])
  func `a mistake is an error of usage that names file, line and what would be right`(mistake: Mistake) throws {
    let error = try #require(throws: StageError.self) { try read(mistake.text) }
    #expect(error.status == .usage)
    #expect(error.line == mistake.line)
    for words in mistake.words { #expect(error.description.contains(words), "\(error.description)") }
    #expect(error.description.hasPrefix("/project/Pipelines/nara.yml:\(mistake.line): error: "))
  }

  /// Each holds the one before twice: the last stands for a thousand million values.
  private static let aliasesOfAliases = (1..<30).reduce("a0: &a0 [x, x]\n") { text, number in
    text + "a\(number): &a\(number) [*a\(number - 1), *a\(number - 1)]\n"
  }

  @Test(arguments: [
    (aliasesOfAliases, "30 anchors"), (aliasesOfAliases + "? *a29\n: 1\n", "aliases"),
    (String(repeating: "? ", count: 900) + "a", "keys"), (String(repeating: "{", count: 900), "brackets"),
  ])
  func `YAML that stands for far more than its text says is refused at once`(text: String, words: String) throws {
    let error = try #require(throws: StageError.self) { try read(text) }
    #expect(error.status == .usage)
    #expect(error.message.hasPrefix("the YAML is too intricate: "), "\(error)")
    #expect(error.message.contains(words), "\(error)")
  }

  @Test func `a value that is given a name may be written by it`() throws {
    let file = try read(
      """
      map: Nara
      sources: [{ path: a, publisher: &who 奈良県 }, { path: b, publisher: *who }]
      simplify: { tolerance: 9 m, regions: { 1: &fine { tolerance: 5 m }, 2: *fine, 3: *fine } }
      output: { pack: a, swift: b }
      """)
    #expect(file.sources.map(\.request.source.publisher) == ["奈良県", "奈良県"])
    #expect(file.simplify.options.regionTolerances.count == 3)
  }

  @Test(arguments: [
    ("", "the file is empty"), ("# nothing\n", "the file is empty"), ("- a\n- b\n", "is a list, expected a mapping"),
    ("just text", "is text, expected a mapping"),
  ])
  func `a file that is no mapping is refused in words`(text: String, words: String) throws {
    let error = try #require(throws: StageError.self) { try read(text) }
    #expect(error.status == .usage)
    #expect(error.description.contains(words), "\(error.description)")
  }

  @Test func `a pipeline file that is absent is no input`() throws {
    let error = try #require(throws: StageError.self) { try PipelineFile(contentsOf: "/nowhere/a.yml") }
    #expect(error.status == .noInput)
    #expect(error.file == "/nowhere/a.yml")
  }

  @Test(arguments: [
    ("/p/Pipelines/a.yml", "/p/RawData/x.shp"), ("/p/maps/a.yml", "/p/maps/RawData/x.shp"),
    ("/p/Pipelines/../Pipelines/a.yml", "/p/RawData/x.shp"),
  ])
  func `paths are relative to the folder that holds Pipelines, else to the file's own`(file: String, found: String) {
    #expect(ProjectFolder(ofPipeline: file).location(of: "RawData/x.shp") == found)
    #expect(ProjectFolder(ofPipeline: file).location(of: "/data/x.shp") == "/data/x.shp")
  }

  @Test func `the lock and the provenance lie beside the pipeline file`() throws {
    let file = try read(Self.whole)
    #expect(MapOutput(of: file).lockPath == "/project/Pipelines/nara.lock")
    #expect(file.provenanceName == "Nagasaki.provenance.json")
    #expect(
      file.location(ofOutput: file.provenanceName, in: nil) == "/project/Pipelines/Nagasaki.provenance.json")
  }
}
