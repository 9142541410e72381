import Foundation
import Testing
import Yams

/// Runs a job of a workflow on this machine, as GitHub does: conditions, contexts, composite actions, outputs, PATH.
///
/// The shell is dash with `-e` if it is there, which takes the least. What other repositories' actions do is said by
/// `foreign`.
final class WorkflowRun {
  enum Outcome: String {
    case success, failure, skipped
  }

  /// A step that was reached, the steps of composite actions among them.
  struct Step {
    var name: String
    var outcome: Outcome
    /// All that it printed.
    var output: String
  }

  /// The checkout in which the steps run.
  let workspace: URL
  /// The repository that has the actions.
  let actions: URL
  /// A folder of its own for what the runner keeps.
  let temporary: URL
  /// The value of the context `github`.
  var github: [String: WorkflowValue]
  /// Where commands are looked for before the system's folders.
  var path: [String]
  /// Another repository's action, by its name without its version: gets the inputs and returns the outputs; `nil` is a
  /// failure.
  var foreign: (_ name: String, _ inputs: [String: String]) -> [String: String]? = { _, _ in [:] }

  private(set) var steps: [Step] = []

  init(workspace: URL, actions: URL, temporary: URL, github: [String: WorkflowValue], path: [String]) throws {
    self.workspace = workspace
    self.actions = actions
    self.temporary = temporary
    self.github = github
    self.path = path
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    for name in ["output", "summary", "path"] { try Data().write(to: temporary.appendingPathComponent(name)) }
  }

  /// What the steps wrote into the summary of the run.
  var summary: String { get throws { try file("summary") } }

  func outcome(of step: String) -> Outcome? { steps.last { $0.name == step }?.outcome }

  private func file(_ name: String) throws -> String {
    try String(contentsOf: temporary.appendingPathComponent(name), encoding: .utf8)
  }

  /// What the steps of a job, or of a composite action, know of each other.
  private struct Context {
    var environment: [String: String] = [:]
    var inputs: [String: WorkflowValue] = [:]
    var steps: [String: WorkflowValue] = [:]
    var isSuccess = true
    /// The folder of the composite action.
    var action: URL?
  }

  /// Runs all steps of a job.
  ///
  /// - Returns: whether the job succeeds.
  func run(_ job: Node) throws -> Bool {
    var context = Context()
    let scope = scope(of: context)
    for (name, value) in job["env"]?.mapping ?? [:] {
      context.environment[name.string ?? ""] = try WorkflowExpression.substituted(value.string ?? "", in: scope)
    }
    try perform(job["steps"], in: &context)
    return context.isSuccess
  }

  private func scope(of context: Context) -> WorkflowExpression.Scope {
    WorkflowExpression.Scope(
      contexts: [
        "github": .object(github), "steps": .object(context.steps), "inputs": .object(context.inputs),
        "env": .object(context.environment.mapValues { .text($0) }),
      ],
      functions: [
        "success": { _ in .boolean(context.isSuccess) }, "failure": { _ in .boolean(!context.isSuccess) },
        "always": { _ in .boolean(true) }, "cancelled": { _ in .boolean(false) },
        "hashFiles": { [workspace] names in
          let found = names.compactMap { try? Data(contentsOf: workspace.appendingPathComponent($0)) }
          return .text(found.isEmpty ? "" : "\(found.map(\.count))")
        },
      ])
  }

  private func perform(_ nodes: Node?, in context: inout Context) throws {
    for step in nodes?.sequence ?? [] {
      let name = step["name"]?.string ?? step["uses"]?.string ?? "?"
      let scope = scope(of: context)
      var condition = step["if"]?.string ?? "success()"
      if condition.hasPrefix("${{"), condition.hasSuffix("}}") {
        condition = String(condition.dropFirst(3).dropLast(2))
      }
      let expression = try WorkflowExpression(condition)
      let holds = try expression.value(in: scope).isTrue && (expression.asksForStatus || context.isSuccess)

      var outputs: [String: String] = [:]
      var outcome = Outcome.skipped
      if holds {
        var environment = context.environment
        for (key, value) in step["env"]?.mapping ?? [:] {
          environment[key.string ?? ""] = try WorkflowExpression.substituted(value.string ?? "", in: scope)
        }
        let result: [String: String]?
        if let script = step["run"]?.string {
          let text = try WorkflowExpression.substituted(script, in: scope)
          result = try shell(text, environment, name, context.action)
        } else {
          var inputs: [String: String] = [:]
          for (key, value) in step["with"]?.mapping ?? [:] {
            inputs[key.string ?? ""] = try WorkflowExpression.substituted(value.string ?? "", in: scope)
          }
          result = try use(step["uses"]?.string ?? "", inputs, environment, name)
        }
        outcome = result == nil ? .failure : .success
        outputs = result ?? [:]
      } else {
        steps.append(Step(name: name, outcome: .skipped, output: ""))
      }
      if outcome == .failure { context.isSuccess = false }
      if let id = step["id"]?.string {
        context.steps[id] = .object([
          "outcome": .text(outcome.rawValue), "conclusion": .text(outcome.rawValue),
          "outputs": .object(outputs.mapValues { .text($0) }),
        ])
      }
    }
  }

