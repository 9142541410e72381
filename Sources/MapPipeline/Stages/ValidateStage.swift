import Foundation
import MapEmission
import MapFeatures
import MapTopology
import MapValidation

/// Checks sources, stage files and packs, each as what its name says it is.
struct ValidateStage {
  /// What gives features their codes and names; without a key each feature stands for itself.
  var key: Template?
  var name: Template?
  var jobs: Int

  /// What was found, and what was looked at.
  struct Result {
    var findings: [Finding] = []
    var checked = ValidationReport.Checked()

    static func += (a: inout Result, b: Result) {
      a.findings += b.findings
      a.checked = a.checked + b.checked
    }
  }

  /// Checks the file at a path. Throws where it cannot be read as what it should be.
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
      let stage = try IngestStage(arguments: [path], map: nil, select: nil, drop: nil)
      return try run(try stage.run(progress: progress), progress: progress)
    }
  }

  /// Checks all sources of a pipeline file together.
  func run(_ pipeline: PipelineFile, progress: ProgressHandler?) throws(StageError) -> Result {
    try run(try IngestStage(pipeline).run(progress: progress), progress: progress)
  }

  private func run(_ coverage: Coverage, called path: String, progress: ProgressHandler?) -> Result {
    Result(
      findings: structuralFindings(of: coverage, file: path, jobs: jobs, progress: progress),
      checked: ValidationReport.Checked(coverage))
  }

  private func run(_ table: FeatureTable, progress: ProgressHandler?) throws(StageError) -> Result {
    Result(
      findings: try structuralFindings(of: table, key: key, name: name, jobs: jobs, progress: progress),
      checked: ValidationReport.Checked(table))
  }
}
