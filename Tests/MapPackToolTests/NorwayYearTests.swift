import Foundation
import MapPack
import MapPackTool
import TestSupport
import Testing

/// A year with a map of Norway: a GeoPackage of municipalities, counties and lakes in meters, a second one with the land, and
/// the statistical office's table.
@Suite struct NorwayYearTests {
  /// Squares of 10 km in rows of four, from the southwest on. A county is a row.
  private static let kommuner = [
    "3101 Halden", "3103 Moss", "3105 Sarpsborg", "3107 Fredrikstad", "3201 Bærum", "3203 Asker", "3205 Lillestrøm",
    "3207 Nordre Follo", "3301 Drammen", "3303 Kongsberg", "3305 Ringerike", "3310 Hole",
  ]

  /// A layer in EPSG:25833, of rectangles with their edges in kilometers from the southwest and their values.
  private static func layer(
    _ name: String, _ columns: [String], _ rows: [([String], west: Int, south: Int, east: Int, north: Int)]
  ) -> GeoPackageText.Layer {
    let shape = BinaryGeometry()
    var layer = GeoPackageText.Layer(
      name: name,
      rows: rows.map { values, west, south, east, north in
        // A straight line of many kilometers is another one in degrees. So all lines have a vertex at each kilometer.
        let ring =
          (west..<east).map { ($0, south) } + (south..<north).map { (east, $0) }
          + (west + 1...east).reversed().map { ($0, north) } + (south...north).reversed().map { (west, $0) }
        let meters = ring.map { (220_000 + 1000 * Double($0.0), 6_560_000 + 1000 * Double($0.1)) }
        return (shape.inPackage(shape.polygon([meters]), system: 25833), values.map { "'\($0)'" })
      })
    layer.columns = columns.map { "\"\($0)\" TEXT" }
    layer.system = 25833
    return layer
  }

  private static func write(_ layers: [GeoPackageText.Layer], to path: String) throws {
    var package = GeoPackageText(layers)
    package.systems = ["25833, 'ETRS89 / UTM zone 33N', 'EPSG', 25833, 'undefined'"]
    try package.write(to: path)
  }

  /// The project in which `init` has made the maps, and what it said.
  private static func made() throws -> (Workspace, CommandOutput) {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(atPath: workspace.path("RawData"), withIntermediateDirectories: true)
    try write(
      [
        layer(
          "kommune", ["kommunenummer", "kommunenavn", "fylkesnummer"],
          kommuner.enumerated().map { index, name in
            let (west, south) = (10 * (index % 4), 10 * (index / 4))
            return (
              [String(name.prefix(4)), String(name.dropFirst(5)), String(name.prefix(2))], west, south, west + 10,
              south + 10
            )
          }),
        layer(
          "fylke", ["fylkesnummer", "fylkesnavn"],
          [("31", "Østfold"), ("32", "Akershus"), ("33", "Buskerud")].enumerated().map { index, county in
            ([county.0, county.1], 0, 10 * index, 40, 10 * index + 10)
          }),
        layer(
          "vann", ["navn", "type"],
          [(["Femsjøen", "innsjø"], 4, 4, 6, 6), (["Tyrifjorden", "innsjø"], 28, 24, 32, 25)]),
      ], to: workspace.path("RawData/norge.gpkg"))
    // The sea lies in the west, over one of ten kilometers of the first column.
    try write([layer("land", ["navn"], [(["Norge"], 1, -5, 50, 50)])], to: workspace.path("RawData/land.gpkg"))
    let arguments = ["init", "Norge", workspace.path("RawData/norge.gpkg"), "--layer", "*"]
    return (
      workspace, CommandOutput.of(RootCommand.self, arguments + ["--project", workspace.url.path], exits: 0)
    )
  }

  private static func pack(_ workspace: Workspace, _ map: String) throws -> Pack {
    let pack = try Pack(data: workspace.data("Output/\(map).mappack"))
    try pack.verify()
    return pack
  }

