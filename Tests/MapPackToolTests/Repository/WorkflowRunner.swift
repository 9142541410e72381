import Foundation
import TestSupport
import Testing
import Yams

/// A machine that runs the steps of a workflow on a user's repository. It has nothing of the user's but a clone.
struct WorkflowRunner {
  /// A step that ran, with what it printed.
  struct Step: Equatable {
    var name: String
    var status: Int32
    var output: String
  }

  /// The user's repository.
  let project: Workspace
  /// The commands, the folders and the clone of the machine.
  let machine: Workspace

  /// - Parameter flags: those that `mappack` gets behind its own.
  init(_ project: Workspace, flags: String = "") throws {
    (self.project, machine) = (project, try Workspace())
    for folder in ["home", "temporary"] {
      try FileManager.default.createDirectory(atPath: machine.path(folder), withIntermediateDirectories: true)
    }
    try write("exec '\(Executable.url.path)' \"$@\" \(flags)", command: "mappack")
    try git("init", "--quiet", "--initial-branch", "main")
  }

  func write(_ script: String, command: String) throws {
    let path = try machine.write("#!/bin/sh\n\(script)\n", to: "tools/\(command)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private var environment: [String: String] {
    [
      "PATH": "\(machine.path("tools")):/usr/bin:/bin", "HOME": machine.path("home"),
      "RUNNER_TEMP": machine.path("temporary"), "GITHUB_REPOSITORY": "owner/maps",
      // The address on the web to which a workflow pushes is the user's repository here.
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "url.\(project.url.path).insteadOf",
      "GIT_CONFIG_VALUE_0": "https://x-access-token:secret@github.com/owner/maps",
    ]
  }

  @discardableResult
  func bash(
    _ lines: String, in folder: Workspace, _ name: String = "", environment more: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let script = try machine.write(lines, to: "script")
    return try Shell.execute(
      // As GitHub runs lines that name no shell.
      ["/usr/bin/env", "bash", "-e", script], in: folder.url.appendingPathComponent(name),
      environment: environment.merging(more) { $1 })
  }

  /// What Git prints in the user's repository.
  @discardableResult
  func git(_ arguments: String..., in folder: Workspace? = nil, _ name: String = "") throws -> String {
    let (status, output) = try Shell.execute(
      ["/usr/bin/env", "git", "-c", "user.name=A", "-c", "user.email=a@example.invalid"] + arguments,
      in: (folder ?? project).url.appendingPathComponent(name), environment: environment)
    try #require(status == 0, "\(arguments): \(output)")
    return output
  }

  func commit() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "An edit")
  }

  /// Runs the steps of a workflow's job in a new clone. A step that uses an action counts as one that succeeds.
  func run(_ workflow: String, environment: [String: String]) throws -> [Step] {
    let url = SwiftCompiler.root.appendingPathComponent(".github/examples/\(workflow)")
    let file = try #require(try Yams.compose(yaml: try String(contentsOf: url, encoding: .utf8), .basic))
    let jobs = try #require(file["jobs"]?.mapping)
    try #require(jobs.count == 1)
    let job = try #require(jobs.values.first)
    #expect(job["env"]?.mapping?.keys.compactMap(\.string) == environment.keys.sorted())

    try? FileManager.default.removeItem(atPath: machine.path("clone"))
    try git("clone", "--quiet", project.url.path, machine.path("clone"))
    var own = environment
    own["GITHUB_SHA"] = try git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    var steps: [Step] = []
    var outcomes: [String: String] = [:]
    for step in try #require(job["steps"]?.sequence) {
      let id = step["id"]?.string ?? ""
      outcomes[id] = "skipped"
      guard let lines = step["run"]?.string else {
        outcomes[id] = "success"
        continue
      }
      let condition = step["if"]?.string
      guard try condition.map({ try holds($0, environment, outcomes) }) ?? steps.allSatisfy({ $0.status == 0 }) else {
        continue
      }
      let (status, output) = try bash(lines, in: machine, "clone", environment: own)
      outcomes[id] = status == 0 ? "success" : "failure"
      steps.append(Step(name: step["name"]?.string ?? "", status: status, output: output))
    }
    return steps
  }

  private struct UnknownCondition: Error { var text: Substring }

  private func holds(
    _ condition: String, _ environment: [String: String], _ outcomes: [String: String]
  ) throws -> Bool {
    try condition.replacing(#/^\$\{\{ | \}\}$/#, with: "").split(separator: " && ").allSatisfy { term in
      if term == "!cancelled()" { return true }
      guard let parts = term.wholeMatch(of: #/(env|steps)\.(\w+)(?:\.outcome)? (==|!=) '(\w+)'/#) else {
        throw UnknownCondition(text: term)
      }
      let value = (parts.1 == "env" ? environment : outcomes)[String(parts.2)]
      return (value == String(parts.4)) == (parts.3 == "==")
    }
  }
}
