import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackProject
import MapPackTool
import TestSupport
import Testing

/// The one reader of tables, as `join`, `names` and the names of groups use it.
@Suite struct TableTests {
  /// A way to save a table.
  enum Form: String, CaseIterable {
    case comma = "t.csv"
    case semicolon = "s.csv"
    case tab = "t.tsv"
    case titled = "titled.csv"
    case utf16 = "utf16.csv"
    case utf16BigEndian = "be.txt"
    case utf16Unmarked = "unmarked.csv"
    case workbook = "t.xlsx"
    case package = "t.gpkg"
    case shapefile = "t.shp"

    /// The keys of the pipeline file that say where the table is.
    var keys: String { "table: \(rawValue)" + (self == .package ? ", layer: fylke" : "") }

    func write(_ rows: [[String]], in workspace: Workspace) throws {
      func text(_ separator: String) -> String { rows.map { $0.joined(separator: separator) + "\r\n" }.joined() }
      func write(_ text: String, as encoding: String.Encoding, mark: [UInt8] = []) throws {
        try (Data(mark) + #require(text.data(using: encoding))).write(
          to: workspace.url.appendingPathComponent(rawValue))
      }
      switch self {
      case .comma: try write(text(","), as: .utf8, mark: [0xEF, 0xBB, 0xBF])
      case .semicolon: try write(text(";"), as: .utf8)
      case .tab: try write(text("\t"), as: .utf8)
      case .titled: try write("Table 07459, population\n\n" + text(";"), as: .utf8)
      case .utf16: try write(text("\t"), as: .utf16LittleEndian, mark: [0xFF, 0xFE])
      case .utf16BigEndian: try write(text(";"), as: .utf16BigEndian, mark: [0xFE, 0xFF])
      case .utf16Unmarked: try write(text(","), as: .utf16LittleEndian)
      case .workbook:
        try TestSupport.workbook(
          [("About", [["Nothing"]]), ("Data", [["A title"], []] + rows)], to: workspace.path(rawValue))
      case .package:
        // Of two shapes and none: what a layer's features look like does not matter.
        var layer = GeoPackageText.Layer(name: "fylke", rows: [])
        layer.type = "GEOMETRY"
        layer.system = 25833
        layer.columns = rows[0].map { "\"\($0)\" TEXT" }
        let point: [UInt8] = [0x47, 0x50, 0, 1, 0, 0, 0, 0, 1, 1] + [UInt8](repeating: 0, count: 19)
        layer.rows = rows.dropFirst().enumerated().map { ($0 == 0 ? point : nil, $1.map { "'\($0)'" }) }
        try GeoPackageText([GeoPackageText.Layer(rows: []), layer]).write(to: workspace.path(rawValue))
      case .shapefile:
        let bytes = ShapefileBytes(fields: rows[0], records: rows.dropFirst().map { (nil, $0) })
        for (ending, data) in bytes.files { try data.write(to: workspace.url.appendingPathComponent("t.\(ending)")) }
      }
    }
  }