  /// People by region, as the office writes them: first words are codes, blanks stand between thousands.
  private static func writeTable(_ people: [Int], in workspace: Workspace) throws {
    let rows = zip(kommuner, people).map { name, people in
      let (thousands, rest) = people.quotientAndRemainder(dividingBy: 1000)
      return "\"\(name)\";\"\(thousands)\u{A0}\(String(1000 + rest).dropFirst())\"\r\n"
    }
    let text =
      "\"Tabell 07459: Befolkning, etter region og år\"\r\n\r\n\"region\";\"Personer 2024\"\r\n" + rows.joined()
    try #require(text.data(using: .windowsCP1252)).write(to: workspace.url.appendingPathComponent("RawData/ssb.csv"))
  }

  private static let people = [
    31_444, 52_051, 59_771, 85_862, 130_920, 99_321, 91_515, 63_476, 104_487, 28_793, 31_581, 7_081,
  ]

  @Test func `people, sea and lakes of municipalities add up in their counties, until the table changes`() throws {
    let (workspace, run) = try Self.made()
    #expect(run.messages == "")
    try Self.writeTable(Self.people, in: workspace)
    let pipeline = workspace.path("Pipelines/NorgeKommune.yml")
    let text = try workspace.text("Pipelines/NorgeKommune.yml")
      .replacingOccurrences(of: "name: fylkesnavn }", with: "name: fylkesnavn }\n    numbers: [Personer 2024]")
    try workspace.write(
      text + """
        join: { table: RawData/ssb.csv, encoding: CP1252, key: region, columns: [Personer 2024], thousands: " " }
        clip: { to: RawData/land.gpkg }
        erase: { with: RawData/norge.gpkg, layer: vann }

        """, to: "Pipelines/NorgeKommune.yml")
    let joined = CommandOutput.of("run", pipeline, "--report", workspace.path("report.json"), exits: 0)
    #expect(joined.messages == "")

    let (kommuner, fylker) = (try Self.pack(workspace, "NorgeKommune"), try Self.pack(workspace, "NorgeFylke"))
    #expect(kommuner.shapes.map { "\($0.code) \($0.name)" } == Self.kommuner)
    #expect(kommuner.shapes.map { $0.number("Personer 2024") } == Self.people.map(Double.init))
    #expect(fylker.shapes.map { "\($0.code) \($0.name)" } == ["31 Østfold", "32 Akershus", "33 Buskerud"])
    #expect(fylker.shapes.map { $0.number("Personer 2024") } == [229_128, 385_232, 171_942])

    // In percent of a hundred square kilometers: a tenth is sea, and the lakes have four and twice two.
    let ledger = try JSONValue(text: workspace.text("report.json"))["maps"]?.elements?.first?["ledger"]
    let land = try #require(ledger?["regions"]?.elements).map { $0["land"] }
    let lost = try land.map { try #require($0?["cut"]?.number) / #require($0?["drawn"]?.number) * 100 }
    #expect(lost.map { ($0 * 100).rounded() / 100 } == [14, 0, 0, 0, 10, 0, 0, 0, 10, 0, 2, 2])
    #expect(ledger?["features"]?.number == 12 && ledger?["dropped"] == .array([]))
    for (index, fylke) in fylker.shapes.enumerated() {
      let parts = kommuner.shapes.dropFirst(4 * index).prefix(4)
      #expect(abs(fylke.area - parts.reduce(0) { $0 + $1.area }) < 100)
    }

    CommandOutput.of("run", "--check", pipeline, exits: 0)
    var people = Self.people
    people[11] += 1
    try Self.writeTable(people, in: workspace)
    let check = CommandOutput.of("run", "--check", pipeline, exits: 1)
    #expect(
      check.results
        == [
          "Output/NorgeKommune.mappack", "Output/NorgeFylke.mappack", "Output/NorgeKommune.html",
          "Pipelines/NorgeKommune.provenance.json",
        ].map { "\($0): differs from what the pipeline gives: the input has changed: RawData/ssb.csv\n" }.joined())
    CommandOutput.of("run", pipeline, exits: 0)
    #expect(try Self.pack(workspace, "NorgeFylke").shapes.last?.number("Personer 2024") == 171_943)
  }
}
