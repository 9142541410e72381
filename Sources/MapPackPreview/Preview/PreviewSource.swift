import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackPage
import MapPackProject
import MapPackRun
import MapPackSimplify

/// What a preview starts from: a merged map that waits for its settings, or a finished map.
package struct PreviewSource {
  /// As the user named it.
  package var name: String
  /// Merged, in longitude and latitude; or finished, on the pack grid.
  package var coverage: Coverage
  package var pack: Data?
  /// The features that were read; `nil` if the map was read from a stage file or a pack.
  package var table: FeatureTable?
  var validation: TableValidation?
  package var emit: EmitStage
  /// The pipeline file, or the one that is proposed; `nil` for a stage file or a pack.
  package var pipeline: PipelineFile?
  /// What a pipeline file is proposed from; `nil` if there is one, and for a stage file or a pack.
  package internal(set) var draft: PreviewDraft?
  /// Why the regions that the pipeline file asks for cannot be made. Then each feature is one.
  package var problem: StageError?
  /// The edition to compare with, and its pack; `nil` if there is none.
  package var former: (edition: Edition, pack: Data)?
  package var jobs: Int
  /// Counts the merged maps of a session: another number, another map.
  var revision = 0
  /// Texts of name tables that have not been written yet, by the names of their files.
  private var tables: [String: String] = [:]
  /// What the features were read for, and what they were merged for.
  private var made = (reading: "", merge: "")

  var hasChanges: Bool { former?.edition.coverage.kind == .areas && coverage.kind == .areas }

  /// Whether the map is simplified. Then there are no settings to choose.
  var isFinished: Bool {
    if case .mercator = coverage.plane { true } else { false }
  }

  /// Reads what a command line names: a pipeline file, a stage file, a pack, or sources.
  ///
  /// - Parameter former: the path of a sound pack to compare with; if `nil`, the pack that the pipeline file names, if
  ///   that exists.
  package init(
    _ paths: [String], reading: ReadingOptions, former: String?, jobs: Int, progress: ProgressHandler?
  ) throws(StageError) {
    let first = paths.first ?? ""
    let ending = URL(fileURLWithPath: first).pathExtension.lowercased()
    switch (paths.count, ending) {
    case (1, "yml"), (1, "yaml"):
      let text = String(decoding: try FileReading.contents(of: first, called: first), as: UTF8.self)
      self = try Self.of(
        try PipelineFile(contentsOf: first), text, [:], in: nil, jobs: jobs, progress: progress)
    case (1, "coverage"):
      self.init(name: first, coverage: try StageInput.coverage(first), jobs: jobs)
    case (1, "mappack"):
      self.init(name: first, coverage: Coverage(try OpenPack.verified(first)), jobs: jobs)
      pack = try FileReading.contents(of: first, called: first)
    default:
      self = try Self.proposed(
        try PreviewDraft(paths, reading: reading, project: ".", jobs: jobs, progress: progress), jobs: jobs,
        progress: progress)
    }
    let named = draft == nil ? pipeline.map { $0.project.location(of: $0.output.pack) } : nil
    guard let pack = former ?? named, former != nil || FileManager.default.fileExists(atPath: pack) else { return }
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
    emit = EmitStage(map: map, jobs: jobs)
    self.jobs = jobs
  }

  /// The map of a draft's pipeline file.
  package static func proposed(
    _ draft: PreviewDraft, jobs: Int, progress: ProgressHandler?
  ) throws(StageError) -> PreviewSource {
    var source = try of(
      try PipelineFile(text: draft.text(), path: draft.path), draft.text(), [:], in: nil, jobs: jobs, progress: progress
    )
    source.name = draft.sources.joined(separator: " ")
    source.draft = draft
    return source
  }

  /// The same map by another text of its pipeline file. Features are read again only if the text asks for others, and
  /// merged again only if it asks for other regions.
  ///
  /// - Parameters:
  ///   - tables: texts of name tables that have not been written yet, by the names of their files.
  ///   - countsAnew: whether no number of regions is expected.
  /// - Throws: what is wrong with the text, or with a map of this text.
  /// - Precondition: there is a pipeline file, or a draft of one.
  func revised(
    _ text: String, _ tables: [String: String], countsAnew: Bool = false
  ) throws(StageError) -> PreviewSource {
    var pipeline = try PipelineFile(text: text, path: pipeline?.path ?? name)
    if let draft { pipeline = try PipelineFile(text: text, path: draft.path(of: pipeline.map)) }
    if countsAnew { pipeline.expect.count = nil }
    var source = try Self.of(pipeline, text, tables, in: self, jobs: jobs, progress: nil)
    if let problem = source.problem { throw problem }
    (source.name, source.draft, source.former) = (name, draft, former)
    return source
  }

  /// The same map by its pipeline file, which may have been saved since it was read.
  package func asWritten() throws(StageError) -> PreviewSource {
    guard let pipeline, draft == nil, problem == nil else { return self }
    return try revised(try PreviewWork.text(of: pipeline), [:])
  }

  /// - Parameter old: the same map by another text.
  private static func of(
    _ pipeline: PipelineFile, _ text: String, _ tables: [String: String], in old: PreviewSource?, jobs: Int,
    progress: ProgressHandler?
  ) throws(StageError) -> PreviewSource {
    let written = try PipelineRevision(text, file: pipeline.path)
    let afterReading: Set = ["merge", "names", "join", "clip", "erase", "changes", "clean", "simplify", "output"]
    let reading = written.canonical(without: afterReading)
    let merge =
      written.canonical(without: ["names.overrides", "changes", "simplify", "output"])
      + (pipeline.names.table.flatMap { tables[$0] } ?? "")
    let table: FeatureTable
    if let old, let known = old.table, old.made.reading == reading {
      table = known
    } else {
      table = try IngestStage(pipeline).run(faults: .report, jobs: jobs, progress: progress)
    }
    var source: PreviewSource
    if let old, old.made.merge == merge {
      source = old
    } else {
      var problem: StageError?
      let coverage: Coverage
      do throws(StageError) {
        coverage = try MergeStage(pipeline, tables: tables, jobs: jobs)
          .run(table, progress: progress)
      } catch {
        // Each feature is drawn as a region of its own, so that one sees what could be chosen.
        let stage = MergeStage(options: MergeOptions(jobs: jobs))
        guard old == nil, let plain = try? stage.run(table, progress: progress) else { throw error }
        (problem, coverage) = (error, plain)
      }
      source = PreviewSource(name: pipeline.path, coverage: coverage, jobs: jobs)
      source.problem = problem
      source.revision = (old?.revision ?? 0) + 1
    }
    source.tables = tables
    source.made = (reading, source.problem == nil ? merge : "")
    source.table = table
    source.emit = try EmitStage(pipeline, tables: tables, jobs: jobs)
    source.validation = TableValidation(
      key: pipeline.merge.key, name: pipeline.merge.name, codes: pipeline.names.codes,
      expected: ExpectedRegions(pipeline, lock: source.emit.naming.lock), jobs: jobs)
    source.pipeline = pipeline
    return source
  }
}

