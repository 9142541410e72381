import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackNames
import MapPackProject

/// Checks sources, stage files and packs. The ending of a name tells which of them a file is. A feature with a fault
/// becomes a finding; only a file that cannot be read is an error.
package struct ValidateStage {
  /// Without it, each feature is a region of its own.
  package var key: Template?
  package var name: Template?
  /// For files that are neither stage files nor packs.
  package var schema: SourceSchema?
  /// For files that are neither stage files nor packs.
  package var reading = ReadingOptions()
  package var jobs: Int

  package init(
    key: Template? = nil, name: Template? = nil, schema: SourceSchema? = nil,
    reading: ReadingOptions = ReadingOptions(), jobs: Int
  ) {
    (self.key, self.name, self.schema, self.reading, self.jobs) = (key, name, schema, reading, jobs)
  }

  package struct Result {
    package var findings: [Finding] = []
    package var checked = ValidationReport.Checked()
    /// The cleaning that would join most borders that miss each other, per set of features that was checked.
    package var cleaning: [CleaningProposal] = []

    package init(
      findings: [Finding] = [], checked: ValidationReport.Checked = ValidationReport.Checked(),
      cleaning: [CleaningProposal] = []
    ) {
      (self.findings, self.checked, self.cleaning) = (findings, checked, cleaning)
    }

    package static func += (a: inout Result, b: Result) {
      a.findings += b.findings
      a.checked = a.checked + b.checked
      a.cleaning += b.cleaning
    }
  }

  /// Checks the file at a path. The endings `features`, `coverage` and `mappack` mean a stage file or a pack; any other
  /// one means a source.
  ///
  /// The findings that a coverage carries are part of the result.
  package func run(_ path: String, progress: ProgressHandler?) throws(StageError) -> Result {
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
      let table = try IngestStage.table(
        of: [path], reading: reading, map: nil, schema: schema, jobs: jobs, progress: progress)
      return try run(table, progress: progress)
    }
  }

  /// Checks all sources of a pipeline file together, against the regions that it and its name lock expect.
  ///
  /// `reading` wins over the pipeline file.
  package func run(_ pipeline: PipelineFile, progress: ProgressHandler?) throws(StageError) -> Result {
    let lock = try NameLockFile.read(MapOutput(of: pipeline).lockPath)
    var ingest = try IngestStage(pipeline)
    ingest.read(by: reading)
    let table = try ingest.run(faults: .report, jobs: jobs, progress: progress)
    let expected = ExpectedRegions(pipeline, lock: lock)
    return try run(
      table, codes: pipeline.names.codes, places: pipeline.merge.places, expected: expected, progress: progress)
  }

  private func run(_ coverage: Coverage, called path: String, progress: ProgressHandler?) -> Result {
    Result(
      findings: structuralFindings(of: coverage, file: path, jobs: jobs, progress: progress),
      checked: ValidationReport.Checked(coverage))
  }

  private func run(
    _ table: FeatureTable, codes: [String: String] = [:], places: [PlaceDecision] = [],
    expected: ExpectedRegions? = nil, progress: ProgressHandler?
  ) throws(StageError) -> Result {
    let table = table.addingImpliedFields(among: [key, name].compactMap(\.self).flatMap(\.fields))
    var validation = TableValidation(key: key, name: name, codes: codes, expected: expected, jobs: jobs)
    validation.repairs.places = places
    let findings = try validation.findings(of: table, progress: progress)
    var result = Result(findings: findings, checked: ValidationReport.Checked(table))
    if findings.contains(where: { $0.rule == .overlap || $0.rule == .gap }) {
      let options = MergeOptions(key: key, name: name, jobs: jobs)
      // A table that cannot be merged has findings that say why.
      if let proposal = try? CleaningProposal(table, options: options) { result.cleaning.append(proposal) }
    }
    return result
  }
}

extension ExpectedRegions {
  package init(_ pipeline: PipelineFile, lock: NameLock?) {
    self.init(
      file: pipeline.path, codes: pipeline.expect.codes, live: lock?.live.map { ($0.code, $0.name) } ?? [],
      count: pipeline.expect.count)
  }
}
