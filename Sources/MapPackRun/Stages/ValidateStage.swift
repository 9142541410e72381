import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackGeometry
import MapPackIngest
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
    /// The cleaning that would join most borders that miss each other, in words, per set of features that was checked.
    package var cleaning: [String] = []
    /// The errors of masks and tables that cannot be used.
    package var unreadable: [StageError] = []

    package init(findings: [Finding] = [], checked: ValidationReport.Checked = ValidationReport.Checked()) {
      (self.findings, self.checked) = (findings, checked)
    }

    package static func += (a: inout Result, b: Result) {
      a.findings += b.findings
      a.checked = a.checked + b.checked
      a.cleaning += b.cleaning
      a.unreadable += b.unreadable
    }
  }

  /// Checks the file at a path. The endings `features`, `coverage` and `mappack` mean a stage file or a pack; any other
  /// one means a source. If that has several layers and none is named, each is checked by itself.
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
      let isAny = reading.layer == nil || reading.layer == SourceRequest.allLayers
      do throws(StageError) {
        return try run(source: path, layer: isAny ? nil : reading.layer, progress)
      } catch {
        guard isAny, error.status == .usage,
          let layers = try? MapPackIngest.layers(of: SourceRequest(location: path, source: Source(path: path))),
          layers.count > 1
        else { throw error }
        var result = Result()
        for layer in layers { result += try run(source: path, layer: layer.name, progress) }
        return result
      }
    }
  }

  private func run(source path: String, layer: String?, _ progress: ProgressHandler?) throws(StageError) -> Result {
    var reading = reading
    reading.layer = layer
    let table = try IngestStage.table(
      of: [path], reading: reading, map: nil, schema: schema, jobs: jobs, progress: progress)
    return try run(table, progress: progress)
  }

  /// Checks what a pipeline file reads: all of its sources together, against the regions that it and its name lock
  /// expect, the shapes of its masks, and its tables.
  ///
  /// `key` and `reading` win over the pipeline file.
  package func run(_ pipeline: PipelineFile, progress: ProgressHandler?) throws(StageError) -> Result {
    var stage = self
    (stage.key, stage.name) = (key ?? pipeline.merge.key, pipeline.merge.name)
    let lock = try NameLockFile.read(MapOutput(of: pipeline).lockPath)
    var ingest = try IngestStage(pipeline)
    ingest.read(by: reading)
    let table = try ingest.run(faults: .report, jobs: jobs, progress: progress)
    var result = try stage.run(table, of: pipeline, lock: lock, progress: progress)
    do throws(StageError) {
      let merge = try MergeStage(pipeline, jobs: jobs)
      for mask in merge.masks {
        let table = try mask.ingest.run(faults: .report, jobs: jobs, progress: progress)
        result += Result(
          findings: try table.findings + structuralFindings(of: table, jobs: jobs),
          checked: ValidationReport.Checked(table))
      }
      var regions = Coverage(plane: .lonlat(NodingGrid(west: 0, south: 0, east: 0, north: 0)))
      regions.regions = try stage.codes(of: table, pipeline).map { Region(code: $0, name: $0) }
      try merge.applyTables(to: &regions)
      // The tables of names and of changes are read, those of the groups too.
      _ = try EmitStage(pipeline)
      result.findings += regions.findings
    } catch {
      result.unreadable.append(error)
    }
    return result
  }

  /// The codes of the regions that a table makes; none if it has no key.
  private func codes(of table: FeatureTable, _ pipeline: PipelineFile) throws(StageError) -> [String] {
    guard let key else { return [] }
    let table = table.addingImpliedFields(among: key.fields)
    let bound = try BoundTemplate(key, in: table)
    let codes = (0..<table.featureCount).compactMap { bound.code(of: $0, in: table) }
    return codes.map { pipeline.names.codes[$0] ?? $0 }.canonicallyDistinct
  }

  private func run(_ coverage: Coverage, called path: String, progress: ProgressHandler?) -> Result {
    Result(
      findings: structuralFindings(of: coverage, file: path, jobs: jobs, progress: progress),
      checked: ValidationReport.Checked(coverage))
  }

  private func run(
    _ table: FeatureTable, of pipeline: PipelineFile? = nil, lock: NameLock? = nil, progress: ProgressHandler?
  ) throws(StageError) -> Result {
    let table = table.addingImpliedFields(among: [key, name].compactMap(\.self).flatMap(\.fields))
    var validation = TableValidation(key: key, name: name, jobs: jobs)
    if let pipeline {
      validation.codes = pipeline.names.codes
      validation.expected = ExpectedRegions(pipeline, lock: lock)
      validation.repairs = pipeline.merge
    }
    let findings = try validation.findings(of: table, progress: progress)
    var result = Result(findings: findings, checked: ValidationReport.Checked(table))
    let isCleaned = pipeline?.merge.snap != nil || pipeline?.merge.fillGaps != nil
    if !isCleaned, findings.contains(where: { $0.rule == .overlap || $0.rule == .gap }) {
      let options = MergeOptions(key: key, name: name, jobs: jobs)
      // A table that cannot be merged has findings that say why.
      if let proposal = try? CleaningProposal(table, options: options) { result.cleaning.append(proposal.words) }
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
