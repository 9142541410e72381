import Foundation
import TestSupport
import Testing
import Yams

/// What every workflow and every action of the repository promises.
@Suite struct WorkflowTests {
  /// The workflows, the example for apps among them, and the actions, by path.
  private static let files: [String] = {
    let folder = SwiftCompiler.root.appendingPathComponent(".github").path
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { $0.hasSuffix(".yml") }.map { ".github/\($0)" }.sorted()
  }()

  private static let workflows = files.filter { !$0.hasSuffix("/action.yml") }
  /// The one that a tag starts, the one that a calendar starts, and those that a change starts.
  private static let release = ".github/workflows/release.yml"
  private static let newer = ".github/examples/newer.yml"
  private static let checks = workflows.filter { $0 != release && $0 != newer }
  private static let actions = files.filter { $0.hasSuffix("/action.yml") }

  private static func node(_ path: String) throws -> Node {
    let text = try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
    return try #require(try Yams.compose(yaml: text, .basic))
  }

  /// The steps of all jobs, or of an action.
  private static func steps(_ path: String) throws -> [Node] {
    let node = try node(path)
    let jobs = node["jobs"]?.mapping.map { Array($0.values) } ?? []
    return (jobs.map { $0["steps"] } + [node["runs"]?["steps"]]).flatMap { $0?.sequence.map(Array.init) ?? [] }
  }

  @Test func `the workflows and actions are found`() {
    #expect(Self.workflows.count >= 3 && Self.actions.count >= 2)
    #expect(Self.workflows.contains(".github/workflows/ci.yml"))
  }

  @Test(arguments: files)
  func `every action that is used has a version, and no branch`(path: String) throws {
    for step in try Self.steps(path) {
      #expect((step["uses"] == nil) != (step["run"] == nil), "\(path)")
      guard let uses = step["uses"]?.string, !uses.hasPrefix("./") else { continue }
      // A major version, a version, or a commit.
      #expect(
        try #/[\w-]+(/[\w.-]+)+@(v\d+|v?\d+\.\d+\.\d+|[0-9a-f]{40})/#.wholeMatch(in: uses) != nil, "\(path): \(uses)")
    }
  }

