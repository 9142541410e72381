import Foundation
import TestSupport
import Testing

/// What the manifest says, by where the package lies.
@Suite struct ManifestTests {
  private struct Manifest: Decodable {
    struct Target: Decodable {
      struct Setting: Decodable { var kind: [String: JSONValue] }
      var name: String
      var settings: [Setting]
    }
    var dependencies: [JSONValue]
    var targets: [Target]

    var hasTools: Bool { targets.contains { $0.name == "MapPackTool" } }
    var unsafeFlags: Int { targets.flatMap(\.settings).count { $0.kind.keys.contains("unsafeFlags") } }
  }

  private func manifest(in path: String, beside files: [String: String] = [:]) throws -> Manifest {
    let top = FileManager.default.temporaryDirectory.appendingPathComponent("manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: top) }
    let folder = top.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: SwiftCompiler.root.appendingPathComponent("Package.swift"), to: folder.appendingPathComponent("Package.swift")
    )
    for (name, text) in files { try Data(text.utf8).write(to: top.appendingPathComponent(name)) }
    let text = try SwiftCompiler.execute(
      [
        "env", "-u", "MAPPACK_TOOLS", "MAPPACK_OPTIMIZE=1", "swift", "package", "--package-path", folder.path,
        "dump-package",
      ])
    return try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    ("App/.build/checkouts/MapPack", [:]), ("Vendor/MapPack", ["Package.swift": ""]),
    ("MapPack", ["App.xcodeproj": ""]),
    ("registry/downloads/some/mappack/1.0.0", [:]), ("_bazel_me/1/external/swiftpkg_mappack", [:]),
    ("MapPack", ["MapPack/.git": "gitdir: ../.git/modules/MapPack\n"]),
  ])
  func `within another project, it has no tools, no packages to resolve and no unsafe flags`(
    path: String, files: [String: String]
  ) throws {
    let manifest = try manifest(in: path, beside: files)
    #expect(manifest.dependencies.isEmpty && !manifest.hasTools && manifest.unsafeFlags == 0)
    #expect(manifest.targets.contains { $0.name == "MapPackUI" })
  }

  @Test(arguments: [
    ("MapPack", [:]), ("any name", ["any name/.git": "gitdir: /somewhere/.git/worktrees/any\n"]),
  ])
  func `by itself, it has the tools`(path: String, files: [String: String]) throws {
    let manifest = try manifest(in: path, beside: files)
    #expect(manifest.hasTools && manifest.dependencies.count == 2 && manifest.unsafeFlags > 0)
  }
}
