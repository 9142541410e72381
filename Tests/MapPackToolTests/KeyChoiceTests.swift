import Foundation
import MapPack
import MapPackFiles
import MapPackTool
import TestSupport
import Testing

/// The key and the name that `init` chooses for files as strangers publish them, and what `run` says of bad ones.
@Suite struct KeyChoiceTests {
  /// A file with these fields, and what should stand in its pipeline file.
  struct File: Sendable, CustomStringConvertible {
    var description: String
    var fields: [String]
    var rows: [[String?]]
    var key: String
    var name: String
    var says: [String] = []
    var geometry = "areas"
  }

  private static let names = ["Aalen", "Bonn", "Celle", "Düren", "Essen", "Fulda"]

  /// Rows of six features, each of a value per field that may depend on the number and the name of the feature.
  private static func rows(_ values: (Int, String) -> [String?]) -> [[String?]] {
    names.enumerated().map { values($0, $1) }
  }

  private static let files = [
    File(
      description: "GADM 2", fields: ["ID_0", "ISO", "NAME_0", "ID_1", "NAME_1", "ID_2", "NAME_2", "ENGTYPE_2"],
      rows: rows { ["86", "DEU", "Germany", "\($0 / 3)", ["Ost", "West"][$0 / 3], "\($0 + 7)", $1, "District"] },
      key: "ID_2", name: "NAME_2",
      says: ["forbids redistribution", "# could be the name: NAME_1 (2 values: Ost, West)"]),
    File(
      description: "GADM without numbers and codes", fields: ["NAME_0", "NAME_1", "NAME_2", "ENGTYPE_2"],
      rows: rows { ["Mexico", ["Ost", "West"][$0 / 3], $1, "Municipality"] }, key: "\"{NAME_1}.{NAME_2}\"",
      name: "NAME_2", says: ["forbids redistribution"]),
    File(
      description: "GADM 1, countries", fields: ["ISO", "NAME_ENGLI", "NAME_LOCAL"],
      rows: [["DEU", "Germany", "Deutschland"], ["ITA", "Italy", "Italia"]], key: "ISO", name: "NAME_ENGLI",
      says: ["forbids redistribution"]),
    File(
      description: "Taiwan, the stem of the key", fields: ["TOWNID", "COUNTYNAME", "TOWNENG", "TOWNNAME"],
      rows: [
        ["A01", "臺北市", "Zhongshan", "中山區"], ["C02", "基隆市", "Zhongshan", "中山區"], ["A03", "臺北市", "Da'an", "大安區"],
        ["C04", "基隆市", "Xinyi", "信義區"],
      ], key: "TOWNID", name: "TOWNNAME"),
    File(
      description: "Korea, local before English", fields: ["SIG_CD", "SIG_ENG_NM", "SIG_KOR_NM"],
      rows: [["11110", "Jongno-gu", "종로구"], ["11140", "Jung-gu", "중구"]], key: "SIG_CD", name: "SIG_KOR_NM"),
    File(
      description: "INEGI", fields: ["CVEGEO", "CVE_ENT", "CVE_MUN", "NOMGEO"],
      rows: rows { ["2000\($0)", "20", "00\($0)", $1] }, key: "CVEGEO", name: "NOMGEO"),
    File(
      description: "IBGE", fields: ["CD_MUN", "NM_MUN", "SIGLA_UF"], rows: rows { ["330001\($0)", $1, "RJ"] },
      key: "CD_MUN", name: "NM_MUN"),
    File(
      description: "BKG", fields: ["OBJID", "ARS", "AGS", "GEN", "BEZ"],
      rows: rows { ["DEBKGVG20000\($0)", "0100\($0)", "0100\($0)", $1, "Kreis"] }, key: "AGS", name: "GEN",
      says: ["© GeoBasis-DE / BKG"]),
    File(
      description: "ONS, wards and their districts",
      fields: ["FID", "LAD23CD", "LAD23NM", "WD23CD", "WD23NM", "GlobalID"],
      rows: rows {
        ["\($0 + 1)", "E0600000\($0 / 3)", ["Hull", "York"][$0 / 3], "E0500000\($0)", $1, "0a1b-\(9 - $0)"]
      },
      key: "WD23CD", name: "WD23NM", says: ["Open Government Licence"]),
    File(
      description: "Statistics Canada", fields: ["CSDUID", "CSDNAME", "CDUID", "CDNAME"],
      rows: rows { ["100100\($0)", $1, "1001", "Division"] }, key: "CSDUID", name: "CSDNAME"),
    File(
      description: "Istat", fields: ["COD_REG", "PRO_COM", "PRO_COM_T", "COMUNE"],
      rows: rows { ["2", "700\($0)", "00700\($0)", $1] }, key: "PRO_COM_T", name: "COMUNE"),
    File(
      description: "Australia", fields: ["STE_NAME21", "LGA_CODE21", "LGA_NAME21"],
      rows: rows { ["Victoria", "2011\($0)", $1] }, key: "LGA_CODE21", name: "LGA_NAME21"),
    File(
      description: "Overpass", fields: ["@id", "admin_level", "name", "name:en"],
      rows: rows { ["relation/\($0)", "8", $1, "English \($1)"] }, key: "\"@id\"", name: "name",
      says: ["ODbL", "© OpenStreetMap contributors"]),
    File(
      description: "Natural Earth, states", fields: ["adm1_code", "iso_3166_2", "adm0_a3", "name", "admin"],
      rows: rows { ["USA-\($0)", "US-\($0)", "USA", $1, "United States"] }, key: "adm1_code", name: "name"),
    File(
      description: "Natural Earth, map units", fields: ["ADM0_A3", "GU_A3", "SU_A3", "BRK_A3", "NAME", "NAME_LONG"],
      rows: [
        ["GBR", "ENG", "ENG", "ENG", "England", "England"], ["GBR", "SCT", "SCT", "SCT", "Scotland", "Scotland"],
        ["FRA", "FXX", "FXX", "FXX", "France", "France"],
      ], key: "GU_A3", name: "NAME_LONG", says: ["schemas natural-earth-units"]),
    File(
      description: "Natural Earth, disputed areas", fields: ["ADM0_A3", "GU_A3", "SU_A3", "BRK_A3", "NAME"],
      rows: [
        ["IND", "IND", "IND", "B09", "Aksai"], ["IND", "IND", "IND", "B10", "Arunachal"],
        ["KAS", "KAS", "KAS", "B45", "Siachen"],
      ], key: "BRK_A3", name: "NAME"),
    File(
      description: "Natural Earth, cities", fields: ["NAME", "NAMEASCII", "ADM0NAME", "ADM0_A3", "NE_ID"],
      rows: rows { [$1, $1, "Germany", "DEU", "11591\($0)"] }, key: "NE_ID", name: "NAME", geometry: "points"),
    File(
      description: "fields of a schema whose key does not fit", fields: ["ADM0_A3", "NAME", "PLACE_CODE"],
      rows: rows { ["DEU", $1, "P-\($0)"] }, key: "PLACE_CODE", name: "NAME",
      says: ["no key of the schema natural-earth tells the features apart", "license: public domain"]),
    File(
      description: "a random identifier beside a stable code", fields: ["UUID", "BFS_NUMMER", "NAME", "EINWOHNERZ"],
      rows: rows { ["{0C2F6B1E-7A4D-4E55-9B0\($0)-2D7C8E9F0A1B}", "\($0 + 261)", $1, "\(($0 + 3) * 700)"] },
      key: "BFS_NUMMER", name: "NAME"),
    File(
      description: "a class that is called a code", fields: ["name", "zone_code"],
      rows: rows { [$1, ["A", "B"][$0 / 3]] }, key: "name", name: "name"),
    File(
      description: "two codes together", fields: ["STATE_CD", "COUNTY_CD", "LABEL"],
      rows: rows { ["0\($0 / 3)", "00\($0 % 3)", $1] }, key: "\"{STATE_CD}{COUNTY_CD}\"", name: "LABEL"),
    File(
      description: "a key that a program counted, and names without a word for it",
      fields: ["cartodb_id", "country", "state"],
      rows: rows { ["\($0 + 1)", "Indonesia", $1] }, key: "state", name: "state"),
    File(
      description: "counties beside what is left of their constituencies",
      fields: ["CONST_CODE", "CONSTITUEN", "COUNTY_COD", "COUNTY_NAM"],
      rows: rows { ["\($0 + 168)", "\($1) East", "\($0 + 23)", $1] }, key: "COUNTY_COD", name: "COUNTY_NAM"),
    File(
      description: "the number of a program beside a code", fields: ["COV_ID", "HANDLE", "CODIGO", "NOMBRE"],
      rows: rows { ["8\($0)3", "2A\($0)F", "050\($0)1", $1] }, key: "CODIGO", name: "NOMBRE"),
    File(
      description: "a count and a currency", fields: ["sites", "currency", "land"],
      rows: rows { ["\(3 * $0 + 4)", ["EUR", "USD", "JPY", "CHF", "SEK", "NOK"][$0], $1] }, key: "land", name: "land"),
    File(
      description: "an id that holds names", fields: ["id", "ref"],
      rows: rows { [$1, ["A1", "B1"][$0 / 3]] }, key: "id", name: "id"),
    File(
      description: "names that a program counted", fields: ["name", "code", "School"],
      rows: rows { ["kml_\($0 + 1)", "S0\($0 * 3)", "\($1) School"] }, key: "code", name: "School"),
  ]

