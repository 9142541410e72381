import Foundation
import MapPack
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
}
