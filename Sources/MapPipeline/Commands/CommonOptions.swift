import ArgumentParser
import Foundation
import MapFeatures

/// What every stage takes.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this stage's part of a pipeline file; flags win over it.", valueName: "FILE.yml"),
    completion: .pipelineFile)
  var pipeline: String?

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  @Flag(help: "Print what the work costs: seconds, processor time and memory.")
  var verbose = false

  /// What prints the costs, if that is wanted.
  var meter: StageMeter? { StageMeter(isOn: verbose) }

  /// The pipeline file, where one is named.
  func pipelineFile() throws(StageError) -> PipelineFile? {
    guard let pipeline else { return nil }
    return try PipelineFile(contentsOf: pipeline)
  }

  /// Does some work with a progress line, which is gone when it ends.
  func withProgress<Value>(_ work: (ProgressHandler?) throws(StageError) -> Value) throws(StageError) -> Value {
    let line = ProgressLine(console: Console.current, isQuiet: quiet)
    defer { line.erase() }
    return try work(line.handler)
  }

  /// Says what a stage has made and what it found on its way, unless nothing is to be said.
  func report(_ line: String, findings: [Finding] = [], before: [Finding] = []) {
    guard !quiet else { return }
    let known = Set(before)
    FindingText.note(findings.filter { !known.contains($0) }, console: Console.current)
    Console.current.print(line)
  }
}

/// How many threads a stage may use.
struct JobsOption: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Threads to use; the result does not depend on it.", valueName: "N"))
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs must be 1 or more.") }
  }
}

/// Where a stage's result goes.
struct OutputOption: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"), completion: .file())
  var output: String

  init() {}

  init(_ output: String) { self.output = output }

  /// Writes the file, or leaves the old one as it was.
  func write(_ data: Data) throws(StageError) {
    var outputs = OutputSet()
    outputs.add(data, to: output, called: output)
    try outputs.commit()
  }

  /// Writes a stage file, or leaves the old one as it was.
  func write(_ stageFile: StageFileContents) throws(StageError) {
    var outputs = OutputSet()
    outputs.add(stageFile, to: output, called: output)
    try outputs.commit()
  }
}
