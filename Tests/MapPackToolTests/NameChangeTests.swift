import Foundation
import MapPackFeatures
import MapPackNames
import TestSupport
import Testing

@testable import MapPackProject
@testable import MapPackTool

/// What a run says and does if the names of a map that was made have changed, or its lock.
@Suite struct NameChangeTests {
  private static let table = "code,name,romaji\n000,島原市,Shimabara-shi\n001,諫早市,Isahaya-shi\n"
  private static let named = "names: { table: names.csv }\n"

  private func made(_ island: Island = Island(), more: String = "") throws -> Workspace {
    let workspace = try Workspace(island, more: more)
    try workspace.write(Self.table, to: "names.csv")
    try #require(CommandOutput.of("run", workspace.pipeline).status == 0)
    return workspace
  }

  private func git(_ workspace: Workspace, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", workspace.url.path, "-c", "user.name=A", "-c", "user.email=a@a"] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test func `a table after the first run is told, and renames only if it is asked to, with aliases`() throws {
    let workspace = try made()
    let lock = try workspace.text("Pipelines/island.lock")
    try workspace.write(Island.pipeline(more: Self.named), to: "Pipelines/island.yml")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 0)
    #expect(run.messages.contains("note: cases stay as the name lock has them: sudwest would be shimabara"))
    #expect(run.messages.contains("`mappack run MAP --rename`"), "\(run.messages)")
    #expect(cases(lock) == cases(try workspace.text("Pipelines/island.lock")))
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)

    // The map is up to date, and yet it is made.
    let renamed = CommandOutput.of("run", workspace.pipeline, "--rename")
    #expect(renamed.status == 0 && renamed.messages.contains("[case-renamed]"), "\(renamed.messages)")
    let swift = try workspace.text("Output/Island.swift")
    #expect(swift.contains("case shimabara = 1"))
    #expect(swift.contains("renamed: \"shimabara\")\n  public static var "))
    #expect(CommandOutput.of("run", workspace.pipeline).results == "Island: up to date\n")
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
  }

  private func cases(_ lock: String) -> [String] { lock.matches(of: #/case: "[^"]*", raw: \d+/#).map { String($0.0) } }

  @Test func `a map that was never committed is named anew, without aliases, and says so`() throws {
    let workspace = try made()
    try git(workspace, "init", "--quiet")
    try workspace.write(Island.pipeline(more: Self.named), to: "Pipelines/island.yml")
    let run = CommandOutput.of("run", workspace.pipeline, "--rename")
    #expect(run.status == 0 && run.messages.contains("the map was never committed"), "\(run.messages)")
    #expect(try workspace.text("Output/Island.swift").contains("case shimabara = "))
    #expect(!(try workspace.text("Pipelines/island.lock").contains("former")))
    // Another key gives other codes; the error says the way out, which is open.
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "key: code", with: "key: name"), to: "Pipelines/island.yml")
    let lost = CommandOutput.of("run", workspace.pipeline)
    #expect(lost.status == 1 && lost.messages.contains("as the map was never committed"), "\(lost.messages)")
    #expect(CommandOutput.of("run", workspace.pipeline, "--rename").status == 0)
  }

  @Test func `outside of a repository the refusal says which files may go, and without them the map is named anew`()
    throws
  {
    let workspace = try made()
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "key: code", with: "key: name"), to: "Pipelines/island.yml")
    let lost = CommandOutput.of("run", workspace.pipeline, exits: 1).messages
    let files = [workspace.path("Pipelines/island.lock"), "Output/Island.mappack"]
    #expect(lost.contains("if no app has the map yet, remove \(files[0]) and \(files[1]), and run again"), "\(lost)")
    for file in ["Pipelines/island.lock", "Output/Island.mappack"] {
      try FileManager.default.removeItem(atPath: workspace.path(file))
    }
    CommandOutput.of("run", workspace.pipeline, exits: 0)
  }

  @Test(arguments: ["Pipelines/island.lock", "Output/Island.mappack", "Output/Island.swift"])
  func `a map of which anything was committed keeps its old cases as aliases`(file: String) throws {
    let workspace = try made()
    try git(workspace, "init", "--quiet")
    try git(workspace, "add", file)
    try git(workspace, "commit", "--quiet", "--message", "A")
    try workspace.write(Island.pipeline(more: Self.named), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline, "--rename").status == 0)
    #expect(try workspace.text("Pipelines/island.lock").contains("former: [\"sudwest\"]"))
  }

  /// What became of a map after it was committed.
  enum Past: CaseIterable { case moved, untracked, branched, renamed, deletedBranch, lockGone }

  @Test(arguments: Past.allCases)
  func `a map that was committed somewhere keeps its numbers, whatever became of its files`(past: Past) throws {
    let workspace = try made()
    try git(workspace, "init", "--quiet", "--initial-branch", "main")
    try git(workspace, "commit", "--quiet", "--allow-empty", "--message", "A")
    if past == .branched || past == .deletedBranch { try git(workspace, "checkout", "--quiet", "-b", "side") }
    try git(workspace, "add", ".")
    try git(workspace, "commit", "--quiet", "--message", "B")
    var lock = "Pipelines/island.lock"
    var pipeline = "Pipelines/island.yml"
    func move(_ old: String, _ new: String) throws {
      try FileManager.default.moveItem(atPath: workspace.path(old), toPath: workspace.path(new))
    }
    switch past {
    case .moved:
      try FileManager.default.createDirectory(atPath: workspace.path("Maps"), withIntermediateDirectories: true)
      for name in ["Pipelines", "RawData", "Output", "names.csv"] { try move(name, "Maps/" + name) }
      (lock, pipeline) = ("Maps/" + lock, "Maps/" + pipeline)
    case .untracked:
      try git(workspace, "rm", "--quiet", "-r", "--cached", "Output", "Pipelines")
      try git(workspace, "commit", "--quiet", "--message", "C")
    case .branched, .deletedBranch:
      try git(workspace, "checkout", "--quiet", "--detach")
      try git(workspace, "symbolic-ref", "HEAD", "refs/heads/main")
      try git(workspace, "reset", "--quiet")
      if past == .deletedBranch { try git(workspace, "branch", "--quiet", "-D", "side") }
    case .renamed:
      for ending in ["yml", "lock"] { try move("Pipelines/island.\(ending)", "Pipelines/isle.\(ending)") }
      for ending in ["mappack", "swift"] { try move("Output/Island.\(ending)", "Output/Isle.\(ending)") }
      try FileManager.default.removeItem(atPath: workspace.path("Pipelines/Island.provenance.json"))
      (lock, pipeline) = ("Pipelines/isle.lock", "Pipelines/isle.yml")
    case .lockGone:
      try FileManager.default.removeItem(atPath: workspace.path(lock))
    }
    var text = Island.pipeline(more: Self.named)
    if past == .renamed { text = text.replacingOccurrences(of: "Output/Island", with: "Output/Isle") }
    try workspace.write(text, to: pipeline)
    let run = CommandOutput.of("run", workspace.path(pipeline), "--rename", exits: 0)
    #expect(!run.messages.contains("the map was never committed"), "\(run.messages)")
    #expect(try workspace.text(lock).contains("former: [\"sudwest\"]"))
  }

  /// How many random histories a run of the tests looks at. 500 agree.
  private static let histories: UInt64 = 60

  /// Repositories in which a map is committed, moved, untracked, renamed and branched at random, by git itself.
  @Test func `in random histories, whatever was committed is known`() throws {
    let made = try made()
    for seed in 0..<Self.histories {
      var random = SplitMix64(seed: seed)
      let workspace = try Workspace()
      var (folder, stem, isPublished) = ("", "island", false)
      var script = ["git init --quiet --initial-branch main", "git commit --quiet --allow-empty --message A"]
      for step in 0..<Int.random(in: 1...6, using: &random) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
          script += ["git add .", "git commit --quiet --allow-empty --message B"]
          isPublished = true
        case 1:
          // On a branch that is left, with the files still there.
          script += [
            "git checkout --quiet -b side\(step)", "git add .", "git commit --quiet --allow-empty --message C",
          ]
          script += ["git checkout --quiet --detach", "git symbolic-ref HEAD refs/heads/main", "git reset --quiet"]
          if Bool.random(using: &random) { script.append("git branch --quiet -D side\(step)") }
          isPublished = true
        case 2:
          let new = "F\(step)"
          script += [
            "mkdir \(new)", "mv \(folder.isEmpty ? "" : folder + "/"){Pipelines,RawData,Output,names.csv} \(new)",
          ]
          folder = new
        case 3:
          let place = (folder.isEmpty ? "" : folder + "/") + "Pipelines/"
          for ending in ["yml", "lock"] { script.append("mv \(place)\(stem).\(ending) \(place)s\(step).\(ending)") }
          stem = "s\(step)"
        case 4:
          script += ["git rm --quiet -r --cached --ignore-unmatch .", "git commit --quiet --allow-empty --message D"]
        case 5: script += ["touch yarn.lock", "git add yarn.lock", "git commit --quiet --allow-empty --message E"]
        default: break
        }
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.currentDirectoryURL = workspace.url
      let copying = "cp -R \(ShellText.word(made.url.path))/{Pipelines,RawData,Output,names.csv} ."
      let names = "export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@a"
      process.arguments = ["bash", "-ec", ([names, copying] + script).joined(separator: "\n")]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "seed \(seed): \(script)")
      let place = (folder.isEmpty ? "" : folder + "/") + "Pipelines/\(stem).yml"
      let pipeline = try PipelineFile(contentsOf: workspace.path(place))
      #expect(PublishedNames(MapOutput(of: pipeline)).isNeverCommitted == !isPublished, "seed \(seed): \(script)")
    }
  }

  @Test(arguments: [
    ("code: \"000\"", "code: \"001\""), ("case: \"sudwest\"", "case: \"sudost\""),
  ])
  func `entries that were exchanged in the lock fail the run, and the check, and can be settled`(
    one: String, other: String
  ) throws {
    let workspace = try made()
    let lock = try workspace.text("Pipelines/island.lock")
    let exchanged = lock.replacingOccurrences(of: one, with: "\u{0}").replacingOccurrences(of: other, with: one)
      .replacingOccurrences(of: "\u{0}", with: other)
    try #require(exchanged != lock)
    try workspace.write(exchanged, to: "Pipelines/island.lock")
    let before = try workspace.snapshot()
    for command in [["run"], ["run", "--check"], ["run", "--force"]] {
      let run = CommandOutput.of(RootCommand.self, command + [workspace.pipeline])
      #expect(run.status == 64 && run.messages.contains("at odds with the published names"), "\(run.messages)")
    }
    #expect(try workspace.snapshot() == before)
    let settled = CommandOutput.of("run", workspace.pipeline, "--settle")
    #expect(settled.status == 0 && settled.messages.contains("[lock-renewed]"), "\(settled.messages)")
    #expect(try workspace.text("Pipelines/island.lock") == lock)
  }

  @Test(arguments: ["", "regions: [", "regions: []\n", nil])
  func `a lock that is damaged is made again from the pack`(text: String?) throws {
    let workspace = try made(Island().without("000"))
    // Anew, the newcomer would be the first.
    try workspace.write(Island().geoJSON, to: "RawData/island.geojson")
    try #require(CommandOutput.of("run", workspace.pipeline).status == 0)
    let lock = try workspace.text("Pipelines/island.lock")
    if let text {
      try workspace.write(text, to: "Pipelines/island.lock")
    } else {
      try FileManager.default.removeItem(atPath: workspace.path("Pipelines/island.lock"))
    }
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 64 && run.messages.contains("`mappack run MAP --settle`"), "\(run.messages)")
    #expect(CommandOutput.of("run", workspace.pipeline, "--settle").status == 0)
    #expect(try workspace.text("Pipelines/island.lock") == lock)
    #expect(CommandOutput.of("run", "--check", workspace.pipeline).status == 0)
  }

  @Test(arguments: [true, false])
  func `a lock that changed while there is no pack to compare it with is refused`(isGone: Bool) throws {
    let workspace = try made()
    try FileManager.default.removeItem(atPath: workspace.path("Output/Island.mappack"))
    if !isGone { try workspace.write("MAPPACK", to: "Output/Island.mappack") }
    let lock = try workspace.text("Pipelines/island.lock")
    try workspace.write("# merged\n" + lock, to: "Pipelines/island.lock")
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 64 && run.messages.contains("is not the one that the last run wrote"), "\(run.messages)")
    try workspace.write(lock, to: "Pipelines/island.lock")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `after a merge of branches that both added a region, one command settles the lock`(lineEnd: String) throws {
    let workspace = try made(Island().without("010").without("011"))
    let base = try workspace.snapshot()
    func branch(without code: String) throws -> (lock: String, pack: Data) {
      for (name, data) in base { try data.write(to: workspace.url.appendingPathComponent(name)) }
      try workspace.write(Island().without(code).geoJSON, to: "RawData/island.geojson")
      try #require(CommandOutput.of("run", workspace.pipeline).status == 0)
      return (try workspace.text("Pipelines/island.lock"), try workspace.data("Output/Island.mappack"))
    }
    let theirs = try branch(without: "010").lock
    let ours = try branch(without: "011").lock
    let (left, right) = (ours.split(separator: "\n"), theirs.split(separator: "\n"))
    let merged =
      left.dropLast() + ["<<<<<<< HEAD", left[left.count - 1], "=======", right[right.count - 1], ">>>>>>> theirs", ""]
    try workspace.write(merged.joined(separator: lineEnd), to: "Pipelines/island.lock")
    try workspace.write(Island().geoJSON, to: "RawData/island.geojson")

    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 64 && run.messages.contains("island.lock:\(left.count): error"), "\(run.messages)")
    let settled = CommandOutput.of("run", workspace.pipeline, "--settle")
    #expect(settled.status == 0 && settled.messages.contains("[lock-renewed]"), "\(settled.messages)")
    let lock = try workspace.text("Pipelines/island.lock")
    #expect(lock.hasPrefix(ours))
    #expect(lock.contains("code: \"011\", case: \"nordost\", raw: 4"))
    #expect(CommandOutput.of("run", workspace.pipeline).results == "Island: up to date\n")
  }
}
