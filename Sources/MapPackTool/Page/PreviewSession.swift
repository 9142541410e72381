import Dispatch
import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackSimplify

/// Answers the page's requests, and makes maps of one source with the settings that the page sends.
///
/// In an exported page, blocks of data have the names of the requests' paths.
///
/// One map is made at a time. A request for a map gets the status 409 if a newer one has come while it waited, because
/// the page no longer needs the answer. Each map is proved, and is the one that `mappack run` would write with these
/// settings.
final class PreviewSession: @unchecked Sendable {
  private let source: PreviewSource
  /// Runs the requests about the map one after the other. Only it uses the three properties below.
  private let queue = DispatchQueue(label: "preview")
  private var simplifier: Simplifier?
  private var made: Coverage?
  /// The text of the pipeline file as it was read or last saved.
  private var pipelineText: String?

  private let lock = NSLock()
  /// The number of the newest request for a map. The lock guards it.
  private var newest = 0
  /// How many pages are open. The lock guards it.
  private var pageCount = 0
  private let ended: @Sendable () -> Void

  /// - Parameter ended: called when the last page was closed and is not loaded again soon.
  init(_ source: PreviewSource, ended: @escaping @Sendable () -> Void) {
    self.source = source
    pipelineText = source.pipelineText
    self.ended = ended
  }

  /// An error becomes an answer with the status 422 and its message. The status is 404 for an unknown path, and for a
  /// former edition that is not there.
  func respond(_ request: PreviewRequest) async -> PreviewResponse {
    await withCheckedContinuation { continuation in
      let number = numbered(request)
      // Requests that only read the source run beside the queue, so that no map waits for them.
      let queue = Self.ordered.contains(request.path) ? self.queue : DispatchQueue.global()
      queue.async { [self] in
        continuation.resume(returning: answerOrRefusal(request, number: number))
      }
    }
  }

  /// The paths of requests that use what only the queue may use.
  private static let ordered: Set<String> = ["state", "make", "dropped", "difference", "save"]

