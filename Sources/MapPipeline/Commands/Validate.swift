import ArgumentParser
import Foundation
import MapFeatures
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
    let stage = ValidateStage(key: key ?? pipeline?.merge.key, name: pipeline?.merge.name, jobs: jobs.jobs)
    var result = ValidateStage.Result()
    if let pipeline, paths.isEmpty {
      result += try common.withProgress { progress throws(StageError) in
        try stage.run(pipeline, progress: progress)
      }
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
          result += try common.withProgress { progress throws(StageError) in
            try stage.run(file.name, progress: progress)
          }
        } catch {
          note(error)
        }
      }
    }
    let report = ValidationReport(findings: result.findings, checked: result.checked)
    switch format {
    case .text: Console.current.output(report.text)
    case .json: Console.current.output(report.json)
    }
    if let failure { throw ExitCode(failure.status.rawValue) }
    if let worst = report.worst, worst >= failOn.severity { throw ExitCode(ExitStatus.findings.rawValue) }
  }
}
