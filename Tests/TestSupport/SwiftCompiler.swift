import Foundation

/// Compiles and runs small programs with the toolchain of this machine, to see that generated Swift compiles.
public enum SwiftCompiler {
  /// The error of a command that failed, with its whole output.
  public struct Failure: Error, CustomStringConvertible {
    public let command: String
    public let output: String

    public var description: String { "\(command)\n\(output)" }
  }

  /// Compiles the program `main` with `sources`, which may import MapPack, and runs it. Warnings are errors.
  ///
  /// MapPack is that of the tests. Its module is compiled anew by the first call in a process; other calls wait for that.
  ///
  /// - Parameters:
  ///   - sources: further files by name, without `.swift`.
  ///   - c: files in C by name, without `.c`, to link with the program; the toolchain's Clang compiles them.
  ///   - arguments: the program's arguments.
  /// - Returns: what the program printed.
  /// - Throws: `Failure` if the compiler or the program fails.
  public static func run(
    _ main: String, with sources: [(name: String, text: String)], c: [(name: String, text: String)] = [],
    arguments: [String] = []
  ) throws -> String {
    _ = try mapPack.get()
    let folder = scratch.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    var files: [String] = []
    for (name, text) in sources + [("main", main)] {
      let file = folder.appendingPathComponent("\(name).swift")
      try Data(text.utf8).write(to: file)
      files.append(file.path)
    }
    for (name, text) in c {
      let file = folder.appendingPathComponent("\(name).c")
      try Data(text.utf8).write(to: file)
      try execute(["clang", "-O1", "-Wall", "-Werror", "-c", file.path, "-o", file.path + ".o"])
      files.append(file.path + ".o")
    }
    let program = folder.appendingPathComponent("program").path
    try execute(
      ["swiftc", "-swift-version", "6", "-package-name", "MapPack", "-warnings-as-errors", "-I", scratch.path] + [
        "-o", program,
      ] + target + mapPackObjects() + files)
    return try execute([program] + arguments)
  }

  /// A module made from sources: one of this package, or a stand-in for a system's.
  public struct Module: Sendable {
    public var name: String
    /// Its files by name, without `.swift`.
    public var sources: [Source]
    /// The flags that say the version of the language.
    var languageFlags = Setting.swift6.flags
    public typealias Source = (name: String, text: String)

    public init(name: String, sources: [Source]) {
      self.name = name
      self.sources = sources
    }

    /// A target of this package.
    public init(target name: String) throws {
      self.name = name
      sources = try SwiftCompiler.files(ofTarget: name).map { file in
        (file.deletingPathExtension().lastPathComponent, try String(contentsOf: file, encoding: .utf8))
      }
      // As Package.swift says.
      if name == "MapPackUI" { languageFlags = Setting.swift5.flags + ["-strict-concurrency=complete"] }
    }
  }

  /// The language settings with which an app may compile generated code.
  public enum Setting: CaseIterable, Sendable {
    case swift6, swift5
    /// Imports are internal unless they say otherwise.
    case internalImports
    /// Declarations are isolated to the main actor unless they say otherwise.
    case mainActor
    /// Upcoming features of later language versions are on.
    case upcoming

    var flags: [String] {
      switch self {
      case .swift6: ["-swift-version", "6"]
      case .swift5: ["-swift-version", "5"]
      case .internalImports: Self.swift6.flags + Self.upcoming(["InternalImportsByDefault"])
      case .mainActor: Self.swift6.flags + ["-default-isolation", "MainActor"]
      case .upcoming:
        Self.internalImports.flags
          + Self.upcoming([
            "MemberImportVisibility", "ExistentialAny", "InferIsolatedConformances", "NonisolatedNonsendingByDefault",
          ])
      }
    }

    static func upcoming(_ features: [String]) -> [String] {
      features.flatMap { ["-enable-upcoming-feature", $0] }
    }
  }

  /// Checks that a module of this package, which may import MapPack, compiles.
  ///
  /// - Parameters:
  ///   - modules: further modules that it may import, each knowing those before it.
  ///   - isStrict: whether warnings are errors; else they are suppressed.
  ///   - setting: the language setting; the module's own if nil.
  ///   - features: upcoming features of the language to turn on besides.
  /// - Throws: `Failure` with the compiler's output.
  public static func check(
    _ module: Module, modules: [Module] = [], isStrict: Bool = false, setting: Setting? = nil,
    upcoming features: [String] = []
  ) throws {
    let folder = scratch.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let swiftc = try compiler(knowing: modules)
    try execute(
      swiftc + (setting?.flags ?? module.languageFlags) + Setting.upcoming(features) + manifestFlags.get() + [
        "-module-name", module.name, "-typecheck",
      ]
        + [isStrict ? "-warnings-as-errors" : "-suppress-warnings"] + files(of: module, in: folder))
  }

