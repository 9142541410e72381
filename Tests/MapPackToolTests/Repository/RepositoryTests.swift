import Foundation
import MapPackTool
import TestSupport
import Testing

/// The pages and files at the top of the repository.
@Suite struct RepositoryTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: SwiftCompiler.root.appendingPathComponent(path).path)
  }

  @Test func `the changelog's newest version is the tool's`() throws {
    let versions = try Self.text("CHANGELOG.md").matches(
      of: #/(?m)^## (\d+\.\d+\.\d+) - (Unreleased|\d{4}-\d\d-\d\d)$/#)
    #expect(versions.first.map { "\($0.1)\n" } == CommandOutput.of("--version").results)
    #expect(versions.count == (try Self.text("CHANGELOG.md").matches(of: #/(?m)^## /#).count))
  }

  private static let pages: [String] = {
    let root = SwiftCompiler.root.path
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let tests = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/Tests")) ?? []
    return (top + tests.filter { !$0.contains(".build/") }.map { "Tests/\($0)" }).filter { $0.hasSuffix(".md") }
      .sorted()
  }()

  @Test(arguments: pages)
  func `every link to a file leads to one`(page: String) throws {
    let folder = (page as NSString).deletingLastPathComponent
    for link in try Self.text(page).matches(of: #/\]\(([^)\s#]+)[^)]*\)/#).map({ String($0.1) })
    where !link.contains("://") {
      let path = ((folder as NSString).appendingPathComponent(link) as NSString).standardizingPath
      #expect(Self.exists(path), "\(page): \(link)")
    }
  }

  // MARK: - The image

  private static let dockerfile = Result { try text("Pipelines/Dockerfile") }

  /// The instructions, each on one line, without comments.
  private static func instructions() throws -> [String] {
    try dockerfile.get().split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      .replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-query")))
  func `the packages that the image installs are those of the libraries that the binary is linked with`() throws {
    let line = try #require(try Self.instructions().first { $0.hasPrefix("RUN ldd ") })
    let script = String(line.dropFirst(4)).replacing("/opt/mappack/bin/mappack", with: "\"$0\"")
      .replacing("> /opt/packages", with: "")
    let (status, output) = try Shell.execute(
      ["/usr/bin/env", "bash", "-c", script, Executable.url.path], in: SwiftCompiler.root)
    let packages = output.split(separator: "\n")
    for name in [
      "libproj", "libzip", "libxml2", "libsimdjson", "libshp", "libsqlite3", "libssl", "libstdc++", "zlib1g",
    ] {
      #expect(packages.contains { $0.hasPrefix(name) && !$0.hasSuffix("-dev") }, "\(name): \(status) \(output)")
    }
  }
}
