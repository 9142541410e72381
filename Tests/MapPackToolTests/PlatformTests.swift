import Foundation
import TestSupport
import Testing

/// Xcode makes folders and files of the names of targets and products, and most Macs' disks take names that differ in case
/// alone for one.
@Test func `no two names of the manifest differ in case alone`() throws {
  let manifest = try String(contentsOf: SwiftCompiler.root.appendingPathComponent("Package.swift"), encoding: .utf8)
  let names = Set(manifest.matches(of: #/"([A-Za-z][A-Za-z0-9-]*)"/#).map { String($0.1) })
  #expect(names.isSuperset(of: ["MapPack", "MapPackCommand", "mappack-command", "mappack-ingest"]))
  #expect(Set(names.map { $0.lowercased() }).count == names.count)
}

#if !canImport(Darwin)
  /// Whether the tool compiles on a Mac, judged by the compiler on a system without Apple's SDK. On a Mac the package's
  /// own build does.
  @Suite("The tool on macOS")
  struct PlatformTests {
    /// Each room knows those before it.
    private static let rooms = [
      "MapPack", "MapPackFeatures", "MapPackGeometry", "MapPackCoverage", "MapPackMerge", "MapPackIngest",
      "MapPackNames", "MapPackSimplify", "MapPackEmit", "MapPackFiles", "MapPackProject", "MapPackPage", "MapPackRun",
      "MapPackPreview", "MapPackTool",
    ]
    private static let programs = [
      "MapPackEnumTool", "MapPackCommand", "MapPackIngestCommand", "MapPackMergeCommand", "MapPackSimplifyCommand",
      "MapPackValidateCommand", "MapPackEmitCommand",
    ]
    /// The modules of packages that the tool imports.
    private static let packages = ["ArgumentParserToolInfo", "ArgumentParser", "Yams"]

    private static let compilers = MadeOnce<[String], ApplePlatform.Compiler>()

    /// A compiler that knows all declarations of the rooms.
    private static func compiler() throws -> ApplePlatform.Compiler {
      try compilers.value(for: rooms) {
        let compiler = try ApplePlatform.macOS.compiler()
        for package in packages { try compiler.add(built: package) }
        for room in rooms { try compiler.add(unchecked: SwiftCompiler.Module(target: room)) }
        return compiler
      }
    }

    @Test(arguments: rooms + programs)
    func `every target compiles at the oldest version, without a warning`(name: String) throws {
      try Self.compiler().check(SwiftCompiler.Module(target: name), isStrict: true)
    }

    @Test func `every target of the package is checked`() throws {
      let folders = try FileManager.default.contentsOfDirectory(
        atPath: SwiftCompiler.root.appendingPathComponent("Sources").path)
      let targets = folders.filter { !$0.hasPrefix("CMapPack") && $0 != "MapPackUI" && !$0.hasPrefix(".") }
      #expect(targets.sorted() == (Self.rooms + Self.programs).sorted())
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var source: String
      var words: String
    }

    static let mistakes = [
      Mistake(
        testDescription: "an optional function with typed throws",
        source: "func isThere(_ body: (() throws(CancellationError) -> Void)?) -> Bool { body != nil }",
        words: "runtime support for typed throws function types is only available in macOS 15"),
      Mistake(
        testDescription: "an array of functions with typed throws",
        source: "struct Bodies { var all: [(name: String, body: () throws(CancellationError) -> Void)] = [] }",
        words: "runtime support for typed throws function types is only available in macOS 15"),
      Mistake(
        testDescription: "the span of an array",
        source: "func count(_ bytes: [UInt8]) -> Int { bytes.span.count }",
        words: "'span' is only available in macOS 26"),
      Mistake(
        testDescription: "a name of another module of Darwin's",
        source: "func size() -> UInt32 { var size: UInt32 = 0; _ = _NSGetExecutablePath(nil, &size); return size }",
        words: "cannot find '_NSGetExecutablePath'"),
      Mistake(
        testDescription: "a name that Linux alone has", source: "func trim() { malloc_trim(0) }",
        words: "cannot find 'malloc_trim'"),
      Mistake(
        testDescription: "a type that is another one on Linux",
        source: "func isFolder(_ mode: mode_t) -> Bool { mode & UInt32(0o170000) == 0o040000 }",
        words: "'mode_t' (aka 'UInt16') and 'UInt32'"),
    ]

    @Test(arguments: mistakes)
    func `what a build on Linux does not see is refused`(mistake: Mistake) throws {
      let module = SwiftCompiler.Module(
        name: "Mistake", sources: [("Mistake", "import CMapPackMalloc\nimport Darwin\n\(mistake.source)\n")])
      let compiler = try Self.compiler()
      let failure = #expect(throws: SwiftCompiler.Failure.self) { try compiler.check(module) }
      #expect(failure?.output.contains(mistake.words) == true, "\(failure?.output ?? "")")
    }
  }
#endif