  @Test(arguments: files)
  func `an action of this repository that is used is there, and the example names the tool's version`(path: String)
    throws
  {
    for uses in try Self.steps(path).compactMap({ $0["uses"]?.string }) {
      guard let own = ["./", "OWNER/MapPack/"].first(where: uses.hasPrefix) else { continue }
      let parts = uses.dropFirst(own.count).split(separator: "@")
      #expect(Self.actions.contains("\(parts[0])/action.yml"), "\(path): \(uses)")
      #expect(
        own == "./" || parts.last == Substring(CommandOutput.of("--version").results.dropLast()), "\(path): \(uses)")
    }
  }

  @Test func `the action takes the archive of a release, with its checksum, before it builds`() throws {
    let steps = try Self.steps(".github/actions/mappack/action.yml")
    let script = try #require(steps.compactMap { $0["run"]?.string }.first { $0.contains("curl") })
    let archive = try #require(script.firstRange(of: #""$install" --prefix "$FOLDER" --archive"#))
    let checksum = try #require(script.firstRange(of: "$archive.sha256"))
    let build = try #require(script.ranges(of: #""$install" --prefix "$FOLDER""#).last)
    #expect(checksum.upperBound < archive.lowerBound && archive.upperBound < build.lowerBound)
  }

  @Test(arguments: checks)
  func `every workflow that checks a change grants nothing, and each of its jobs what it needs`(path: String) throws {
    let workflow = try Self.node(path)
    #expect(workflow["permissions"]?.mapping?.isEmpty == true)
    for (name, job) in try #require(workflow["jobs"]?.mapping) {
      let permissions = try #require(job["permissions"]?.mapping, "\(path): \(name)")
      #expect(permissions.contains { $0.key == "contents" && $0.value == "read" })
      let writes = permissions.filter { $0.value == "write" }.compactMap { $0.key.string }
      #expect(Set(writes).isSubset(of: ["pull-requests", "security-events"]), "\(path): \(writes)")
    }
  }

  @Test func `a tag makes the release, and the job that may write to the repository runs nothing of it`() throws {
    let workflow = try Self.node(Self.release)
    #expect(workflow["permissions"]?.mapping?.isEmpty == true)
    let events = try #require(workflow["on"]?.mapping)
    #expect(events.keys.map(\.string) == ["push"])
    #expect(events["push"]?.mapping?.keys.map(\.string) == ["tags"])
    #expect(events["push"]?["tags"]?.sequence?.compactMap(\.string) == ["v*"])
    let jobs = try #require(workflow["jobs"]?.mapping)
    #expect(jobs.keys.compactMap(\.string) == ["linux", "apple", "archive", "publish"])
    for (job, file) in [("linux", "ci"), ("apple", "apple")] {
      #expect(jobs[job]?["uses"]?.string == "./.github/workflows/\(file).yml")
      #expect(jobs[job]?["permissions"] == ["contents": "read"])
      #expect(try Self.node(".github/workflows/\(file).yml")["on"]?["workflow_call"] != nil)
    }

    #expect(jobs["archive"]?["permissions"] == ["contents": "read"])
    #expect(jobs["archive"]?["steps"]?.sequence?.compactMap { $0["run"]?.string } == ["Pipelines/release"])
    let machines = try #require(jobs["archive"]?["strategy"]?["matrix"]?["include"]?.sequence)
    #expect(machines.compactMap { $0["runner"]?.string } == ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-26"])

    #expect(jobs["publish"]?["permissions"] == ["contents": "write"])
    #expect(jobs["publish"]?["needs"]?.sequence?.compactMap(\.string) == ["linux", "apple", "archive"])
    let steps = try #require(jobs["publish"]?["steps"]?.sequence)
    #expect(steps.compactMap { $0["uses"]?.string?.prefix { $0 != "@" } } == ["actions/download-artifact"])
    let scripts = steps.compactMap { $0["run"]?.string }
    let script = try #require(scripts.first)
    let lines = script.split(separator: "\n")
    #expect(lines.first == "sha256sum --check ./*.sha256" && lines.last == #"gh release edit "$TAG" --draft=false"#)
    #expect(script.contains(#"gh release create "$TAG" --draft "#))
    #expect(!script.contains("Pipelines/"))
  }

  @Test(arguments: workflows)
  func `every workflow ends in time, and a new push ends the run of the one before`(path: String) throws {
    let workflow = try Self.node(path)
    for (name, job) in try #require(workflow["jobs"]?.mapping) {
      // A job that is another workflow has that one's time.
      if job["uses"] != nil { continue }
      let minutes = try #require(job["timeout-minutes"]?.int, "\(path): \(name)")
      #expect((1...120).contains(minutes))
    }
    #expect(workflow["concurrency"]?["group"]?.string?.contains("github.ref") == true)
    #expect(workflow["concurrency"]?["cancel-in-progress"] != nil)
  }

  @Test(arguments: checks)
  func `the others run on pushes to main and on pull requests, and never with a fork's code and a token that may write`(
    path: String
  ) throws {
    let events = try #require(try Self.node(path)["on"]?.mapping)
    #expect(Set(events.keys.compactMap(\.string)).subtracting(["workflow_call"]) == ["push", "pull_request"])
    #expect(events["push"]?["branches"]?.sequence?.compactMap(\.string) == ["main"])
  }

  @Test func `the one that asks for newer editions runs by the calendar, and may write a branch and a pull request`()
    throws
  {
    let workflow = try Self.node(Self.newer)
    #expect(workflow["permissions"]?.mapping?.isEmpty == true)
    #expect(workflow["on"]?.mapping?.keys.map(\.string) == ["schedule", "workflow_dispatch"])
    #expect(workflow["jobs"]?["newer"]?["permissions"] == ["contents": "write", "pull-requests": "write"])
    // What it reads is a line of `fetch --newer`, which CatalogTests has.
    let scripts = try Self.steps(Self.newer).compactMap { $0["run"]?.string }
    #expect(scripts.contains { $0.contains(#"s/.*: mappack fetch \(.*\) --edition \(.*\)$/\1 \2/p"#) })
  }

  @Test(arguments: files)
  func `no text from an event becomes part of a script, and every shell is named`(path: String) throws {
    for step in try Self.steps(path) {
      guard let script = step["run"]?.string else { continue }
      #expect(!script.contains("${{"), "\(path): \(script)")
      // A composite action has to name one. `sh` is there in every container.
      if Self.actions.contains(path) { #expect(step["shell"]?.string == "sh", "\(path)") }
    }
  }

  @Test(arguments: workflows)
  func `no checkout leaves its token behind`(path: String) throws {
    for step in try Self.steps(path) where step["uses"]?.string?.hasPrefix("actions/checkout@") == true {
      #expect(step["with"]?["persist-credentials"]?.string == "false")
    }
  }

  @Test func `all tests are run on Linux and on macOS, on the oldest Swift that the package takes too`() throws {
    let linux = try #require(try Self.node(".github/workflows/ci.yml")["jobs"]?["linux"])
    let mac = try #require(try Self.node(".github/workflows/apple.yml")["jobs"]?["tool"])
    for job in [linux, mac] {
      #expect(job["steps"]?.sequence?.contains { $0["run"]?.string == ".ci/run" } == true)
      // Nothing is skipped there.
      #expect(job["env"]?["MAPPACK_STRICT"] != nil)
    }
    let machines = try #require(mac["strategy"]?["matrix"]?["include"]?.sequence)
    #expect(machines.compactMap { $0["xcode"]?.string } == ["oldest", "newest"])
    #expect(machines.allSatisfy { $0["runner"]?.string?.hasPrefix("macos-") == true })
    #expect(linux["container"]?.string == "swift:${{ matrix.swift }}-noble")
    let manifest = try String(contentsOf: SwiftCompiler.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let oldest = try #require(manifest.firstMatch(of: #/swift-tools-version: (\d+\.\d+)/#)).1
    #expect(linux["strategy"]?["matrix"]?["swift"]?.sequence?.first?.string == String(oldest))
    #expect(FileManager.default.isExecutableFile(atPath: SwiftCompiler.root.appendingPathComponent(".ci/run").path))
  }
}
