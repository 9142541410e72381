import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackSimplify

/// What a preview starts from: a merged map that waits for its settings, or a finished map.
struct PreviewSource {
  /// As the user named it.
  var name: String
  /// Merged, in longitude and latitude; or finished, on the pack grid.
  var coverage: Coverage
  var pack: Data?
  /// The features that were read; `nil` if the map was read from a stage file or a pack.
  var table: FeatureTable?
  var validation: TableValidation?
  var emit: EmitStage
  /// The pipeline file that Save writes to; `nil` if there is none.
  var pipeline: PipelineFile?
  /// The text of the pipeline file, or of the one that is proposed.
  var pipelineText: String?
  /// The edition to compare with, and its pack; `nil` if there is none.
  var former: (edition: Edition, pack: Data)?
  var jobs: Int

  var hasChanges: Bool { former?.edition.coverage.kind == .areas && coverage.kind == .areas }

  /// Whether the map is simplified. Then there are no settings to choose.
  var isFinished: Bool {
    if case .mercator = coverage.plane { true } else { false }
  }

  /// Reads what a command line names: a pipeline file, a stage file, a pack, or sources.
  ///
  /// - Parameter former: the path of a sound pack to compare with; if `nil`, the pack that the pipeline file names, if
  ///   that exists.
  init(
    _ paths: [String], reading: IngestStage.Reading, former: String?, jobs: Int, progress: ProgressHandler?
  ) throws(StageError) {
    let first = paths.first ?? ""
    let ending = URL(fileURLWithPath: first).pathExtension.lowercased()
    switch (paths.count, ending) {
    case (1, "yml"), (1, "yaml"):
      let text = String(decoding: try FileReading.contents(of: first, called: first), as: UTF8.self)
      self = try Self.of(try PipelineFile(contentsOf: first), text: text, jobs: jobs, progress: progress)
    case (1, "coverage"):
      self.init(name: first, coverage: try StageInput.coverage(first), jobs: jobs)
    case (1, "mappack"):
      self.init(name: first, coverage: Coverage(try OpenPack.verified(first)), jobs: jobs)
      pack = try FileReading.contents(of: first, called: first)
    default:
      self = try Self.proposed(paths, reading: reading, jobs: jobs, progress: progress)
    }
    let pack = former ?? pipeline.map { $0.project.location(of: $0.output.pack) }
    guard let pack, former != nil || FileManager.default.fileExists(atPath: pack) else { return }
    // A damaged pack that the user did not name is ignored, so that a new one can be made.
    guard former != nil || (try? OpenPack.verified(pack)) != nil else { return }
    self.former = (
      Edition(name: pack, coverage: Coverage(try OpenPack.verified(pack))),
      try FileReading.contents(of: pack, called: pack)
    )
  }

  private init(name: String, coverage: Coverage, jobs: Int) {
    let map = coverage.map ?? URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    self.name = name
    self.coverage = coverage
    emit = EmitStage(map: map, typeName: map, resource: map, jobs: jobs)
    self.jobs = jobs
  }

  private static func of(
    _ pipeline: PipelineFile, text: String, jobs: Int, progress: ProgressHandler?
  ) throws(StageError) -> PreviewSource {
    let ingest = try IngestStage(pipeline)
    let table = try ingest.run(faults: .report, jobs: jobs, progress: progress)
    let coverage = try MergeStage(pipeline, jobs: jobs).run(table.keepingCoordinates, progress: progress)
    var source = PreviewSource(name: pipeline.path, coverage: coverage, jobs: jobs)
    source.table = table
    source.emit = try EmitStage(pipeline, jobs: jobs)
    source.validation = TableValidation(
      key: pipeline.merge.key, name: pipeline.merge.name, codes: pipeline.names.codes,
      expected: ExpectedRegions(pipeline, lock: source.emit.lock), jobs: jobs)
    source.pipeline = pipeline
    source.pipelineText = text
    return source
  }

