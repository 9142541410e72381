import Foundation
import TestSupport
import Testing
import Yams

/// The workflow that checks maps, run step by step in a scratch repository: the one for apps, and this repository's own.
@Suite(.enabled(if: Executable.url != nil)) struct MapsWorkflowTests {
  private static let paths = [".github/examples/maps.yml", ".github/workflows/maps.yml"]
  private static let example = paths[0]

  private static func workflow(_ path: String) throws -> Node {
    let text = try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
    return try #require(try Yams.compose(yaml: text, .basic))
  }

  private static let check = "Are the committed maps what the sources give?"
  private static let validate = "Are the sources sound?"

  /// Another name for a region, with the outputs that belong to it.
  private static func rename(_ name: String) -> (Workspace) throws -> Void {
    { workspace in
      var island = Island()
      for index in island.pieces.indices where island.pieces[index].code == "011" { island.pieces[index].name = name }
      try workspace.write(island.geoJSON, to: "RawData/island.geojson")
      #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    }
  }

  /// A source of which no map is made, and whose polygon crosses itself.
  private static func addUnsoundSource(_ workspace: Workspace) throws {
    try workspace.write(
      #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}}"#,
      to: "RawData/bow.geojson")
  }

  /// An output that somebody edited by hand.
  private static func editOutput(_ workspace: Workspace) throws {
    try workspace.write(workspace.text("Output/Island.swift") + "// mine\n", to: "Output/Island.swift")
  }

  // MARK: - The comment

  @Test(arguments: paths)
  func `a pull request has one comment, which the next push edits`(path: String) throws {
    let workflow = try Self.workflow(path)
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    try app.comment("What does <!-- mappack: map-changes --> mean?")
    let first = try app.run(workflow, on: .pullRequest)
    #expect(first.isSuccess, "\(first.run.steps)")
    var comments = try app.comments
    #expect(comments.count == 2 && comments[1].contains("| 011 | Nordost | Ostkap |"), "\(comments)")
    #expect(try first.run.summary.contains("Ostkap"))

    try app.push(Self.rename("Nordkap"))
    #expect(try app.run(workflow, on: .pullRequest).isSuccess)
    comments = try app.comments
    #expect(comments.count == 2 && comments[1].contains("| 011 | Nordost | Nordkap |"), "\(comments)")
    #expect(comments[0].hasPrefix("What"))

    // The change is taken back.
    try app.push(Self.rename("Nordost"))
    #expect(try app.run(workflow, on: .pullRequest).isSuccess)
    comments = try app.comments
    #expect(comments.count == 2 && comments[1].hasSuffix("\nNo map changes.\n"), "\(comments)")
  }

  @Test func `a pull request that changes no map gets no comment`() throws {
    let app = try AppRepository { try $0.write("Hello", to: "README.md") }
    let (run, isSuccess) = try app.run(try Self.workflow(Self.example), on: .pullRequest)
    #expect(isSuccess)
    #expect(try app.comments.isEmpty)
    #expect(try run.summary == "No map changes.\n")
  }

  @Test func `new maps, maps that are gone and packs that cannot be read are reported`() throws {
    let app = try AppRepository { workspace in
      let pack = try workspace.data("Output/Island.mappack")
      try FileManager.default.moveItem(
        atPath: workspace.path("Output/Island.mappack"), toPath: workspace.path("Output/長崎 2.mappack"))
      try pack.prefix(100).write(to: workspace.url.appendingPathComponent("Output/Cut.mappack"))
    }
    try app.push { try $0.write("no pack", to: "Output/Cut.mappack") }
    let workflow = try Self.workflow(Self.example)
    var (run, _) = try app.run(workflow, on: .pullRequest)
    #expect(run.outcome(of: "Compare the packs") == .success, "\(run.steps)")
    var comment = try #require(try app.comments.first)
    #expect(comment.contains("### New map\n\n`Output/Cut.mappack`\n"))
    #expect(comment.contains("### New map\n\n`Output/長崎 2.mappack`\n"))
    #expect(comment.contains("### Removed map\n\n`Output/Island.mappack`\n"))

    try app.push { try $0.write("no pack", to: "Output/Island.mappack") }
    (run, _) = try app.run(workflow, on: .pullRequest)
    #expect(run.outcome(of: "Compare the packs") == .success, "\(run.steps)")
    comment = try #require(try app.comments.first)
    #expect(comment.contains("### `Output/Island.mappack`\n\nThe two editions cannot be compared (status 65):\n\n    "))
    #expect(comment.contains("after/Island.mappack: error: "))
  }

  @Test func `changes that are too long for a comment are in the summary`() throws {
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    try app.writeTool(
      """
      [ "$1" != diff ] || { yes 長い行 | head -n 9000; exit 1; }
      exec "$MAPPACK" "$@"
      """)
    let (run, _) = try app.run(try Self.workflow(Self.example), on: .pullRequest)
    #expect(run.outcome(of: "Write the comment") == .success, "\(run.steps)")
    let comment = try #require(try app.comments.first)
    #expect(comment.count < 65_536)
    #expect(comment.contains("see [the summary](https://github.com/ann/atlas/actions/runs/99)"))
    #expect(try run.summary.count > 30_000)
  }

  @Test func `if the comments cannot be listed, no second one is written`() throws {
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    let workflow = try Self.workflow(Self.example)
    #expect(try app.run(workflow, on: .pullRequest).isSuccess)
    let (run, isSuccess) = try app.run(workflow, on: .pullRequest, token: "lists-nothing")
    #expect(!isSuccess && run.outcome(of: "Write the comment") == .failure)
    #expect(try app.comments.count == 1)
  }

  @Test(arguments: paths)
  func `a checkout without the commits before it is an error that says what to write`(path: String) throws {
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    try app.forgetHistory()
    let (run, isSuccess) = try app.run(try Self.workflow(path), on: .pullRequest)
    #expect(!isSuccess)
    let step = try #require(run.steps.last { $0.name == "Compare the packs" })
    #expect(step.outcome == .failure && step.output.contains("Write `fetch-depth: 2` at actions/checkout"))
    #expect(try app.comments.isEmpty)
  }

  @Test(arguments: paths)
  func `the checkout has the commits that are compared`(path: String) throws {
    let steps = try Self.workflow(path)["jobs"]?["maps"]?["steps"]
    let checkout = try #require(steps?.sequence?.first { $0["uses"]?.string?.hasPrefix("actions/checkout@") == true })
    #expect(checkout["with"]?["fetch-depth"]?.string == "2")
    #expect(checkout["with"]?["ref"] == nil)
  }

  // MARK: - Who may write

  @Test(arguments: paths)
  func `a pull request from a fork passes without a token that may write`(path: String) throws {
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    let (run, isSuccess) = try app.run(try Self.workflow(path), on: .fork)
    #expect(isSuccess, "\(run.steps)")
    #expect(try app.comments.isEmpty && app.uploads.isEmpty)
    #expect(try run.summary.contains("| 011 | Nordost | Ostkap |"))
  }

  @Test func `findings in a fork are shown if nothing may be sent`() throws {
    let app = try AppRepository(pull: Self.addUnsoundSource)
    let (run, isSuccess) = try app.run(try Self.workflow(Self.example), on: .fork)
    #expect(!isSuccess && app.uploads.isEmpty)
    #expect(run.steps.contains { $0.output.contains("::error ") && $0.output.contains("bow.geojson") })
  }

  @Test func `the job asks for the permissions that its steps need, and for no other`() throws {
    let job = try #require(try Self.workflow(Self.example)["jobs"]?["maps"])
    let permissions = try #require(job["permissions"]?.mapping).map { "\($0.string ?? ""): \($1.string ?? "")" }
    // Uploading to code scanning takes the last two. The last is for private repositories.
    #expect(permissions == ["contents: read", "pull-requests: write", "security-events: write", "actions: read"])
    #expect(try Self.workflow(Self.example)["permissions"]?.mapping?.isEmpty == true)
  }

  // MARK: - One failure does not hide another

  @Test(arguments: paths, AppRepository.Event.allCases)
  func `if all is well, all steps pass on every event`(path: String, event: AppRepository.Event) throws {
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    let (run, isSuccess) = try app.run(try Self.workflow(path), on: event)
    #expect(isSuccess, "\(run.steps)")
    #expect(run.outcome(of: Self.check) == .success && run.outcome(of: Self.validate) == .success)
    #expect(try app.comments.count == (event == .pullRequest ? 1 : 0))
    #expect(app.uploads.count == (path == Self.example && event != .fork ? 1 : 0))
  }

  @Test(arguments: paths)
  func `a failed check hides neither the findings nor the changes`(path: String) throws {
    let app = try AppRepository { workspace in
      try Self.rename("Ostkap")(workspace)
      try Self.editOutput(workspace)
      try Self.addUnsoundSource(workspace)
    }
    let (run, isSuccess) = try app.run(try Self.workflow(path), on: .pullRequest)
    #expect(!isSuccess)
    #expect(run.outcome(of: Self.check) == .failure && run.outcome(of: Self.validate) == .failure)
    if path == Self.example {
      #expect(app.uploads.count == 1 && app.uploads[0].contains("RawData/bow.geojson"))
    } else {
      #expect(run.steps.contains { $0.name == Self.validate && $0.output.contains("::error ") })
    }
    #expect(try app.comments.count == 1)
  }

  @Test(arguments: paths)
  func `without mappack nothing else is tried`(path: String) throws {
    let app = try AppRepository(pull: Self.rename("Ostkap"))
    try app.writeToMapPack("#!/bin/sh\nexit 69\n", to: "Pipelines/install")
    let (run, isSuccess) = try app.run(try Self.workflow(path), on: .pullRequest)
    #expect(!isSuccess)
    let failed = run.steps.filter { $0.outcome == .failure }.map(\.name)
    #expect(failed == ["Build the binary", "Set up mappack"])
    #expect(try run.outcome(of: Self.validate) == .skipped && app.comments.isEmpty)
  }

  // MARK: - The cache

  @Test(arguments: paths)
  func `the binary is built once for the same sources, whatever their dates, also if the job fails`(path: String) throws
  {
    let workflow = try Self.workflow(path)
    let app = try AppRepository(pull: Self.editOutput)
    #expect(try !app.run(workflow, on: .push).isSuccess)
    #expect(app.installs.count == 1 && app.installs[0].hasPrefix("--prefix ") && app.cache.count == 1)

    // Another checkout: the same bytes with other dates.
    try app.writeToMapPack("let a = 1", to: "Sources/A/a.swift")
    let (run, _) = try app.run(workflow, on: .push)
    #expect(run.outcome(of: "Build the binary") == .skipped)
    #expect(app.installs.count == 2 && app.installs[1] == "--libraries" && app.cache.count == 1)
    #expect(run.outcome(of: Self.validate) == .success)

    // Another revision of MapPack.
    try app.writeToMapPack("let a = 2", to: "Sources/A/a.swift")
    _ = try app.run(workflow, on: .push)
    #expect(app.installs.count == 3 && app.installs[2].hasPrefix("--prefix ") && app.cache.count == 2)
  }

  // MARK: - What the page says

  @Test func `without code scanning, what the page says leaves a workflow that shows the findings`() throws {
    let path = "Sources/MapPipeline/MapPipeline.docc/ContinuousIntegration.md"
    let page = try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
      .replacing(#/\s+/#, with: " ")
    let advice = try #require(
      page.firstMatch(
        of:
          #/delete the step \*([^*]+)\* and the permissions `([^`]+)` and `([^`]+)`, and write `([^`]+)` in place of `([^`]+)`/#
      ))
    var job = try #require(try Self.workflow(Self.example)["jobs"]?["maps"])
    var steps = try #require(job["steps"]?.sequence)
    let index = try #require(steps.firstIndex { $0["name"]?.string == String(advice.1) })
    #expect(steps[index]["uses"]?.string?.hasPrefix("github/codeql-action/upload-sarif@") == true)
    steps.remove(at: index)
    let validate = try #require(steps.firstIndex { $0["run"]?.string?.contains(advice.5) == true })
    steps[validate]["run"] = Node(try #require(steps[validate]["run"]?.string).replacing(advice.5, with: advice.4))
    job["steps"] = Node.sequence(Node.Sequence(Array(steps)))
    let taken = [advice.2, advice.3].map { Node(String($0)) }
    let permissions = try #require(job["permissions"]?.mapping)
    #expect(taken.allSatisfy { permissions[$0] != nil }, "\(taken)")
    let left = permissions.filter { !taken.contains($0.key) }
    #expect(left.compactMap(\.key.string) == ["contents", "pull-requests"])
    job["permissions"] = .mapping(Node.Mapping(left.map { ($0.key, $0.value) }))
    var workflow = try Self.workflow(Self.example)
    workflow["jobs"]?["maps"] = job

    let sound = try AppRepository(pull: Self.rename("Ostkap"))
    #expect(try sound.run(workflow, on: .pullRequest).isSuccess)
    #expect(try sound.comments.count == 1)
    let unsound = try AppRepository(pull: Self.addUnsoundSource)
    let (run, isSuccess) = try unsound.run(workflow, on: .pullRequest)
    #expect(!isSuccess && unsound.uploads.isEmpty)
    #expect(run.steps.contains { $0.name == Self.validate && $0.output.contains("::error ") })
  }
}
