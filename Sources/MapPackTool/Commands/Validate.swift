import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackProject
import MapPackRun

/// `mappack validate`: what is wrong with sources, stage files and packs.
package struct Validate: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Check boundary files, stage files and packs; report every finding.",
    discussion: """
      Exits 1 if there are findings at or above --fail-on that the baseline does
      not have. Formats: text for a reader, at most 20 findings of each rule and
      file; json for a machine, and for a baseline; sarif (2.1.0) for code scanning;
      junit for the test reports of GitLab, Jenkins and others; github for
      annotations of GitHub Actions. --places writes a point for each finding, to
      look at on a map. Of a file, areas are checked if it has any, else lines, else
      points, unless --geometry says which.

      EXAMPLES
        mappack validate RawData/counties.shp
        mappack validate RawData --key GEOID --format json > findings.json
        mappack validate N03-20_13.zip --layer N03-20_13 --encoding CP932
        mappack validate RawData --format sarif > findings.sarif
        mappack validate RawData --format junit > findings.xml
        mappack validate RawData --format github
        mappack validate RawData --places findings.geojson
        mappack validate RawData --format json > baseline.json
        mappack validate RawData --baseline baseline.json
        mappack validate counties.coverage Output/World.mappack --fail-on warning
        mappack validate --pipeline Pipelines/world.yml
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp("Files, folders or patterns: sources, .features, .coverage, .mappack.", valueName: "PATH"),
    completion: .file())
  var paths: [String] = []

  @Option(help: .merge("key", "TEMPLATE"), transform: QuantityArguments.template)
  var key: Template?

  @Option(help: ArgumentHelp("How findings are printed: text, json, sarif, junit, github.", valueName: "FORMAT"))
  var format: Format = .text

  @Option(
    help: ArgumentHelp("Write the locations of the findings as points.", valueName: "FILE.geojson"),
    completion: .file(extensions: ["geojson"]))
  var places: String?

  @Option(
    help: ArgumentHelp(
      "The output of an earlier --format json: its findings are known and do not fail.", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(help: ArgumentHelp("The least severity that fails: error, warning.", valueName: "SEVERITY"))
  var failOn: Threshold = .error

  @OptionGroup var source: SourceOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions
  @OptionGroup var talk: QuietOption

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, junit, github
  }

  enum Threshold: String, ExpressibleByArgument, CaseIterable {
    case error, warning

    var severity: Finding.Severity { self == .error ? .error : .warning }
  }

  package init() {}

  package func validate() throws {
    try require(!paths.isEmpty || common.pipeline != nil, "Name what to check, or a pipeline file by --pipeline.")
  }

  package func run() throws {
    if let places {
      var roles = FileRoles()
      if paths.isEmpty, let pipeline = try common.pipelineFile() { try roles.read(pipeline) }
      for path in paths {
        // A folder that cannot be listed is reported when it is checked.
        try roles.read(listing: path) { (try? SourceFiles.everyFile(at: path, with: $0)) ?? [] }
      }
      try roles.read([baseline, common.pipeline].compactMap(\.self))
      try roles.write(places, at: places)
    }
    // Reads the baseline first, so that a fault in it ends the command before the checks.
    let remedy: Remedy = "make it with mappack validate PATH… --format json"
    let baseline = try baseline.map { path throws(StageError) in
      try Baseline(json: try FileReading.contents(of: path, called: path, remedy: remedy), file: path)
    }
    let (found, unreadable) = try check()
    let findings = format == .sarif || format == .github ? try withLines(found.findings) : found.findings
    let report = ValidationReport(
      findings: findings, checked: found.checked, unreadable: unreadable,
      for: reader, baseline: baseline)
    let text =
      switch format {
      case .text: report.text
      case .json: report.json
      case .sarif: report.sarif
      case .junit: report.junit(failingAt: failOn.severity)
      case .github: report.annotations
      }
    Console.current.output(text)
    if let places { try OutputSet.write(.data(Data(report.geoJSON.utf8)), to: places) }
    if format == .text { for proposal in found.cleaning { talk.note(proposal.words) } }
    if let failure = unreadable.first { throw ExitCode(failure.status.rawValue) }
    let failing = report.entries.count { !$0.isKnown && $0.finding.severity >= failOn.severity }
    guard failing > 0 else { return }
    talk.note(
      "status 1: \(Figures.counted(failing, report.gone == nil ? "finding" : "new finding")) of severity "
        + (failOn == .error ? "error" : "error or warning"))
    throw ExitCode(ExitStatus.findings.rawValue)
  }

  /// If there are no paths, a pipeline file is checked.
  private var reader: Remedy.Reader { paths.isEmpty ? .pipelineFile : .stage }

  /// The findings with the lines at which their features begin, if their files are text. Only files with findings are
  /// read, each once.
  private func withLines(_ findings: [Finding]) throws(StageError) -> [Finding] {
    let project = try common.pipelineFile()?.project
    var linesByFile: [String: SourceLines] = [:]
    return findings.map { finding in
      guard let file = finding.file, let record = finding.record else { return finding }
      let lines =
        linesByFile[file] ?? SourceLines(at: [file] + [project?.location(of: file)].compactMap(\.self))
      linesByFile[file] = lines
      var finding = finding
      finding.line = lines.line(ofRecord: record, layer: finding.layer)
      return finding
    }
  }

  /// Checks everything. If a file cannot be read, the others are checked nevertheless.
  /// - Returns: what was found, and the errors of the files that could not be read. They have been printed.
  private func check() throws(StageError) -> (ValidateStage.Result, unreadable: [StageError]) {
    let pipeline = try common.pipelineFile()
    let stage = ValidateStage(
      key: key ?? pipeline?.merge.key, name: pipeline?.merge.name, schema: pipeline?.schema, reading: source.reading,
      jobs: jobs.jobs)
    var all = ValidateStage.Result()
    var unreadable: [StageError] = []
    func note(_ error: StageError) {
      Console.current.note(error, for: reader)
      unreadable.append(error)
    }
    func check(_ path: String, _ work: (ProgressHandler?) throws(StageError) -> ValidateStage.Result) {
      do {
        var meter = common.meter
        var result = try talk.withProgress(work)
        for index in result.findings.indices where result.findings[index].file == nil {
          result.findings[index].file = path
        }
        // A result that names no checked files is that of a coverage.
        if result.checked.files.isEmpty {
          result.checked.files = [ValidationReport.CheckedFile(path: path, subject: .coverages)]
        }
        all += result
        meter?.mark("validate")
      } catch {
        var error = error
        error.file = error.file ?? path
        note(error)
      }
    }
    if let pipeline, paths.isEmpty {
      check(pipeline.path) { progress throws(StageError) in try stage.run(pipeline, progress: progress) }
    }
    for path in paths {
      do throws(StageError) {
        let files = try SourceFiles.everyFile(at: path)
        guard !files.isEmpty else { throw IngestStage.nothing(at: path) }
        for file in files {
          check(file.name) { progress throws(StageError) in try stage.run(file.name, progress: progress) }
        }
      } catch {
        note(error)
      }
    }
    return (all, unreadable)
  }
}
