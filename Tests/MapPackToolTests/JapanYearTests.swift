import Foundation
import MapPack
import MapPackTool
import TestSupport
import Testing

/// A year with a map of Japan: two editions of N03 as Shapefiles in CP932, and 総務省's list of each year as a workbook.
@Suite struct JapanYearTests {
  /// A municipality or a ward, as an edition has it.
  private struct Place {
    /// The city of a ward, or the district of a town.
    var whole = ""
    var name: String
    /// With its check digit; empty if the land is no municipality's.
    var code: String
    var kana = ""

    var isWard: Bool { name.hasSuffix("区") }

    func values(in year: Int) -> [String] {
      let code = String(code.prefix(5))
      guard year >= 2024 else { return ["静岡県", "", whole, name, code] }
      return ["静岡県", ""] + (isWard ? ["", whole, name, code] : [whole, name, "", code])
    }
  }

  /// The places of 2023 in rows of four, from the southwest on. 熱海市 has an island too.
  private static let places = [
    Place(whole: "浜松市", name: "中区", code: "221317", kana: "ﾅｶｸ"),
    Place(whole: "浜松市", name: "東区", code: "221325", kana: "ﾋｶﾞｼｸ"),
    Place(whole: "浜松市", name: "西区", code: "221333", kana: "ﾆｼｸ"),
    Place(whole: "浜松市", name: "南区", code: "221341", kana: "ﾐﾅﾐｸ"),
    Place(whole: "浜松市", name: "北区", code: "221350", kana: "ｷﾀｸ"),
    Place(whole: "浜松市", name: "浜北区", code: "221368", kana: "ﾊﾏｷﾀｸ"),
    Place(whole: "浜松市", name: "天竜区", code: "221376", kana: "ﾃﾝﾘｭｳｸ"),
    Place(whole: "静岡市", name: "葵区", code: "221015", kana: "ｱｵｲｸ"),
    Place(name: "熱海市", code: "222054", kana: "ｱﾀﾐｼ"), Place(name: "伊東市", code: "222089", kana: "ｲﾄｳｼ"),
    Place(whole: "賀茂郡", name: "東伊豆町", code: "223018", kana: "ﾋｶﾞｼｲｽﾞﾁｮｳ"),
    Place(whole: "賀茂郡", name: "河津町", code: "223026", kana: "ｶﾜﾂﾞﾁｮｳ"), Place(name: "所属未定地", code: ""),
  ]

  /// What the places of 2023 are in 2024, by code.
  private static let reform: [String: Place] = {
    let central = Place(whole: "浜松市", name: "中央区", code: "221384", kana: "ﾁｭｳｵｳｸ")
    let hamana = Place(whole: "浜松市", name: "浜名区", code: "221392", kana: "ﾊﾏﾅｸ")
    return [
      "221317": central, "221325": central, "221333": central, "221341": central, "221350": hamana, "221368": hamana,
      "221376": Place(whole: "浜松市", name: "天竜区", code: "221406", kana: "ﾃﾝﾘｭｳｸ"),
      "223018": Place(name: "伊東市", code: "222089", kana: "ｲﾄｳｼ"),
    ]
  }()

  private static func places(in year: Int) -> [Place] {
    year < 2024 ? places : places.map { reform[$0.code] ?? $0 }
  }

  /// Writes the edition of a year; the answer is its name below the workspace.
  @discardableResult
  private static func writeEdition(_ year: Int, in workspace: Workspace) throws -> String {
    func square(_ west: Double, _ south: Double, _ side: Double) -> [(Double, Double)] {
      let (east, north) = (west + side, south + side)
      return [(west, south), (west, north), (east, north), (east, south), (west, south)]
    }
    var records = places(in: year).enumerated().map { index, place in
      (
        ring: Optional(square(137.5 + 0.25 * Double(index % 4), 34.5 + 0.25 * Double(index / 4), 0.25)),
        values: place.values(in: year)
      )
    }
    records.append((square(139, 34.75, 0.0625), records[8].values))
    let fields = ["N03_001", "N03_002", "N03_003", "N03_004"] + (year < 2024 ? [] : ["N03_005"]) + ["N03_007"]
    var files = ShapefileBytes(fields: fields, records: records, encoding: .shiftJIS).files
    files["prj"] = Data(
      """
      GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],\
      PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]
      """.utf8)
    let name = "N03-\(year)0101_22"
    try FileManager.default.createDirectory(atPath: workspace.path("RawData"), withIntermediateDirectories: true)
    try zipArchive(
      files.sorted { $0.key < $1.key }.map { (Array("\(name)_GML/\(name).\($0.key)".utf8), Array($0.value)) },
      to: workspace.path("RawData/\(name)_GML.zip"))
    return "RawData/\(name)_GML.zip"
  }

