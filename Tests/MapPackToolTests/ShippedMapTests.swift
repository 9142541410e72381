import Foundation
import MapPack
import MapPackNames
import MapPackTool
import TestSupport
import Testing

/// The maps that the repository holds, as a user gets them.
@Suite struct ShippedMapTests {
  struct Map: Sendable, CustomTestStringConvertible {
    /// The pipeline file's name and the enum's.
    var pipeline: String
    var name: String
    var regions: Int
    /// A location and the case that lies there.
    var locations: [(longitude: Double, latitude: Double, region: String)]

    var testDescription: String { name }
  }

  private static let maps = [
    Map(
      pipeline: "world", name: "World", regions: 177,
      locations: [
        (139.77, 36.2, "japan"), (-100, 40, "unitedStatesOfAmerica"), (178.2, -17.8, "fiji"), (60, 60, "russia"),
        (-175, 66, "russia"), (0, -80, "antarctica"), (20.9, 42.6, "kosovo"), (-60, -10, "brazil"),
      ]),
    Map(
      pipeline: "earth", name: "Earth", regions: 242,
      locations: [
        (12.4345, 41.9018, "vaticanCity"), (-175.2, -21.17, "tonga"), (179.97, -16.85, "fiji"),
        (-179.98, -16.85, "fiji"),
        (-98, 39, "unitedStatesOfAmerica"), (173.1, 52.9, "unitedStatesOfAmerica"), (-157.38, 1.87, "kiribati"),
      ]),
    Map(
      pipeline: "new-england", name: "NewEngland", regions: 6,
      locations: [
        (-72.57, 44.26, "vermont"), (-71.06, 42.36, "massachusetts"), (-71.41, 41.82, "rhodeIsland"),
        (-69.0, 45.2, "maine"), (-72.68, 41.76, "connecticut"), (-71.54, 43.2, "newHampshire"),
      ]),
    Map(
      pipeline: "new-england-counties", name: "NewEnglandCounties", regions: 67,
      locations: [(-71.06, 42.36, "suffolk"), (-72.57, 44.26, "washington50023"), (-70.05, 41.28, "nantucket")]),
    Map(
      pipeline: "washington", name: "Washington", regions: 39,
      locations: [(-122.33, 47.61, "king"), (-123.1, 48.5, "sanJuan"), (-117.43, 47.66, "spokane")]),
    Map(
      pipeline: "hawaii", name: "Hawaii", regions: 5,
      locations: [(-157.86, 21.31, "honolulu"), (-155.5, 19.6, "hawaiiCounty"), (-156.33, 20.8, "maui")]),
    Map(
      pipeline: "sample-prefecture", name: "SamplePrefecture", regions: 12,
      locations: [
        (147.127, 32.018, "見本市"), (147.183, 32.318, "鈴音村"), (146.359, 31.871, "八百島市"),
        (147.493, 31.517, "沖ノ瀬村"), (147.19, 31.916, "飛ヶ浦町"),
      ]),
    // Nothing lies in a line or a point.
    Map(pipeline: "sample-railways", name: "SampleRailways", regions: 7, locations: []),
    Map(pipeline: "sample-stations", name: "SampleStations", regions: 23, locations: []),
  ]

  private static let outputs = SwiftCompiler.root.appendingPathComponent("Output")

