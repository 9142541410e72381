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
import Yams

/// What is shown, what was made of it, and what is not saved yet.
///
/// Each map is proved, and is the one that `mappack run` would write with the pipeline file that Save would write.
package struct PreviewWork {
  /// What is shown; `nil` as long as nothing was dropped on the page.
  package private(set) var source: PreviewSource?
  private var simplifier: Simplifier?
  /// The map that was made last.
  package private(set) var last: (map: Coverage, pack: Data, swift: Data?)?
  /// The text of the pipeline file as it was read or last saved, or of the one that is proposed; `nil` without one.
  package private(set) var written: String?
  /// Texts of name tables that are not saved yet, by the names of their files.
  package private(set) var tables: [String: String] = [:]
  private let uploads: PreviewUploads?
  package let jobs: Int

  /// The keys of a pipeline file that the page can change.
  private static let keys = ["sources", "select", "drop", "merge", "names", "expect", "clean", "simplify"]

  /// Where tables go that are dropped on the page or made by it.
  private static let tableFolder = "Pipelines/names/"

  /// - Parameters:
  ///   - source: `nil` for an empty page.
  ///   - uploads: the files that are dropped on the page; `nil` if none can be.
  package init(_ source: PreviewSource?, uploads: PreviewUploads?, jobs: Int) throws(StageError) {
    (self.uploads, self.jobs) = (uploads, jobs)
    try show(source)
  }

  /// Shows another source.
  package mutating func show(_ source: PreviewSource?) throws(StageError) {
    written = source?.draft?.text
    if written == nil, let pipeline = source?.pipeline { written = try Self.text(of: pipeline) }
    (simplifier, last, tables, self.source) = (nil, nil, [:], source)
  }

  /// What was saved is what is written.
  mutating func takeSaved(_ text: String) { (written, tables) = (text, [:]) }

  package static func text(of pipeline: PipelineFile) throws(StageError) -> String {
    String(decoding: try FileReading.contents(of: pipeline.path, called: pipeline.path), as: UTF8.self)
  }

  package func state() throws(StageError) -> PreviewState {
    guard let source else { return PreviewState() }
    var state = PreviewState(source.coverage, map: source.emit.naming.map)
    if let written {
      state.values = try PipelineRevision(written, file: source.name).json(of: Self.keys)
    }
    if !source.isFinished { state.sliders = PreviewSlider.all(for: source.coverage) }
    state.saves = source.draft == nil ? source.pipeline?.path : nil
    state.isDraft = source.draft != nil
    state.hasTable = source.table != nil
    state.hasFormer = source.former != nil
    state.hasChanges = source.hasChanges
    if let picture = source.pipeline?.output.picture {
      state.take(picture)
    }
    return state
  }

  // MARK: Files

  package mutating func open(_ asked: PreviewOpening) throws(StageError) -> PreviewResponse {
    guard let uploads else { return .nothing }
    let paths = asked.files.compactMap { PreviewUploads.name(in: $0[...]).map(uploads.location) }
    guard !paths.isEmpty, paths.count == asked.files.count else { return .refused(422, "no file was dropped") }
    let sources = try SourceFiles.everyFile(at: uploads.folder).map(\.location).filter(paths.contains)
    guard !sources.isEmpty else { throw IngestStage.nothing(at: uploads.folder) }
    do {
      let draft = try PreviewDraft(sources, reading: asked.reading, project: uploads.project, jobs: jobs, progress: nil)
      try show(try PreviewSource.proposed(draft, jobs: jobs, progress: nil))
      // Until now the files of the map before were needed.
      try uploads.keep(only: asked.files)
    } catch {
      // Of several layers, the page asks for one.
      let request = SourceRequest(location: sources[0], source: Source(path: sources[0]))
      guard asked.reading.layer == nil, sources.count == 1, let layers = try? layers(of: request), layers.count > 1
      else {
        throw error
      }
      let words = layers.map { layer in
        JSON.members([("layer", .text(layer.name)), ("words", .text(layer.words.line(atMost: 80)))])
      }
      return try .json(JSON.members([("layers", .list(words))]))
    }
    return try .json(state())
  }

  /// Takes a table of readings that was dropped. It is written by Save, into the folder Pipelines/names.
  /// - Returns: its name there.
  package mutating func take(table asked: PreviewTable) throws(StageError) -> String {
    guard let uploads, let plain = PreviewUploads.name(in: asked.file[...]) else {
      throw StageError(.usage, "no table was dropped")
    }
    let text = try NameTable.text(at: uploads.location(of: plain), plain)
    _ = try NameTable(text: text, file: plain)
    let name = Self.tableFolder + plain
    tables[name] = text
    return name
  }

  // MARK: Edits

  /// Checks that a pipeline file with the values of the page names no other files than before, but tables in the folder
  /// that Save writes them to: no request reads or writes anything else.
  private func checkFiles(of pipeline: PipelineFile, since old: PipelineFile) throws(StageError) {
    let isKnown = pipeline.names.table.map { table in
      table == old.names.table || tables[table] != nil
        || table.hasPrefix(Self.tableFolder) && PreviewUploads.name(in: table.dropFirst(Self.tableFolder.count)) != nil
    }
    guard isKnown ?? true, pipeline.sources.map(\.path) == old.sources.map(\.path) else {
      throw StageError(
        .usage, "the page can only name the files that the map has",
        remedy: "write other paths into the pipeline file yourself")
    }
  }

  /// The text of the pipeline file with the values of a request, and the texts of name tables with its readings.
  /// - Parameters:
  ///   - values: those of the request; a draft that is saved has others.
  ///   - base: the text that the values are written into; if `nil`, the one that was read or last saved.
  func revision(
    _ asked: PreviewEdits, _ values: Node.Mapping? = nil, in base: String? = nil
  ) throws(StageError) -> (text: String, tables: [String: String]) {
    let values = values ?? asked.newValues
    if let other = values.first(where: { !Self.keys.contains($0.key.string ?? "") }) {
      throw StageError(.usage, "the page cannot change `\(other.key.string ?? "")`")
    }
    guard let source, let written = base ?? written else { return ("", [:]) }
    let file = source.pipeline?.path ?? source.name
    let text = try PipelineRevision(written, file: file).replacing(values)
    var tables = tables
    let pipeline = try PipelineFile(text: text, path: file)
    try checkFiles(of: pipeline, since: try PipelineFile(text: written, path: file))
    guard !asked.newReadings.isEmpty else { return (text, tables) }
    guard let name = pipeline.names.table else {
      throw StageError(.usage, "there is no name table for readings", remedy: "name one: names.table")
    }
    guard pipeline.names.url == nil, pipeline.names.sha256 == nil else {
      throw StageError(
        .usage, "the name table \(name) is its publisher's, and stays as it is",
        remedy: "save a copy of it as CSV, \(Self.tableFolder)own.csv, and name that")
    }
    if let encoding = pipeline.names.encoding, !["utf-8", "utf8"].contains(encoding.lowercased()) {
      throw StageError(
        .usage, "the name table \(name) is in \(encoding), and the page writes UTF-8",
        remedy: "save it as UTF-8, and leave out `names.encoding`")
    }
    // A draft has its sources elsewhere, and its tables in the current project.
    let location = source.draft == nil ? pipeline.project.location(of: name) : name
    var old = tables[name]
    if old == nil, FileReading.isFolder(location) != nil { old = try NameTable.text(at: location, name) }
    tables[name] = try NameTable.text(old ?? "", with: asked.newReadings, file: name)
    return (text, tables)
  }

  /// The source and the settings with the values that a request sends.
  private mutating func revised(
    _ asked: PreviewEdits
  ) throws(StageError) -> (source: PreviewSource, settings: PipelineFile.Simplify) {
    guard let source else { throw StageError(.usage, "nothing was dropped yet") }
    guard source.pipeline != nil else {
      let simplify = asked.newValues.first { $0.key.string == "simplify" }?.value.flow ?? "{}"
      return (source, try PipelineFile.Simplify(YAMLValue(document: simplify, file: "the settings")))
    }
    let (text, tables) = try revision(asked)
    let new = try source.revised(text, tables)
    if new.revision != source.revision { simplifier = nil }
    self.source = new
    return (new, new.pipeline?.simplify ?? PipelineFile.Simplify())
  }

  // MARK: Maps

  /// The map with the values that a request sends, and its figures; the finished map itself, whatever they are, if the
  /// source is one.
  package mutating func made(_ asked: PreviewEdits) throws(StageError) -> (PreviewFigures, PageMap) {
    let (source, settings) = try revised(asked)
    let land = try source.checked()
    var map = source.coverage
    if !source.isFinished {
      map = try source.stage(settings).run(map, reusing: &simplifier, progress: nil)
    }
    let verticesIn = source.coverage.arcs.distinctVertexCount
    if let pack = source.pack {
      last = (map, pack, nil)
      return (
        PreviewFigures(of: map, verticesIn: verticesIn, packBytes: pack.count),
        PageMap(try OpenPack.made(pack), of: map)
      )
    }
    let emitted = try source.emit.run(map)
    last = (map, emitted.pack, emitted.swift)
    var figures = PreviewFigures(of: map, verticesIn: verticesIn, packBytes: emitted.pack.count)
    figures.findings += (land + emitted.naming.findings).map { PreviewFinding($0) }
    figures.revision = source.revision
    figures.keyField = source.keyField
    return (figures, PageMap(try OpenPack.made(emitted.pack), of: map))
  }

  /// How far the settings can go, whatever amount they ask for; `nil` if a map is asked for meanwhile, which is more
  /// urgent.
  mutating func limits(
    _ asked: PreviewEdits, isSuperseded: @escaping @Sendable () -> Bool
  ) throws(StageError) -> PreviewLimits? {
    let (source, settings) = try revised(asked)
    guard !source.isFinished, !isSuperseded() else { return nil }
    return try source.stage(settings).limits(source.coverage, reusing: simplifier) { !isSuperseded() }
      .map(PreviewLimits.init)
  }

  // MARK: Beside the map

  /// The changes since the former edition of a map of areas, as `mappack diff` tells them between both packs; `nil` if there is
  /// none.
  package mutating func changes() throws(StageError) -> [PreviewChange]? {
    guard let source, let former = source.former, source.hasChanges else { return nil }
    if last == nil { _ = try made(PreviewEdits()) }
    guard let last else { return nil }
    let new = Edition(name: source.name, coverage: Coverage(try OpenPack.made(last.pack)))
    return PreviewChange.all(
      in: MapDifference(former.edition, new, share: RedrawingNoise.defaultShare, jobs: source.jobs))
  }

  /// What merging mended, and what is not part of the last map at any level.
  package var dropped: [PreviewDropped] { source?.dropped(by: last == nil ? nil : simplifier) ?? [] }

  /// What the repairs that a request asks for would join, leave and move; or what is proposed, if it asks for that.
  func repair(_ asked: PreviewEdits) throws(StageError) -> JSON {
    guard let pipeline = source?.pipeline, let table = source?.table, table.kind == .areas else { return .null }
    var options = try PipelineFile(text: try revision(asked).text, path: pipeline.path).merge
    options.jobs = jobs
    let effect: CleaningEffect
    var length: String?
    if asked.isProposal {
      guard let proposal = try CleaningProposal(table, options: options) else {
        return ["words": "Borders fit: no length would join more."]
      }
      (effect, length) = (proposal.effect, Quantity.length(meters: proposal.length).typed)
    } else {
      effect = try CleaningEffect(of: options, on: table)
    }
    func words(_ count: (before: Int, after: Int), _ noun: String) -> String {
      guard count.before > 0 else { return "no \(noun)s" }
      return Figures.counted(count.before, noun)
        + ", of which \(count.after == count.before ? "all" : "\(count.after)") stay"
    }
    let moved = "\(Quantity.area(squareMeters: effect.movedSquareMeters).words) of open land moved."
    let parts = [words(effect.overlaps, "overlap"), words(effect.gaps, "gap"), moved]
    return ["length": JSON(length), "words": .text(parts.joined(separator: "; "))]
  }

  /// The map that was made last in a form that people take away: the same bytes as those of the commands; `nil` if there is no
  /// such form.
  package mutating func take(_ asked: PreviewTaking) throws(StageError) -> Data? {
    if last == nil { _ = try made(PreviewEdits()) }
    guard let last else { return nil }
    if asked.form == "pack" { return last.pack }
    if asked.form == "swift" { return last.swift }
    guard let format = ExportFormat(rawValue: asked.form) else { return nil }
    let pack = try OpenPack.made(last.pack)
    // How a picture is drawn is written as in a pipeline file.
    var look = asked.look?.node.mapping ?? [:]
    look["path"] = "map.svg"
    var output = PipelineFile.Output()
    try PipelineKeys.preview(attributes: pack.textKinds)
      .read(try YAMLValue(document: Node.mapping(look).flow, file: "the request"), into: &output)
    return try format.exported(Coverage(pack), (pack, last.pack), options: output.picture)
  }

  /// The page as one file that needs no server, with the map at the first settings and all that is known about it.
  package mutating func exportedPage() throws(StageError) -> Data {
    var state = try state()
    let (figures, map) = try made(PreviewEdits())
    guard let source else { return Data() }
    // A file does not tell the folder that it was made in.
    (state.saves, state.values, state.sliders, state.hasTable, state.isDraft) = (nil, "{}", [:], false, false)
    func block(_ id: String, _ value: some Encodable) throws(StageError) -> (id: String, block: PreviewPage.Block) {
      (id, .json(try SortedJSON.encoded(value, isForReaders: false)))
    }
    var blocks = [
      try block("state", state), ("map", .bytes(try PreviewMap(map: map, figures: figures).bytes)),
      try block("findings", try source.findings()), try block("dropped", dropped),
    ]
    if let former = source.former {
      blocks.append(
        (
          "former",
          .bytes(try PreviewMap(map: PageMap(try OpenPack.made(former.pack), of: former.edition.coverage)).bytes)
        ))
    }
    if let changes = try changes() { blocks.append(try block("difference", changes)) }
    return PreviewPage.html(titled: source.emit.naming.map, blocks: blocks)
  }
}