  /// Two towns, each a county of its own.
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      GeoJSONText.collection(
        ["03", "11"].enumerated().map { index, code in
          GeoJSONText.feature(
            ["nr": code, "navn": "Town \(code)", "fylke": code], GeoJSONText.square(10 + Double(index), 50, 1))
        }), to: "source.geojson")
    return workspace
  }

  private static func run(_ workspace: Workspace, _ flags: String...) -> CommandOutput {
    .of(RootCommand.self, ["run", workspace.path("Pipelines/trial.yml")] + flags)
  }

  private static func pack(_ workspace: Workspace, _ name: String = "Trial") throws -> Pack {
    try Pack(data: workspace.data("Output/\(name).mappack"))
  }

  private static let groups =
    ", groups: { map: County, pack: Output/County.mappack, swift: Output/County.swift, names: { %@ } }"

  // MARK: Each way to save a table

  @Test(arguments: Form.allCases)
  func `numbers and texts are joined from it`(form: Form) throws {
    let workspace = try Self.workspace()
    try form.write([["nr", "folk", "sted"], ["03", "700", "Oslo"], ["11", "80.5", "Sola"]], in: workspace)
    try workspace.writePipeline(
      "merge: { key: nr, name: navn }", "join: { \(form.keys), key: nr, columns: [folk], attributes: [sted] }")
    let run = Self.run(workspace)
    #expect(run.status == 0, "\(run.messages)")
    let pack = try Self.pack(workspace)
    #expect(["03", "11"].map { pack.shape(code: $0)?.number("folk") } == [700, 80.5], "\(run.messages)")
    #expect(["03", "11"].map { pack.shape(code: $0)?.text("sted") } == ["Oslo", "Sola"])
  }

  @Test(arguments: Form.allCases)
  func `regions are named by it, and by columns of any name`(form: Form) throws {
    let workspace = try Self.workspace()
    for (headings, keys) in [(["code", "name"], ""), (["nr", "sted"], ", key: nr, name: sted")] {
      try form.write([headings, ["03", "Oslo"], ["11", "Sola"]], in: workspace)
      try workspace.writePipeline("merge: { key: nr, name: navn }", "names: { \(form.keys)\(keys) }")
      let run = Self.run(workspace, "--rename")
      #expect(run.status == 0, "\(run.messages)")
      let pack = try Self.pack(workspace)
      #expect(["03", "11"].map { pack.shape(code: $0)?.name } == ["Oslo", "Sola"], "\(run.messages)")
      try FileManager.default.removeItem(atPath: workspace.path(form.rawValue))
    }
  }

  @Test(arguments: Form.allCases)
  func `groups are named by it`(form: Form) throws {
    let workspace = try Self.workspace()
    try form.write([["nr", "sted"], ["03", "Oslo"], ["11", "Rogaland"]], in: workspace)
    try workspace.writePipeline(
      "merge: { key: nr, name: navn, group: fylke }",
      outputs: Self.groups.replacing("%@", with: "\(form.keys), key: nr, name: sted"))
    let run = Self.run(workspace)
    #expect(run.status == 0, "\(run.messages)")
    #expect(try Self.pack(workspace, "County").shape(code: "11")?.name == "Rogaland")
    #expect(try workspace.text("Output/County.swift").contains("case rogaland = 2"))
  }

  // MARK: Inputs

  @Test(arguments: [("t.gpkg", Form.package), ("t.dbf", .shapefile), ("t.shp", .shapefile), ("t.xlsx", .workbook)])
  func `a change of any of its files makes the map anew`(file: String, form: Form) throws {
    let workspace = try Self.workspace()
    try form.write([["nr", "sted"], ["03", "Oslo"], ["11", "Sola"]], in: workspace)
    try workspace.writePipeline(
      "merge: { key: nr, name: navn, group: fylke }",
      outputs: Self.groups.replacing("%@", with: "\(form.keys), key: nr, name: sted"))
    #expect(Self.run(workspace).status == 0)
    #expect(Self.run(workspace, "--check").status == 0)
    try FileManager.default.removeItem(atPath: workspace.path(form.rawValue))
    try form.write([["nr", "sted"], ["03", "Osla"], ["11", "Sola"]], in: workspace)
    if file.hasSuffix("shp") {
      try (workspace.data(file) + Data([0])).write(to: workspace.url.appendingPathComponent(file))
    }
    let check = Self.run(workspace, "--check")
    #expect(check.status == 1 && check.results.contains("the input has changed: ") && check.results.contains(file))
  }

  // MARK: Numbers of offices

  private static func join(_ keys: String) throws -> PipelineFile.Join {
    let file = try PipelineFile(
      text: "map: A\nsources: [{ path: a }]\noutput: { pack: a, swift: b }\njoin: { table: t.csv, key: nr\(keys) }",
      path: "/p/Pipelines/a.yml")
    return try #require(file.join)
  }

  private static func regions(_ codes: [String], _ text: String, _ keys: String) throws -> [Region] {
    var coverage = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
    coverage.regions = codes.map { Region(code: $0, name: $0) }
    let table = try JoinTable(text: text, try join(keys)).fitted(to: coverage.regions, replaced: [:])
    try table.check(coverage.regions)
    table.apply(to: &coverage)
    return coverage.regions
  }

  @Test(arguments: [
    (",", "1,234,567.5", 1_234_567.5), (",", "12", 12), (".", "1.234,5", 1234.5), (".", "4,5", 4.5),
    (" ", "81 844", 81844), (" ", "-1\u{A0}234\u{202F}567,25", -1_234_567.25), (" ", "1 234.5", 1234.5),
  ])
  func `separators of thousands are taken out if the key says so`(key: String, text: String, value: Double) throws {
    let table = "nr;folk\n1;\(text)\n2;..\n3;:\n"
    let regions = try Self.regions(["1", "2", "3"], table, ", columns: [folk], thousands: \"\(key)\"")
    #expect(regions.map { $0.numbers.map(\.value) } == [[value], [], []])
  }

  @Test func `a cell that is a number has no separators`() throws {
    let workspace = try Self.workspace()
    try workbook(
      [("S", [[""]])], to: workspace.path("t.xlsx"),
      sheet: """
        <worksheet><sheetData><row><c t='str'><v>nr</v></c><c t='str'><v>folk</v></c></row>
        <row><c t='str'><v>03</v></c><c><v>1.234</v></c></row>
        <row><c t='str'><v>11</v></c><c t='str'><v>1.234</v></c></row></sheetData></worksheet>
        """)
    try workspace.writePipeline(
      "merge: { key: nr, name: navn }", "join: { table: t.xlsx, key: nr, columns: [folk], thousands: \".\" }")
    let run = Self.run(workspace)
    let pack = try Self.pack(workspace)
    #expect(["03", "11"].map { pack.shape(code: $0)?.number("folk") } == [1.234, 1234], "\(run.messages)")
  }

  @Test(arguments: [
    ("", "1,234", "`thousands: \",\"`"), ("", "4,5", "`thousands: \".\"`"), ("", "81 844", "`\" \"`"),
    (",", "1,5", "“1,5” is no number"), (".", "12.5", "“12.5” is no number"), (",", "1234,567", "is no number"),
    (" ", "1 23", "“1 23” is no number"), (",", "-9223372036854775808,000", "is no number"),
    ("", "x", "write digits, as in 12345.6"),
  ])
  func `a number that could be another one is refused, with what to say`(
    key: String, text: String, words: String
  ) throws {
    let error = try #require(throws: StageError.self) {
      try Self.regions(
        ["1"], "nr;folk\n1;\(text)\n", ", columns: [folk]" + (key.isEmpty ? "" : ", thousands: \"\(key)\""))
    }
    #expect(error.description.contains(words), "\(error.description)")
    #expect(error.line == 2 && error.status == .unreadableData)
  }

  @Test func `the first words of cells are codes if no cell is one`() throws {
    let office =
      "\"Table 07459: Population, by region\"\n\n\"nr\";\"Persons 2024\"\n\"0301 Oslo\";5\n\"1103 Sola\";6\n"
    let regions = try Self.regions(["0301", "1103"], office, ", columns: [Persons 2024]")
    #expect(regions.map { $0.numbers.map(\.value) } == [[5], [6]])
    // Words that are not different are no codes.
    let error = try #require(throws: StageError.self) {
      try Self.regions(["0301"], "nr;folk\n0301 A;1\n0301 B;2\n", ", columns: [folk]")
    }
    #expect(error.message.contains("the first code of the table 0301 A"))
  }

  // MARK: Errors

  @Test(arguments: ["nr;navn;folk\n1;A;2\n", "nr\tnavn\tfolk\n1\tA\t2\n", "A title\n\nnr;navn;folk\n1;A, B;2\n"])
  func `a column that is missing is told with those that there are, whatever separates them`(text: String) throws {
    let error = try #require(throws: StageError.self) { try Self.regions(["1"], text, ", columns: [people]") }
    #expect(error.description.contains("there is no column people; the columns are nr, navn, folk"), "\(error)")
    #expect(error.line == (text.hasPrefix("A title") ? 3 : 1))
  }

  @Test func `an error cell of a spreadsheet is told with its row and cell, if its column is read`() throws {
    let workspace = try Self.workspace()
    try workbook(
      [("S", [[""]])], to: workspace.path("t.xlsx"),
      sheet: """
        <worksheet><sheetData><row r='1'><c r='A1' t='str'><v>nr</v></c><c r='B1' t='str'><v>folk</v></c>
        <c r='C1' t='str'><v>sted</v></c></row><row r='4'><c r='A4' t='str'><v>03</v></c><c r='B4' t='e'><v>#DIV/0!</v></c>
        <c r='C4' t='str'><v>Oslo</v></c></row></sheetData></worksheet>
        """)
    func run(_ keys: String) throws -> CommandOutput {
      try workspace.writePipeline("merge: { key: nr, name: navn }", "join: { table: t.xlsx, key: nr, \(keys) }")
      return Self.run(workspace)
    }
    let refused = try run("columns: [folk]")
    #expect(
      refused.status == 65
        && refused.messages.contains("t.xlsx/S:4: error: cell B4 holds #DIV/0!, the error of a formula"),
      "\(refused.messages)")
    #expect(try run("attributes: [sted]").status == 0)
  }

  @Test func `of several sheets with the columns, one has to be named`() throws {
    let workspace = try Self.workspace()
    let sheet = { (number: String) in [["nr", "folk"], ["03", number], ["11", "1"]] }
    try workbook([("2023", sheet("23")), ("2024", sheet("24"))], to: workspace.path("t.xlsx"))
    func run(_ keys: String) throws -> CommandOutput {
      try workspace.writePipeline(
        "merge: { key: nr, name: navn }", "join: { table: t.xlsx, key: nr, columns: [folk]\(keys) }")
      return Self.run(workspace)
    }
    let refused = try run("")
    #expect(refused.messages.contains("2 sheets have these columns: t.xlsx/2023, t.xlsx/2024"), "\(refused.messages)")
    #expect(try run(", layer: \"2024\"").status == 0)
    #expect(try Self.pack(workspace).shape(code: "03")?.number("folk") == 24)
    #expect(try run(", layer: \"2025\"").messages.contains("the sheets are 2023, 2024"))
  }

  @Test func `a feature that stands twice in a layer is one row if it says the same`() throws {
    let workspace = try Self.workspace()
    let (same, other) = (["03", "Oslo"], ["03", "Os"])
    for (rows, status) in [([same, same, ["11", "Sola"]], 0), ([same, other, ["11", "Sola"]], 65)]
      as [([[String]], Int32)]
    {
      try Form.package.write([["nr", "sted"]] + rows, in: workspace)
      for lines in [
        "join: { table: t.gpkg, layer: fylke, key: nr, attributes: [sted] }",
        "names: { table: t.gpkg, layer: fylke, key: nr, name: sted }",
      ] {
        try workspace.writePipeline("merge: { key: nr, name: navn }", lines)
        let run = Self.run(workspace, "--rename")
        #expect(run.status == status, "\(run.messages)")
        #expect(
          status == 0 || run.messages.contains("t.gpkg, record 2: error: the code 03 stands twice"), "\(run.messages)")
      }
      try FileManager.default.removeItem(atPath: workspace.path("t.gpkg"))
    }
  }

  @Test func `bytes that are neither UTF-8 nor UTF-16 are refused, with what may be said`() throws {
    let workspace = try Self.workspace()
    try #require("nr;sted\n03;Ros\u{E9}\n11;Sola\n".data(using: .isoLatin1))
      .write(to: workspace.url.appendingPathComponent("t.csv"))
    func run(_ encoding: String) throws -> CommandOutput {
      try workspace.writePipeline(
        "merge: { key: nr, name: navn }", "join: { table: t.csv, key: nr, attributes: [sted]\(encoding) }")
      return Self.run(workspace)
    }
    #expect(try run("").messages.contains("it reads “Rosé” as CP1252"))
    #expect(try run("").messages.contains("`encoding: CP1252`"))
    #expect(try run(", encoding: UTF-16").messages.contains("the table is not in UTF-16"))
    #expect(try run(", encoding: ISO-8859-1").status == 0)
    #expect(try Self.pack(workspace).shape(code: "03")?.text("sted") == "Rosé")
  }

  @Test func `a layer that there is not is told with those that there are`() throws {
    let workspace = try Self.workspace()
    try Form.package.write([["nr", "sted"], ["03", "Oslo"]], in: workspace)
    try Form.comma.write([["nr", "sted"], ["03", "Oslo"]], in: workspace)
    for (table, words) in [
      ("t.gpkg, layer: kommune", "there is no layer “kommune”"), ("t.gpkg", "the package has 2 layers"),
      ("t.csv, layer: fylke", "a CSV has no layers"), ("u.gpkg, layer: fylke", "there is no such file"),
    ] {
      try workspace.writePipeline(
        "merge: { key: nr, name: navn }", "join: { table: \(table), key: nr, attributes: [sted] }")
      let run = Self.run(workspace)
      #expect(run.status != 0 && run.messages.contains(words), "\(run.messages)")
    }
  }

  @Test func `names that are asked for by columns need a table, and those columns`() throws {
    let workspace = try Self.workspace()
    try Form.comma.write([["nr", "sted"], ["03", "Oslo"]], in: workspace)
    for (keys, words) in [
      ("key: nr", "`names.key` is that of a name table, and there is none"),
      ("table: t.csv, key: number, name: sted", "there is no column number; the columns are nr, sted"),
      ("table: t.csv", "the columns are nr, sted; name one of them `code`"),
    ] {
      try workspace.writePipeline("merge: { key: nr, name: navn }", "names: { \(keys) }")
      let run = Self.run(workspace)
      #expect(run.status != 0 && run.messages.contains(words), "\(run.messages)")
    }
  }
}
