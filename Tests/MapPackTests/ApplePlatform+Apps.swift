import TestSupport

extension ApplePlatform {
  private static let compilers = MadeOnce<ApplePlatform, Compiler>()

  /// A compiler for the platform that knows MapPack, MapPackUI and what they import. All tests of a process share it. These
  /// modules have compiled without a warning.
  ///
  /// - Throws: as `compiler()`; `SwiftCompiler.Failure` if a module does not compile.
  func appCompiler() throws -> Compiler {
    try Self.compilers.value(for: self) {
      let compiler = try compiler()
      for module in AppleStandIns.modules { try compiler.add(module) }
      for target in ["MapPack", "MapPackUI"] { try compiler.add(SwiftCompiler.Module(target: target), isStrict: true) }
      return compiler
    }
  }
}
