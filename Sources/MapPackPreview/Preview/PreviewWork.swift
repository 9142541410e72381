import Foundation
import MapPack
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
  package internal(set) var tables: [String: String] = [:]
  let uploads: PreviewUploads?
  /// What the page began with.
  let first: PreviewSource?
  /// Files that were dropped on maps, as their pipeline files name them. A map that an undo brings back has them again.
  var adopted: Set<String> = []
  /// The files of the catalog that were downloaded, by their drops.
  var published: [PreviewUploads.Drop: CatalogFile] = [:]
  package let jobs: Int

  /// The keys of a pipeline file that the page can change.
  private static let keys = [
    "schema", "sources", "select", "drop", "clip", "erase", "merge", "join", "names", "expect", "clean", "simplify",
  ]

  /// Those that say which regions there are. If one changes, their number is expected anew.
  private static let regionKeys: Set = ["schema", "sources", "select", "drop", "clip", "erase", "merge"]

  /// Where tables go that are dropped on the page or made by it.
  static let tableFolder = "Pipelines/names/"

  /// - Parameters:
  ///   - source: `nil` for an empty page.
  ///   - uploads: the files that are dropped on the page; `nil` if none can be.
  package init(_ source: PreviewSource?, uploads: PreviewUploads?, jobs: Int) throws(StageError) {
    (self.uploads, self.jobs, first) = (uploads, jobs, source)
    try show(source)
  }

  /// Shows another source.
  package mutating func show(_ source: PreviewSource?) throws(StageError) {
    written = source?.draft?.text()
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
      state.take(try PipelineFile(text: written, path: source.pipeline?.path ?? source.name).output.picture)
    }
    if !source.isFinished { state.sliders = PreviewSlider.all(for: source.coverage) }
    state.saves = source.draft == nil ? source.pipeline?.path : nil
    state.isDraft = source.draft != nil
    state.hasTable = source.table != nil
    state.source = source.origin
    state.wards = (source.pipeline?.schema ?? source.table.flatMap { .matching($0.fields) })?.withAndWithoutWards
    state.hasFormer = source.former != nil
    state.hasChanges = source.hasChanges
    return state
  }

  // MARK: Edits

  /// Checks that a pipeline file with the values of the page names no other files than before, but tables in the folder
  /// that Save writes them to: no request reads or writes anything else.
  private func checkFiles(of pipeline: PipelineFile, since old: PipelineFile) throws(StageError) {
    let isKnown = pipeline.names.table.map { table in
      table == old.names.table || tables[table] != nil
        || table.hasPrefix(Self.tableFolder) && PreviewUploads.isName(String(table.dropFirst(Self.tableFolder.count)))
    }
    let known = Set(old.inputs).union(adopted)
    guard isKnown ?? true, pipeline.inputs.allSatisfy(known.contains) else {
      throw StageError(
        .usage, "the page can only name the files that the map has",
        remedy: "write other paths into the pipeline file yourself")
    }
  }

  /// The text that the values of a request are written into: the one that was read or last saved; of a draft, the one with
  /// the name that the request gives the map.
  private func base(_ asked: PreviewEdits) throws(StageError) -> String? {
    guard let draft = source?.draft, let map = asked.map, map != draft.proposal.map else { return written }
    return draft.text(of: try Self.checked(mapName: map))
  }

  static func checked(mapName map: String) throws(StageError) -> String {
    guard let remedy = PipelineFile.remedy(forMapName: map) else { return map }
    let sound = MapProposal.mapName(ofSource: map)
    throw StageError(
      .usage, "“\(map)” cannot be the name of a Swift type", remedy: sound == "Map" ? remedy : "call it \(sound)")
  }

  /// The text of the pipeline file with the values of a request, and the texts of name tables with its names and readings.
  /// - Parameters:
  ///   - values: those of the request; a draft that is saved has others.
  ///   - base: the text that the values are written into; if `nil`, the one of `base(_:)`.
  func revision(
    _ asked: PreviewEdits, _ values: Node.Mapping? = nil, in base: String? = nil
  ) throws(StageError) -> (text: String, tables: [String: String]) {
    let values = values ?? asked.newValues
    if let other = values.first(where: { !Self.keys.contains($0.key.string ?? "") }) {
      throw StageError(.usage, "the page cannot change `\(other.key.string ?? "")`")
    }
    let given = if let base { Optional(base) } else { try self.base(asked) }
    guard let source, let written = given else { return ("", [:]) }
    let file = source.pipeline?.path ?? source.name
    let revision = try PipelineRevision(written, file: file)
    var changed = values
    if let look = asked.look?.node.mapping, let output = revision.output(drawnBy: look) {
      changed["output"] = .mapping(output)
    }
    let text = try revision.replacing(changed)
    var tables = tables
    let pipeline = try PipelineFile(text: text, path: file)
    try checkFiles(of: pipeline, since: try PipelineFile(text: written, path: file))
    guard !asked.nameEdits.isEmpty else { return (text, tables) }
    guard let name = pipeline.names.table else {
      throw StageError(.usage, "there is no table for names", remedy: "name one: names.table")
    }
    let names = pipeline.names
    guard [names.url, names.sha256, names.layer, names.key, names.name].allSatisfy({ $0 == nil }) else {
      throw StageError(
        .usage, "the name table \(name) is a publisher's, and stays as it is",
        remedy: "save a copy of it as CSV, \(Self.tableFolder)own.csv, and name that")
    }
    if let encoding = pipeline.names.encoding, !["utf-8", "utf8"].contains(encoding.lowercased()) {
      throw StageError(
        .usage, "the name table \(name) is in \(encoding), and the page writes UTF-8",
        remedy: "save it as UTF-8, and leave out `names.encoding`")
    }
    // A draft has its sources elsewhere, and its tables in the current project.
    let location = source.draft == nil ? pipeline.project.location(of: name) : name
    var table = tables[name]
    if table == nil, FileReading.isFolder(location) != nil { table = try NameTable.text(at: location, name) }
    tables[name] = try NameTable.text(table ?? "", with: asked.nameEdits, file: name)
    return (text, tables)
  }

  static func countsAnew(_ asked: PreviewEdits) -> Bool {
    asked.newValues.contains { regionKeys.contains($0.key.string ?? "") }
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
    let new = try source.revised(text, tables, countsAnew: Self.countsAnew(asked))
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
        PageMap(try OpenPack.made(pack), of: map, jobs: jobs)
      )
    }
    let emitted = try source.emit.run(map)
    last = (map, emitted.pack, emitted.swift)
    var figures = PreviewFigures(of: map, verticesIn: verticesIn, packBytes: emitted.pack.count)
    figures.findings += (land + emitted.naming.findings).map { PreviewFinding($0) }
    figures.revision = source.revision
    figures.keyField = source.keyField
    figures.source = source.origin
    return (figures, PageMap(try OpenPack.made(emitted.pack), of: map, jobs: jobs))
  }

  /// How far the settings can go, whatever amount they ask for; `nil` if a map is asked for meanwhile, which is more
  /// urgent.
  mutating func limits(
    _ asked: PreviewEdits, isSuperseded: @escaping @Sendable () -> Bool
  ) throws(StageError) -> PreviewLimits? {
    let (source, settings) = try revised(asked)
    guard !source.isFinished, !isSuperseded() else { return nil }
    return try source.stage(settings).limits(
      source.coverage, reusing: simplifier, tolerances: PreviewSlider.tolerances(of: source.coverage)
    ) { !isSuperseded() }.map(PreviewLimits.init)
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

  /// What the repairs that a request asks for would join, leave and move; or what is proposed, if it asks for that.
  func repair(_ asked: PreviewEdits) throws(StageError) -> JSON {
    guard let pipeline = source?.pipeline, let table = source?.table, table.kind == .areas else { return .null }
    var options = try PipelineFile(text: try revision(asked).text, path: pipeline.path).merge
    options.jobs = jobs
    let effect: CleaningEffect
    var length: String?
    if asked.isProposal {
      guard let proposal = try CleaningProposal(table, options: options) else {
        return ["words": "No length would mend an overlap or a gap."]
      }
      (effect, length) = (proposal.effect, Quantity.length(meters: proposal.length).typed)
    } else {
      effect = try CleaningEffect(of: options, on: table)
    }
    let (before, after) = (effect.overlaps.before + effect.gaps.before, effect.overlaps.after + effect.gaps.after)
    let moved = PreviewFinding.words(squareMeters: effect.movedSquareMeters)
    let words =
      before == 0
      ? "Borders fit."
      : "Mends \(after == 0 ? before == 1 ? "it" : "all \(before)" : "\(before - after) of the \(before)")."
        + (effect.movedSquareMeters < 0.5 ? "" : " \(moved) of open land changes hands.")
        + " The map is proved valid again."
    return ["length": JSON(length), "words": .text(words)]
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
    var options = try Self.options(asked.look, for: pack)
    options.isDark = asked.isDark
    if format == .html {
      let vertices = source?.coverage.arcs.distinctVertexCount
      return try MapPage.html(last.map, pack: last.pack, verticesIn: vertices, options: options)
    }
    return try format.exported(Coverage(pack), (pack, last.pack), options: options)
  }

  /// How a picture is drawn, which a request says as a pipeline file does.
  private static func options(_ look: PreviewValue?, for pack: Pack) throws(StageError) -> PictureOptions {
    try PictureOptions(
      written: (look?.node ?? .mapping([:])).flow, in: "the request", attributes: pack.textKinds,
      numbers: pack.numberNames)
  }

  /// What the page draws the map that was made last with, if it is colored by a number.
  mutating func coloring(_ asked: PreviewEdits) throws(StageError) -> PageColoring? {
    if last == nil { _ = try made(PreviewEdits()) }
    guard let last else { return nil }
    return try PageColoring(last.map, options: Self.options(asked.look, for: try OpenPack.made(last.pack)))
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
      try block("findings", try source.findings()),
    ]
    if source.former != nil { blocks.append(("former", .bytes(try source.answer(.former).body))) }
    if let last, let picture = source.pipeline?.output.picture,
      let coloring = try PageColoring(last.map, options: picture)
    {
      blocks.append(try block("coloring", coloring))
    }
    if let changes = try changes() { blocks.append(try block("difference", changes)) }
    return PreviewPage.html(titled: source.emit.naming.map, blocks: blocks)
  }
}

extension PipelineFile {
  /// The files that the map is made of.
  var inputs: [String] { entries.map(\.path) + [join?.table].compactMap(\.self) }
}

extension PipelineRevision {
  /// `output` with a picture that is drawn in another way, where the picture goes now, or to `Output/NAME.svg`; `nil` if
  /// there is no picture, and nothing to say about one.
  fileprivate func output(drawnBy look: Node.Mapping) -> Node.Mapping? {
    guard var output = self["output"]?.mapping else { return nil }
    let old = output["preview"]
    let kept = ["path", "insets"]
    let chosen = look.filter { !kept.contains($0.key.string ?? "") && $0.value.null == nil }
    guard old != nil || !chosen.isEmpty else { return nil }
    let path = old?["path"] ?? old ?? Node("Output/\(self["map"]?.string ?? "Map").svg")
    let insets = old?["insets"].map { [(Node("insets"), $0)] } ?? []
    let pairs = [(Node("path"), path)] + chosen.map { ($0.key, $0.value) } + insets
    output["preview"] = pairs.count > 1 ? .mapping(Node.Mapping(pairs)) : path
    return output
  }
}