  /// Reads sources, twice, with the first pipeline file that would be proposed. Nothing is written.
  private static func proposed(
    _ paths: [String], reading: IngestStage.Reading, jobs: Int, progress: ProgressHandler?
  ) throws(StageError) -> PreviewSource {
    let first = URL(fileURLWithPath: paths.first ?? "").deletingPathExtension().lastPathComponent
    let letters = first.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    let map = PipelineFile.remedy(forMapName: letters) == nil ? letters : "Map"
    let table = try IngestStage.table(of: paths, reading: reading, map: map, jobs: jobs, progress: progress)
    guard let proposal = try MapProposal.all(of: [(table, nil)], map: map).first else {
      throw StageError(.findings, file: paths.first, "there is no feature with a \(table.kind.part)")
    }
    let path = "\(map).yml"
    let text = proposal.text(
      sources: paths.map(ProjectFolder(ofPipeline: path).name), reading: reading, names: nil)
    let pipeline = try PipelineFile(text: text, path: path)
    var source = try of(pipeline, text: text, jobs: jobs, progress: progress)
    source.name = paths.joined(separator: " ")
    source.pipeline = nil
    return source
  }
}

extension PreviewSource {
  /// The source in full detail, as a pack.
  ///
  /// - Precondition: the source is merged and not simplified.
  func wholePack() throws(StageError) -> Data {
    try pack(SimplifyOptions())
  }

  /// The map at ten tolerances, each twice the one before, as the levels of a pack, which the page draws while a slider
  /// moves. The finest tolerance is 1/16,384 of the map's size, and at least 1 cm.
  ///
  /// - Precondition: the source is merged and not simplified.
  func ladder() throws(StageError) -> Data {
    var options = SimplifyOptions()
    options.amount = .tolerance(meters: max(coverage.side / 16_384, 0.01))
    options.levels = 10
    return try pack(options)
  }

  private func pack(_ options: SimplifyOptions) throws(StageError) -> Data {
    var options = options
    options.jobs = jobs
    return try emit.run(try Simplifier(coverage, options: options).simplified()).pack
  }

  /// What is wrong with the sources, and what merging found. Of a stage file or a pack, also what it carries.
  func findings() throws(StageError) -> [JSON] {
    var findings: [Finding] = []
    if let table, let validation {
      findings = try validation.findings(of: table)
    } else {
      findings = structuralFindings(of: coverage, file: name, jobs: jobs)
    }
    let known = Set(findings)
    findings += coverage.findings.filter { !known.contains($0) }
    return findings.map(\.preview)
  }

  /// What merging mended, and the polygons that are not part of the last map at any level, by rule. Of a finished map,
  /// only the first is known.
  /// - Parameter simplifier: what made the last map; `nil` if no map has been made.
  func dropped(by simplifier: Simplifier?) -> [JSON] {
    let mended = coverage.findings.compactMap(\.previewOfMending)
    guard case .lonlat(let grid) = coverage.plane, let simplifier else { return mended }
    var regionOfPolygon = ContiguousArray<Int>(repeating: 0, count: coverage.polygonCount)
    for region in coverage.regions.indices {
      for polygon in coverage.polygons(of: region) {
        regionOfPolygon[polygon] = region
      }
    }
    return mended
      + simplifier.droppedPolygons.sorted { $0.key < $1.key }.flatMap { rule, polygons in
        polygons.map { polygon in
          let region = coverage.regions[regionOfPolygon[polygon]]
          // Longitudes and latitudes, alternating.
          var shell: [JSON] = []
          coverage.forEachVertex(ofRing: coverage.shell(of: polygon), level: 0) {
            shell += [.number(grid.longitude(x: $0.x)), .number(grid.latitude(y: $0.y))]
          }
          // The area is in m², before simplification; of a line, it is the length in m.
          return [
            "rule": .text(rule.rawValue), "code": .text(region.code), "name": .text(region.name),
            "area": .number(coverage.polygonArea[polygon]), "shell": .list(shell),
          ]
        }
      }
  }
}
