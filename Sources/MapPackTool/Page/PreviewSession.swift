import Dispatch
import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackSimplify
import Yams

/// Answers the page's requests, and makes maps of one source with what the page asks for.
///
/// In an exported page, blocks of data have the names of the requests' paths.
///
/// One map is made at a time. A request for a map gets the status 409 if a newer one has come while it waited, because
/// the page no longer needs the answer. Each map is proved, and is the one that `mappack run` would write with the
/// pipeline file that Save would write.
final class PreviewSession: @unchecked Sendable {
  /// Runs the requests about the map one after the other. Only it uses the properties up to `lock`.
  private let queue = DispatchQueue(label: "preview")
  private var simplifier: Simplifier?
  private var made: (map: Coverage, pack: Data, swift: Data?)?
  /// The text of the pipeline file as it was read or last saved, or of the one that is proposed; `nil` without one.
  private var written: String?
  /// Texts of name tables that are not saved yet, by the names of their files.
  private var tables: [String: String] = [:]
  private let uploads: PreviewUploads?
  private let jobs: Int

  private let lock = NSLock()
  /// What is shown; `nil` as long as nothing was dropped on the page. The queue sets it; the lock guards it.
  private var current: PreviewSource?
  /// The number of the newest request for a map. The lock guards it.
  private var newest = 0
  /// How many pages are open. The lock guards it.
  private var pageCount = 0
  private let ended: @Sendable () -> Void

  /// - Parameters:
  ///   - source: `nil` for an empty page.
  ///   - uploads: the files that are dropped on the page.
  ///   - ended: called when the last page was closed and is not loaded again soon.
  init(
    _ source: PreviewSource?, uploads: PreviewUploads? = nil, jobs: Int, ended: @escaping @Sendable () -> Void
  ) throws(StageError) {
    current = source
    self.uploads = uploads
    self.jobs = jobs
    self.ended = ended
    written = try source.flatMap(Self.text)
  }

  /// Shows another source.
  private func open(_ source: PreviewSource?) throws(StageError) {
    written = try source.flatMap(Self.text)
    (simplifier, made, tables) = (nil, nil, [:])
    lock.withLock { current = source }
  }

  private static func text(of source: PreviewSource) throws(StageError) -> String? {
    if let draft = source.draft { return draft.text }
    return try source.pipeline.map { pipeline throws(StageError) in try text(of: pipeline) }
  }

  private static func text(of pipeline: PipelineFile) throws(StageError) -> String {
    String(decoding: try FileReading.contents(of: pipeline.path, called: pipeline.path), as: UTF8.self)
  }

  /// An error becomes an answer with the status 422 and its message. The status is 404 for an unknown path, and for a
  /// former edition that is not there.
  func respond(_ request: PreviewRequest) async -> PreviewResponse {
    await withCheckedContinuation { continuation in
      let number = numbered(request)
      // Requests that only read the source run beside the queue, so that no map waits for them.
      let queue = Self.unordered.contains(request.path) ? DispatchQueue.global() : self.queue
      queue.async { [self] in
        continuation.resume(returning: answerOrRefusal(request, number: number))
      }
    }
  }

  /// The paths of requests that use nothing that only the queue may use.
  private static let unordered: Set<String> = ["", "source", "unrepaired", "ladder", "findings", "fields", "former"]

  private func answerOrRefusal(_ request: PreviewRequest, number: Int) -> PreviewResponse {
    do {
      return try answer(request, number: number)
    } catch {
      return refused(422, error.message + (error.remedy.map { "; " + $0.words(for: .pipelineFile) } ?? ""))
    }
  }

  /// How long a page may be away while it is loaded again.
  private static let absence = DispatchTimeInterval.seconds(2)

