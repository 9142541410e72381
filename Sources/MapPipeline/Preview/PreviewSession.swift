import Dispatch
import Foundation
import MapEmission
import MapFeatures
import MapPreview
import MapSimplification
import MapTopology
import MapValidation

/// Answers the page's requests, and makes maps of one source with the settings that the page sends.
///
/// One map is made at a time. A request for a map gets the status 409 if a newer one has come while it waited, because
/// the page no longer needs the answer. Each map is proved, and is the one that `mappack run` would write with these
/// settings.
final class PreviewSession: @unchecked Sendable {
  private let source: PreviewSource
  /// Runs the requests about the map one after the other. Only it uses the three properties below.
  private let queue = DispatchQueue(label: "preview")
  private var simplifier: Simplifier?
  /// Whether a map has been made.
  private var isMade = false
  /// The text of the pipeline file as it was read or last saved.
  private var pipelineText: String?

  private let lock = NSLock()
  /// The number of the newest request for a map. The lock guards it.
  private var newest = 0
  /// How many pages are open. The lock guards it.
  private var pageCount = 0
  private let ended: @Sendable () -> Void

  /// - Parameter ended: is called when the last page was closed and is not loaded again soon.
  init(_ source: PreviewSource, ended: @escaping @Sendable () -> Void) {
    self.source = source
    pipelineText = source.pipelineText
    self.ended = ended
  }

  /// Answers a request. An error becomes an answer with the status 422 and its message.
  func respond(_ request: PreviewRequest) async -> PreviewResponse {
    note(request)
    return await withCheckedContinuation { continuation in
      let number = numbered(request)
      // Requests that only read the source run beside the queue, so that no map waits for them.
      let queue = Self.ordered.contains(request.path) ? self.queue : DispatchQueue.global()
      queue.async { [self] in
        continuation.resume(returning: answerOrRefusal(request, number: number))
      }
    }
  }

  /// The paths of requests about the map that was made last.
  private static let ordered: Set<String> = ["state", "make", "dropped", "save"]

  private func answerOrRefusal(_ request: PreviewRequest, number: Int) -> PreviewResponse {
    do {
      return try answer(request, number: number)
    } catch {
      let words = error.remedy.map { "\(error.message); \($0)" } ?? error.message
      return PreviewResponse(status: 422, .json, (try? JSONEncoder().encode(["error": words])) ?? Data())
    }
  }

  /// How long a page may be away while it is loaded again.
  private static let absence = DispatchTimeInterval.seconds(2)