  /// Every pipeline file of the repository, a user's own too, but those whose sources are not in it.
  private static let pipelines: [String] = {
    let folder = SwiftCompiler.root.appendingPathComponent("Pipelines").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func `the maps that are tested here have their pipeline files`() {
    #expect(Set(Self.maps.map(\.pipeline)).isSubset(of: Self.pipelines))
  }

  @Test(arguments: pipelines)
  func `the committed files are what the pipeline gives`(pipeline: String) {
    let path = SwiftCompiler.root.appendingPathComponent("Pipelines/\(pipeline).yml").path
    let check = CommandOutput.of("run", "--check", path)
    #expect(check.status == 0, "\(check.results)\(check.messages)")
  }

  @Test(arguments: maps)
  func `the pack alone gives the enum, byte for byte`(map: Map) throws {
    let pack = try Pack(contentsOf: Self.outputs.appendingPathComponent("\(map.name).mappack"))
    let cases = try #require(try pack.cases())
    let source = try String(contentsOf: Self.outputs.appendingPathComponent("\(map.name).swift"), encoding: .utf8)
    #expect(try SwiftSource(cases, of: pack, resource: map.name).text() == source)
  }

  @Test(arguments: SwiftCompiler.Setting.allCases)
  func `all enums compile in every setting of an app`(setting: SwiftCompiler.Setting) throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.outputs, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
    try #require(files.count >= Self.maps.count)
    let sources = try files.map {
      ($0.deletingPathExtension().lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
    try SwiftCompiler.check(SwiftCompiler.Module(name: "Enums", sources: sources), isStrict: true, setting: setting)
  }

  /// Western and eastern edge in degrees, the latter beyond 180 if the region goes on beyond.
  @Test(arguments: [
    // Without Alaska, Hawaii and the Aleutian Islands; without Svalbard; with the four main islands.
    ("USA", -124.7, -67.0), ("NOR", 4.8, 31.0), ("JPN", 127.7, 145.8),
    // Both halves; the mainland with Corsica; all on both sides of the 180th meridian.
    ("MYS", 99.6, 119.3), ("FRA", -4.8, 9.5), ("RUS", 19.6, 190.2), ("FJI", 177.2, 180.2),
    // Archipelagos as a whole.
    ("BHS", -79.0, -72.7), ("IDN", 95.2, 141.0), ("PHL", 117.1, 126.6), ("CPV", -25.3, -22.7),
  ])
  func `a country's main bounds hold what people see as it`(code: String, west: Double, east: Double) throws {
    let pack = try Pack(contentsOf: Self.outputs.appendingPathComponent("Earth.mappack"))
    let main = try #require(pack.shapes.first { $0.code == code }).mainBounds
    // Main bounds lie in the window of the bounds, which for the United States begins west of the 180th meridian.
    let turn = main.minX < 0x1p28 ? 0.0 : 0x1p28
    let degrees = [main.minX, main.maxX].map { ($0 - turn) / 0x1p28 * 360 - 180 }
    #expect(abs(degrees[0] - west) < 0.2 && abs(degrees[1] - east) < 0.2, "\(degrees)")
  }

  @Test(arguments: ["World", "Earth"])
  func `a list of countries is in the user's language, sorted by its rules, and has two letters for flags`(
    map: String
  ) throws {
    let source = try String(contentsOf: Self.outputs.appendingPathComponent("\(map).swift"), encoding: .utf8)
    let program = """
      import Foundation
      import MapPack

      let map = try RegionMap(\(map).self, contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
      for language in ["de_DE", "ja_JP", "en_US", "zh_Hant_TW", "it_IT"] {
        let locale = Locale(identifier: language)
        let names = map.sortedByName(in: locale).map { map.name(of: $0, in: locale) }
        print(names.filter { ["Österreich", "Polen", "日本", "ドイツ", "Japan", "Germany", "德國"].contains($0) })
      }
      let codes = map.regions.compactMap { map[$0].text("ISO_A2_EH") }.filter { $0.count == 2 }
      print(Set(codes).isSuperset(of: ["JP", "FR", "NO", "XK", "TW"]), map.regions.count - codes.count)
      for kind in map.pack.textKinds where kind.hasPrefix("NAME_") {
        for region in map.regions where map[region].text(kind) == nil { print("\\(region.name) has no \\(kind)") }
      }
      """
    let printed = try SwiftCompiler.run(
      program, with: [(name: map, text: source)],
      arguments: [Self.outputs.appendingPathComponent("\(map).mappack").path])
    let without = map == "World" ? 2 : 3
    #expect(
      printed == """
        ["Japan", "Österreich", "Polen"]
        ["ドイツ", "日本"]
        ["Germany", "Japan"]
        ["日本", "德國"]
        ["Germany", "Japan"]
        true \(without)

        """)
  }

  @Test(arguments: maps)
  func `the enum compiles, opens its pack and finds the right regions at known locations`(map: Map) throws {
    let source = try String(contentsOf: Self.outputs.appendingPathComponent("\(map.name).swift"), encoding: .utf8)
    let tests = map.locations.map { location in
      """
      check(\(map.name).\(location.region), \(location.longitude), \(location.latitude))
      """
    }
    let program = """
      import Foundation
      import MapPack

      let map = try RegionMap(\(map.name).self, contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))

      @MainActor func check(_ expected: \(map.name), _ longitude: Double, _ latitude: Double) {
        let found = map.region(at: MapPoint(longitude: longitude, latitude: latitude))
        if found != expected { print("at \\(longitude), \\(latitude): \\(found?.name ?? "nothing"), not \\(expected.name)") }
      }

      \(tests.joined(separator: "\n"))
      for region in \(map.name).allCases where map[region].code != region.code {
        print("\\(region.code) \\(region.name) differs in the pack")
      }
      print(\(map.name).allCases.count, map.pack.regionCount)
      """
    let printed = try SwiftCompiler.run(
      program, with: [(name: map.name, text: source)],
      arguments: [Self.outputs.appendingPathComponent("\(map.name).mappack").path])
    #expect(printed == "\(map.regions) \(map.regions)\n")
  }
}
