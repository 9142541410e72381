import Foundation
import TestSupport

extension ApplePlatform {
  /// A compiler for the platform that knows MapPack, MapPackUI and what they import. All tests of a process share it: the
  /// first call checks these modules, without a warning, and others wait for that.
  ///
  /// - Throws: as `Compiler`'s initializer; `SwiftCompiler.Failure` if a module does not compile.
  func appCompiler() throws -> Compiler { try Self.shared[self].map { try $0.compiler(for: self) } ?? compiler() }

  private static let shared = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Shared()) })

  private final class Shared: @unchecked Sendable {
    // Unchecked: `result` is touched only while the lock is held.
    private let lock = NSLock()
    private var result: Result<Compiler, any Error>?

    func compiler(for platform: ApplePlatform) throws -> Compiler {
      try lock.withLock {
        let made =
          result
          ?? Result {
            let compiler = try platform.compiler()
            for module in AppleStandIns.modules { try compiler.add(module) }
            for target in ["MapPack", "MapPackUI"] {
              try compiler.add(SwiftCompiler.Module(target: target), isStrict: true)
            }
            return compiler
          }
        result = made
        return try made.get()
      }
    }
  }
}