  private func answerOrRefusal(_ request: PreviewRequest, number: Int) -> PreviewResponse {
    do {
      return try answer(request, number: number)
    } catch {
      return refused(422, error.remedy.map { "\(error.message); \($0)" } ?? error.message)
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

  /// The number of a request for a map, in the order in which they come; 0 for other requests.
  private func numbered(_ request: PreviewRequest) -> Int {
    guard request.path == "make" else { return 0 }
    return lock.withLock {
      newest += 1
      return newest
    }
  }

  private func isSuperseded(_ number: Int) -> Bool { lock.withLock { number < newest } }

  private func answer(_ request: PreviewRequest, number: Int) throws(StageError) -> PreviewResponse {
    switch request.path {
    case "": return PreviewResponse(.html, PreviewPage.html(titled: source.emit.map, blocks: nil))
    case "state": return try json(try state())
    case "make": return try make(request.body, number)
    case "source" where !source.isFinished: return PreviewResponse(.bytes, try source.wholePack())
    case "ladder" where !source.isFinished: return PreviewResponse(.bytes, try source.ladder())
    case "findings": return try json(try source.findings())
    case "dropped": return try dropped()
    case "former": return former()
    case "difference": return try difference()
    case "save": return try save(request.body)
    default: return refused(404, "nothing is here")
    }
  }

  private func json(_ value: some Encodable) throws(StageError) -> PreviewResponse {
    PreviewResponse(.json, try SortedJSON.encoded(value, isForReaders: false))
  }

  private func refused(_ status: Int, _ words: String) -> PreviewResponse {
    PreviewResponse(status: status, .json, Data(JSON.members([("error", .text(words))]).line.utf8))
  }

  private func dropped() throws(StageError) -> PreviewResponse {
    try json(source.dropped(by: made == nil ? nil : simplifier))
  }

  /// The page as one file that needs no server, with the map at the first settings and all that is known about it.
  func exportedPage() throws(StageError) -> Data {
    var state = try state()
    let (figures, pack) = try map(in: try SortedJSON.encoded(state.simplify, isForReaders: false))
    // A file does not tell the folder that it was made in.
    (state.saves, state.advice) = (nil, nil)
    var blocks: [(id: String, block: PreviewPage.Block)] = [
      ("state", .json(try json(state).body)), ("figures", .json(try json(figures).body)), ("map", .bytes(pack)),
      ("findings", .json(try json(try source.findings()).body)), ("dropped", .json(try dropped().body)),
    ]
    if let former = source.former { blocks.append(("former", .bytes(former.pack))) }
    if source.hasChanges { blocks.append(("difference", .json(try difference().body))) }
    return PreviewPage.html(titled: source.emit.map, blocks: blocks)
  }

  // MARK: The map and its settings

  private func state() throws(StageError) -> PreviewState {
    var state = PreviewState(source.coverage, map: source.emit.map)
    if let text = pipelineText {
      let document = try YAMLValue(document: text, file: source.name)
      if let simplify = try document.mapping(PipelineKeys.document.names)["simplify"], !simplify.isMissing {
        state.simplify = try simplify.previewValue()
      }
    }
    state.saves = source.pipeline?.path
    state.hasFormer = source.former != nil
    state.hasChanges = source.hasChanges
    if let picture = source.pipeline?.output.picture { state.take(picture) }
    if source.pipeline == nil, source.pipelineText != nil {
      let kind = source.coverage.kind
      state.advice =
        "mappack init \(source.emit.map) \(source.name)" + (kind == .areas ? "" : " --geometry \(kind.rawValue)")
    }
    return state
  }

  private func settings(in body: Data) throws(StageError) -> PipelineFile.Simplify {
    try PipelineFile.Simplify(try YAMLValue(document: String(decoding: body, as: UTF8.self), file: "the settings"))
  }

  private func make(_ body: Data, _ number: Int) throws(StageError) -> PreviewResponse {
    guard !isSuperseded(number) else { return refused(409, "superseded") }
    let start = ContinuousClock.now
    var (figures, pack) = try map(in: body)
    guard !isSuperseded(number) else { return refused(409, "superseded") }
    let duration = (ContinuousClock.now - start).components
    figures.milliseconds = Double(duration.seconds) * 1e3 + Double(duration.attoseconds) / 1e15
    return PreviewResponse(.bytes, try framed(figures, pack))
  }

  /// With the settings that a request sends; the finished map itself, whatever they are, if the source is one.
  private func map(in body: Data) throws(StageError) -> (PreviewFigures, pack: Data) {
    let map: Coverage
    if source.isFinished {
      map = source.coverage
    } else {
      let settings = try settings(in: body)
      map = try simplified(settings)
      made = map
    }
    let verticesIn = source.coverage.arcs.distinctVertexCount
    if let pack = source.pack {
      return (PreviewFigures(of: map, verticesIn: verticesIn, packBytes: pack.count), pack)
    }
    let emitted = try emit().run(map)
    var figures = PreviewFigures(of: map, verticesIn: verticesIn, packBytes: emitted.pack.count)
    if !source.isFinished, source.pipeline == nil {
      let settings = try SimplifyText.settings(String(decoding: body, as: UTF8.self))
      figures.simplify = "simplify: \(SimplifyText.flow(settings))"
    }
    figures.findings += emitted.naming.findings.map(\.preview)
    return (figures, emitted.pack)
  }

  /// Figures and bytes in one answer: the length of the figures' JSON as a little-endian UInt32, the JSON, the bytes.
  private func framed(_ figures: PreviewFigures, _ bytes: Data) throws(StageError) -> Data {
    let json = try json(figures).body
    var data = Data()
    for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: json.count >> shift)) }
    return data + json + bytes
  }

  /// How packs are made. The name lock is read anew, because a run in the meantime may have written it.
  private func emit() throws(StageError) -> EmitStage {
    try source.pipeline.map { pipeline throws(StageError) in try EmitStage(pipeline, jobs: source.jobs) } ?? source.emit
  }

  private func simplified(_ settings: PipelineFile.Simplify) throws(StageError) -> Coverage {
    var emit = try emit()
    emit.isCellWritten = settings.options.cellExponent != nil
    return try SimplifyStage(settings: settings, emit: emit)
      .run(source.coverage, reusing: &simplifier, progress: nil)
  }

  // MARK: Beside the map

  private func former() -> PreviewResponse {
    source.former.map { PreviewResponse(.bytes, $0.pack) } ?? refused(404, "there is no former edition")
  }

  /// The changes since the former edition of a map of areas, at the settings of the map that was made last.
  private func difference() throws(StageError) -> PreviewResponse {
    guard let former = source.former, source.hasChanges else {
      return refused(404, "there is no former edition to compare")
    }
    // The finished map, as `mappack diff` reads it: the merged one would differ from its own pack.
    if made == nil { _ = try map(in: try SortedJSON.encoded(try state().simplify, isForReaders: false)) }
    let new = Edition(name: source.name, coverage: made ?? source.coverage)
    let difference = MapDifference(former.edition, new, share: RedrawingNoise.defaultShare, jobs: source.jobs)
    return PreviewResponse(.json, Data(try difference.json().utf8))
  }

  // MARK: Save

  /// Writes the settings that a request sends into the pipeline file, and changes nothing else there. A map is made with
  /// them before, so that nothing is saved with which `mappack run` would fail.
  private func save(_ body: Data) throws(StageError) -> PreviewResponse {
    guard let pipeline = source.pipeline else {
      throw StageError(.usage, "there is no pipeline file to save to", remedy: "make one with `mappack init`")
    }
    _ = try map(in: body)
    // The file is read anew, because it may have been changed since the page was opened.
    let old = String(
      decoding: try FileReading.contents(of: pipeline.path, called: pipeline.path), as: UTF8.self)
    let new = try SimplifyText(old, file: pipeline.path).replacing(
      with: try SimplifyText.settings(String(decoding: body, as: UTF8.self)))
    try OutputSet.write(.data(Data(new.utf8)), to: pipeline.path)
    pipelineText = new
    return try json(["path": pipeline.path])
  }
}
