import Foundation
import MapPipeline
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

  @Test func `the license is Apache 2 with the exception that lets apps go without a notice`() throws {
    let license = try Self.text("LICENSE")
    for words in [
      "Apache License", "Version 2.0, January 2004", "1. Definitions.", "4. Redistribution.",
      "9. Accepting Warranty or Additional Liability.", "END OF TERMS AND CONDITIONS",
      "Runtime Library Exception to the Apache 2.0 License",
      "otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.",
    ] {
      #expect(license.contains(words), "\(words)")
    }
    #expect(try Self.text("README.md").contains("Apache License 2.0 with the Runtime Library Exception"))
  }

  @Test func `the README is read in one go: at most 200 lines`() throws {
    #expect(try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
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

  @Test func `every script that CONTRIBUTING md names is there and can be started`() throws {
    let named = try Self.text("CONTRIBUTING.md").matches(of: #/`((?:Pipelines|Tests|\.ci)/[A-Za-z\/]+)/#)
      .map { String($0.1) }
    #expect(named.count > 8)
    for path in named {
      #expect(
        FileManager.default.isExecutableFile(atPath: SwiftCompiler.root.appendingPathComponent(path).path), "\(path)")
    }
  }

  // MARK: - The image

  private static let dockerfile = Result { try text("Pipelines/Dockerfile") }

  /// The instructions, each on one line, without comments.
  private static func instructions() throws -> [String] {
    try dockerfile.get().split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      .replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
  }

  @Test func `the image has the toolchain in the stage that builds, and only the command in the last`() throws {
    let instructions = try Self.instructions()
    let stages = instructions.indices.filter { instructions[$0].hasPrefix("FROM ") }
    try #require(stages.count == 2)
    let manifest = try Self.text("Package.swift")
    let oldest = try #require(manifest.firstMatch(of: #/swift-tools-version: (\d+\.\d+)/#)).1
    #expect(instructions.contains("ARG SWIFT=\(oldest)"))
    #expect(instructions[stages[0]] == "FROM swift:${SWIFT}-noble AS build")
    // Noble is 24.04: the libraries of one release are those of the other.
    #expect(instructions[stages[1]] == "FROM ubuntu:24.04")
    let build = instructions[stages[0]..<stages[1]]
    let last = instructions[stages[1]...]
    #expect(build.contains("RUN Pipelines/install --prefix /opt/mappack"))
    #expect(last.contains("COPY --from=build /opt/mappack /usr/local"))
    #expect(!last.contains { $0.contains("-dev") })
    #expect(last.contains { $0.hasPrefix("USER ") && $0 != "USER 0" && $0 != "USER root" })
    #expect(last.contains("ENTRYPOINT [\"mappack\"]"))
    #expect(last.contains { $0.contains("rm -rf /var/lib/apt/lists/*") && $0.hasSuffix("mappack --version") })
  }

  @Test func `what the image's build leaves out is nothing that the package needs`() throws {
    let ignored = try Self.text("Pipelines/Dockerfile.dockerignore").split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
    #expect(ignored.contains(".git") && ignored.contains("RawData") && ignored.contains("Output"))
    for path in ["Package.swift", "Sources", "Tests", "Pipelines"] { #expect(!ignored.contains(Substring(path))) }
  }

  @Test(
    .enabled(if: Executable.url != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-query")))
  func `the packages that the image installs are those of the libraries that the binary is linked with`() throws {
    let line = try #require(try Self.instructions().first { $0.hasPrefix("RUN ldd ") })
    let script = String(line.dropFirst(4)).replacing("/opt/mappack/bin/mappack", with: "\"$0\"")
      .replacing("> /opt/packages", with: "")
    let (status, output) = try WorkflowRun.execute(
      ["/usr/bin/env", "bash", "-c", script, try #require(Executable.url).path], in: SwiftCompiler.root)
    let packages = output.split(separator: "\n")
    for name in ["libproj", "libzip", "libxml2", "libsimdjson", "libshp", "libssl", "libstdc++", "zlib1g"] {
      #expect(packages.contains { $0.hasPrefix(name) && !$0.hasSuffix("-dev") }, "\(name): \(status) \(output)")
    }
  }
}
