import MapFeatures
import MapGeometry

/// Reads the polygons of a GeoJSON file (RFC 7946), feature by feature: a FeatureCollection, a Feature or a geometry, or
/// a sequence of these, be it a text per line or of RFC 8142. Records are numbered through the file.
///
/// The file is cut into batches of features, which up to `jobs` threads parse. What was parsed is taken in the order of
/// the file, so that the first fault of the file is the one that is met.
struct GeoJSONReader: ~Copyable {
  private let request: SourceRequest
  private let jobs: Int
  private var splitter: GeoJSONSplitter
  private let path: String
  private var features: ParsedFeatures
  private var faults: JSONFaults
  private var work: OrderedWork<GeoJSONBatch>
  /// The bytes of the batches under way.
  private var bytesUnderWay = 0
  /// Batches that have been taken and can be filled again.
  private var spare: [GeoJSONBatch] = []

  /// - Parameters:
  ///   - imdf: where the file is a layer of an IMDF archive, what its features get besides.
  ///   - jobs: how many threads may parse.
  init(_ request: SourceRequest, path: String, imdf: IMDFFields? = nil, jobs: Int) throws(StageError) {
    if let label = request.encoding, TextEncoding(label: label) != .utf8 {
      throw StageError(
        .usage, file: request.source.path, "JSON is always UTF-8, not \(label)", remedy: "leave the encoding out")
    }
    let file = try InputFile(path: path, shownAs: request.source.path)
    self.request = request
    self.jobs = jobs
    self.path = path
    features = ParsedFeatures(imdf: imdf)
    faults = JSONFaults(path: path, shownAs: request.source.path)
    splitter = GeoJSONSplitter(file)
    work = OrderedWork(jobs: jobs) { $0.parse() }
  }

