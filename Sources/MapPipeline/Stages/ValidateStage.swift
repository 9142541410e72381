import Foundation
import MapEmission
import MapFeatures
import MapNaming
import MapTopology
import MapValidation

/// Checks sources, stage files and packs. The ending of a name tells which of them a file is.
struct ValidateStage {
  /// Gives features their codes; without it, each feature is a region of its own.
  var key: Template?
  /// Gives features their names.
  var name: Template?
  /// The schema of sources' fields, for files that are neither stage files nor packs.
  var schema: SourceSchema?
  /// How files are read that are neither stage files nor packs.
  var reading = IngestStage.Reading()
  var jobs: Int

  /// The findings, and the counts of what was checked.
  struct Result {
    var findings: [Finding] = []
    var checked = ValidationReport.Checked()

    static func += (a: inout Result, b: Result) {
      a.findings += b.findings
      a.checked = a.checked + b.checked
    }
  }

  /// Checks the file at a path.
  ///
  /// - Throws: `StageError` if it cannot be read as what its name says it is.
  func run(_ path: String, progress: ProgressHandler?) throws(StageError) -> Result {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "features":
      return try run(try StageInput.featureTable([path]), progress: progress)
    case "coverage":
      let coverage = try StageInput.coverage(path)
      var result = run(coverage, called: path, progress: progress)
      result.findings += coverage.findings
      return result
    case "mappack":
      return run(try Coverage(OpenPack.verified(path)), called: path, progress: progress)
    default:
      var stage = try IngestStage(arguments: [path], reading: reading, map: nil, select: nil, drop: nil)
      stage.schema = schema
      return try run(try stage.run(faults: .report, jobs: jobs, progress: progress), progress: progress)
    }
  }

  /// Checks all sources of a pipeline file together, against the regions that it and its name lock expect.
  ///
  /// - Throws: `StageError` if a source or the name lock cannot be read.
  func run(_ pipeline: PipelineFile, progress: ProgressHandler?) throws(StageError) -> Result {
    let lock = try NameLockFile.read(pipeline.lockPathToRead)
    var ingest = try IngestStage(pipeline)
    ingest.read(by: reading)
    let table = try ingest.run(faults: .report, jobs: jobs, progress: progress)
    let expected = ExpectedRegions(
      file: pipeline.path, codes: pipeline.expect.codes, live: lock?.live.map { ($0.code, $0.name) } ?? [],
      count: pipeline.expect.count)
    return try run(table, codes: pipeline.names.codes, expected: expected, progress: progress)
  }

  private func run(_ coverage: Coverage, called path: String, progress: ProgressHandler?) -> Result {
    Result(
      findings: structuralFindings(of: coverage, file: path, jobs: jobs, progress: progress),
      checked: ValidationReport.Checked(coverage))
  }

  private func run(
    _ table: FeatureTable, codes: [String: String] = [:], expected: ExpectedRegions? = nil, progress: ProgressHandler?
  ) throws(StageError) -> Result {
    let validation = TableValidation(key: key, name: name, codes: codes, expected: expected, jobs: jobs)
    return Result(
      findings: try validation.findings(of: table, progress: progress), checked: ValidationReport.Checked(table))
  }
}
