import Foundation

/// A platform of Apple's. Sources are checked for it on a system without its SDK: by the compiler, with the platform's
/// availability rules, at the oldest version that the package supports.
///
/// The compiler can check for a platform if it finds the standard library's modules for it. Here it gets the modules of
/// this system, with the platform's name written into them instead of this system's. Their declarations are the same,
/// and so are their `@available` attributes: in the Linux toolchain, too, `Mutex` is available from iOS 18 on. C is
/// compiled for this system, because its headers are here. Apple's frameworks are stand-ins. Code is only checked, not
/// generated.
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
    private let folder: URL
    private let flags: [String]

    /// - Throws: `SwiftCompiler.Failure` or an error of the file system if the toolchain has another layout than those
    ///   that are known.
    fileprivate init(_ platform: ApplePlatform) throws {
      folder = Toolchain.cache.appendingPathComponent(UUID().uuidString)
      let toolchain = try Toolchain.host.get()
      let resources = folder.appendingPathComponent("resources")
      try toolchain.relabel(to: resources, for: platform)
      let libc = folder.appendingPathComponent("libc.modulemap")
      let header = folder.appendingPathComponent("libc.h")
      // The part of the C library that Foundation's modules import. The library's own module map is only found when
      // compiling for its own system.
      try Data(
        "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <time.h>\n".utf8
      )
      .write(to: header)
      try Data("module SwiftGlibc [system] { header \"\(header.path)\" export * }\n".utf8).write(to: libc)
      let modules = folder.appendingPathComponent("modules")
      try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
      // An SDK tells which version of visionOS corresponds to each version of iOS.
      let kit = folder.appendingPathComponent("kit")
      try FileManager.default.createDirectory(at: kit, withIntermediateDirectories: true)
      // The compiler looks for C's headers in the SDK as well.
      try FileManager.default.createSymbolicLink(
        at: kit.appendingPathComponent("usr"), withDestinationURL: URL(fileURLWithPath: "/usr"))
      let versions = (13...17).map { "\"\($0).0\":\"1.0\"" } + ["\"18.0\":\"2.0\"", "\"26.0\":\"26.0\""]
      try Data(
        """
        {"CanonicalName":"xros1.0","Version":"1.0","MaximumDeploymentTarget":"99.0",
         "VersionMap":{"iOS_visionOS":{\(versions.joined(separator: ","))}}}
        """.utf8
      ).write(to: kit.appendingPathComponent("SDKSettings.json"))
      flags =
        [
          "-target", "arm64-apple-\(platform.system)\(platform.version)", "-clang-target", toolchain.triple,
          "-resource-dir", resources.path, "-module-cache-path", Toolchain.cache.path,
          "-disable-objc-interop", "-parse-as-library", "-swift-version", "6", "-package-name", "MapPack", "-I",
          modules.path,
        ] + (platform == .visionOS ? ["-sdk", kit.path] : [])
        + ["-fmodule-map-file=\(libc.path)", "-idirafter", "/usr/include"].flatMap { ["-Xcc", $0] }
    }

    /// Checks a module, which may import the modules that were added before. Others may import it then.
    ///
    /// - Parameter isStrict: whether warnings are errors; else they are suppressed.
    /// - Throws: `SwiftCompiler.Failure` with the compiler's output.
    public func add(_ module: SwiftCompiler.Module, isStrict: Bool = false) throws {
      try check(module, isStrict: isStrict, in: folder.appendingPathComponent("modules"))
    }

    /// Checks a module, which may import the modules that were added. Any number may be checked at the same time.
    ///
    /// - Parameter isStrict: whether warnings are errors; else they are suppressed.
    /// - Throws: `SwiftCompiler.Failure` with the compiler's output.
    public func check(_ module: SwiftCompiler.Module, isStrict: Bool = false) throws {
      let place = folder.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: place) }
      try check(module, isStrict: isStrict, in: place)
    }

    private func check(_ module: SwiftCompiler.Module, isStrict: Bool, in place: URL) throws {
      let sources = place.appendingPathComponent(module.name)
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      let files = try module.sources.map { name, text in
        let file = sources.appendingPathComponent("\(name).swift")
        try Data(text.utf8).write(to: file)
        return file.path
      }
      let output = place.appendingPathComponent("\(module.name).swiftmodule").path
      try SwiftCompiler.execute(
        ["swiftc", "-frontend", "-emit-module", "-o", output, "-module-name", module.name] + flags
          + [isStrict ? "-warnings-as-errors" : "-suppress-warnings"] + files)
    }
  }

  /// The toolchain of this system.
  private struct Toolchain {
    /// The target triple in its modules.
    var triple: String
    /// The folder with its modules and headers.
    var resources: URL
    var platform: String

    /// The cache of C modules, which are the same for all platforms. It is removed when the process ends.
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

    /// Copies all modules, relabeled for another platform, and links to the files that belong to no platform.
    func relabel(to copy: URL, for other: ApplePlatform) throws {
      let files = FileManager.default
      let folder = copy.appendingPathComponent(other.folder)
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in try files.contentsOfDirectory(atPath: resources.path) where name != platform {
        try files.createSymbolicLink(
          at: copy.appendingPathComponent(name), withDestinationURL: resources.appendingPathComponent(name))
      }
      // The new label is as long as the old one, so that the offsets of all that follows stay the same.
      let label = "arm64-apple-\(other.system)\(other.version)"
      let padded = label.padding(toLength: triple.utf8.count, withPad: "0", startingAt: 0)
      let system = other == .macOS ? "macos" : other.system
      let modules = resources.appendingPathComponent(platform)
      for name in try files.contentsOfDirectory(atPath: modules.path) where name.hasSuffix(".swiftmodule") {
        let file = modules.appendingPathComponent("\(name)/\(triple).swiftmodule")
        guard let bytes = try? Data(contentsOf: file) else { continue }
        let target = folder.appendingPathComponent(name)
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        try Data(Self.replacing(Array(triple.utf8), with: Array(padded.utf8), in: Array(bytes)))
          .write(to: target.appendingPathComponent("arm64-apple-\(system).swiftmodule"))
      }
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
