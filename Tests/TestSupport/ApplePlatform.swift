import Foundation

/// A platform of Apple's. Sources are checked for it on a system without its SDK: by the compiler, with the platform's
/// availability rules, at the oldest version that the package supports.
///
/// The compiler can check for a platform if it finds the standard library's modules for it. Here it gets the modules of
/// this system, with the platform's name written into them instead of this system's. Their declarations are the same,
/// and so are their `@available` attributes: in the Linux toolchain, too, `Mutex` is available from iOS 18 on. The C
/// library and Apple's frameworks are stand-ins; the folder DarwinStandIns says what they leave out. Code is only
/// checked, not generated.
public enum ApplePlatform: String, CaseIterable, Sendable {
  case macOS, iOS, tvOS, watchOS, visionOS

  /// The oldest version that Package.swift supports; a test compares them.
  public var version: String {
    switch self {
    case .macOS: "13.0"
    case .iOS, .tvOS: "16.0"
    case .watchOS: "9.0"
    case .visionOS: "1.0"
    }
  }

  /// The system's name in a target triple.
  private var system: String {
    switch self {
    case .macOS: "macosx"
    case .iOS: "ios"
    case .tvOS: "tvos"
    case .watchOS: "watchos"
    case .visionOS: "xros"
    }
  }

  /// The name of the folder for the platform's modules in a toolchain.
  private var folder: String {
    switch self {
    case .macOS: "macosx"
    case .iOS: "iphoneos"
    case .tvOS: "appletvos"
    case .watchOS: "watchos"
    case .visionOS: "xros"
    }
  }

  /// A compiler for the platform.
  ///
  /// - Throws: as `Compiler`'s initializer.
  public func compiler() throws -> Compiler { try Compiler(self) }

  /// Checks modules for a platform. Its files are removed when the process ends.
  public final class Compiler: Sendable {
    private let platform: ApplePlatform
    private let folder: URL
    private let flags: [String]
    private var modules: URL { folder.appendingPathComponent("modules") }

    /// - Throws: `SwiftCompiler.Failure` or an error of the file system if the toolchain has another layout than those
    ///   that are known.
    fileprivate init(_ platform: ApplePlatform) throws {
      self.platform = platform
      folder = Toolchain.cache.appendingPathComponent(UUID().uuidString)
      let toolchain = try Toolchain.host.get()
      let resources = folder.appendingPathComponent("resources")
      try toolchain.relabel(to: resources, for: platform)
      let kit = folder.appendingPathComponent("kit")
      try DarwinStandIns.writeHeaders(to: kit.appendingPathComponent("usr/include"))
      // An SDK tells which version of visionOS corresponds to each version of iOS.
      let versions = (13...17).map { "\"\($0).0\":\"1.0\"" } + ["\"18.0\":\"2.0\"", "\"26.0\":\"26.0\""]
      try Data(
        """
        {"CanonicalName":"\(platform.system)\(platform.version)","Version":"\(platform.version)",
         "MaximumDeploymentTarget":"99.0","VersionMap":{"iOS_visionOS":{\(versions.joined(separator: ","))}}}
        """.utf8
      ).write(to: kit.appendingPathComponent("SDKSettings.json"))
      let modules = folder.appendingPathComponent("modules")
      try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
      flags = [
        "-target", "arm64-apple-\(platform.system)\(platform.version)", "-resource-dir", resources.path,
        "-module-cache-path", folder.appendingPathComponent("cache").path, "-plugin-path",
        resources.appendingPathComponent("host/plugins").path, "-disable-objc-interop",
        "-package-name", "MapPack", "-sdk", kit.path, "-I", modules.path, "-I",
        kit.appendingPathComponent("usr/include").path,
      ]
      for module in DarwinStandIns.modules { try add(module) }
    }

    /// Makes a module known that was built for this system beside the tests, such as one of a package. Its C modules
    /// have to be among the stand-ins.
    public func add(built name: String) throws {
      let file = SwiftCompiler.buildFolder.appendingPathComponent("Modules/\(name).swiftmodule")
      let target = modules.appendingPathComponent("\(name).swiftmodule")
      try Toolchain.host.get().relabel(file, to: target, for: platform)
    }

    /// Checks a module, which may import the modules that were added before. Others may import it then.
    ///
    /// - Parameters:
    ///   - isStrict: whether warnings are errors; else they are suppressed.
    /// - Throws: `SwiftCompiler.Failure` with the compiler's output.
    public func add(_ module: SwiftCompiler.Module, isStrict: Bool = false) throws {
      try run(emitting(module), on: module, isStrict: isStrict)
    }

    /// Makes a module known that is checked later: its declarations, as far as they have no errors.
    ///
    /// - Throws: `SwiftCompiler.Failure` with the compiler's output.
    public func add(unchecked module: SwiftCompiler.Module) throws {
      try run(
        emitting(module) + [
          "-experimental-skip-all-function-bodies", "-experimental-allow-module-with-compiler-errors",
        ],
        on: module, isStrict: false)
    }

