import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackNames
import MapPackPage
import MapPackProject
import MapPackSimplify

/// Makes the bytes of all outputs of a map from its sources. Nothing is written.
package struct MapRun {
  var pipeline: PipelineFile
  var seal: InputSeal
  var settings: MapTask.Settings
  var progress: ProgressHandler?

  struct Result {
    /// The outputs, in the order in which they are to replace the old ones.
    ///
    /// The lock is the first. A lock that knows more cases than the enum does no harm. With a lock that knows fewer,
    /// the next run could give a case to a second region.
    package var outputs: [(name: String, data: Data)]
    package var provenance: Provenance
    package var report: MapReport
    /// The numbers of regions, of polygons, of vertices after the merge and in the pack, and of the pack's bytes, in
    /// words; and at how many levels areas were proved to be valid. Vertices of shared borders count once.
    package var figures: String
  }

  /// - Parameter ended: called with the name of each stage when it has ended: `ingest` and `merge`, or `read` for
  ///   a coverage that was merged before; then `simplify` and `emit`.
  func run(ended: (String) -> Void = { _ in }) throws(StageError) -> Result {
    let emit = try EmitStage(pipeline, retire: settings.retire, names: settings.names, jobs: settings.jobs)
    let ingest = try IngestStage(pipeline)
    let merge = try MergeStage(pipeline, jobs: settings.jobs)
    let coverage = try mergedCoverage(ingest, merge, ended)
    let land: [Finding]
    do throws(StageError) {
      land = try RegionCheck(pipeline: pipeline, emit: emit).findings(of: coverage)
    } catch {
      throw Self.beside(coverage.findings, error)
    }

    let merged = MergedFigures(coverage)
    let simplified = try SimplifyStage(settings: pipeline.simplify, emit: emit)
      .run(consume coverage, progress: progress)
    ended("simplify")
    if let fault = simplified.ledger.fault(regions: simplified.regions.map(\.code)) {
      throw StageError(
        .findings, file: pipeline.path, "the ledger does not close: \(fault)",
        remedy: "this is a fault of the tool: report it with the pipeline file; nothing was written")
    }

    let emitted = try emit.run(simplified)
    let groups = try emit.runOfGroups(simplified)
    ended("emit")
    let report = MapReport(
      map: pipeline.map, merged, simplified, findings: land + emitted.naming.findings, emitted, groups)

    let results = zip(pipeline.maps, [emitted] + [groups?.result].compactMap(\.self))
    var outputs: [(name: String, data: Data)] = results.flatMap { map, result in
      [(map.pack, result.pack), (map.swift, result.swift)]
    }
    if let preview = pipeline.output.preview {
      outputs.append((preview, try picture(of: simplified, emitted.pack, merged, isPage: preview.hasSuffix(".html"))))
    }
    if let path = pipeline.output.report {
      outputs.append((path, try SortedJSON.encoded(RunReport(maps: [report.ofTheMap]))))
    }
    let locks = results.map { (name: $0.lockName, data: Data($1.naming.lock.text.utf8)) }
    let provenance = try provenance(of: files(ingest, merge), known: merged.inputs, outputs: outputs + locks)
    outputs.append((pipeline.provenanceName, try SortedJSON.encoded(provenance)))
    return Result(
      outputs: locks + outputs, provenance: provenance, report: report,
      figures: [
        Figures.counted(simplified.regions.count, "region"),
        Figures.counted(simplified.polygonCount, simplified.kind.part),
        "\(Figures.grouped(merged.distinctVertices)) → "
          + "\(Figures.grouped(simplified.arcs.distinctVertexCount)) vertices",
        "\(Figures.grouped(emitted.pack.count)) bytes",
        groups.map { "\(Figures.counted($0.coverage.regions.count, "group"))" },
        simplified.kind == .areas ? "valid at \(Figures.counted(simplified.levels.count, "level"))" : nil,
      ].compactMap(\.self).joined(separator: ", "))
  }

  /// The error with the conditions that no feature meets, which may be its cause.
  private static func beside(_ findings: [Finding], _ error: StageError) -> StageError {
    var error = error
    for finding in findings where finding.rule == .conditionWithoutEffect { error.message += "; \(finding.message)" }
    return error
  }

  /// The files of the sources, then those of the masks, with their parts.
  private func files(_ ingest: IngestStage, _ merge: MergeStage) -> [SourceFiles.File] {
    ([ingest] + merge.masks.map(\.ingest)).flatMap { $0.files.flatMap(\.self) }
  }

  private func mergedCoverage(
    _ ingest: IngestStage, _ merge: MergeStage, _ ended: (String) -> Void
  ) throws(StageError) -> Coverage {
    if let file = settings.merged {
      let merged = try StageInput.coverage(file)
      try check(merged, file: file, files: files(ingest, merge))
      ended("read")
      return merged
    }
    let (table, shapes) = try ingest.runWithShapes(jobs: settings.jobs, progress: progress)
    giveBackFreedMemory()
    ended("ingest")
    let found = table.findings
    let merged: Coverage
    do throws(StageError) {
      merged = try merge.run(consume table, rereading: shapes, progress: progress)
    } catch {
      throw Self.beside(found, error)
    }
    giveBackFreedMemory()
    ended("merge")
    return merged
  }

  private func picture(
    of map: Coverage, _ pack: Data, _ merged: MergedFigures, isPage: Bool
  ) throws(StageError) -> Data {
    guard isPage else {
      return try svg(map, options: pipeline.output.picture, pack: OpenPack.made(pack), jobs: settings.jobs)
    }
    return try MapPage.html(
      map, pack: pack, verticesIn: merged.distinctVertices, options: pipeline.output.picture)
  }

  /// The inputs are in the order of `PipelineFile.inputFiles`.
  ///
  /// - Parameter known: the digests of files that were read by an earlier stage and are not read again.
  private func provenance(
    of files: [SourceFiles.File], known: [InputFile], outputs: [(name: String, data: Data)]
  ) throws(StageError) -> Provenance {
    let inputs = try (files + pipeline.tables).map { file throws(StageError) in
      if let found = known.first(where: { $0.path == file.name }) { found } else { try seal.input(file) }
    }
    return Provenance(
      map: pipeline.map, pipeline: try pipeline.asInput(seal), inputs: inputs,
      outputs: outputs.map { InputFile(path: $0.name, sha256: Digest.sha256($0.data)) })
  }
}
