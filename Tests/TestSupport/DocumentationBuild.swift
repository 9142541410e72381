import Foundation

/// Builds a target's DocC catalog with the toolchain's own `docc`, and reads the symbols that it documents.
public enum DocumentationBuild {
  /// A public declaration, as the compiler's symbol graph has it.
  public struct Symbol: Sendable {
    /// The names that lead to it, as in `RegionMap.bounds`.
    public var name: String
    public var kind: String
    /// Its declaration, as it stands in the source.
    public var declaration: String
    /// The lines of its comment; none if it has no comment.
    public var comment: [String]

    public var throwsErrors: Bool { declaration.contains(" throws") }
  }

  /// Converts the catalog `Sources/NAME/NAME.docc`, beside the module's public declarations.
  ///
  /// - Parameters:
  ///   - target: a target whose module is compiled for this.
  ///   - modules: further modules that it imports, besides MapPack.
  /// - Returns: its own public declarations, by name.
  /// - Throws: `SwiftCompiler.Failure` with what DocC says. A warning is an error.
  public static func run(target: String, modules: [SwiftCompiler.Module] = []) throws -> [Symbol] {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let graph = try SwiftCompiler.symbolGraph(ofTarget: target, modules: modules, in: folder)
    try convert(target, symbolsIn: folder)
    return try symbols(in: graph)
  }

  /// Converts a catalog of pages alone, of a module that nobody imports.
  /// - Throws: `SwiftCompiler.Failure` with what DocC says. A warning is an error.
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
    // What the compiler adds by itself, and what comes with a protocol, is documented there.
    return graph.symbols.filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }.map { item in
      Symbol(
        name: item.pathComponents.joined(separator: "."), kind: item.kind.identifier,
        declaration: item.declarationFragments?.map(\.spelling).joined() ?? "",
        comment: item.docComment?.lines.map(\.text) ?? [])
    }.sorted { $0.name < $1.name }
  }
}
