import Foundation

/// Builds a target's DocC catalog with the toolchain's own `docc`, and reads the symbols that it documents.
public enum DocumentationBuild {
  /// A public declaration, as the compiler's symbol graph has it.
  public struct Symbol: Sendable {
    /// The names that lead to it, joined by dots, as in `RegionMap.bounds`.
    public var name: String
    /// The identifier of its kind in the symbol graph, as in `swift.struct`.
    public var kind: String
    /// The text of its declaration.
    public var declaration: String
    /// The lines of its comment; empty if it has none.
    public var comment: [String]

    public var throwsErrors: Bool { declaration.contains(" throws") }
  }

  /// Converts the catalog `Sources/NAME/NAME.docc`, together with the module's public declarations.
  ///
  /// - Parameters:
  ///   - target: the name of a target, whose module is compiled for this.
  ///   - modules: further modules that it imports, besides MapPack.
  /// - Returns: its own public declarations, sorted by name.
  /// - Throws: `SwiftCompiler.Failure` with DocC's output. A warning is an error.
  public static func run(target: String, modules: [SwiftCompiler.Module] = []) throws -> [Symbol] {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let graph = try SwiftCompiler.symbolGraph(ofTarget: target, modules: modules, in: folder)
    try convert(target, symbolsIn: folder)
    return try symbols(in: graph)
  }

  /// Converts a catalog that has pages only, of a module that nobody imports.
  ///
  /// - Throws: `SwiftCompiler.Failure` with DocC's output. A warning is an error.
  public static func run(pagesOf target: String) throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let graph = """
      {"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "MapPack"},
       "module": {"name": "\(target)", "platform": {}}, "symbols": [], "relationships": []}
      """
    try Data(graph.utf8).write(to: folder.appendingPathComponent("\(target).symbols.json"))
    try convert(target, symbolsIn: folder)
  }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func convert(_ target: String, symbolsIn folder: URL) throws {
    #if canImport(Darwin)
      let docc = ["xcrun", "docc"]
    #else
      let docc = ["docc"]
    #endif
    try SwiftCompiler.execute(
      docc + [
        "convert", SwiftCompiler.root.appendingPathComponent("Sources/\(target)/\(target).docc").path,
        "--additional-symbol-graph-dir", folder.path, "--output-dir", folder.appendingPathComponent("out").path,
        "--fallback-display-name", target, "--fallback-bundle-identifier", target, "--warnings-as-errors",
      ])
  }

  private struct Graph: Decodable {
    struct Item: Decodable {
      struct Kind: Decodable { var identifier: String }
      struct Comment: Decodable {
        struct Line: Decodable { var text: String }
        var lines: [Line]
      }
      struct Fragment: Decodable { var spelling: String }
      struct Identifier: Decodable { var precise: String }
      var kind: Kind
      var identifier: Identifier
      var pathComponents: [String]
      var docComment: Comment?
      var declarationFragments: [Fragment]?
    }
    var symbols: [Item]
  }

  private static func symbols(in file: URL) throws -> [Symbol] {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
    // Declarations that the compiler adds, or that come with a protocol, are documented elsewhere.
    return graph.symbols.filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }.map { item in
      Symbol(
        name: item.pathComponents.joined(separator: "."), kind: item.kind.identifier,
        declaration: item.declarationFragments?.map(\.spelling).joined() ?? "",
        comment: item.docComment?.lines.map(\.text) ?? [])
    }.sorted { $0.name < $1.name }
  }
}
