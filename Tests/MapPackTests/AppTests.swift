import Foundation
import TestSupport
import Testing

#if !canImport(SwiftUI)
  /// Whole apps, as short as they can be. On a Mac the workflow builds one.
  @Suite struct AppTests {
    struct App: CustomTestStringConvertible, Sendable {
      var name: String
      /// Without imports.
      var code: String
      var testDescription: String { name }
    }

    static let apps = [
      App(
        name: "a travel map whose photos are loaded when they are seen",
        code: """
          struct TravelMap: View {
            let map: RegionMap<NewEngland>
            /// The file of each photo, and when it was changed.
            let photos: [NewEngland: URL]
            @State private var selection: NewEngland?
            @State private var position = MapPosition.automatic

            var body: some View {
              VStack {
                ProgressView("Visited", value: Double(photos.count), total: Double(map.regions.count))
                RegionMapView(map, selection: $selection, position: $position) { region in
                  guard let url = photos[region] else { return .color(region == selection ? .orange : .gray) }
                  return .photo(id: url, placement: PhotoPlacement(focus: .top), placeholder: .gray) { size in
                    guard let source = CGImageSourceCreateWithURL(url as CFURL, nil) else { return nil }
                    let pixels = [kCGImageSourceThumbnailMaxPixelSize: max(size.width, size.height)]
                    return CGImageSourceCreateThumbnailAtIndex(source, 0, pixels as CFDictionary)
                  }
                }
                .onTapRegion { region in withAnimation { position = region.map { .region($0) } ?? .automatic } }
                .labels { photos[$0] == nil ? Text($0.name) : nil }
              }
            }
          }
          """),
      App(
        name: "a world with search",
        code: """
          struct CountryPicker: View {
            let map: RegionMap<World>
            /// Made once, with the map.
            let search: RegionSearch<World>
            @Binding var text: String
            @Binding var home: World?
            @State private var frame: MapFrame?

            var body: some View {
              VStack {
                RegionMapView(map, selection: $home) { .color($0 == home ? .blue : .gray) }
                  .labels { Text(map.name(of: $0)) }
                  .onFrameChange { frame = $0 }
                  .accessibilityTitle(Text("Countries"))
                  .insets([.region(World.fiji)])
                ForEach(search.matching(text)) { country in
                  Button(map.name(of: country)) { home = country }
                }
              }
            }
          }
          """),
      App(
        name: "a floor with doors and amenities",
        code: """
          struct Floor: View {
            let rooms: Pack
            let doors: Pack
            let amenities: Pack
            @State private var room: RegionShape?

            var body: some View {
              RegionMapView {
                RegionLayer(rooms, selection: $room) {
                  .color($0 == room ? .orange : $0.group == "walkway" ? .white : .gray)
                }
                .labels { Text($0.name(in: .current) ?? $0.name) }
                RegionLayer(doors) { _ in .stroke(.brown, width: 3) }
                RegionLayer(amenities) { _ in .stroke(.green, width: 8) }.onTapRegion { print($0?.name ?? "") }
              }
            }
          }
          """),
      App(
        name: "a ride colored by speed",
        code: """
          struct Ride: View {
            let map: RegionMap<NewEngland>
            let track: LineBuffer
            let speeds: [Double]
            let done: Double

            var body: some View {
              RegionMapView {
                RegionLayer(map) { _ in .color(.gray) }
                RouteLayer(track, width: 4, values: speeds) { $0 < 0.5 ? .green : .orange }
                  .casing(.white)
                  .progress(done, rest: .gray)
                RouteLayer(track, color: .blue).dashed([4, 2])
              }
            }
          }
          """),
      App(
        name: "a chart and a widget",
        code: """
          struct Outline: View {
            let shape: RegionShape

            var body: some View {
              Chart(shape.chartPoints()) { point in
                LineMark(
                  x: .value("Longitude", point.longitude), y: .value("Latitude", point.latitude),
                  series: .value("Ring", point.ring))
              }
            }
          }

          struct Widget: View {
            let map: RegionMap<NewEngland>
            let visited: Set<NewEngland>

            var body: some View {
              RegionMapView(map) { .color(visited.contains($0) ? .green : .gray) }.gestures(false)
            }
          }
          """),
      App(
        name: "a question in Shortcuts",
        code: """
          @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
          struct VisitedState: AppEntity {
            static var typeDisplayRepresentation: TypeDisplayRepresentation { "State" }
            static var defaultQuery: Query { Query() }
            let id: String
            var displayRepresentation: DisplayRepresentation { "\\(NewEngland(code: id)?.name ?? id)" }

            struct Query: EntityStringQuery {
              func entities(for codes: [String]) async throws -> [VisitedState] { codes.map { VisitedState(id: $0) } }
              func entities(matching text: String) async throws -> [VisitedState] {
                try RegionMap(NewEngland.self).matching(text).map { VisitedState(id: $0.code) }
              }
              func suggestedEntities() async throws -> [VisitedState] {
                NewEngland.allCases.map { VisitedState(id: $0.code) }
              }
            }
          }
          """),
    ]

    private static let enums = Result {
      try ["NewEngland", "World"].map { name in
        let file = SwiftCompiler.root.appendingPathComponent("Output/\(name).swift")
        return (name: name, text: try String(contentsOf: file, encoding: .utf8))
      }
    }

    /// Checks sources of an app for a new system, beside the enums that it uses.
    private func check(_ sources: [SwiftCompiler.Module.Source]) throws {
      try SwiftCompiler.check(
        SwiftCompiler.Module(name: "App", sources: Self.enums.get() + sources),
        modules: AppleStandIns.modules + [SwiftCompiler.Module(target: "MapPackUI")], isStrict: true)
    }

    /// Checks sources of an app for the oldest version of a platform.
    private func check(_ sources: [SwiftCompiler.Module.Source], for platform: ApplePlatform) throws {
      let apps = SwiftCompiler.Module(name: "Apps", sources: try Self.enums.get() + sources)
      try platform.appCompiler().check(apps, isStrict: true)
    }

    @Test(arguments: ApplePlatform.allCases)
    func `six apps of at most 25 lines compile for each platform`(platform: ApplePlatform) throws {
      let imports = Self.imports
      let sources = Self.apps.enumerated().map { number, app in
        #expect(app.code.split(separator: "\n").count <= 25, "\(app.name)")
        return (name: "App\(number)", text: imports + app.code + "\n")
      }
      try check(sources, for: platform)
    }

    @Test(arguments: [SwiftCompiler.Setting.swift5, .swift6, .mainActor])
    func `the apps compile in each setting of a new project`(setting: SwiftCompiler.Setting) throws {
      let apps = Self.apps.enumerated().map { (name: "App\($0)", text: Self.imports + $1.code + "\n") }
      try SwiftCompiler.check(
        SwiftCompiler.Module(name: "App", sources: Self.enums.get() + apps),
        modules: AppleStandIns.modules + [SwiftCompiler.Module(target: "MapPackUI")], isStrict: true, setting: setting)
    }

    private static let imports = ["AppIntents", "Charts", "CoreLocation", "ImageIO", "MapPack", "MapPackUI", "SwiftUI"]
      .map { "import \($0)\n" }.joined()

    private static func swift(in folder: String) throws -> [SwiftCompiler.Module.Source] {
      let folder = SwiftCompiler.root.appendingPathComponent(folder)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
        .map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
    }

    @Test func `the sample app compiles, takes at most 150 lines, and all its files are there`() throws {
      let app = try Self.swift(in: "Tests/TravelMap.swiftpm/Sources").filter { $0.name != "NewEngland.swift" }
      #expect(app.reduce(0) { $0 + $1.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 } <= 150)
      // Of its resources, SwiftPM makes this.
      let bundle = "import Foundation\nextension Foundation.Bundle { static var module: Bundle { .main } }\n"
      try check(app + [(name: "Bundle", text: bundle)])
      let folder = SwiftCompiler.root.appendingPathComponent("Tests/TravelMap.swiftpm")
      let manifest = try String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
      for file in ["NewEngland.swift", "NewEngland.mappack", "NewEnglandCounties.mappack"] {
        #expect(
          try Data(contentsOf: folder.appendingPathComponent("Sources/\(file)"))
            == Data(contentsOf: SwiftCompiler.root.appendingPathComponent("Output/\(file)")))
        #expect(file.hasSuffix(".swift") || manifest.contains(".copy(\"\(file)\")"))
      }
    }

    @Test func `each step of the tutorial compiles, with the app that it belongs to`() throws {
      let steps = try Self.swift(in: "Sources/MapPackUI/MapPackUI.docc/Tutorials/Steps")
      let tutorial = try String(
        contentsOf: SwiftCompiler.root.appendingPathComponent(
          "Sources/MapPackUI/MapPackUI.docc/Tutorials/MapOnTheSimulator.tutorial"), encoding: .utf8)
      #expect(steps.count == 7 && steps.allSatisfy { tutorial.contains("file: \"\($0.name)\"") })
      let app = steps.filter { $0.name < "03" }
      for step in steps where step.name > "03" { try check(app + [step]) }
    }
  }
#endif
