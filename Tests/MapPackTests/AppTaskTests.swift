import Foundation
import TestSupport
import Testing

/// What an app does with a map, in how many lines of its own.
@Suite struct AppTaskTests {
  struct Task: CustomTestStringConvertible, Sendable {
    var name: String
    var lines: Int
    var code: String
    var testDescription: String { name }
  }

  static let tasks = [
    Task(name: "open", lines: 1, code: "let map = try RegionMap(NewEngland.self)"),
    Task(
      name: "draw all, with a selection", lines: 3,
      code: """
        RegionMapView(map, selection: selection, position: position) {
          $0 == selection.wrappedValue ? .color(.orange).stroke(.brown) : .color(.green)
        }
        """),
    Task(name: "MKMultiPolygon", lines: 1, code: "MKMultiPolygon(map[.vermont])"),
    Task(name: "tap from a coordinate", lines: 1, code: "map.region(at: coordinate)"),
    Task(name: "each border once", lines: 1, code: "Path(map.innerBorders(), in: frame)"),
    Task(
      name: "label every region", lines: 1, code: "RegionMapView(map) { _ in .color(.green) }.labels { Text($0.name) }"),
    Task(
      name: "zoom to a group", lines: 1,
      code: #"position.wrappedValue = map.group(named: "New England").map { .group($0) } ?? .automatic"#),
    Task(name: "photo mask", lines: 1, code: "photo.resizable().scaledToFill().clipShape(RegionArea(map[.vermont]))"),
    Task(name: "chart points", lines: 1, code: "map[.vermont].chartPoints()"),
    Task(name: "migrate a stored code", lines: 1, code: #"NewEngland.regions(migrating: "50")"#),
  ]

  private static let given = """
    import Charts
    import CoreLocation
    import MapKit
    import MapPack
    import MapPackUI
    import SwiftUI

    """

  private static func check(_ sources: [SwiftCompiler.Module.Source]) throws {
    let enums = try ["NewEngland", "World"].map { name in
      let file = SwiftCompiler.root.appendingPathComponent("Output/\(name).swift")
      return (name: name, text: try String(contentsOf: file, encoding: .utf8))
    }
    #if canImport(SwiftUI)
      let standIns: [SwiftCompiler.Module] = []
    #else
      let standIns = AppleStandIns.modules
    #endif
    try SwiftCompiler.check(
      SwiftCompiler.Module(name: "App", sources: enums + sources),
      modules: standIns + [SwiftCompiler.Module(target: "MapPackUI")])
  }

  @Test func `each task takes no more lines than it is worth, in an app that imports all of Apple's frameworks`() throws
  {
    let parameters =
      "map: RegionMap<NewEngland>, selection: Binding<NewEngland?>, position: Binding<MapPosition>, photo: Image, "
      + "coordinate: CLLocationCoordinate2D, frame: MapFrame"
    for task in Self.tasks { #expect(task.code.split(separator: "\n").count <= task.lines, "\(task.name)") }
    let functions = Self.tasks.enumerated().map { number, task in
      let isStatement = task.code.hasPrefix("let ") || task.code.hasPrefix("position.")
      return """
        @MainActor func task\(number)(\(parameters)) throws {
          \(isStatement ? "" : "_ = ")\(task.code)
        }
        """
    }
    try Self.check([("Tasks", Self.given + functions.joined(separator: "\n"))])
  }

  /// Each is a mistake that takes one map for another.
  @Test(arguments: [
    "_ = map[World.fiji]", "_ = map.contains(World.fiji)", "_ = map.neighbors(of: World.fiji)",
    "_ = map.bounds(of: [World.fiji])", "_ = map.outline(of: [World.fiji])", "_ = map.group(of: World.fiji)",
    "_ = map.name(of: World.fiji)",
    "let found: World? = map.region(at: MapPoint(x: 0, y: 0)); _ = found",
    "let found: World? = map.region(nearest: MapPoint(x: 0, y: 0), withinMeters: 1); _ = found",
    "let all: [World] = map.regions; _ = all", "let other: RegionMap<World> = map; _ = other",
    "_ = map == world", "_ = map.pack[World.fiji]",
    "_ = RegionMapView(map) { (region: World) in .color(.green) }",
    "_ = RegionMapView(map) { _ in .clear }.onTapRegion { if $0 == World.fiji {} }",
  ])
  func `a program that mixes two maps up does not compile`(mistake: String) throws {
    func program(_ statement: String) -> [SwiftCompiler.Module.Source] {
      let function =
        "@MainActor func mixed(map: RegionMap<NewEngland>, world: RegionMap<World>) throws { \(statement) }\n"
      return [("Mixed", Self.given + function)]
    }
    let failure = try #require(throws: SwiftCompiler.Failure.self) { try Self.check(program(mistake)) }
    #expect(failure.output.contains("Mixed.swift:7:"), "\(failure.output)")
    // It is the mistake that does not compile: with the right map the same does.
    let right = mistake.replacing("World.fiji", with: "NewEngland.vermont").replacing("World", with: "NewEngland")
      .replacing("map == world", with: "map == map").replacing(
        "map.pack[NewEngland.vermont]", with: "map.pack[rawValue: 6]")
    try Self.check(program(right))
  }

  @Test func `a pack under another map's enum is refused when it is opened`() throws {
    let pack = SwiftCompiler.root.appendingPathComponent("Output/NewEngland.mappack").path
    let program = """
      import Foundation
      import MapPack
      let url = URL(fileURLWithPath: CommandLine.arguments[1])
      func refusal(_ body: () throws(PackError) -> Void) -> Bool {
        do { try body() } catch { return error.code == .wrongMap }
        return false
      }
      let pack = try Pack(contentsOf: url)
      print(refusal { () throws(PackError) in _ = try RegionMap(World.self, contentsOf: url) })
      print(refusal { () throws(PackError) in _ = try RegionMap(World.self, pack: pack) })
      print(try RegionMap(NewEngland.self, pack: pack).regions.count)
      """
    let enums = try ["NewEngland", "World"].map { name in
      let file = SwiftCompiler.root.appendingPathComponent("Output/\(name).swift")
      return (name: name, text: try String(contentsOf: file, encoding: .utf8))
    }
    #expect(try SwiftCompiler.run(program, with: enums, arguments: [pack]) == "true\ntrue\n6\n")
  }
}
