import Foundation
import MapPack
import MapPackProject
import Testing

/// A new map in one command, from files as publishers write them.
@Suite struct InitTests {
  /// Squares in a row, each with values for the fields, as GeoJSON.
  ///
  /// - Parameter areLines: whether each is its lower edge alone.
  static func source(
    _ fields: [String], _ rows: [[String?]], step: Double = 0.1, areLines: Bool = false
  ) throws -> String {
    let features = rows.enumerated().map { index, row in
      let (west, east) = (135 + step * Double(index), 135 + step * Double(index + 1))
      let properties = zip(fields, row).map { "\"\($0)\":\($1.map { "\"\($0)\"" } ?? "null")" }.joined(separator: ",")
      let ring = [(west, 35), (east, 35), (east, 35 + step), (west, 35 + step), (west, 35)]
      let geometry =
        areLines
        ? #"{"type":"LineString","coordinates":[[\#(west),35],[\#(east),35]]}"# : GeoJSONText.polygon(ring)
      return #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(geometry)}"#
    }
    return GeoJSONText.collection(features)
  }

  struct Publisher: Sendable, CustomStringConvertible {
    var description: String
    /// The schema by which a pipeline file can name it.
    var schema: String?
    var fields: [String]
    var rows: [[String?]]
    /// Codes and names of the regions that there should be.
    var regions: [String: String]
    var areLines = false
    /// Lines that the pipeline file should have.
    var says: [String] = []
  }

  static let publishers = [
    Publisher(
      description: "N03 from 2024 on", schema: "n03",
      fields: ["N03_001", "N03_002", "N03_003", "N03_004", "N03_005", "N03_007"],
      rows: [
        ["北海道", nil, nil, "札幌市", "中央区", "01101"], ["北海道", nil, nil, "札幌市", "中央区", "01101"],
        ["北海道", nil, "目梨郡", "羅臼町", nil, "01694"], ["北海道", nil, nil, "所属未定地", nil, "01000"],
      ], regions: ["01101": "札幌市中央区", "01694": "羅臼町"],
      says: ["schema: n03\n"]),
    Publisher(
      description: "N03 up to 2023", schema: "n03", fields: ["N03_001", "N03_002", "N03_003", "N03_004", "N03_007"],
      rows: [
        ["長崎県", nil, nil, "長崎市", "42201"], ["長崎県", nil, nil, "佐世保市", "42202"],
        ["長崎県", nil, nil, "所属未定地", nil],
      ], regions: ["42201": "長崎市", "42202": "佐世保市"], says: ["schema: n03\n"]),
    Publisher(
      description: "N02, lines", schema: "n02", fields: ["N02_001", "N02_002", "N02_003", "N02_004"],
      rows: [
        ["11", "2", "東海道線", "東日本旅客鉄道"], ["11", "2", "東海道線", "東日本旅客鉄道"], ["11", "2", "東海道線", "東海旅客鉄道"],
        ["12", "4", "本線", "京成電鉄"],
      ], regions: ["東日本旅客鉄道 東海道線": "東海道線", "東海旅客鉄道 東海道線": "東海道線", "京成電鉄 本線": "本線"], areLines: true,
      says: [
        "geometry: lines", "merge: { key: \"{N02_004} {N02_003}\", name: N02_003, group: N02_004 }",
        "attribution: \"「国土数値情報（鉄道データ）」（国土交通省）を加工して作成\"",
      ]),
    Publisher(
      description: "N02, stations from 2022 on", schema: "n02",
      fields: ["N02_001", "N02_002", "N02_003", "N02_004", "N02_005", "N02_005c", "N02_005g"],
      rows: [
        ["11", "2", "東海道線", "東日本旅客鉄道", "東京", "003700", "003700"],
        ["12", "4", "丸ノ内線", "東京地下鉄", "東京", "003701", "003700"],
      ], regions: ["003700": "東京", "003701": "東京"], areLines: true,
      says: ["merge: { key: N02_005c, name: N02_005, group: N02_004 }"]),
    Publisher(
      description: "N02, stations up to 2021", schema: "n02",
      fields: ["N02_001", "N02_002", "N02_003", "N02_004", "N02_005"],
      rows: [["11", "2", "東海道線", "東日本旅客鉄道", "東京"], ["12", "4", "丸ノ内線", "東京地下鉄", "東京"]],
      regions: ["東日本旅客鉄道 東海道線 東京": "東京", "東京地下鉄 丸ノ内線 東京": "東京"], areLines: true),
    Publisher(
      description: "e-Stat", schema: "e-stat",
      fields: ["KEY_CODE", "PREF", "CITY", "PREF_NAME", "CITY_NAME", "S_NAME", "HCODE"],
      rows: [
        ["422010010", "42", "201", "長崎県", "長崎市", "一丁目", "8101"],
        ["422010020", "42", "201", "長崎県", "長崎市", "二丁目", "8101"],
        ["422020010", "42", "202", "長崎県", "佐世保市", "一丁目", "8101"], ["42202", "42", "202", "長崎県", "佐世保市", nil, "8154"],
      ], regions: ["42201": "長崎市", "42202": "佐世保市"],
      says: ["merge: { key: \"{PREF}{CITY}\", name: CITY_NAME }", "drop: { HCODE: \"8154\" }"]),
    Publisher(
      description: "e-Stat 2010", schema: "e-stat",
      fields: ["KEN", "CITY", "KEN_NAME", "GST_NAME", "CSS_NAME", "MOJI"],
      rows: [["42", "201", "長崎県", "長崎市", nil, "一丁目"], ["01", "101", "北海道", "札幌市", "中央区", "二丁目"]],
      regions: ["42201": "長崎市", "01101": "札幌市中央区"]),
    Publisher(
      description: "US Census", schema: "census", fields: ["STATEFP", "COUNTYFP", "GEOID", "NAME", "NAMELSAD"],
      rows: [
        ["24", "005", "24005", "Baltimore", "Baltimore County"], ["24", "510", "24510", "Baltimore", "Baltimore city"],
      ], regions: ["24005": "Baltimore County", "24510": "Baltimore city"]),
    Publisher(
      description: "US Census 2010", schema: "census", fields: ["GEO_ID", "STATE", "COUNTY", "NAME", "LSAD"],
      rows: [
        ["0500000US24005", "24", "005", "Baltimore", "County"], ["0500000US24510", "24", "510", "Baltimore", "city"],
      ],
      regions: ["24005": "Baltimore County", "24510": "Baltimore city"]),
    Publisher(
      description: "Natural Earth", schema: "natural-earth", fields: ["ADM0_A3", "ISO_A3", "NAME", "NAME_LONG"],
      rows: [["FRA", "-99", "France", "France"], ["NOR", "-99", "Norway", "Norway"]],
      regions: ["FRA": "France", "NOR": "Norway"]),
    Publisher(
      description: "Natural Earth in small letters", schema: "natural-earth", fields: ["adm0_a3", "iso_a3", "name"],
      rows: [["FRA", "-99", "France"], ["NOR", "-99", "Norway"]], regions: ["FRA": "France", "NOR": "Norway"],
      says: ["merge: { key: adm0_a3, name: name }"]),
    Publisher(
      description: "geoBoundaries", schema: "geoboundaries",
      fields: ["shapeName", "shapeISO", "shapeID", "shapeGroup", "shapeType"],
      rows: [["Vaduz", "", "1B1", "LIE", "ADM1"], ["Balzers", "", "1B2", "LIE", "ADM1"]],
      regions: ["1B1": "Vaduz", "1B2": "Balzers"]),
    Publisher(
      description: "GADM", schema: "gadm", fields: ["GID_0", "GID_1", "NAME_1", "TYPE_1"],
      rows: [["LIE", "LIE.1_1", "Balzers", "Commune"], ["LIE", "LIE.2_1", "Vaduz", "Commune"]],
      regions: ["LIE.1_1": "Balzers", "LIE.2_1": "Vaduz"], says: ["forbids redistribution"]),
    Publisher(
      description: "GADM's countries", schema: "gadm", fields: ["GID_0", "COUNTRY"],
      rows: [["LIE", "Liechtenstein"], ["CHE", "Switzerland"]],
      regions: ["LIE": "Liechtenstein", "CHE": "Switzerland"], says: ["forbids redistribution"]),
    Publisher(
      description: "an unknown one", fields: ["OBJECT", "KOMKODE", "KOMNAVN"],
      rows: [["1", "0101", "København"], ["2", "0101", "København"], ["3", "0147", "Frederiksberg"]],
      regions: ["0101": "København", "0147": "Frederiksberg"]),
    Publisher(
      description: "names alone", fields: ["Name"], rows: [["East"], ["West"], ["West"]],
      regions: ["East": "East", "West": "West"]),
  ]

  @Test(arguments: publishers)
  func `a source becomes a pipeline file and a valid map`(publisher: Publisher) throws {
    let workspace = try Workspace()
    let source = try workspace.write(
      try Self.source(publisher.fields, publisher.rows, areLines: publisher.areLines), to: "RawData/source.geojson")
    CommandOutput.of("init", "Trial", source, "--project", workspace.url.path, exits: 0)
    let text = try workspace.text("Pipelines/Trial.yml")
    for line in publisher.says { #expect(text.contains(line), "\(text)") }
    #expect(text.contains("path: RawData/source.geojson"), "\(text)")
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack")))
    try pack.verify()
    #expect(Dictionary(uniqueKeysWithValues: pack.shapes.map { ($0.code, $0.name) }) == publisher.regions)
    #expect(CommandOutput.of("run", "--check", workspace.path("Pipelines/Trial.yml")).status == 0)
  }

  @Test(arguments: publishers)
  func `a pipeline file has at most 25 lines, and three candidates for key and name`(publisher: Publisher) throws {
    // As files have them that give each name in many languages.
    let more = (1...30).flatMap { ["NAME_X\($0)", "CODE_X\($0)"] }
    let rows = publisher.rows.enumerated().map { index, row in row + more.map { "\($0) \(index)" } }
    let source = try Self.source(publisher.fields + more, rows, areLines: publisher.areLines)
    let text = try Trial(source, "--no-run").pipeline
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 26, "\(text)")
    #expect(text.contains("; every key: mappack help pipeline\n"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("# could be the ") } <= 2, "\(text)")
  }

  @Test(arguments: [("n03", ["22131", "22132", "22203"]), ("n03-cities", ["22130", "22203"])])
  func `a schema that is asked for says what is the key, and the file names the other one`(
    schema: String, codes: [String]
  ) throws {
    let rows = [
      ["静岡県", "浜松市", "中区", "22131"], ["静岡県", "浜松市", "東区", "22132"], ["静岡県", "沼津市", nil, "22203"],
      ["静岡県", "所属未定地", nil, "22000"],
    ]
    let source = try Self.source(["N03_001", "N03_004", "N03_005", "N03_007"], rows)
    let trial = try Trial(source, "--schema", schema)
    #expect(trial.pipeline.contains("\nschema: \(schema)\n"), "\(trial.pipeline)")
    #expect(!trial.pipeline.contains("\nmerge:") && !trial.pipeline.contains("\ndrop:"), "\(trial.pipeline)")
    #expect(
      trial.pipeline.contains("in its place: \(schema == "n03" ? "n03-cities" : "n03") ("), "\(trial.pipeline)")
    #expect(trial.pipeline.contains("expect: { count: \(codes.count), "))
    let pack = try Pack(contentsOf: URL(fileURLWithPath: trial.workspace.path("Output/Trial.mappack")))
    #expect(pack.shapes.map(\.code).sorted() == codes)
    let refused = try Trial(source, "--schema", "gadm", exits: 64).run.messages
    #expect(refused.contains("try schema: n03"), "\(refused)")
  }

  @Test(arguments: [
    (["GID_0", "GID_1", "NAME_0", "NAME_1"], ""), (["CODE"], "    publisher: GADM\n"), (["CODE"], ""),
  ])
  func `a source that an app may not ship is warned of, at every run`(fields: [String], publisher: String) throws {
    let workspace = try Workspace()
    let source = try workspace.write(try Self.source(fields, [fields]), to: "source.geojson")
    #expect(CommandOutput.of("init", "Trial", source, "--no-run", "--project", workspace.url.path).status == 0)
    if !publisher.isEmpty {
      let text = try workspace.text("Pipelines/Trial.yml")
      try workspace.write(
        text.replacingOccurrences(of: "path: source.geojson\n", with: "path: source.geojson\n\(publisher)"),
        to: "Pipelines/Trial.yml")
    }
    let run = CommandOutput.of("run", workspace.path("Pipelines/Trial.yml"), exits: 0)
    let isGADM = fields.contains("GID_0") || !publisher.isEmpty
    #expect(run.messages.contains("no-redistribution") == isGADM, "\(run.messages)")
  }

  @Test func `the grid of a new map is noted if details are asked for`() throws {
    let square = GeoJSONText.feature(["code": "A"], GeoJSONText.square(10, 50, 1))
    #expect(!(try Trial(square).run.messages.contains("[grid-fixed]")))
    #expect(try Trial(square, as: "source.geojson", "--verbose").run.messages.contains("[grid-fixed]"))
  }

  @Test func `a map that is named like a part of the sources is that part`() throws {
    let workspace = try Workspace()
    let rows = [["1", "New York", "Kings"], ["2", "New York", "Queens"], ["3", "Vermont", "Essex"]]
    let source = try workspace.write(try Self.source(["CODE", "STATE", "NAME"], rows), to: "RawData/source.geojson")
    #expect(CommandOutput.of("init", "NewYork", source, "--project", workspace.url.path).status == 0)
    let text = try workspace.text("Pipelines/NewYork.yml")
    #expect(text.contains("select: { STATE: \"New York\" }"), "\(text)")
    #expect(text.contains("expect: { count: 2, "), "\(text)")
  }

  /// Two squares, a step wide. The coarsest level has the tolerance of one of the 1,320 pixels that a phone is wide: 27 cm,
  /// 13.8 m and 2.39 km.
  @Test(arguments: [(0.0001, "10 cm", 1), (0.002, "13 cm", 2), (0.1, "1.7 m", 4), (20, "290 m", 4)])
  func `the tolerance and the levels follow from the map's size`(step: Double, tolerance: String, levels: Int) throws {
    let text = try Trial(try Self.source(["CODE"], [["1"], ["2"]], step: step)).pipeline
    #expect(text.contains("simplify: { tolerance: \(tolerance), levels: \(levels) }"), "\(text)")
  }

  @Test func `a source outside of the project is named, because other machines do not have it`() throws {
    let (workspace, elsewhere) = (try Workspace(), try Workspace())
    let outside = try elsewhere.write(try Self.source(["CODE"], [["1"], ["2"]]), to: "source.geojson")
    let inside = try workspace.write(try Self.source(["CODE"], [["1"], ["2"]]), to: "RawData/source.geojson")
    func messages(_ map: String, _ source: String) -> String {
      CommandOutput.of("init", map, source, "--no-run", "--project", workspace.url.path).messages
    }
    #expect(messages("Outside", outside).contains("source.geojson lies outside of the project"))
    #expect(!messages("Inside", inside).contains("outside"))
  }

  @Test func `no tolerance is named for points, which have none`() throws {
    let points = [(0, "a"), (1, "b")].map { x, code in
      """
      {"type":"Feature","properties":{"CODE":"\(code)"},"geometry":{"type":"Point","coordinates":[\(x),0]}}
      """
    }
    let output = try Trial(GeoJSONText.collection(points), "--geometry", "points").run
    #expect(output.results.contains("2 regions\n"), "\(output)")
    #expect(!output.results.contains("tolerance"))
  }

  @Test func `a pipeline file that is there is never replaced`() throws {
    let workspace = try Workspace()
    let source = try workspace.write(try Self.source(["CODE"], [["1"]]), to: "source.geojson")
    try workspace.write("mine", to: "Pipelines/Trial.yml")
    CommandOutput.of("init", "Trial", source, "--project", workspace.url.path, exits: 73)
    #expect(try workspace.text("Pipelines/Trial.yml") == "mine")
  }

  @Test func `a map without land, and a name that is none, are refused`() throws {
    let workspace = try Workspace()
    let source = try workspace.write(try Self.source(["CODE"], []), to: "source.geojson")
    #expect(CommandOutput.of("init", "Trial", source, "--project", workspace.url.path).status == 1)
    #expect(CommandOutput.of("init", "9 lives", source, "--project", workspace.url.path).status == 64)
    #expect(workspace.files() == ["source.geojson"])
  }

  @Test func `a name table gives the cases`() throws {
    let workspace = try Workspace()
    let source = try workspace.write(
      try Self.source(["N03_001", "N03_004", "N03_007"], [["長崎県", "佐世保市", "42202"]]), to: "source.geojson")
    let table = try workspace.write("code,name,kana\n42202,佐世保市,させぼし\n", to: "Pipelines/names/japan.csv")
    CommandOutput.of("init", "Nagasaki", source, "--names", table, "--project", workspace.url.path, exits: 0)
    #expect(try workspace.text("Output/Nagasaki.swift").contains("case sasebo = 1"))
  }

  /// 42 with a designated city's like, a ward and a town that only the table has.
  private static let list =
    "code,name,kana\n42000,長崎県,ながさきけん\n42201,長崎市,ながさきし\n42202,佐世保市,させぼし\n42213,雲仙市,うんぜんし\n"
    + "43201,熊本市,くまもとし\n"

  @Test(
    arguments: [
      (["42202"], "has 3 regions for prefecture 42, and the source lacks 2 of them: 42201 長崎市, 42213 雲仙市"),
      (["42201", "42202"], "lacks 1 of them: 42213 雲仙市"), (["42201", "42202", "42213"], nil),
      (["42202", "43201"], nil),
    ] as [([String], String?)])
  func `init says which municipalities of the prefecture the source lacks`(codes: [String], words: String?) throws {
    let workspace = try Workspace()
    let rows = codes.map { ["県", "名\($0)", $0] }
    let source = try workspace.write(try Self.source(["N03_001", "N03_004", "N03_007"], rows), to: "source.geojson")
    let table = try workspace.write(Self.list, to: "Pipelines/names/japan.csv")
    let run = CommandOutput.of(
      "init", "Trial", source, "--no-run", "--names", table, "--project", workspace.url.path, exits: 0)
    let text = try workspace.text("Pipelines/Trial.yml")
    #expect(text.contains("expect: { count: \(codes.count), "))
    if let words {
      #expect(run.messages.contains(words) && text.contains(words), "\(run.messages)\(text)")
    } else {
      #expect(!run.messages.contains("lacks") && !text.contains("lacks"), "\(run.messages)")
    }
  }

  @Test func `wards stand for their city, and a city for its wards`() throws {
    let table = try NameTable(
      text: "code,name,kana\n01000,北海道,ほっかいどう\n01100,札幌市,さっぽろし\n01101,札幌市中央区,さっぽろしちゅうおうく\n"
        + "01102,札幌市北区,さっぽろしきたく\n01202,函館市,はこだてし\n", file: "japan.csv")
    #expect(table.lack(of: ["01101", "01102", "01202"]) == nil)
    #expect(table.lack(of: ["01100", "01202"]) == nil)
    #expect(table.lack(of: ["01101", "01202"])?.missing.map(\.code) == ["01102"])
    #expect(table.lack(of: ["01202"])?.missing.map(\.code) == ["01100"])
    #expect(table.lack(of: ["A", "B"]) == nil)
  }

  @Test func `if a source has several codes, that of the office of statistics is the key`() throws {
    let fields = ["name", "prov_istat_code", "com_catasto_code", "com_istat_code", "com_istat_code_num"]
    let rows = [["Agliè", "001", "A074", "001001", "1001"], ["Airasca", "001", "A109", "001002", "1002"]]
    let text = try Trial(try Self.source(fields, rows), "--no-run").pipeline
    #expect(text.contains("merge: { key: com_istat_code, name: name }"), "\(text)")
  }

  @Test func `the tolerance is that of the main part, not of islands in another sea`() throws {
    func square(_ code: String, _ west: Double, _ south: Double, _ side: Double) -> String {
      GeoJSONText.feature(["CODE": code], GeoJSONText.square(west, south, side))
    }
    let features = [square("1", 0, 45, 1), square("2", 1, 45, 1), square("3", -61, 16, 0.2), square("4", 55, -21, 0.2)]
    // Two degrees of 45° N are 157 km; from sea to sea it would be 1 km.
    #expect(try Trial(GeoJSONText.collection(features), "--no-run").pipeline.contains("tolerance: 14 m,"))
  }

  @Test(arguments: ["TRIAL.yml", "other.yml"])
  func `a map that another pipeline file makes is refused`(file: String) throws {
    let workspace = try Workspace()
    let source = try workspace.write(try Self.source(["CODE"], [["1"]]), to: "source.geojson")
    #expect(CommandOutput.of("init", "Trial", source, "--no-run", "--project", workspace.url.path).status == 0)
    let text = try workspace.text("Pipelines/Trial.yml")
    try workspace.write(text, to: "Pipelines/\(file)")
    try FileManager.default.removeItem(atPath: workspace.path("Pipelines/Trial.yml"))
    let run = CommandOutput.of("init", "Trial", source, "--no-run", "--project", workspace.url.path)
    #expect(run.status == 73 && run.messages.contains(file), "\(run.messages)")
  }

  @Test func `a part of too few vertices ends neither init nor run, and a feature of nothing else does, by name`()
    throws
  {
    let workspace = try Workspace()
    func source(_ speck: String) throws -> String {
      try workspace.write(
        #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"code":"A","name":"Grand Park"},"geometry":{"type":"MultiPolygon","coordinates":[
        [[[10,50],[10.1,50],[10.1,50.1],[10,50]]],[[[10.2,50],[10.21,50],[10.2,50],[10.2,50]]]]}},
        {"type":"Feature","properties":{"code":"B","name":"Small Park"},"geometry":{"type":"Polygon","coordinates":[
        \#(speck)]}}]}
        """#, to: "RawData/parks.geojson")
    }
    let whole = try source("[[10.3,50],[10.4,50],[10.4,50.1],[10.3,50]]")
    let made = CommandOutput.of("init", "Parks", whole, "--project", workspace.url.path, exits: 0)
    #expect(made.messages.contains("Grand Park, record 1") && made.messages.contains("[too-few-points]"))
    CommandOutput.of("run", "--check", workspace.path("Pipelines/Parks.yml"), exits: 0)
    let lone = try source("[[10.3,50],[10.4,50],[10.3,50]]")
    let refused = CommandOutput.of("init", "Lone", lone, "--project", workspace.url.path, exits: 65)
    #expect(refused.messages.contains("Small Park") && refused.messages.contains("record 2"), "\(refused.messages)")
  }
}
