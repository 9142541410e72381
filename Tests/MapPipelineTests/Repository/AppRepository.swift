import Foundation
import TestSupport
import Testing
import Yams

/// The repository of an app that makes a map of an island, as a workflow finds it: a commit is checked out, and no branch.
/// Beside it is a copy of this repository's actions, and a `gh` that keeps comments in a folder.
final class AppRepository {
  private let workspace: Workspace
  private let home: Workspace
  /// The binaries that the cache holds, by key.
  var cache: [String: String] = [:]
  /// What was uploaded to code scanning, a report an item.
  private(set) var uploads: [String] = []

  var url: URL { workspace.url }

  /// What a pull request does after the map was committed on the main branch.
  init(pull change: (Workspace) throws -> Void) throws {
    workspace = try Workspace(Island())
    home = try Workspace()
    try #require(CommandOutput.of("run", workspace.pipeline).status == 0)
    try git("init", "--quiet", "--initial-branch", "main")
    try commit("The map")
    try git("checkout", "--quiet", "-b", "change")
    try change(workspace)
    try commit("A change")
    try git("checkout", "--quiet", "--detach", "main")
    try git("merge", "--quiet", "--no-ff", "--message", "Merge", "change")

    for name in ["mappack", "map-changes"] {
      let path = ".github/actions/\(name)/action.yml"
      try home.write(
        String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8), to: "MapPack/\(path)")
    }
    try home.write("// swift-tools-version: 6.2", to: "MapPack/Package.swift")
    try home.write("let a = 1", to: "MapPack/Sources/A/a.swift")
    try home.write("# nothing", to: "MapPack/Pipelines/.setup")
    try write(
      """
      #!/bin/sh
      echo "$*" >> '\(home.path("installs"))'
      if [ "$1" = --prefix ]; then
        mkdir -p "$2/bin"
        ln -sf '\(home.path("tool/mappack"))' "$2/bin/mappack"
      fi
      """, to: "MapPack/Pipelines/install")
    try writeTool("exec \"$MAPPACK\" \"$@\"")
    try FileManager.default.createDirectory(atPath: home.path("comments"), withIntermediateDirectories: true)
    try write(Self.gh(home: home.url.path), to: "tools/gh")
  }

  /// Another commit on the pull request, and its merge.
  func push(_ change: (Workspace) throws -> Void) throws {
    try git("checkout", "--quiet", "change")
    try change(workspace)
    try commit("More")
    try git("checkout", "--quiet", "--detach", "main")
    try git("merge", "--quiet", "--no-ff", "--message", "Merge", "change")
  }

  /// Checks out as `fetch-depth: 1` does: the commit without those before it.
  func forgetHistory() throws {
    let tree = try git("rev-parse", "HEAD^{tree}").trimmingCharacters(in: .newlines)
    let alone = try git("commit-tree", tree, "-m", "Merge").trimmingCharacters(in: .newlines)
    try git("checkout", "--quiet", "--detach", alone)
  }

  // MARK: - Running

  enum Event: CaseIterable {
    case push, pullRequest, fork
  }

  /// Runs the job `maps` of a workflow.
  func run(_ workflow: Node, on event: Event, token: String = "may-write") throws -> (run: WorkflowRun, isSuccess: Bool)
  {
    var github: [String: WorkflowValue] = [
      "event_name": .text(event == .push ? "push" : "pull_request"), "repository": .text("ann/atlas"),
      "ref": .text(event == .push ? "refs/heads/main" : "refs/pull/7/merge"),
      "token": .text(event == .fork ? "reads-only" : token), "event": .object([:]),
    ]
    if event != .push {
      let head = event == .fork ? "eve/atlas" : "ann/atlas"
      github["event"] = .object([
        "pull_request": .object([
          "number": .text("7"), "head": .object(["repo": .object(["full_name": .text(head)])]),
        ])
      ])
    }
    let run = try WorkflowRun(
      workspace: url, actions: home.url.appendingPathComponent("MapPack"),
      temporary: home.url.appendingPathComponent("runner-\(UUID().uuidString)"), github: github,
      path: [home.path("tools")])
    run.foreign = { [unowned self] name, inputs in answer(name, inputs) }
    let isSuccess = try run.run(try #require(workflow["jobs"]?["maps"]))
    try? FileManager.default.removeItem(atPath: workspace.path("findings.sarif"))
    return (run, isSuccess)
  }

  private func answer(_ name: String, _ inputs: [String: String]) -> [String: String]? {
    let (path, key) = (inputs["path"] ?? "", inputs["key"] ?? "")
    switch name {
    case "actions/checkout":
      return [:]
    case "actions/cache/restore":
      guard let kept = cache[key] else { return ["cache-hit": "false"] }
      let binary = URL(fileURLWithPath: path).appendingPathComponent("bin/mappack")
      try? FileManager.default.createDirectory(
        at: binary.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? FileManager.default.createSymbolicLink(at: binary, withDestinationURL: URL(fileURLWithPath: kept))
      return ["cache-hit": "true"]
    case "actions/cache/save":
      let binary = path + "/bin/mappack"
      cache[key] = try? FileManager.default.destinationOfSymbolicLink(atPath: binary)
      return cache[key] == nil ? nil : [:]
    case "github/codeql-action/upload-sarif":
      guard let report = try? workspace.text(inputs["sarif_file"] ?? "") else { return nil }
      uploads.append(report)
      return [:]
    default:
      Issue.record("no such action: \(name)")
      return nil
    }
  }

  // MARK: - What is seen afterwards

  /// The comments on pull request 7, oldest first.
  var comments: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: home.path("comments")).sorted()
        .map { try home.text("comments/\($0)") }
    }
  }

  /// Somebody else's comment.
  func comment(_ text: String) throws { try home.write(text, to: "comments/100") }

  /// What `Pipelines/install` was called with, call by call.
  var installs: [String] { (try? home.text("installs"))?.split(separator: "\n").map(String.init) ?? [] }

  /// A file of MapPack's repository as the runner has it.
  func writeToMapPack(_ text: String, to name: String) throws { try home.write(text, to: "MapPack/" + name) }

  /// What `mappack` does instead of what it does: a script, in which `$MAPPACK` is the real one.
  func writeTool(_ script: String) throws {
    let real = try #require(Executable.url).path
    try write("#!/bin/sh\nMAPPACK='\(real)'\n\(script)", to: "tool/mappack")
  }

  /// An executable file.
  private func write(_ script: String, to name: String) throws {
    try home.write(script + "\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path(name))
  }

  // MARK: - Git

  private func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message)
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    var environment = ProcessInfo.processInfo.environment
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "Ann"
      environment["GIT_\(role)_EMAIL"] = "ann@example.com"
    }
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    let (status, output) = try WorkflowRun.execute(
      ["/usr/bin/env", "git"] + arguments, in: url, environment: environment)
    try #require(status == 0, "git \(arguments): \(output)")
    return output
  }

  /// A `gh` that knows the calls that the actions make, and refuses others as the real one does.
  private static func gh(home: String) -> String {
    #"""
    #!/bin/sh
    cd '\#(home)/comments'
    fail() { echo "gh: $1" >&2; exit 1; }
    may_write() { [ "$GH_TOKEN" != reads-only ] || fail 'Resource not accessible by integration (HTTP 403)'; }
    [ -n "$GH_TOKEN" ] || fail 'set the GH_TOKEN environment variable'
    case "$1 $2" in
      'pr comment')
        may_write
        case $3 in *[!0-9]*|'') fail 'could not determine current branch: not on any branch' ;; esac
        [ "$3 $4 $5 $6" = '7 --repo ann/atlas --body-file' ] || fail "unknown: $*"
        cp "$7" "$((200 + $(ls | wc -l)))"
        ;;
      'api --paginate')
        [ "$GH_TOKEN" != lists-nothing ] || fail 'Server Error (HTTP 502)'
        [ "$3 $4" = 'repos/ann/atlas/issues/7/comments?per_page=100 --jq' ] || fail "unknown: $*"
        mark=$(printf %s "$5" | sed -n 's/^\.\[\] | select(\.body | startswith("\(.*\)")) | \.id$/\1/p')
        [ -n "$mark" ] || fail "unknown: $*"
        for comment in *; do
          case $(cat "$comment" 2>/dev/null) in "$mark"*) echo "$comment" ;; esac
        done
        ;;
      'api --silent')
        may_write
        id=${5#repos/ann/atlas/issues/comments/}
        [ "$3 $4 $6" = '--method PATCH --field' ] && [ -f "$id" ] || fail "unknown: $*"
        cp "${7#body=@}" "$id"
        ;;
      *) fail "unknown: $*" ;;
    esac
    """#
  }
}