extension PreviewSource {
  /// The stage that simplifies the map.
  package func stage(_ settings: PipelineFile.Simplify) -> SimplifyStage {
    var emit = emit
    emit.naming.isCellWritten = settings.options.cellExponent != nil
    return SimplifyStage(settings: settings, emit: emit)
  }

  /// The source in full detail.
  ///
  /// - Precondition: the source is merged and not simplified.
  private func whole() throws(StageError) -> PageMap {
    try map(SimplifyOptions())
  }

  /// The source in full detail, without the repairs that reach over a distance.
  ///
  /// - Precondition: the source is merged and not simplified.
  private func unrepaired() throws(StageError) -> PageMap {
    guard let pipeline, let table else { return try whole() }
    var source = self
    var stage = try MergeStage(pipeline, tables: tables, jobs: jobs)
    stage.options = stage.options.withoutCleaning
    stage.options.places = []
    source.coverage = try stage.run(table, progress: nil)
    return try source.whole()
  }

  /// The map at ten tolerances, each twice the one before, as the levels of a pack, which the page draws while a slider
  /// moves. The finest tolerance is 1/16,384 of the map's size, and at least 1 cm.
  ///
  /// - Precondition: the source is merged and not simplified.
  private func ladder() throws(StageError) -> PageMap {
    var options = SimplifyOptions()
    options.amount = .tolerance(meters: max(coverage.side / 16_384, 0.01))
    options.levels = 10
    return try map(options)
  }

