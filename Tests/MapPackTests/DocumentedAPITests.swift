import TestSupport
import Testing

/// What apps link, with the symbols that DocC documents; and the pages of the tools.
@Suite struct `The documentation` {
  static let libraries = ["MapPack", "MapPackUI"]

  private static func modules(_ library: String) -> [SwiftCompiler.Module] {
    #if canImport(SwiftUI)
      []
    #else
      library == "MapPackUI" ? AppleStandIns.modules : []
    #endif
  }

  @Test(arguments: libraries)
  func `the documentation builds without a warning, and every public declaration has a summary and says what it throws`(
    library: String
  ) throws {
    let symbols = try DocumentationBuild.run(target: library, modules: Self.modules(library))
    #expect(symbols.count > (library == "MapPack" ? 150 : 20))
    let mute = symbols.filter { $0.comment.allSatisfy(\.isEmpty) && !Self.isSelfEvident($0) }
    #expect(mute.isEmpty, "these have no comment:\n\(mute.map(\.name).joined(separator: "\n"))")
    let silent = symbols.filter { symbol in
      symbol.throwsErrors && !Self.isSelfEvident(symbol) && !symbol.comment.contains { $0.contains("- Throws:") }
    }
    #expect(silent.isEmpty, "these do not say what they throw:\n\(silent.map(\.name).joined(separator: "\n"))")
  }

  @Test func `the documentation of the tools builds without a warning`() throws {
    try DocumentationBuild.run(pagesOf: "MapPackTool")
  }

  /// Whether a declaration is known to everybody: what a protocol of the standard library or of SwiftUI asks for.
  private static func isSelfEvident(_ symbol: DocumentationBuild.Symbol) -> Bool {
    let last = symbol.name.split(separator: ".").last.map(String.init) ?? ""
    return [
      "==(_:_:)", "hash(into:)", "body", "encode(to:)", "init(from:)", "description", "errorDescription", "allCases",
      "init(rawValue:)",
    ].contains(last)
  }
}