  /// Counts the pages that come and go.
  private func note(_ request: PreviewRequest) {
    if request.path == "" { lock.withLock { pageCount += 1 } }
    guard request.path == "bye" else { return }
    lock.withLock { pageCount -= 1 }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.absence) { [self] in
      if lock.withLock({ pageCount <= 0 }) { ended() }
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
    case "": return PreviewResponse(.html, page())
    case "state": return try json(try state())
    case "make": return try make(request.body, number)
    case "source" where !source.isFinished: return PreviewResponse(.bytes, try sourcePack())
    case "ladder" where !source.isFinished: return PreviewResponse(.bytes, try ladder())
    case "findings": return try json(try findings())
    case "dropped": return try json(dropped())
    case "former": return former()
    case "difference": return try difference()
    case "save": return try save(request.body)
    case "bye": return PreviewResponse(.json, Data("{}".utf8))
    default: return PreviewResponse(status: 404, .json, Data(#"{"error": "nothing is here"}"#.utf8))
    }
  }

  private func json(_ value: some Encodable) throws(StageError) -> PreviewResponse {
    PreviewResponse(.json, try SortedJSON.encoded(value, isForReaders: false))
  }

  /// The page as one file that needs no server, with the map and all that is known about it.
  ///
  /// - Throws: what making the map throws.
  func exportedPage() throws(StageError) -> Data {
    var state = try state()
    let (figures, pack) = try map(in: try SortedJSON.encoded(state.simplify, isForReaders: false))
    // A file does not tell the folder that it was made in.
    (state.saves, state.advice) = (nil, nil)
    var blocks: [(id: String, block: PreviewPage.Block)] = [
      ("state", .json(try SortedJSON.encoded(state, isForReaders: false))),
      ("figures", .json(try SortedJSON.encoded(figures, isForReaders: false))),
      ("map", .bytes(pack)), ("findings", .json(try SortedJSON.encoded(try findings(), isForReaders: false))),
      ("dropped", .json(try SortedJSON.encoded(dropped(), isForReaders: false))),
    ]
    if let former = source.former { blocks.append(("former", .bytes(former.pack))) }
    if source.hasChanges { blocks.append(("difference", .json(try difference().body))) }
    return PreviewPage(title: source.emit.map, blocks: blocks).html { Data(SHA256Digest.of($0)) }
  }

  private func page() -> Data {
    PreviewPage(servedAs: source.emit.map).html { Data(SHA256Digest.of($0)) }
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
    if let picture = source.pipeline?.output.picture {
      (state.importance, state.outline) = (picture.importance, picture.outline.rawValue)
    }
    if source.pipeline == nil, source.pipelineText != nil {
      let kind = source.coverage.kind
      state.advice =
        "mappack init \(source.emit.map) \(source.name)" + (kind == .areas ? "" : " --geometry \(kind.rawValue)")
    }
    return state
  }

  /// The settings that a request sends: the value of `simplify:` in JSON, which is also YAML.
  private func settings(in body: Data) throws(StageError) -> PipelineFile.Simplify {
    try PipelineFile.Simplify(try YAMLValue(document: String(decoding: body, as: UTF8.self), file: "the settings"))
  }

  private func make(_ body: Data, _ number: Int) throws(StageError) -> PreviewResponse {
    guard !isSuperseded(number) else {
      return PreviewResponse(status: 409, .json, Data(#"{"error": "superseded"}"#.utf8))
    }
    let clock = ContinuousClock()
    let start = clock.now
    var (figures, pack) = try map(in: body)
    guard !isSuperseded(number) else {
      return PreviewResponse(status: 409, .json, Data(#"{"error": "superseded"}"#.utf8))
    }
    let duration = (clock.now - start).components
    figures.milliseconds = Double(duration.seconds) * 1e3 + Double(duration.attoseconds) / 1e15
    return PreviewResponse(.bytes, try framed(figures, pack))
  }

  /// The map with the settings that a request sends.
  private func map(in body: Data) throws(StageError) -> (PreviewFigures, pack: Data) {
    let map: Coverage
    if source.isFinished {
      map = source.coverage
    } else {
      let settings = try settings(in: body)
      map = try simplified(settings)
      isMade = true
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
    figures.findings += emitted.naming.findings.map(PreviewFinding.init)
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
    guard let pipeline = source.pipeline else { return source.emit }
    var emit = try EmitStage(pipeline)
    emit.jobs = source.jobs
    return emit
  }

  private func simplified(_ settings: PipelineFile.Simplify) throws(StageError) -> Coverage {
    var emit = try emit()
    emit.isCellWritten = settings.options.cellExponent != nil
    return try SimplifyStage(settings: settings, emit: emit, jobs: source.jobs)
      .run(source.coverage, reusing: &simplifier, progress: nil)
  }

  // MARK: Beside the map

  /// The source in full detail.
  private func sourcePack() throws(StageError) -> Data {
    var options = SimplifyOptions()
    options.jobs = source.jobs
    let whole = try Simplifier(source.coverage, options: options).simplified()
    return try source.emit.run(whole).pack
  }

  /// The map at ten tolerances, each twice the one before, which the page draws while a slider moves.
  private func ladder() throws(StageError) -> Data {
    var options = SimplifyOptions()
    options.jobs = source.jobs
    options.amount = .tolerance(meters: max(source.coverage.side / 16_384, 0.01))
    options.levels = 10
    let steps = try Simplifier(source.coverage, options: options).simplified()
    return try source.emit.run(steps).pack
  }

  /// What `validate` finds in the sources, and what merging found.
  private func findings() throws(StageError) -> [PreviewFinding] {
    var findings: [Finding] = []
    if let table = source.table, let how = source.validation {
      let validation = TableValidation(
        key: how.key, name: how.name, codes: how.codes, expected: how.expected, jobs: source.jobs)
      findings = try validation.findings(of: table)
    } else {
      findings = structuralFindings(of: source.coverage, file: source.name, jobs: source.jobs)
    }
    let known = Set(findings)
    findings += source.coverage.findings.filter { !known.contains($0) }
    return findings.map(PreviewFinding.init)
  }

  /// What merging mended, and the polygons that the last map lacks.
  private func dropped() -> [PreviewDropped] {
    let coverage = source.coverage
    let mended = coverage.findings.compactMap(PreviewDropped.init)
    guard case .lonlat(let grid) = coverage.plane, isMade, let simplifier else { return mended }
    var regionOfPolygon = ContiguousArray<Int>(repeating: 0, count: coverage.polygonCount)
    for region in coverage.regions.indices {
      for polygon in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] {
        regionOfPolygon[polygon] = region
      }
    }
    return mended
      + simplifier.droppedPolygons.sorted { $0.key < $1.key }.flatMap { rule, polygons in
        polygons.map { polygon in
          let region = coverage.regions[regionOfPolygon[polygon]]
          var shell: [Double] = []
          coverage.forEachVertex(ofRing: coverage.ringStart[polygon], level: 0) {
            shell += [grid.longitude(x: $0.x), grid.latitude(y: $0.y)]
          }
          return PreviewDropped(
            rule: rule, code: region.code, name: region.name, area: coverage.polygonArea[polygon], shell: shell)
        }
      }
  }

  private func former() -> PreviewResponse {
    guard let former = source.former else {
      return PreviewResponse(status: 404, .json, Data(#"{"error": "there is no former edition"}"#.utf8))
    }
    return PreviewResponse(.bytes, former.pack)
  }

  /// The changes since the former edition of a map of areas, as `mappack diff --format json` prints them.
  private func difference() throws(StageError) -> PreviewResponse {
    guard let former = source.former, source.hasChanges else {
      return PreviewResponse(status: 404, .json, Data(#"{"error": "there is no former edition to compare"}"#.utf8))
    }
    let new = Edition(name: source.name, coverage: source.coverage)
    let difference = MapDifference(
      former.edition, new, share: RedrawingNoise.defaultShare, jobs: source.jobs)
    return PreviewResponse(.json, Data(try difference.json(former.edition, new).utf8))
  }

  // MARK: Save

  private func save(_ body: Data) throws(StageError) -> PreviewResponse {
    guard let pipeline = source.pipeline else {
      throw StageError(.usage, "there is no pipeline file to save to", remedy: "make one with `mappack init`")
    }
    _ = try settings(in: body)
    // The file is read anew, because it may have been changed since the page was opened.
    let old = String(
      decoding: try FileReading.contents(of: pipeline.path, called: pipeline.path), as: UTF8.self)
    let new = try SimplifyText(old, file: pipeline.path).replacing(
      with: try SimplifyText.settings(String(decoding: body, as: UTF8.self)))
    var outputs = OutputSet()
    outputs.add(Data(new.utf8), to: pipeline.path, called: pipeline.path)
    try outputs.commit()
    pipelineText = new
    return try json(["path": pipeline.path])
  }
}