  private func map(_ options: SimplifyOptions) throws(StageError) -> PageMap {
    var options = options
    options.jobs = jobs
    let simplified = try Simplifier(coverage, options: options).simplified()
    // Names that the pipeline file refuses are a matter of the map that is made.
    let plain = EmitStage(map: emit.naming.map, jobs: jobs)
    let pack: Data
    if let naming = try? emit.naming.run(simplified) {
      pack = try emit.pack(of: simplified, naming)
    } else {
      pack = try plain.pack(of: simplified, try plain.naming.run(simplified))
    }
    return PageMap(try OpenPack.made(pack), of: simplified, jobs: jobs)
  }

  /// Checks the merged map as a run does. A draft expects nothing yet: what its source has is what it will have.
  /// - Throws: `findings` if a run would end with it.
  package func checked() throws(StageError) -> [Finding] {
    guard let pipeline, draft == nil else { return [] }
    return try RegionCheck(pipeline: pipeline, emit: emit).findings(of: coverage)
  }

  /// What the features were read from.
  var origin: PreviewOrigin? {
    table.map { table in
      // A pipeline file names the layer itself.
      let only = draft.flatMap { $0.sources.count == 1 ? $0.location : nil }
      let choices = only.flatMap { try? layers(of: SourceRequest(location: $0, source: Source(path: $0))) } ?? []
      let unit = choices.first { $0.name == IMDFArchive.defaultLayer }?.name
      return PreviewOrigin(table, layers: choices, layer: draft?.reading.layer ?? unit)
    }
  }

  /// The field whose value is the code of a region; `nil` if codes are not the values of one field, or have others in
  /// the map.
  var keyField: String? {
    guard let key = pipeline?.merge.key, key.pieces.count == 1, let field = key.fields.first, table != nil,
      field != SourceSchema.codeField, pipeline?.names.codes.isEmpty == true
    else { return nil }
    return field
  }

  /// The fields of the features, and what could be selected. A pipeline's sources are read once more for that.
  package func fields() throws(StageError) -> [JSON] {
    guard let pipeline, let table else { return [] }
    guard pipeline.select != nil || pipeline.drop != nil else { return PreviewFields.json(of: table, among: table) }
    var stage = try IngestStage(pipeline)
    (stage.select, stage.drop) = (nil, nil)
    return PreviewFields.json(of: table, among: try stage.run(faults: .report, jobs: jobs, progress: nil))
  }

  /// What is wrong with the sources after the repairs that the pipeline file asks for, and what merging found and mended.
  /// Of a stage file or a pack, also what it carries.
  package func findings() throws(StageError) -> [PreviewFinding] {
    var findings: [Finding] = []
    let mended = MendedFaults(coverage)
    guard let table, var validation, problem == nil else {
      return structuralFindings(of: coverage, file: name, jobs: jobs).map { PreviewFinding($0) }
        + coverage.findings.map { PreviewFinding($0, mended) }
    }
    validation.repairs = pipeline?.merge ?? MergeOptions()
    validation.describesLand = true
    findings = try validation.findings(of: table)
    let known = Set(findings.map(FindingPlace.init))
    findings += coverage.findings.filter { !known.contains(FindingPlace($0)) }
    return findings.map { PreviewFinding($0, mended) }
  }
}

extension PreviewSource {
  /// What the page asks about the source alone.
  package enum Question: String {
    /// Maps that the one that is made is compared with, and that of a moving slider.
    case source, unrepaired, ladder, former
    case findings, fields
  }

  package func answer(_ question: Question) throws(StageError) -> PreviewResponse {
    switch question {
    case .findings: return try .json(findings())
    case .fields: return try .json(fields())
    case .former:
      return try former.map { former throws(StageError) in
        try .map(PageMap(OpenPack.made(former.pack), of: former.edition.coverage))
      } ?? .nothing
    case _ where isFinished: return .nothing
    case .unrepaired: return try .map(unrepaired())
    case .ladder: return try .map(ladder())
    case .source:
      let vertices = coverage.arcs.distinctVertexCount
      return try .map(whole(), PreviewFigures(of: coverage, verticesIn: vertices, packBytes: 0))
    }
  }
}

/// A fault, whatever words it is told in.
private struct FindingPlace: Hashable {
  private var rule: Rule
  private var location: Location

  init(_ finding: Finding) {
    (rule, location) = (finding.rule, finding.location)
    (location.code, location.name) = (nil, nil)
  }
}