    private func emitting(_ module: SwiftCompiler.Module) -> [String] {
      ["-emit-module", "-o", modules.appendingPathComponent("\(module.name).swiftmodule").path]
    }

    /// Checks a module, which may import the modules that were added. Any number may be checked at the same time.
    ///
    /// - Parameter isStrict: whether warnings are errors; else they are suppressed.
    /// - Throws: `SwiftCompiler.Failure` with the compiler's output.
    public func check(_ module: SwiftCompiler.Module, isStrict: Bool = false) throws {
      try run(["-typecheck"], on: module, isStrict: isStrict)
    }

    /// What the compiler makes of a module before it optimizes it (SIL).
    /// - Throws: `SwiftCompiler.Failure` with the compiler's output.
    public func intermediateCode(of module: SwiftCompiler.Module) throws -> String {
      try run(["-emit-silgen"], on: module, isStrict: false)
    }

    @discardableResult
    private func run(_ action: [String], on module: SwiftCompiler.Module, isStrict: Bool) throws -> String {
      let place = folder.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: place) }
      let isProgram = module.sources.contains { $0.name == "main" }
      return try SwiftCompiler.execute(
        ["swiftc", "-frontend"] + action + ["-module-name", module.name] + flags + module.languageFlags
          + (isProgram ? [] : ["-parse-as-library"]) + [isStrict ? "-warnings-as-errors" : "-suppress-warnings"]
          + SwiftCompiler.files(of: module, in: place))
    }
  }

  /// The toolchain of this system.
  private struct Toolchain {
    /// The target triple in its modules.
    var triple: String
    /// The folder with its modules and headers.
    var resources: URL
    var platform: String

    /// The folder for temporary files. It is removed when the process ends.
    static let cache: URL = {
      atexit { try? FileManager.default.removeItem(at: Toolchain.cache) }
      return FileManager.default.temporaryDirectory.appendingPathComponent("mappack-apple-\(UUID().uuidString)")
    }()

    static let host = Result {
      struct Info: Decodable {
        struct Target: Decodable { var moduleTriple: String, platform: String? }
        struct Paths: Decodable { var runtimeResourcePath: String }
        var target: Target
        var paths: Paths
      }
      let text = try SwiftCompiler.execute(["swiftc", "-print-target-info"])
      let info = try JSONDecoder().decode(Info.self, from: Data(text.utf8))
      return Toolchain(
        triple: info.target.moduleTriple, resources: URL(fileURLWithPath: info.paths.runtimeResourcePath),
        platform: info.target.platform ?? "linux")
    }

    /// Copies all modules that have no stand-in, relabeled for another platform, and links to the files that belong to
    /// no platform.
    func relabel(to copy: URL, for other: ApplePlatform) throws {
      let files = FileManager.default
      let folder = copy.appendingPathComponent(other.folder)
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in try files.contentsOfDirectory(atPath: resources.path)
      where name != platform && name != "_FoundationCShims" {
        try files.createSymbolicLink(
          at: copy.appendingPathComponent(name), withDestinationURL: resources.appendingPathComponent(name))
      }
      let system = other == .macOS ? "macos" : other.system
      let modules = resources.appendingPathComponent(platform)
      for name in try files.contentsOfDirectory(atPath: modules.path)
      where name.hasSuffix(".swiftmodule")
        && !DarwinStandIns.modules.contains(where: { name == "\($0.name).swiftmodule" })
      {
        let file = modules.appendingPathComponent("\(name)/\(triple).swiftmodule")
        guard files.fileExists(atPath: file.path) else { continue }
        let target = folder.appendingPathComponent(name)
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        try relabel(file, to: target.appendingPathComponent("arm64-apple-\(system).swiftmodule"), for: other)
      }
    }

    /// Copies a module, relabeled for another platform.
    func relabel(_ file: URL, to copy: URL, for other: ApplePlatform) throws {
      // The new label is as long as the old one, so that the offsets of all that follows stay the same.
      let label = "arm64-apple-\(other.system)\(other.version)"
      let padded = label.padding(toLength: triple.utf8.count, withPad: "0", startingAt: 0)
      let bytes = try Array(Data(contentsOf: file))
      try Data(Self.replacing(Array(triple.utf8), with: Array(padded.utf8), in: bytes)).write(to: copy)
    }

    /// The bytes with each occurrence of a label replaced by one of the same length.
    private static func replacing(_ label: [UInt8], with other: [UInt8], in bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      var start = 0
      while let found = bytes[start...].firstIndex(of: label[0]) {
        start = found + 1
        if bytes[found...].starts(with: label) { bytes.replaceSubrange(found..<found + label.count, with: other) }
      }
      return bytes
    }
  }
}
