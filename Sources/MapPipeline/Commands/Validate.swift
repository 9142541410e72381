import ArgumentParser
import Foundation
import MapEmission
import MapFeatures
import MapTopology
import MapValidation

/// `mappack validate`: what is wrong with sources, stage files and packs.
package struct Validate: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Check boundary files, stage files and packs; report every finding.",
    discussion: """
      Exits 1 where there are findings at or above --fail-on.

      EXAMPLES
        mappack validate RawData/counties.shp
        mappack validate RawData --key GEOID --format json > findings.json
        mappack validate counties.coverage Output/World.mappack --fail-on warning
        mappack validate --pipeline Pipelines/world.yml
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp("Files, folders or patterns: sources, .features, .coverage, .mappack.", valueName: "PATH"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("The field, or text with {FIELD} in it, whose value is a region's code.", valueName: "TEMPLATE"),
    transform: QuantityArguments.template)
  var key: Template?

  @Option(help: ArgumentHelp("How findings are printed: text, json.", valueName: "FORMAT"))
  var format: Format = .text

  @Option(help: ArgumentHelp("The least severity that fails: error, warning.", valueName: "SEVERITY"))
  var failOn: Threshold = .error

  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  enum Threshold: String, ExpressibleByArgument, CaseIterable {
    case error, warning

    var severity: Finding.Severity { self == .error ? .error : .warning }
  }

  package init() {}

  package func validate() throws {
    guard !paths.isEmpty || common.pipeline != nil else {
      throw ValidationError("Name what to check, or a pipeline file by --pipeline.")
    }
  }

  package func run() throws {
    let pipeline = try common.pipelineFile()
    var report = Checks()
    if let pipeline, paths.isEmpty {
      let stage = try IngestStage(pipeline)
      let table = try common.withProgress { progress throws(StageError) in try stage.run(progress: progress) }
      try check(table, pipeline, into: &report)
    }
    // What cannot be read does not keep the others from being checked.
    var failure: StageError?
    func note(_ error: StageError) {
      Console.current.note(error.description)
      failure = failure ?? error
    }
    for path in paths {
      let files = SourceFiles.everyFile(at: path)
      if files.isEmpty { note(IngestStage.nothing(at: path)) }
      for file in files {
        do {
          try check(file.name, pipeline, into: &report)
        } catch {
          note(error)
        }
      }
    }
    let result = ValidationReport(findings: report.findings, checked: report.checked)
    switch format {
    case .text: Console.current.output(result.text)
    case .json: Console.current.output(result.json)
    }
    if let failure { throw ExitCode(failure.status.rawValue) }
    if let worst = result.worst, worst >= failOn.severity { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  private struct Checks {
    var findings: [Finding] = []
    var checked = ValidationReport.Checked()
  }

  private func check(_ path: String, _ pipeline: PipelineFile?, into checks: inout Checks) throws(StageError) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "features":
      try check(try StageInput.featureTable([path]), pipeline, into: &checks)
    case "coverage":
      let coverage = try StageInput.coverage(path)
      checks.findings += coverage.findings
      try check(coverage, called: path, into: &checks)
    case "mappack":
      try check(Coverage(try OpenPack.verified(path)), called: path, into: &checks)
    default:
      let stage = try IngestStage(arguments: [path], map: nil, select: nil, drop: nil)
      let table = try common.withProgress { progress throws(StageError) in try stage.run(progress: progress) }
      try check(table, pipeline, into: &checks)
    }
  }

  private func check(_ coverage: Coverage, called path: String, into checks: inout Checks) throws(StageError) {
    checks.findings += try common.withProgress { progress throws(StageError) in
      structuralFindings(of: coverage, file: path, jobs: jobs.jobs, progress: progress)
    }
    checks.checked = checks.checked + ValidationReport.Checked(coverage)
  }

  private func check(
    _ table: FeatureTable, _ pipeline: PipelineFile?, into checks: inout Checks
  ) throws(StageError) {
    let key = self.key ?? pipeline?.merge.key
    checks.findings += try common.withProgress { progress throws(StageError) in
      try structuralFindings(of: table, key: key, name: pipeline?.merge.name, jobs: jobs.jobs, progress: progress)
    }
    checks.checked = checks.checked + ValidationReport.Checked(table)
  }
}