  /// Takes that a page is there, or is gone: closed, or its browser killed.
  func pageIs(there isThere: Bool) {
    lock.withLock { pageCount += isThere ? 1 : -1 }
    guard !isThere else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.absence) { [self] in
      if lock.withLock({ pageCount == 0 }) { ended() }
    }
  }

  /// The number of a request for a map, in the order in which they come; for other requests, that of the map before.
  private func numbered(_ request: PreviewRequest) -> Int {
    lock.withLock {
      if request.path == "make" { newest += 1 }
      return newest
    }
  }

  private func isSuperseded(_ number: Int) -> Bool { lock.withLock { number < newest } }

  private func answer(_ request: PreviewRequest, number: Int) throws(StageError) -> PreviewResponse {
    switch request.path {
    case "": return page()
    case "state": return try json(try state())
    case "upload": return try json(["file": String(decoding: request.body, as: UTF8.self)])
    case "open": return try open(try asked(in: request.body))
    default: break
    }
    guard let source = lock.withLock({ current }) else { return refused(404, "nothing was dropped yet") }
    switch request.path {
    case "make": return try make(try asked(in: request.body), number)
    case "limits" where !source.isFinished: return try limits(try asked(in: request.body), number)
    case "source" where !source.isFinished: return PreviewResponse(.bytes, try source.wholePack())
    case "ladder" where !source.isFinished: return PreviewResponse(.bytes, try source.ladder())
    case "findings": return try json(try source.findings())
    case "unrepaired" where !source.isFinished: return PreviewResponse(.bytes, try source.unrepairedPack())
    case "fields": return try json(try source.fields())
    case "table": return try take(table: try asked(in: request.body))
    case "repair": return try json(try repair(try asked(in: request.body), of: source))
    case "dropped": return try json(source.dropped(by: made == nil ? nil : simplifier))
    case "former":
      return source.former.map { PreviewResponse(.bytes, $0.pack) } ?? refused(404, "there is no former edition")
    case "difference": return try difference()
    case "save": return try save(try asked(in: request.body))
    case "take": return try take(try asked(in: request.body))
    default: return refused(404, "nothing is here")
    }
  }

  private func page() -> PreviewResponse {
    let map = lock.withLock { current?.emit.map }
    return PreviewResponse(.html, PreviewPage.html(titled: map ?? "MapPack", blocks: nil))
  }

  private func json(_ value: some Encodable) throws(StageError) -> PreviewResponse {
    PreviewResponse(.json, try SortedJSON.encoded(value, isForReaders: false))
  }

  private func refused(_ status: Int, _ words: String) -> PreviewResponse {
    PreviewResponse(status: status, .json, Data(JSON.members([("error", .text(words))]).line.utf8))
  }

  // MARK: What the page asks for

  /// What a request sends, as JSON: an object.
  /// - Throws: `usage` if it has a key that the page does not send.
  private func asked(in body: Data) throws(StageError) -> Node.Mapping {
    let asked = try YAMLValue(document: String(decoding: body, as: UTF8.self), file: "the request")
    let known = ["values", "readings", "map", "files", "file", "layer", "encoding", "crs", "proposes", "form", "look"]
    _ = try asked.mapping(known)["values"]?.mapping(Self.keys)
    return try PipelineRevision.values(String(decoding: body, as: UTF8.self))
  }

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

  /// Where tables go that are dropped on the page or made by it.
  private static let tableFolder = "Pipelines/names/"

  /// The text of the pipeline file with the values of a request, and the texts of name tables with its readings.
  /// - Parameter base: the text that the values are written into; if `nil`, the one that was read or last saved.
  private func revision(
    _ asked: Node.Mapping, of source: PreviewSource, in base: String? = nil
  ) throws(StageError) -> (text: String, tables: [String: String]) {
    guard let written = base ?? written else { return ("", [:]) }
    let file = source.pipeline?.path ?? source.name
    let text = try PipelineRevision(written, file: file).replacing(asked["values"]?.mapping ?? [:])
    var tables = tables
    try checkFiles(
      of: try PipelineFile(text: text, path: file), since: try PipelineFile(text: written, path: file))
    if let readings = asked["readings"]?.mapping, !readings.isEmpty {
      let pipeline = try PipelineFile(text: text, path: file)
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
      var rows: [String: String] = [:]
      for (code, reading) in readings { rows[code.string ?? ""] = reading.string }
      tables[name] = try NameTable.text(old ?? "", with: rows, file: name)
    }
    return (text, tables)
  }

  private func open(_ asked: Node.Mapping) throws(StageError) -> PreviewResponse {
    guard let uploads else { return refused(404, "nothing can be dropped here") }
    let names = (asked["files"]?.sequence ?? []).compactMap(\.string)
    let paths = names.compactMap { PreviewUploads.name(in: $0[...]).map(uploads.location) }
    guard !paths.isEmpty, paths.count == names.count else { return refused(422, "no file was dropped") }
    var reading = IngestStage.Reading()
    reading.layer = asked["layer"]?.string
    reading.encoding = asked["encoding"]?.string
    reading.coordinateSystem = asked["crs"]?.string
    let sources = try SourceFiles.everyFile(at: uploads.folder).map(\.location).filter(paths.contains)
    guard !sources.isEmpty else { throw IngestStage.nothing(at: uploads.folder) }
    do {
      let draft = try PreviewDraft(sources, reading: reading, project: uploads.project, jobs: jobs, progress: nil)
      try open(try PreviewSource.proposed(draft, jobs: jobs, progress: nil))
      // Until now the files of the map before were needed.
      try uploads.keep(only: names)
    } catch {
      // Of several layers, the page asks for one.
      let request = SourceRequest(location: sources[0], source: Source(path: sources[0]))
      guard reading.layer == nil, sources.count == 1, let layers = try? layers(of: request), layers.count > 1 else {
        throw error
      }
      let words = layers.map { JSON.members([("layer", .text($0.name)), ("words", .text($0.words))]) }
      return try json(JSON.members([("layers", .list(words))]))
    }
    return try json(try state())
  }

  /// Takes a table of readings that was dropped. It is written by Save, into the folder Pipelines/names.
  private func take(table asked: Node.Mapping) throws(StageError) -> PreviewResponse {
    guard let uploads, let file = asked["file"]?.string, let plain = PreviewUploads.name(in: file[...]) else {
      return refused(422, "no table was dropped")
    }
    let text = try NameTable.text(at: uploads.location(of: plain), plain)
    _ = try NameTable(text: text, file: plain)
    let name = Self.tableFolder + plain
    tables[name] = text
    return try json(["table": name])
  }

  // MARK: The map and its settings

  /// The keys of a pipeline file that the page can change.
  private static let keys = ["sources", "select", "drop", "merge", "names", "expect", "clean", "simplify"]

  private func state() throws(StageError) -> PreviewState {
    guard let source = lock.withLock({ current }) else { return PreviewState() }
    var state = PreviewState(source.coverage, map: source.emit.map)
    if let written {
      state.values = try PipelineRevision(written, file: source.name).json(of: Self.keys)
    }
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

  private func make(_ asked: Node.Mapping, _ number: Int) throws(StageError) -> PreviewResponse {
    guard !isSuperseded(number) else { return refused(409, "superseded") }
    let start = ContinuousClock.now
    var (figures, pack) = try map(asked)
    guard !isSuperseded(number) else { return refused(409, "superseded") }
    let duration = (ContinuousClock.now - start).components
    figures.milliseconds = Double(duration.seconds) * 1e3 + Double(duration.attoseconds) / 1e15
    return PreviewResponse(.bytes, try framed(figures, pack))
  }

  /// The source and the settings with the values that a request sends.
  private func revised(
    _ asked: Node.Mapping
  ) throws(StageError) -> (source: PreviewSource, settings: PipelineFile.Simplify) {
    guard let source = lock.withLock({ current }) else { throw StageError(.usage, "nothing was dropped yet") }
    guard source.pipeline != nil else {
      let simplify = asked["values"]?.mapping?["simplify"]?.mapping ?? [:]
      let settings = try YAMLValue(document: PipelineRevision.flow(simplify), file: "the settings")
      return (source, try PipelineFile.Simplify(settings))
    }
    let (text, tables) = try revision(asked, of: source)
    let new = try source.revised(text, tables)
    if new.revision != source.revision { simplifier = nil }
    lock.withLock { current = new }
    return (new, new.pipeline?.simplify ?? PipelineFile.Simplify())
  }

  /// With the values that a request sends; the finished map itself, whatever they are, if the source is one.
  private func map(_ asked: Node.Mapping) throws(StageError) -> (PreviewFigures, pack: Data) {
    let (source, settings) = try revised(asked)
    let land = try source.checked()
    var map = source.coverage
    if !source.isFinished {
      map = try source.stage(settings).run(map, reusing: &simplifier, progress: nil)
    }
    let verticesIn = source.coverage.arcs.distinctVertexCount
    if let pack = source.pack {
      made = (map, pack, nil)
      return (PreviewFigures(of: map, verticesIn: verticesIn, packBytes: pack.count), pack)
    }
    let emitted = try source.emit.run(map)
    made = (map, emitted.pack, emitted.swift)
    var figures = PreviewFigures(of: map, verticesIn: verticesIn, packBytes: emitted.pack.count)
    figures.findings += (land + emitted.naming.findings).map(\.preview)
    figures.revision = source.revision
    figures.keyField = source.keyField
    return (figures, emitted.pack)
  }

  /// Figures and bytes in one answer: the length of the figures' JSON as a little-endian UInt32, the JSON, the bytes.
  private func framed(_ figures: PreviewFigures, _ bytes: Data) throws(StageError) -> Data {
    let json = try json(figures).body
    var data = Data()
    for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: json.count >> shift)) }
    return data + json + bytes
  }

  /// The page as one file that needs no server, with the map at the first settings and all that is known about it.
  func exportedPage() throws(StageError) -> Data {
    var state = try state()
    let (figures, pack) = try map([:])
    guard let source = lock.withLock({ current }) else { return Data() }
    // A file does not tell the folder that it was made in.
    (state.saves, state.values, state.hasTable, state.isDraft) = (nil, "{}", false, false)
    var blocks: [(id: String, block: PreviewPage.Block)] = [
      ("state", .json(try json(state).body)), ("figures", .json(try json(figures).body)), ("map", .bytes(pack)),
      ("findings", .json(try json(try source.findings()).body)),
      ("dropped", .json(try json(source.dropped(by: simplifier)).body)),
    ]
    if let former = source.former { blocks.append(("former", .bytes(former.pack))) }
    if source.hasChanges { blocks.append(("difference", .json(try difference().body))) }
    return PreviewPage.html(titled: source.emit.map, blocks: blocks)
  }

  /// How far the settings can go, whatever amount they ask for; `null` if a map is asked for meanwhile, which is more
  /// urgent.
  private func limits(_ asked: Node.Mapping, _ number: Int) throws(StageError) -> PreviewResponse {
    let (source, settings) = try revised(asked)
    guard !isSuperseded(number) else { return try json(PreviewLimits?.none) }
    let limits = try source.stage(settings).limits(source.coverage, reusing: simplifier) { !isSuperseded(number) }
    return try json(limits.map(PreviewLimits.init))
  }

  // MARK: Beside the map

  /// The changes since the former edition of a map of areas, as `mappack diff` tells them between both packs.
  private func difference() throws(StageError) -> PreviewResponse {
    guard let source = lock.withLock({ current }), let former = source.former, source.hasChanges else {
      return refused(404, "there is no former edition to compare")
    }
    if made == nil { _ = try map([:]) }
    guard let made else { return refused(404, "there is no map to compare") }
    let new = Edition(name: source.name, coverage: Coverage(try OpenPack.made(made.pack)))
    let difference = MapDifference(former.edition, new, share: RedrawingNoise.defaultShare, jobs: source.jobs)
    return PreviewResponse(.json, Data(try difference.json().utf8))
  }

  /// What the repairs that a request asks for would join, leave and move; or what is proposed, if it asks for that.
  private func repair(_ asked: Node.Mapping, of source: PreviewSource) throws(StageError) -> JSON {
    guard let pipeline = source.pipeline, let table = source.table, table.kind == .areas else { return .null }
    var options = try PipelineFile(text: try revision(asked, of: source).text, path: pipeline.path).merge
    options.jobs = jobs
    let effect: CleaningEffect
    var length: String?
    if asked["proposes"] != nil {
      guard let proposal = try CleaningProposal(table, options: options) else { return [:] }
      (effect, length) = (proposal.effect, Quantity.length(meters: proposal.length).words)
    } else {
      effect = try CleaningEffect(of: options, on: table)
    }
    return [
      "length": JSON(length),
      "overlaps": .list([.integer(effect.overlaps.before), .integer(effect.overlaps.after)]),
      "gaps": .list([.integer(effect.gaps.before), .integer(effect.gaps.after)]),
      "moved": .number(effect.movedSquareMeters),
    ]
  }

  /// The map that was made last in a form that people take away: the same bytes as those of the commands.
  private func take(_ asked: Node.Mapping) throws(StageError) -> PreviewResponse {
    if made == nil { _ = try map([:]) }
    guard let made else { return refused(404, "there is no map to take away") }
    let form = asked["form"]?.string ?? ""
    if form == "pack" { return PreviewResponse(.bytes, made.pack) }
    if form == "swift", let swift = made.swift { return PreviewResponse(.bytes, swift) }
    guard let format = Export.Format(rawValue: form) else { return refused(404, "nothing is here") }
    let pack = try OpenPack.made(made.pack)
    // How a picture is drawn is written as in a pipeline file.
    var look = asked["look"]?.mapping ?? [:]
    look["path"] = "map.svg"
    var output = PipelineFile.Output()
    try PipelineKeys.preview(attributes: pack.textKinds)
      .read(try YAMLValue(document: PipelineRevision.flow(look), file: "the request"), into: &output)
    return PreviewResponse(
      .bytes, try format.exported(Coverage(pack), (pack, made.pack), options: output.picture))
  }

  // MARK: Save

  /// Writes what a request asks for: into the pipeline file, and nothing else there; or a new pipeline file with the
  /// sources that it names, and tables. A map is made before, so that nothing is saved with which `mappack run` would
  /// fail.
  private func save(_ asked: Node.Mapping) throws(StageError) -> PreviewResponse {
    _ = try map(asked)
    guard let source = lock.withLock({ current }), let pipeline = source.pipeline else {
      throw StageError(.usage, "there is no pipeline file to save to", remedy: "make one with `mappack init`")
    }
    var outputs = OutputSet()
    var path = pipeline.path
    var asked = asked
    let base: String
    if let draft = source.draft {
      let map = asked["map"]?.string ?? ""
      if let remedy = PipelineFile.remedy(forMapName: map) {
        throw StageError(.usage, "“\(map)” cannot be the name of a Swift type", remedy: remedy)
      }
      try PipelineFolder(ofProject: ".").checkHasNone(of: map)
      path = "Pipelines/\(map).yml"
      let copies = draft.copies()
      guard Set(copies.map(\.to)).count == copies.count else {
        throw StageError(
          .usage, "two files have one name, and would be one file in RawData", remedy: "rename one of them")
      }
      for (from, to) in copies {
        let data = try FileReading.contents(of: from, called: to)
        if FileReading.isFolder(to) != nil { try checkIsSame(data, as: to, called: to) }
        outputs.add(data, to: to, called: to)
      }
      base = draft.text(savedAs: map)
      if let sources = asked["values"]?.mapping?["sources"] { asked["values"]?["sources"] = draft.saved(sources) }
      let schema = "Pipelines/" + PipelineSchema.fileName
      outputs.add(try PipelineSchema.encoded(), to: schema, called: schema)
    } else {
      // The file is read anew, because it may have been changed since the page was opened.
      base = try Self.text(of: pipeline)
    }
    // A run ends with a feature that cannot be read, of which the page makes a finding.
    _ = try IngestStage(pipeline).run(jobs: jobs, progress: nil)
    var (new, tables) = try revision(asked, of: source, in: base)
    if let draft = source.draft, let count = made?.map.regions.count {
      new = try draft.expecting(count, in: new)
    }
    if let table = try PipelineFile(text: new, path: path).names.table, let text = tables[table] {
      let location = ProjectFolder(ofPipeline: path).location(of: table)
      // A new table takes the place of no other; one that the map had may be a newer edition.
      let isNew = try PipelineFile(text: base, path: path).names.table != table
      if isNew, source.draft != nil || self.tables[table] != nil, FileReading.isFolder(location) != nil {
        try checkIsSame(Data(text.utf8), as: location, called: table)
      }
      outputs.add(Data(text.utf8), to: location, called: table)
    }
    outputs.add(Data(new.utf8), to: path, called: path)
    try outputs.commit()
    if source.draft == nil {
      (written, self.tables) = (new, [:])
    } else {
      try open(try PreviewSource([path], reading: .init(), former: nil, jobs: jobs, progress: nil))
    }
    return try json(try state())
  }

  /// Checks that a file has some bytes, so that saving them overwrites nothing.
  private func checkIsSame(_ data: Data, as location: String, called name: String) throws(StageError) {
    guard try FileReading.contents(of: location, called: name) != data else { return }
    throw StageError(
      .cannotCreate, file: name, "\(name) is there already, with other content",
      remedy: "rename the file that you drop, or the one that is there")
  }
}
