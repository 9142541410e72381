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
      Without PATH, checks what the pipeline files of the folder Pipelines read:
      their layers, after select and drop, their masks and their tables. Of a PATH
      with several layers, each is checked by itself.

      Exits 1 if there are findings at or above --fail-on that the baseline does
      not have; with a baseline, warnings fail too. Formats: text for a reader, at most 20 findings of each rule and
      file; json for a machine, and for a baseline; sarif (2.1.0) for code scanning;
      junit for the test reports of GitLab, Jenkins and others; github for
      annotations of GitHub Actions. --places writes a point for each finding, to
      look at on a map. Of a file, areas are checked if it has any, else lines, else
      points, unless --geometry says which.

      EXAMPLES
        mappack validate
        mappack validate RawData/counties.shp
        mappack validate RawData --key GEOID --format json > findings.json
        mappack validate N03-20_13.zip --layer N03-20_13 --encoding CP932
        mappack validate --format sarif > findings.sarif
        mappack validate --format junit > findings.xml
        mappack validate --format github
        mappack validate --places findings.geojson
        mappack validate --format json > Pipelines/baseline.json
        mappack validate --baseline Pipelines/baseline.json
        mappack validate counties.coverage Output/World.mappack --fail-on warning
        mappack validate --pipeline Pipelines/world.yml
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp(
      "Files, folders or patterns: sources, .features, .coverage, .mappack. All maps' sources if none is named.",
      valueName: "PATH"),
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

  @Option(
    help: ArgumentHelp(
      "The least severity that fails: error, warning. (default: error; with --baseline: warning)",
      valueName: "SEVERITY"))
  var failOn: Threshold?

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

  package func run() throws {
    let pipelines = try pipelines
    if let places {
      var roles = FileRoles()
      for pipeline in pipelines { try roles.read(pipeline) }
      for path in paths {
        // A folder that cannot be listed is reported when it is checked.
        try roles.read(listing: path) { (try? SourceFiles.everyFile(at: path, with: $0)) ?? [] }
      }
      try roles.read([baseline, common.pipeline].compactMap(\.self))
      try roles.write(places, at: places)
    }
    // Reads the baseline first, so that a fault in it ends the command before the checks.
    let remedy: Remedy = "make it with mappack validate --format json, with the same paths and --key"
    let baseline = try baseline.map { path throws(StageError) in
      try Baseline(json: try FileReading.contents(of: path, called: path, remedy: remedy), file: path)
    }
    // Beside what is known, whatever is new fails.
    let failing = failOn ?? (baseline == nil ? .error : .warning)
    let found = try check(pipelines)
    let findings = format == .sarif || format == .github ? withLines(found.findings, pipelines) : found.findings
    let report = ValidationReport(
      findings: findings, checked: found.checked, unreadable: found.unreadable,
      for: reader, baseline: baseline)
    let text =
      switch format {
      case .text: report.text
      case .json: report.json
      case .sarif: report.sarif
      case .junit: report.junit(failingAt: failing.severity)
      case .github: report.annotations
      }
    Console.current.output(text)
    if let places { try OutputSet.write(.data(Data(report.geoJSON.utf8)), to: places) }
    for proposal in found.cleaning { talk.note(proposal) }
    if let failure = found.unreadable.first { throw ExitCode(failure.status.rawValue) }
    let count = report.entries.count { !$0.isKnown && $0.finding.severity >= failing.severity }
    guard count > 0 else { return }
    talk.note(
      "status 1: \(Figures.counted(count, report.gone == nil ? "finding" : "new finding")) of severity "
        + (failing == .error ? "error" : "error or warning"))
    throw ExitCode(ExitStatus.findings.rawValue)
  }

  /// The pipeline files whose sources are checked, without those of which a source has yet to be fetched: the one that is
  /// named, or all of the folder; none if there are paths.
  private var pipelines: [PipelineFile] {
    get throws(StageError) {
      guard paths.isEmpty else { return [] }
      let named = try PipelineFolder(ofProject: ".").paths([common.pipeline].compactMap(\.self))
      var all: [PipelineFile] = []
      for path in named {
        let pipeline = try PipelineFile(contentsOf: path)
        let reason = common.pipeline == nil ? try pipeline.reasonToSkip() : nil
        if let reason { talk.note("\(pipeline.map): \(reason)") } else { all.append(pipeline) }
      }
      return all
    }
  }

  /// If there are no paths, pipeline files are checked.
  private var reader: Remedy.Reader { paths.isEmpty ? .pipelineFile : .stage }

  /// The findings with the lines at which their features begin, if their files are text. Only files with findings are
  /// read, each once.
  private func withLines(_ findings: [Finding], _ pipelines: [PipelineFile]) -> [Finding] {
    let project = pipelines.first?.project
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
  /// - Returns: what was found. The errors of the files that could not be read have been printed.
  private func check(_ pipelines: [PipelineFile]) throws(StageError) -> ValidateStage.Result {
    var stage = ValidateStage(key: key, reading: source.reading, jobs: jobs.jobs)
    var all = ValidateStage.Result()
    func note(_ error: StageError) {
      Console.current.note(error, for: reader)
      all.unreadable.append(error)
    }
    func check(_ path: String, _ work: (ProgressHandler?) throws(StageError) -> ValidateStage.Result) {
      do {
        let known = Set(all.findings)
        var meter = common.meter
        var result = try talk.withProgress(work)
        for index in result.findings.indices where result.findings[index].file == nil {
          result.findings[index].file = path
        }
        // A result that names no checked files is that of a coverage.
        if result.checked.files.isEmpty {
          result.checked.files = [ValidationReport.CheckedFile(path: path, subject: .coverages)]
        }
        let errors = result.unreadable
        result.unreadable = []
        result.cleaning = result.cleaning.map { "\(path): borders miss each other; in a pipeline file, \($0)" }
        // Maps may have sources in common.
        result.findings.removeAll(where: known.contains)
        all += result
        errors.forEach(note)
        meter?.mark("validate")
      } catch {
        var error = error
        error.file = error.file ?? path
        note(error)
      }
    }
    for pipeline in pipelines {
      check(pipeline.path) { progress throws(StageError) in try stage.run(pipeline, progress: progress) }
    }
    if !paths.isEmpty, let pipeline = try common.pipelineFile() {
      (stage.key, stage.name, stage.schema) = (key ?? pipeline.merge.key, pipeline.merge.name, pipeline.schema)
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
    return all
  }
}