  @Test(arguments: files)
  func `key and name are those that a person would choose`(file: File) throws {
    var source = try InitTests.source(file.fields, file.rows)
    if file.geometry == "points" {
      source = source.replacing(/"Polygon","coordinates":\[\[(\[[0-9.,]+\])[^}]*\}/) {
        "\"Point\",\"coordinates\":\($0.output.1)}"
      }
    }
    let trial = try Trial(source, "--geometry", file.geometry)
    let (run, text) = (trial.run, trial.pipeline)
    #expect(text.contains("merge: { key: \(file.key), name: \(file.name) }"), "\(text)")
    for words in file.says { #expect(text.contains(words), "\(text)") }
    for rule in ["repeated-names", "namesakes"] { #expect(!run.messages.contains(rule), "\(run.messages)") }
    #expect(run.messages.contains("no-redistribution") == text.contains("forbids"), "\(run.messages)")
  }

  /// Squares with their west, south and side in degrees.
  private static func squares(
    _ fields: [String], _ features: [(values: [String], west: Double, south: Double, side: Double)]
  ) -> String {
    let texts = features.map { values, west, south, side in
      let properties = zip(fields, values).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
      let square = GeoJSONText.square(west, south, side)
      return #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(square)}"#
    }
    return GeoJSONText.collection(texts)
  }

  @Test(arguments: [("LEVL_CODE", "0", "1"), ("admin_level", "4", "6"), ("shapeType", "ADM0", "ADM1")])
  func `of units that lie above each other, one level is selected`(field: String, outer: String, inner: String) throws {
    let trial = try Trial(
      Self.squares(
        ["CODE", field, "NAME"],
        [
          (["D", outer, "Dland"], 10, 50, 2), (["D1", inner, "East"], 10, 50, 1), (["D2", inner, "West"], 11, 50, 1),
          (["D3", inner, "Dland"], 10, 51, 1),
        ]))
    let (messages, text) = (trial.run.messages, trial.pipeline)
    #expect(messages.contains("2 levels of \(field): \(outer) (1), \(inner) (3)"), "\(messages)")
    #expect(text.contains("select: { \(field): \"\(inner)\" }") && text.contains("count: 3"), "\(text)")
  }

  @Test func `classes that lie side by side are no levels`() throws {
    let rows = (0..<6).map { ["\($0)1", "\($0 % 2)", "Town \($0)"] }
    let trial = try Trial(try InitTests.source(["CODE", "LEVEL", "NAME"], rows), "--no-run")
    #expect(trial.pipeline.contains("count: 6"))
  }

  @Test func `in KML, a name that stands in several folders is told apart by the folder`() throws {
    let placemark = { (west: Int, south: Int) in
      """
      <Placemark><name>Zone \(west)</name><Polygon><outerBoundaryIs><LinearRing><coordinates>\(west),\(south) \
      \(west + 1),\(south) \(west + 1),\(south + 1) \(west),\(south + 1) \(west),\(south)</coordinates></LinearRing>\
      </outerBoundaryIs></Polygon></Placemark>
      """
    }
    let folder = { (name: String, south: Int) in
      "<Folder><name>\(name)</name>\(placemark(1, south))\(placemark(2, south))</Folder>"
    }
    let trial = try Trial(
      "<kml><Document>\(folder("North", 51))\(folder("South", 50))</Document></kml>", as: "zones.kml")
    let text = try trial.workspace.text("Output/Trial.swift")
    for name in ["northZone1", "northZone2", "southZone1", "southZone2"] { #expect(text.contains("case \(name) ")) }
  }

  /// Counties of three states, two of which share a name; the parts of York touch.
  private static let counties = squares(
    ["STATE", "NAME"],
    [
      (["ME", "Washington"], 10, 50, 1), (["VT", "Washington"], 20, 50, 1), (["ME", "York"], 11, 50, 1),
      (["ME", "York"], 12, 50, 1), (["RI", "Kent"], 30, 50, 1),
    ])

  @Test func `names that several states have are no key by themselves`() throws {
    let trial = try Trial(Self.counties)
    #expect(!trial.run.messages.contains("namesakes"), "\(trial.run.messages)")
    let text = trial.pipeline
    #expect(text.contains("key: \"{STATE} {NAME}\", name: NAME") && text.contains("count: 4"), "\(text)")
  }

  @Test(arguments: [
    ("CODE", ["1400.0", "1500.0", "1600.0"]), ("TA2023_V1", ["001", "002", "003"]),
    ("KDPPUM", ["11.01", "11.02", "12.01"]),
  ])
  func `codes tell namesakes apart, however they are written`(field: String, codes: [String]) throws {
    let names = ["Kent", "Washington", "Washington"]
    let text = Self.squares(
      [field, "NAME"], codes.indices.map { ([codes[$0], names[$0]], Double(10 * $0 + 10), 50, 1) })
    // As numbers, if they can be such.
    let pipeline = try Trial(text.replacing(#/"(\d+\.0)"/#) { String($0.output.1) }).pipeline
    #expect(pipeline.contains("merge: { key: \(field), name: NAME }") && pipeline.contains("count: 3"), "\(pipeline)")
  }

  @Test func `JSON in a field names nothing`() throws {
    let text = Self.squares(
      ["kommunenummer", "navn"], [(["1101", "Alta"], 10, 50, 1), (["1102", "Oslo"], 11, 50, 1)])
    let trial = try Trial(
      text.replacing(#/"navn":("\w+")/#) { "\"navn\":[{\"sprak\":\"nor\",\"navn\":\($0.output.1)}]" })
    #expect(trial.pipeline.contains("merge: { key: kommunenummer }"))
  }

  @Test(arguments: [
    (["31039", "31109", "42071"], 3), (["0", "1", "2"], 2), (["ID_07", "ID_08", "ID_09"], 2), ([], 2),
  ])
  func `ids of the file tell namesakes apart, unless a program only counted`(ids: [String], count: Int) throws {
    let arcs = [10, 20, 30].map { "[[\($0),50],[\($0 + 1),50],[\($0 + 1),51],[\($0),51],[\($0),50]]" }
    let geometries = ["Cuming", "Lancaster", "Lancaster"].enumerated().map { index, name in
      #"{"type":"Polygon",\#(ids.isEmpty ? "" : #""id":"\#(ids[index])","#)"properties":{"name":"\#(name)"},"#
        + #""arcs":[[\#(index)]]}"#
    }
    let trial = try Trial(
      #"{"type":"Topology","arcs":[\#(arcs.joined(separator: ","))],"objects":{"counties":{"type":"#
        + #""GeometryCollection","geometries":[\#(geometries.joined(separator: ","))]}}}"#, as: "us.json")
    let pack = try Pack(contentsOf: URL(fileURLWithPath: trial.workspace.path("Output/Trial.mappack")))
    #expect(pack.shapes.count == count)
    if count == 3 { #expect(Set(pack.shapes.map(\.code)) == Set(ids)) }
  }

  @Test(arguments: [
    ("key: NAME", "Washington joins features that lie apart and differ in STATE (ME, VT)"),
    ("key: \"{STATE} {NAME}\"", nil),
  ])
  func `run warns of a key that joins namesakes of several states`(merge: String, words: String?) throws {
    let workspace = try Workspace()
    try workspace.write(Self.counties, to: "source.geojson")
    let pipeline = try workspace.writePipeline("merge: { \(merge) }")
    let run = CommandOutput.of("run", pipeline, exits: 0)
    #expect(run.messages.contains("[namesakes]") == (words != nil), "\(run.messages)")
    if let words {
      #expect(
        run.messages.contains(words) && run.messages.contains("use the key \"{STATE} {NAME}\""), "\(run.messages)")
    }
  }

  @Test(arguments: [("NAME_0", true), ("NAME_1", false)])
  func `run warns of a name that most regions share, and says which field names them`(
    name: String, warns: Bool
  ) throws {
    let workspace = try Workspace()
    let rows = Self.rows { ["C\($0)", "Germany", $1] }
    try workspace.write(try InitTests.source(["CODE", "NAME_0", "NAME_1"], rows), to: "source.geojson")
    let pipeline = try workspace.writePipeline("merge: { key: CODE, name: \(name) }")
    let run = CommandOutput.of("run", pipeline, exits: 0)
    #expect(
      run.messages.contains("[repeated-names]; use the name NAME_1, which has 6 values") == warns, "\(run.messages)")
  }

  /// Wards 1 to 4 of a city, as squares of a hundredth of a degree from a longitude on.
  private static func wards(_ west: Double, _ fields: (Int) -> [(String, String)], shift: Double = 0.01) -> [String] {
    (1...4).map { ward in
      let properties = fields(ward).map { "\"\($0)\":\($1)" }.joined(separator: ",")
      let square = GeoJSONText.square(west + shift * Double(ward), 41, 0.01)
      return #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(square)}"#
    }
  }

  struct Cities: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Per file: its name, and the longitudes of the cities in it.
    var files: [(name: String, west: [Double])]
    /// The key; `nil` if nothing is made.
    var key: String?
    var count = 0
    var hasCode = false
    /// The next ward lies that far to the east, in degrees.
    var shift = 0.01
  }

  @Test(arguments: [
    Cities(
      testDescription: "two cities in two files", files: [("akron", [-81.5]), ("boise", [-116.2])],
      key: "\"{file} {name}\"", count: 8),
    Cities(
      testDescription: "two cities in two files, by number", files: [("akron", [-81.5]), ("boise", [-116.2])],
      key: "\"{file} {ward_code}\"", count: 8, hasCode: true),
    Cities(
      testDescription: "neighbors", files: [("east", [-81.5]), ("west", [-81.56])], key: "\"{file} {name}\"",
      count: 8),
    Cities(testDescription: "two cities in one file", files: [("both", [-81.5, -116.2])]),
    Cities(
      testDescription: "halves of the same wards", files: [("north", [-81.5]), ("south", [-81.49])], key: "name",
      count: 4,
      shift: 0.02),
    Cities(testDescription: "one city", files: [("akron", [-81.5])], key: "name", count: 4),
  ])
  func `wards of two cities are told apart by their files`(cities: Cities) throws {
    let workspace = try Workspace()
    for (name, west) in cities.files {
      let fields = { (ward: Int) in
        cities.hasCode ? [("ward_code", "\"W\(ward)\"")] : [("name", "\"Ward \(ward)\"")]
      }
      try workspace.write(
        GeoJSONText.collection(west.flatMap { Self.wards($0, fields, shift: cities.shift) }), to: "\(name).geojson")
    }
    let run = CommandOutput.of(
      RootCommand.self,
      ["init", "Trial"] + cities.files.map { workspace.path("\($0.name).geojson") }
        + ["--project", workspace.url.path])
    let text = (try? workspace.text("Pipelines/Trial.yml")) ?? ""
    guard let key = cities.key else {
      #expect(run.status == 1 && text.isEmpty, "\(run.messages)")
      #expect(run.messages.contains("name is “Ward 1” at records 1 and 5"), "\(run.messages)")
      return
    }
    #expect(run.status == 0, "\(run.messages)")
    #expect(text.contains("key: \(key)") && text.contains("count: \(cities.count)"), "\(text)\(run.messages)")
    if key == #""{file} {name}""# { #expect(text.contains("name: \(key)"), "\(text)") }
    // A pipeline file that joins them is warned of.
    guard key.contains("{file}") else { return }
    let joined = text.replacing(key, with: cities.hasCode ? "ward_code" : "name").replacing(
      "count: 8", with: "count: 4")
    try workspace.write(joined.replacing("Trial", with: "Joined"), to: "Pipelines/Joined.yml")
    let warned = CommandOutput.of(RootCommand.self, ["run", workspace.path("Pipelines/Joined.yml")])
    #expect(warned.messages.contains("use the key \(key)"), "\(warned.messages)")
  }

  /// A topology of squares, each with an id as JSON and properties.
  private static func topology(_ geometries: [(id: String, properties: String)]) -> String {
    let arcs = geometries.indices.map {
      "[[\(2 * $0),50],[\(2 * $0 + 1),50],[\(2 * $0 + 1),51],[\(2 * $0),51],[\(2 * $0),50]]"
    }
    let texts = geometries.enumerated().map { index, geometry in
      #"{"type":"Polygon","id":\#(geometry.id),\#(geometry.properties)"arcs":[[\#(index)]]}"#
    }
    return #"{"type":"Topology","arcs":[\#(arcs.joined(separator: ","))],"objects":{"countries":{"type":"#
      + #""GeometryCollection","geometries":[\#(texts.joined(separator: ","))]}}}"#
  }

  @Test func `a file of ids alone becomes a map by them, and what stands for a missing one is none`() throws {
    let trial = try Trial(
      Self.topology([("4", ""), ("8", ""), ("-99", ""), ("-99", ""), ("12", ""), ("12", "")]), as: "w.json")
    #expect(trial.pipeline.contains("merge: { key: id }") && trial.pipeline.contains("count: 3"), "\(trial.pipeline)")
    #expect(!trial.run.messages.contains("unstable-codes") && trial.run.messages.contains("no-key"))
    let pack = try Pack(data: trial.workspace.data("Output/Trial.mappack"))
    #expect(Set(pack.shapes.map(\.code)) == ["4", "8", "12"])
  }

  @Test func `ids of a publisher are the key, and names name`() throws {
    let counties = [("01001", "Autauga"), ("01003", "Baldwin"), ("01005", "Barbour")]
    let trial = try Trial(
      Self.topology(counties.map { ("\"\($0)\"", "\"properties\":{\"name\":\"\($1)\"},") }), as: "us.json")
    #expect(trial.pipeline.contains("merge: { key: id, name: name }"), "\(trial.pipeline)")
    #expect(!trial.run.messages.contains("unstable-codes"))
    // Features are selected and dropped by their ids, too.
    let selected = trial.pipeline.replacing("sources:", with: "drop: { id: \"01003\" }\nsources:")
      .replacing("count: 3", with: "count: 2")
    try trial.workspace.write(selected, to: "Pipelines/Trial.yml")
    let run = CommandOutput.of("run", trial.workspace.path("Pipelines/Trial.yml"), "--retire", "01003", exits: 0)
    #expect(run.results.contains("2 regions"), "\(run.messages)")
  }

  @Test func `a speck without a name and a code is left out, and land that is drawn twice is taken once`() throws {
    func feature(_ name: String, _ west: Double, _ side: Double) -> String {
      #"{"type":"Feature","properties":{"NAME":\#(name)},"geometry":\#(GeoJSONText.square(west, 5, side))}"#
    }
    let trial = try Trial(
      GeoJSONText.collection([
        feature("\"Asante\"", 0, 1), feature("\"Fante\"", 1, 1), feature("null", 2, 1), feature("null", 4, 1e-9),
        feature("null", 2, 1),
      ]))
    #expect(trial.pipeline.contains("count: 3"), "\(trial.pipeline)")
    #expect(trial.run.messages.contains("the feature has no name, and no land on the noding grid: it is left out"))
    #expect(trial.run.messages.contains("the feature draws the same land as record 3: it is left out"))
    #expect(try Pack(data: trial.workspace.data("Output/Trial.mappack")).regionCount == 3)
  }

  @Test func `lots that two folders draw are one region each, or dropped by their codes`() throws {
    func feature(_ fields: KeyValuePairs<String, String>, _ west: Double) -> String {
      GeoJSONText.feature(fields, GeoJSONText.square(west, 5, 1))
    }
    let byName = try Trial(
      GeoJSONText.collection([
        feature(["Folder": "North", "name": "Lot 1"], 0), feature(["Folder": "South", "name": "Lot 1"], 0),
        feature(["Folder": "South", "name": "Lot 2"], 1), feature(["Folder": "North", "name": "Lot 3"], 3),
      ]))
    #expect(byName.pipeline.contains("key: name, name: name") && byName.pipeline.contains("count: 3"))
    let byCode = try Trial(
      GeoJSONText.collection([
        feature(["code": "A1", "name": "Lot 1"], 0), feature(["code": "A2", "name": "Lot 1"], 0),
        feature(["code": "A3", "name": "Lot 2"], 1), feature(["code": "A4", "name": "Lot 3"], 3),
      ]))
    #expect(byCode.pipeline.contains("drop: { code: \"A2\" }") && byCode.pipeline.contains("count: 3"))
    #expect(byCode.run.messages.contains("1 feature has no shape of its own and is dropped: Lot 1 (A2)"))
  }

  @Test func `levels are found although one id stands twice`() throws {
    let trial = try Trial(
      Self.squares(
        ["NUTS_ID", "LEVL_CODE", "NUTS_NAME"],
        [
          (["DE", "0", "Dland"], 10, 50, 2), (["DE1", "1", "East"], 10, 50, 1), (["DE1", "1", "East"], 10, 51, 1),
          (["DE2", "1", "West"], 11, 50, 1), (["DE3", "1", "Dland"], 11, 51, 1),
        ]))
    #expect(trial.pipeline.contains("select: { LEVL_CODE: \"1\" }"), "\(trial.pipeline)\(trial.run.messages)")
    #expect(trial.pipeline.contains("key: NUTS_ID, name: NUTS_NAME"), "\(trial.pipeline)")
    #expect(trial.pipeline.contains("count: 3"), "\(trial.pipeline)")
  }
}