  /// Writes the list of a year, whose sheets have the municipalities and the wards; the answer is its path.
  @discardableResult
  private static func writeList(_ year: Int, in workspace: Workspace) throws -> String {
    let head = ["団体コード", "都道府県名\n（漢字）", "市区町村名\n（漢字）", "都道府県名\n（カナ）", "市区町村名\n（カナ）"]
    let prefecture = "ｼｽﾞｵｶｹﾝ"
    let cities = ["静岡市": ("221007", "ｼｽﾞｵｶｼ"), "浜松市": ("221309", "ﾊﾏﾏﾂｼ")]
    var municipalities: [String: [String]] = [:]
    var wards: [String: [String]] = [:]
    for (city, (code, kana)) in cities {
      municipalities[code] = [code, "静岡県", city, prefecture, kana]
      wards[code] = municipalities[code]
    }
    for place in places(in: year) where !place.code.isEmpty {
      if place.isWard, let city = cities[place.whole] {
        wards[place.code] = [place.code, "静岡県", place.whole + place.name, prefecture, city.1 + place.kana]
      } else {
        municipalities[place.code] = [place.code, "静岡県", place.name, prefecture, place.kana]
      }
    }
    func sorted(_ rows: [String: [String]]) -> [[String]] { rows.sorted { $0.key < $1.key }.map(\.value) }
    let path = workspace.path("Pipelines/names/\(year).xlsx")
    try FileManager.default.createDirectory(
      atPath: workspace.path("Pipelines/names"), withIntermediateDirectories: true)
    let heads = [head, ["220001", "静岡県", "", prefecture]]
    try workbook(
      [
        ("R\(year - 2018).1.1現在の団体", heads + sorted(municipalities)),
        ("R\(year - 2018).1.1政令指定都市", [head] + sorted(wards)),
      ], to: path)
    return path
  }

  /// The project in which `init` has made a map of the edition of 2023, and what it said.
  private static func made(
    _ map: String, _ flags: String..., at location: SourceLocation = #_sourceLocation
  ) throws -> (Workspace, CommandOutput) {
    let workspace = try Workspace()
    let source = workspace.path(try writeEdition(2023, in: workspace))
    let list = try writeList(2023, in: workspace)
    let arguments = ["init", map, source, "--names", list, "--project", workspace.url.path]
    return (workspace, CommandOutput.of(RootCommand.self, arguments + flags, exits: 0, at: location))
  }

  private static func names(_ workspace: Workspace, _ map: String) throws -> [String: String] {
    let pack = try Pack(data: workspace.data("Output/\(map).mappack"))
    try pack.verify()
    return Dictionary(uniqueKeysWithValues: pack.shapes.map { ($0.code, $0.name) })
  }

  /// The cases of an enum, each with the line above it.
  private static func cases(_ workspace: Workspace, _ map: String) throws -> [String] {
    let lines = try workspace.text("Output/\(map).swift").split(separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst()).filter { $1.hasPrefix("  case ") }.map { above, line in
      let words = ["  /// ", "  @available(*, "].first(where: above.hasPrefix) ?? ""
      return "\(line.dropFirst(7)): \(above.dropFirst(words.count))"
    }
  }