  /// Reads all features of all texts into `builder`.
  ///
  /// Throws where the file is not JSON to its last byte, or not GeoJSON, where its "crs" is not read, or the builder
  /// refuses a feature.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    builder.amendSource { $0.encoding = TextEncoding.utf8.name }
    // Few vertices take fewer bytes. What is not used of the room costs nothing, and room made later costs a copy.
    builder.reserveVertices(splitter.size / 20)
    var batch = try GeoJSONBatch(request.geometry)
    while true {
      let stop: Stop
      do throws(StageError) {
        stop = try fill(batch)
      } catch {
        // The faults of what stands before are met first.
        start(batch, filters: builder.filters)
        try takeAll(into: &builder, progress: &progress)
        throw error
      }
      if stop == .firstFeature {
        // A coordinate system that is refused says more than coordinates out of range.
        let head = try outline(splitter.outline.dropLast(2) + Array("]}".utf8))
        try prepare(head.coordinateSystem, mayFollow: true, builder: &builder)
        continue
      }
      start(batch, filters: builder.filters)
      if stop == .full {
        while isFarAhead { _ = try takeOldest(into: &builder, progress: &progress) }
      } else {
        try takeAll(into: &builder, progress: &progress)
        if stop == .endOfCollection { try finishCollection(into: &builder) }
        progress.advance(to: splitter.position)
        if stop == .endOfFile { return }
      }
      if let used = spare.popLast() { batch = used } else { batch = try GeoJSONBatch(request.geometry) }
    }
  }

  // MARK: Batches

  /// Why a batch is filled no further.
  private enum Stop {
    case full
    /// The file's first feature is in it, and its coordinate system is not known.
    case firstFeature
    /// A text is in it that says what the coordinate system is.
    case firstText
    case endOfCollection
    case endOfFile
  }

  /// Adds features to a batch. Throws what the splitter throws; what was added before can be parsed.
  private mutating func fill(_ batch: GeoJSONBatch) throws(StageError) -> Stop {
    while true {
      if !splitter.isInText, try !splitter.nextText() { return .endOfFile }
      while try batch.addFeature(from: &splitter) {
        if features.system == nil { return .firstFeature }
        if batch.size >= GeoJSONBatch.size { return .full }
      }
      if splitter.hasFeatures { return .endOfCollection }
      guard batch.addText(from: splitter) else {
        throw StageError(.unreadableData, file: request.source.path, "there is not memory enough for it")
      }
      if features.system == nil { return .firstText }
      if batch.size >= GeoJSONBatch.size { return .full }
    }
  }

  /// Whether there is work enough for all threads, one batch for each; of batches that a large feature makes large, fewer.
  private var isFarAhead: Bool {
    work.count > (jobs > 1 ? jobs : 0) || bytesUnderWay > 2 * jobs * GeoJSONBatch.size
  }

  /// - Parameter filters: whether features may be left out, so that none is brought to longitude and latitude in vain.
  private mutating func start(_ batch: GeoJSONBatch, filters: Bool) {
    if jobs > 1, !filters, !batch.hasWay { batch.setWay(features.way()) }
    bytesUnderWay += batch.size
    work.add(batch)
  }

  private mutating func takeAll(
    into builder: inout FeatureTableBuilder, progress: inout ReadingProgress
  ) throws(StageError) {
    while try takeOldest(into: &builder, progress: &progress) {}
  }

  /// Takes the features of the oldest batch under way. The answer is whether there was one.
  private mutating func takeOldest(
    into builder: inout FeatureTableBuilder, progress: inout ReadingProgress
  ) throws(StageError) -> Bool {
    guard let batch = work.next() else { return false }
    bytesUnderWay -= batch.size
    batch.numberFields { features.number(ofField: $0) }
    for (piece, outcome) in zip(batch.pieces, batch.outcomes) {
      try take(piece, outcome, of: batch, into: &builder)
      progress.advance(to: piece.end)
    }
    // The room for a large feature is not kept.
    if batch.size <= 2 * GeoJSONBatch.size {
      batch.removeAll()
      spare.append(batch)
    }
    return true
  }

  /// What is left once a FeatureCollection has been split: whether it is one, and says the same of its system behind
  /// its features.
  private mutating func finishCollection(into builder: inout FeatureTableBuilder) throws(StageError) {
    let file = request.source.path
    let outline = try outline(splitter.outline)
    if let number = outline.firstForeign {
      var error = StageError(
        .unreadableData, file: file, "the element of “features” is not an object", remedy: "mend the source")
      error.record = splitter.recordsBefore + number
      throw error
    }
    guard let type = outline.type else {
      throw StageError(
        .unreadableData, file: file, "this is not GeoJSON: it has no “type”",
        remedy: "give a FeatureCollection, a Feature or a geometry")
    }
    guard type == "FeatureCollection" else {
      throw StageError(
        .unreadableData, file: file, "the document has “features”, but its “type” is “\(type)”",
        remedy: "name its type FeatureCollection")
    }
    if features.system == nil { return try prepare(outline.coordinateSystem, mayFollow: false, builder: &builder) }
    guard splitter.textCount == 1 else {
      return try checkSystem(
        outline.coordinateSystem, ofLaterTextAt: splitter.textStart, record: splitter.record)
    }
    if try system(outline.coordinateSystem) != features.system {
      throw StageError(
        .unreadableData, file: file, "the “crs” stands behind the features, and far from the end",
        remedy: "name the system, as in --crs EPSG:4326, or move the “crs” to the front")
    }
  }

  /// Reads the document without its features.
  private mutating func outline(_ bytes: some Collection<UInt8>) throws(StageError) -> GeoJSONParser.Outline {
    do throws(GeoJSONParser.Failure) {
      return try GeoJSONSurvey.outline(bytes)
    } catch {
      throw faults.error(error, at: error.offset.map { splitter.filePosition(ofOutline: $0) })
    }
  }

  // MARK: The coordinate system

  private func system(_ crs: String?) throws(StageError) -> CoordinateSystem {
    try ParsedFeatures.system(request, crs: crs)
  }

  /// The first text's "crs" is that of all: another one behind it cannot be followed.
  private mutating func checkSystem(
    _ crs: String?, ofLaterTextAt start: Int, record: Int
  ) throws(StageError) {
    guard let crs, try system(crs) != features.system else { return }
    var error = StageError(
      .unreadableData, file: request.source.path, "the “crs” is another than that of the first text",
      remedy: "give texts of one coordinate system, or name it for all, as in --crs EPSG:4326")
    error.line = faults.line(at: start)
    error.record = record
    throw error
  }

  /// Finds the coordinate system of the first text, and the way from it to longitude and latitude.
  ///
  /// Many writers put "crs" behind the features. Where it may follow there the text is gone through for it.
  private mutating func prepare(
    _ crs: String?, mayFollow: Bool, builder: inout FeatureTableBuilder
  ) throws(StageError) {
    var system = try self.system(crs)
    if mayFollow, crs == nil, request.coordinateSystem == nil,
      let whole = GeoJSONSurvey.outlineWithLateSystem(ofFile: path)
    {
      system = try self.system(whole.coordinateSystem)
    }
    let path = path
    try features.prepare(system, for: request, into: &builder) { () throws(StageError) in
      GeoJSONSurvey.box(ofFile: path, request.geometry)
    }
  }

  // MARK: Features

  private mutating func take(
    _ piece: GeoJSONBatch.Piece, _ outcome: GeoJSONBatch.Outcome, of batch: GeoJSONBatch,
    into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    let feature: GeoJSONParser.Feature
    switch outcome.feature {
    case .success(let found):
      feature = found
    case .failure(let failure):
      builder.beginFeature(record: piece.record)
      return try builder.reject(for: error(failure, in: piece))
    }
    if features.system == nil {
      try prepare(feature.coordinateSystem, mayFollow: false, builder: &builder)
    } else if piece.isText {
      try checkSystem(feature.coordinateSystem, ofLaterTextAt: piece.start, record: piece.record)
    }
    batch.copyGeometry(of: outcome, to: &features.geometry)
    try features.take(
      feature, attributes: batch.attributes(of: outcome), outcome: outcome.way, record: piece.record,
      winding: .counterClockwise, into: &builder)
  }

  private mutating func error(_ failure: GeoJSONParser.Failure, in piece: GeoJSONBatch.Piece) -> StageError {
    var error = faults.error(
      failure, at: failure.offset.map { piece.start + $0 } ?? (piece.isText && piece.isFirstText ? nil : piece.start))
    error.record = piece.record
    // Text that is no JSON may be cut anywhere: what follows it cannot be trusted. A number too large can be left.
    // What is no Feature as a whole is no GeoJSON.
    if failure.isJSON || failure.isNumber, failure.isFeature || failure.polygon != nil {
      error.rule = failure.isJSON ? .malformedFeature : .nonFinite
    }
    return error
  }
}