  /// Writes the public declarations of a target as a symbol graph.
  ///
  /// - Parameters:
  ///   - target: a target that imports only MapPack and `modules`, or MapPack itself.
  ///   - modules: further modules, each knowing those before it.
  ///   - output: the folder for the graph.
  /// - Returns: the file with the target's own declarations.
  /// - Throws: `Failure` with the compiler's output.
  static func symbolGraph(ofTarget target: String, modules: [Module], in output: URL) throws -> URL {
    let folder = scratch.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let swiftc = try compiler(knowing: modules)
    try execute(
      swiftc + Setting.swift6.flags + [
        "-module-name", target, "-emit-module", "-emit-module-path",
        folder.appendingPathComponent("\(target).swiftmodule").path, "-emit-symbol-graph", "-emit-symbol-graph-dir",
        output.path, "-symbol-graph-minimum-access-level", "public", "-symbol-graph-skip-synthesized-members",
      ] + SwiftCompiler.files(ofTarget: target).map(\.path))
    return output.appendingPathComponent("\(target).symbols.json")
  }

  /// The compiler's command with the options to find MapPack and some other modules. Each list of modules is compiled once
  /// in a process.
  private static func compiler(knowing modules: [Module]) throws -> [String] {
    _ = try mapPack.get()
    let swiftc = ["swiftc", "-package-name", "MapPack", "-I", scratch.path, "-parse-as-library", "-wmo"] + target
    let key = modules.flatMap { module in [module.name] + module.sources.flatMap { [$0.name, $0.text] } }
    let folder = try known.value(for: key) {
      let folder = scratch.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for module in modules {
        let output = folder.appendingPathComponent("\(module.name).swiftmodule").path
        try execute(
          swiftc + module.languageFlags + [
            "-I", folder.path, "-module-name", module.name, "-emit-module", "-emit-module-path", output,
          ] + files(of: module, in: folder))
      }
      return folder
    }
    return swiftc + ["-I", folder.path]
  }

  /// The folders of modules that were compiled to be imported, by their names and sources.
  private static let known = MadeOnce<[String], URL>()

  /// Writes a module's sources, and returns their paths.
  static func files(of module: Module, in folder: URL) throws -> [String] {
    let sources = folder.appendingPathComponent(module.name)
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    return try module.sources.map { name, text in
      let file = sources.appendingPathComponent("\(name).swift")
      try Data(text.utf8).write(to: file)
      return file.path
    }
  }

  /// The options for compiling a Package.swift: the folder of the module PackageDescription, and its version.
  private static let manifestFlags = Result {
    struct Target: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let target = try JSONDecoder().decode(Target.self, from: Data(execute(["swiftc", "-print-target-info"]).utf8))
    return ["-I", target.paths.runtimeResourcePath + "/pm/ManifestAPI", "-package-description-version", "6.2"]
  }

  /// The folder with the package's manifest.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files of a target of this package, in its folder and those within, by path; without the listings of its
  /// documentation.
  public static func files(ofTarget name: String) -> [URL] {
    let folder = root.appendingPathComponent("Sources/\(name)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    return (files ?? []).filter { $0.pathExtension == "swift" && !$0.path.contains(".docc/") }
      .sorted { $0.path < $1.path }
  }

  /// The folder for temporary files. It is removed when the process ends.
  private static let scratch: URL = {
    atexit { try? FileManager.default.removeItem(at: SwiftCompiler.scratch) }
    return FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
  }()

  /// The platform for which the tests are compiled, on a Mac: the compiler's default is the Mac's own release, and there it
  /// looks in other folders for the libraries that MapPack's objects name.
  private static let target: [String] = {
    #if !canImport(Darwin)
      []
    #elseif arch(arm64)
      ["-target", "arm64-apple-macosx13.0"]
    #else
      ["-target", "x86_64-apple-macosx13.0"]
    #endif
  }()

  /// MapPack's module, without code.
  private static let mapPack = Result {
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    try execute(
      [
        "swiftc", "-swift-version", "6", "-package-name", "MapPack", "-module-name", "MapPack", "-parse-as-library",
        "-wmo", "-emit-module", "-emit-module-path", scratch.appendingPathComponent("MapPack.swiftmodule").path,
      ] + target + files(ofTarget: "MapPack").map(\.path))
  }

  /// The folder of what was built beside the tests.
  public static let buildFolder: URL = {
    #if canImport(Darwin)
      // The tests are a bundle that the toolchain's own program has opened. A class knows the bundle that it lies in.
      final class Witness {}
      let bundle = Bundle(for: Witness.self)
    #else
      let bundle = Bundle.main
    #endif
    return bundle.bundlePath.hasSuffix(".xctest") ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
  }()

  /// MapPack's code, as it is in the tests.
  private static func mapPackObjects() -> [String] {
    files(ofTarget: "MapPack").map {
      buildFolder.appendingPathComponent("MapPack.build/\($0.lastPathComponent).o").path
    }
  }

  /// Runs a command and returns its whole output.
  ///
  /// - Throws: `Failure` if it fails.
  @discardableResult
  public static func execute(_ command: [String]) throws -> String {
    let (status, output) = try Shell.execute(["/usr/bin/env"] + command)
    guard status == 0 else { throw Failure(command: command.joined(separator: " "), output: output) }
    return output
  }
}