  /// Runs a script. Returns its outputs, or `nil` if it fails.
  private func shell(
    _ script: String, _ environment: [String: String], _ name: String, _ action: URL?
  ) throws -> [String: String]? {
    let file = temporary.appendingPathComponent("script")
    try Data(script.utf8).write(to: file)
    try Data().write(to: temporary.appendingPathComponent("output"))
    let added = try self.file("path").split(separator: "\n").reversed().map(String.init)
    let system = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let event = github["event"]?.members ?? [:]
    var variables = [
      "PATH": (added + path + [system]).joined(separator: ":"), "HOME": temporary.path,
      "GITHUB_OUTPUT": temporary.appendingPathComponent("output").path,
      "GITHUB_STEP_SUMMARY": temporary.appendingPathComponent("summary").path,
      "GITHUB_PATH": temporary.appendingPathComponent("path").path, "RUNNER_TEMP": temporary.path,
      "GITHUB_REPOSITORY": github["repository"]?.text ?? "", "GITHUB_SERVER_URL": "https://github.com",
      "GITHUB_RUN_ID": "99", "GITHUB_BASE_REF": event["pull_request"] == nil ? "" : "main",
    ]
    if let action { variables["GITHUB_ACTION_PATH"] = action.path }
    let dash = ["/usr/bin/dash", "/bin/dash"].first(where: FileManager.default.isExecutableFile)
    let (status, output) = try Self.execute(
      [dash ?? "/bin/sh", "-e", file.path], in: workspace,
      environment: variables.merging(environment) { $1 })
    steps.append(Step(name: name, outcome: status == 0 ? .success : .failure, output: output))
    guard status == 0 else { return nil }
    let lines = try self.file("output").split(separator: "\n")
    return Dictionary(
      lines.map { line in
        (String(line.prefix { $0 != "=" }), String(line.drop { $0 != "=" }.dropFirst()))
      }, uniquingKeysWith: { $1 })
  }

  /// Runs an action. Returns its outputs, or `nil` if it fails.
  private func use(
    _ reference: String, _ inputs: [String: String], _ environment: [String: String], _ name: String
  ) throws -> [String: String]? {
    let action = reference.prefix { $0 != "@" }
    let own = ["./", "OWNER/MapPack/"].first { action.hasPrefix($0) }
    guard let own else {
      let outputs = foreign(String(action), inputs)
      steps.append(Step(name: name, outcome: outputs == nil ? .failure : .success, output: ""))
      return outputs
    }
    let folder = actions.appendingPathComponent(String(action.dropFirst(own.count)))
    let text = try String(contentsOf: folder.appendingPathComponent("action.yml"), encoding: .utf8)
    let definition = try #require(try Yams.compose(yaml: text, .basic))
    var context = Context(environment: environment, action: folder)
    for (key, value) in definition["inputs"]?.mapping ?? [:] {
      let key = key.string ?? ""
      let preset = try WorkflowExpression.substituted(value["default"]?.string ?? "", in: scope(of: context))
      context.inputs[key] = .text(inputs[key] ?? preset)
    }
    #expect(Set(inputs.keys).isSubset(of: context.inputs.keys), "\(reference) has no such inputs")
    try perform(definition["runs"]?["steps"], in: &context)
    steps.append(Step(name: name, outcome: context.isSuccess ? .success : .failure, output: ""))
    guard context.isSuccess else { return nil }
    var outputs: [String: String] = [:]
    for (key, value) in definition["outputs"]?.mapping ?? [:] {
      outputs[key.string ?? ""] = try WorkflowExpression.substituted(
        value["value"]?.string ?? "", in: scope(of: context))
    }
    return outputs
  }

  /// Runs a command. Returns its status and all that it printed.
  @discardableResult
  static func execute(
    _ command: [String], in folder: URL, environment: [String: String]? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
