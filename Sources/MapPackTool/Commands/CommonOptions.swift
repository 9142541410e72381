import ArgumentParser
import MapPackFeatures

/// The options of the commands of stages: ingest, merge, simplify, validate and emit.
///
/// Other commands have a flag `quiet` of their own. Each command sees to it that its flags win over the pipeline file.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this stage's part of a pipeline file; flags win over it.", valueName: "FILE.yml"),
    completion: .pipelineFile)
  var pipeline: String?

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  @Flag(help: "Print what the work costs: seconds, processor time and memory.")
  var verbose = false

  /// The meter that prints what the work costs; `nil` without `--verbose`.
  var meter: StageMeter? { StageMeter(isOn: verbose) }

  /// Reads the pipeline file, at each call anew; `nil` if the options name none.
  /// - Throws: `noInput` if the file cannot be read; `usage` if what it says is wrong.
  func pipelineFile() throws(StageError) -> PipelineFile? {
    guard let pipeline else { return nil }
    return try PipelineFile(contentsOf: pipeline)
  }

  /// Does work under a progress line, which is erased at the end.
  /// - Parameter work: gets the handler to report progress to; `nil` if no line is shown.
  func withProgress<Value>(_ work: (ProgressHandler?) throws(StageError) -> Value) throws(StageError) -> Value {
    let line = ProgressLine(console: Console.current, isQuiet: quiet)
    defer { line.erase() }
    return try work(line.handler)
  }

  /// Prints what a stage has made to the output, and its new findings as messages. Does nothing under `--quiet`.
  /// - Parameters:
  ///   - line: what the stage has made.
  ///   - findings: the findings of the result.
  ///   - before: the findings of the input, which an earlier stage has noted.
  func report(_ line: String, findings: [Finding] = [], before: [Finding] = []) {
    guard !quiet else { return }
    let known = Set(before)
    FindingText.note(findings.filter { !known.contains($0) }, console: Console.current)
    Console.current.print(line)
  }
}
