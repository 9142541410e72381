import Foundation
import TestSupport
import Testing

#if !canImport(SwiftUI)
  /// What an app can call on which platform, judged by the compiler. On a Mac the package's own build does.
  @Suite("Availability on Apple's platforms")
  struct AvailabilityTests {
    /// Why nothing can be checked; nil if it can.
    private static let obstacle: String? = {
      do {
        let module = SwiftCompiler.Module(
          name: "Plain", sources: [("Plain", "import Foundation\npublic func today() -> Date { Date() }\n")])
        try ApplePlatform.iOS.compiler().check(module)
        return nil
      } catch {
        return "\(error)"
      }
    }()

    /// Continuous integration leaves nothing out.
    private static var canCheck: Bool {
      obstacle == nil || ProcessInfo.processInfo.environment["MAPPACK_STRICT"] != nil
    }

    @Test(
      .enabled("this toolchain's modules cannot be taken for another platform's") { canCheck },
      arguments: ApplePlatform.allCases)
    func `all of MapPack and MapPackUI is there at the oldest version, and what came later is refused`(
      platform: ApplePlatform
    ) throws {
      let compiler = try platform.appCompiler()

      // A call of what came later does not compile without a question.
      func check(_ body: String) throws {
        try compiler.check(
          SwiftCompiler.Module(
            name: "Late", sources: [("Late", "import MapKit\nimport SwiftUI\nimport Synchronization\n\(body)\n")]))
      }
      func refused(_ body: String, _ words: String) {
        let failure = #expect(throws: SwiftCompiler.Failure.self) { try check(body) }
        #expect(failure?.output.contains(words) == true, "\(failure?.output ?? "")")
      }
      refused("let count = Mutex(1)", "'Mutex' is only available in \(platform.rawValue)")
      let polygons = "func lines(_ lines: [MKPolyline]) -> MKMultiPolyline { MKMultiPolyline(lines) }"
      let tap = "@MainActor func tap(_ view: some View) -> some View { view.onTapGesture { (_: CGPoint) in } }"
      let pinch = "func pinch() -> MagnificationGesture { MagnificationGesture() }"
      let keys =
        "@MainActor func keys(_ view: some View) -> some View { view.onKeyPress(keys: [.upArrow]) { _ in .handled } }"
      switch platform {
      case .macOS, .iOS:
        try check(polygons + "\n" + tap + "\n" + pinch)
        refused(keys, "'onKeyPress(keys:phases:action:)' is only available in \(platform.rawValue)")
        try check("@available(macOS 14, iOS 17, *)\n" + keys)
      case .tvOS:
        try check(polygons)
        refused(tap, "unavailable in tvOS")
        refused(pinch, "unavailable in tvOS")
      case .watchOS:
        try check(tap)
        refused(polygons, "unavailable in watchOS")
        refused(pinch, "unavailable in watchOS")
      case .visionOS: try check(polygons + "\n" + tap + "\n" + pinch + "\n" + keys)
      }
    }

    @Test func `the oldest versions are those of the package`() throws {
      let manifest = try String(contentsOf: SwiftCompiler.root.appendingPathComponent("Package.swift"), encoding: .utf8)
      for platform in ApplePlatform.allCases {
        let major = platform.version.prefix { $0 != "." }
        #expect(manifest.contains(".\(platform.rawValue)(.v\(major))"), "\(platform)")
      }
      let line = try #require(manifest.split(separator: "\n").first { $0.contains("platforms: [") })
      #expect(line.split(separator: "(").count - 1 == ApplePlatform.allCases.count)
    }
  }
#endif
