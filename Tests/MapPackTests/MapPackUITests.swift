import TestSupport
import Testing

#if !canImport(SwiftUI)
  /// Where SwiftUI is, the package's own build compiles MapPackUI.
  @Suite("MapPackUI without SwiftUI")
  struct MapPackUITests {
    @Test("every file is Swift 6 against what it uses of Apple's frameworks, without a warning")
    func isSwift() throws {
      try SwiftCompiler.check(
        SwiftCompiler.Module(target: "MapPackUI"), modules: AppleStandIns.modules, isStrict: true)
    }

    /// SwiftUI calls closures from threads of its own. A check that they run on the main actor would end the app.
    @Test("no closure checks at run time on which thread it runs", arguments: [ApplePlatform.macOS, .iOS])
    func hasNoChecks(platform: ApplePlatform) throws {
      func checks(_ module: SwiftCompiler.Module) throws -> Int {
        try platform.appCompiler().intermediateCode(of: module).matches(of: #/_checkExpectedExecutor/#).count
      }
      let module = try SwiftCompiler.Module(target: "MapPackUI")
      #expect(try checks(module) == 0)
      #expect(try checks(SwiftCompiler.Module(name: module.name, sources: module.sources)) > 0, "nothing is counted")
    }

    @Test("a name that Apple's frameworks do not have is found in every file")
    func isLookedAt() throws {
      let module = try SwiftCompiler.Module(target: "MapPackUI")
      #expect(module.sources.count >= 5)
      for index in module.sources.indices where module.sources[index].text.contains("canImport(SwiftUI)\n") {
        var broken = module
        // Within what is compiled only if SwiftUI is there.
        let end = try #require(broken.sources[index].text.range(of: "#endif"))
        broken.sources[index].text.insert(contentsOf: "let wrong = CGNothing()\n", at: end.lowerBound)
        let failure = #expect(throws: SwiftCompiler.Failure.self) {
          try SwiftCompiler.check(broken, modules: AppleStandIns.modules)
        }
        #expect(failure?.output.contains("CGNothing") == true)
      }
    }
  }
#endif