  @Test func `the first map has every ward and town with its reading, and nothing of land that is nobody's`() throws {
    let (workspace, run) = try Self.made("Shizuoka")
    #expect(run.messages == "")
    #expect(
      try Self.names(workspace, "Shizuoka") == [
        "22101": "静岡市 葵区", "22131": "浜松市 中区", "22132": "浜松市 東区", "22133": "浜松市 西区",
        "22134": "浜松市 南区", "22135": "浜松市 北区", "22136": "浜松市 浜北区", "22137": "浜松市 天竜区",
        "22205": "熱海市", "22208": "伊東市", "22301": "東伊豆町", "22302": "河津町",
      ])
    let cases = try Self.cases(workspace, "Shizuoka")
    #expect(
      cases == [
        "atami = 9: 熱海市 (22205)",
        "hamamatsuHamakita = 7: 浜松市 浜北区 (22136)",
        "hamamatsuHigashi = 3: 浜松市 東区 (22132)",
        "hamamatsuKita = 6: 浜松市 北区 (22135)",
        "hamamatsuMinami = 5: 浜松市 南区 (22134)",
        "hamamatsuNaka = 2: 浜松市 中区 (22131)",
        "hamamatsuNishi = 4: 浜松市 西区 (22133)",
        "hamamatsuTenryu = 8: 浜松市 天竜区 (22137)",
        "higashiizu = 11: 東伊豆町 (22301)",
        "ito = 10: 伊東市 (22208)",
        "kawazu = 12: 河津町 (22302)",
        "shizuokaAoi = 1: 静岡市 葵区 (22101)",
      ])
    // Every record is in a region or in what was dropped, and the two of 熱海市 are one region.
    CommandOutput.of(
      "run", workspace.path("Pipelines/Shizuoka.yml"), "--force", "--report", workspace.path("report.json"), exits: 0)
    let report = try JSONValue(text: workspace.text("report.json"))
    let ledger = try #require(report["maps"]?.elements?.first?["ledger"])
    #expect(ledger["features"]?.number == 14)
    #expect(
      ledger["polygons"]
        == .object(["dropped": .object(["no-key": .number(1)]), "merged": .number(13), "read": .number(14)]))
    #expect(Self.records(ledger["dropped"], by: "rule") == ["no-key: 13"])
    #expect(
      Self.records(ledger["regions"], by: "code") == [
        "22101: 8", "22131: 1", "22132: 2", "22133: 3", "22134: 4", "22135: 5", "22136: 6", "22137: 7", "22205: 9 14",
        "22208: 10", "22301: 11", "22302: 12",
      ])
  }

  /// Which records stand in each entry of a part of the ledger.
  private static func records(_ entries: JSONValue?, by key: String) -> [String] {
    (entries?.elements ?? []).map { entry in
      let records = entry["records"]?.elements?.flatMap { $0["records"]?.elements ?? [] } ?? []
      return "\(entry[key]?.string ?? ""): " + records.compactMap(\.number).map { "\(Int($0))" }.joined(separator: " ")
    }
  }

  @Test func `of two editions, diff says what became of every ward and town`() throws {
    let workspace = try Workspace()
    let (old, new) = (try Self.writeEdition(2023, in: workspace), try Self.writeEdition(2024, in: workspace))
    let difference = CommandOutput.of(
      "diff", workspace.path(old), workspace.path(new), "--schema", "n03", exits: 1)
    #expect(difference.messages == "")
    #expect(
      difference.results.replacingOccurrences(of: workspace.url.path + "/", with: "") == """
        RawData/N03-20230101_22_GML.zip → RawData/N03-20240101_22_GML.zip: 12 → 7 regions

        merged (2)
          22131 浜松市中区 → 22138 浜松市中央区: 636 km², 100.0 % of it
          22132 浜松市東区 → 22138 浜松市中央区: 636 km², 100.0 % of it
          22133 浜松市西区 → 22138 浜松市中央区: 636 km², 100.0 % of it
          22134 浜松市南区 → 22138 浜松市中央区: 636 km², 100.0 % of it
          22135 浜松市北区 → 22139 浜松市浜名区: 634 km², 100.0 % of it
          22136 浜松市浜北区 → 22139 浜松市浜名区: 634 km², 100.0 % of it

        absorbed (1)
          22301 東伊豆町 → 22208 伊東市: 632 km², 100.0 % of it

        recoded (1)
          22137 浜松市天竜区 → 22140 浜松市天竜区

        vertices: 62 → 47 (−24.2 %), in 1 region
        land counts as moved if it is wider than 1 mm

        """)
  }

  private static func retired(_ line: String, _ region: String, _ successor: String) -> String {
    "\(line): deprecated, message: \"\(region) is retired since 2024-01-01; see .\(successor)\")"
  }

  /// The map of 2023, whose pipeline file names the edition of 2024 and an empty change table.
  private static func inNextYear() throws -> Workspace {
    let (workspace, _) = try Self.made("Shizuoka")
    try FileManager.default.copyItem(
      atPath: workspace.path("Output/Shizuoka.mappack"), toPath: workspace.path("old.mappack"))
    let source = try Self.writeEdition(2024, in: workspace)
    try Self.writeList(2024, in: workspace)
    let text = try workspace.text("Pipelines/Shizuoka.yml")
      .replacingOccurrences(of: "RawData/N03-20230101_22_GML.zip", with: source + "\n    edition: \"2024-01-01\"")
      .replacingOccurrences(of: "2023.xlsx", with: "2024.xlsx").replacingOccurrences(of: "count: 12", with: "count: 7")
    try workspace.write(text + "changes: Pipelines/changes.csv\n", to: "Pipelines/Shizuoka.yml")
    try workspace.write("date,kind,from,to\n", to: "Pipelines/changes.csv")
    return workspace
  }

  @Test(arguments: [
    ("22301,22280", "gives the land of 22301 to no region of the map, and it is 22208's now"),
    ("22301,22302", "gives the land of 22301 to 22302, and it is 22208's now"),
  ])
  func `a row that gives the land to a region that does not have it is refused`(row: String, words: String) throws {
    let workspace = try Self.inNextYear()
    try workspace.write(
      """
      date,kind,from,to
      ,merge,22131 22132 22133 22134,22138
      ,merge,22135 22136,22139
      ,recode,22137,22140
      ,absorb,\(row)

      """, to: "Pipelines/changes.csv")
    let before = try workspace.snapshot()
    let refused = CommandOutput.of("run", workspace.path("Pipelines/Shizuoka.yml"), exits: 1)
    #expect(refused.messages.contains(words), "\(refused.messages)")
    #expect(refused.messages.hasSuffix("2024-01-01,absorb,22301,22208\n"), "\(refused.messages)")
    #expect(try workspace.snapshot() == before)
  }

  @Test func `a row that leads a code to its land and elsewhere is told`() throws {
    let workspace = try Self.inNextYear()
    try workspace.write(
      """
      date,kind,from,to
      ,merge,22131 22132 22133 22134,22138
      ,merge,22135 22136,22139
      ,recode,22137,22140
      ,absorb,22301,22208 22205

      """, to: "Pipelines/changes.csv")
    let taken = CommandOutput.of("run", workspace.path("Pipelines/Shizuoka.yml"), exits: 0)
    #expect(
      taken.messages.contains(
        "22301: warning: the change table leads it to 22205 too, which has none of its land [retired-code]"),
      "\(taken.messages)")
  }

  @Test func `a refusal says which row has no code of the map, and that the number of regions is another one`() throws {
    let workspace = try Self.inNextYear()
    try workspace.write(
      "date,kind,from,to\n,merge,\"22131,22132,22133,22134\",22138\n", to: "Pipelines/changes.csv")
    let text = try workspace.text("Pipelines/Shizuoka.yml").replacingOccurrences(of: "count: 7", with: "count: 12")
    try workspace.write(text, to: "Pipelines/Shizuoka.yml")
    let refused = CommandOutput.of("run", workspace.path("Pipelines/Shizuoka.yml"), exits: 1)
    #expect(
      refused.messages.contains(
        "a code “22131,22132,22133,22134”, which no region has: write codes as the map has them, with spaces between"))
    #expect(refused.messages.contains("`expect.count` is 12, where the map has 7 regions now"), "\(refused.messages)")
  }

  @Test func `the next edition is refused with rows for the change table, with which it is taken`() throws {
    let workspace = try Self.inNextYear()
    let pipeline = workspace.path("Pipelines/Shizuoka.yml")
    let before = try workspace.snapshot()
    let refused = CommandOutput.of("run", pipeline, exits: 1)
    let table = """
      date,kind,from,to
      2024-01-01,merge,22131 22132 22133 22134,22138
      2024-01-01,merge,22135 22136,22139
      2024-01-01,recode,22137,22140
      2024-01-01,absorb,22301,22208

      """
    #expect(refused.messages.hasSuffix(":\n" + table), "\(refused.messages)")
    #expect(try workspace.snapshot() == before)

    try workspace.write(table, to: "Pipelines/changes.csv")
    let taken = CommandOutput.of("run", pipeline, exits: 0)
    #expect(
      taken.messages == """
        Shizuoka: 浜松市 中央区 (22138): note: new region: case hamamatsuChuo, raw value 13 [new-code]
        Shizuoka: 浜松市 浜名区 (22139): note: new region: case hamamatsuHamana, raw value 14 [new-code]
        Shizuoka: 浜松市 天竜区 (22140): note: new region: case hamamatsuTenryuWard, raw value 15 [new-code]

        """)
    CommandOutput.of("run", "--check", pipeline, exits: 0)
    #expect(
      try Self.names(workspace, "Shizuoka") == [
        "22101": "静岡市 葵区", "22138": "浜松市 中央区", "22139": "浜松市 浜名区", "22140": "浜松市 天竜区",
        "22205": "熱海市", "22208": "伊東市", "22302": "河津町",
      ])
    let cases = try Self.cases(workspace, "Shizuoka")
    #expect(
      cases == [
        "atami = 9: 熱海市 (22205)",
        "hamamatsuChuo = 13: 浜松市 中央区 (22138)",
        "hamamatsuHamana = 14: 浜松市 浜名区 (22139)",
        "hamamatsuTenryuWard = 15: 浜松市 天竜区 (22140)",
        "ito = 10: 伊東市 (22208)",
        "kawazu = 12: 河津町 (22302)",
        "shizuokaAoi = 1: 静岡市 葵区 (22101)",
        Self.retired("hamamatsuHamakita = 7", "22136 浜松市 浜北区", "hamamatsuHamana"),
        Self.retired("hamamatsuHigashi = 3", "22132 浜松市 東区", "hamamatsuChuo"),
        Self.retired("hamamatsuKita = 6", "22135 浜松市 北区", "hamamatsuHamana"),
        Self.retired("hamamatsuMinami = 5", "22134 浜松市 南区", "hamamatsuChuo"),
        Self.retired("hamamatsuNaka = 2", "22131 浜松市 中区", "hamamatsuChuo"),
        Self.retired("hamamatsuNishi = 4", "22133 浜松市 西区", "hamamatsuChuo"),
        Self.retired("hamamatsuTenryu = 8", "22137 浜松市 天竜区", "hamamatsuTenryuWard"),
        Self.retired("higashiizu = 11", "22301 東伊豆町", "ito"),
      ])
    let difference = CommandOutput.of(
      "diff", workspace.path("old.mappack"), workspace.path("Output/Shizuoka.mappack"), exits: 1)
    #expect(
      difference.results.replacingOccurrences(of: workspace.url.path + "/", with: "") == """
        old.mappack → Output/Shizuoka.mappack: 12 → 7 regions

        merged (2)
          22131 浜松市 中区 → 22138 浜松市 中央区: 636 km², 100.0 % of it
          22132 浜松市 東区 → 22138 浜松市 中央区: 636 km², 100.0 % of it
          22133 浜松市 西区 → 22138 浜松市 中央区: 636 km², 100.0 % of it
          22134 浜松市 南区 → 22138 浜松市 中央区: 636 km², 100.0 % of it
          22135 浜松市 北区 → 22139 浜松市 浜名区: 634 km², 100.0 % of it
          22136 浜松市 浜北区 → 22139 浜松市 浜名区: 634 km², 100.0 % of it

        absorbed (1)
          22301 東伊豆町 → 22208 伊東市: 632 km², 100.0 % of it

        recoded (1)
          22137 浜松市 天竜区 → 22140 浜松市 天竜区

        vertices: 62 → 42 (−32.3 %), in 1 region
        bytes: 2,872 → 2,960 (+3.1 %)
        land counts as moved if it is wider than 54.4 m

        """)
  }

  @Test func `the map of cities has no wards, and its next edition differs by the town that is gone`() throws {
    let (workspace, run) = try Self.made("Cities", "--schema", "n03-cities")
    #expect(run.messages == "")
    #expect(
      try Self.names(workspace, "Cities") == [
        "22100": "静岡市", "22130": "浜松市", "22205": "熱海市", "22208": "伊東市", "22301": "東伊豆町", "22302": "河津町",
      ])
    let cases = try Self.cases(workspace, "Cities")
    #expect(
      cases == [
        "atami = 3: 熱海市 (22205)",
        "hamamatsu = 2: 浜松市 (22130)",
        "higashiizu = 5: 東伊豆町 (22301)",
        "ito = 4: 伊東市 (22208)",
        "kawazu = 6: 河津町 (22302)",
        "shizuoka = 1: 静岡市 (22100)",
      ])
    let new = try Self.writeEdition(2024, in: workspace)
    let difference = CommandOutput.of(
      "diff", workspace.path("RawData/N03-20230101_22_GML.zip"), workspace.path(new), "--schema", "n03-cities",
      exits: 1)
    #expect(
      difference.results.replacingOccurrences(of: workspace.url.path + "/", with: "") == """
        RawData/N03-20230101_22_GML.zip → RawData/N03-20240101_22_GML.zip: 6 → 5 regions

        absorbed (1)
          22301 東伊豆町 → 22208 伊東市: 632 km², 100.0 % of it

        vertices: 41 → 37 (−9.8 %), in 1 region
        land counts as moved if it is wider than 1 mm

        """)
  }
}
