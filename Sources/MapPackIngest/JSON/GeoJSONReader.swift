import MapPackFeatures
import MapPackGeometry

/// Reads a GeoJSON file (RFC 7946), feature by feature: a FeatureCollection, a Feature or a geometry; or a sequence of
/// these, with a text per line or as in RFC 8142. Records are numbered through the file.
///
/// The coordinate system is that of the request, else that of the "crs" of the first text, which stands before the
/// features or in the last 64 KiB of the file (`GeoJSONSurvey`), else WGS 84.
///
/// The file is split into batches of features, which up to `jobs` threads parse. Parsed features are taken in the order
/// of the file, so that the first fault in the file is the one that is reported.
struct GeoJSONReader: ~Copyable {
  private let request: SourceRequest
  private let jobs: Int
  private var splitter: GeoJSONSplitter
  private let path: String
  private var features: ParsedFeatures
  private var faults: JSONFaults
  private var work: OrderedWork<GeoJSONBatch>
  /// The number of bytes in the batches that are being parsed or wait to be taken.
  private var bytesUnderWay = 0
  /// Batches whose features have been taken, which can be filled again.
  private var spare: [GeoJSONBatch] = []

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

  /// - Complexity: O(n) for n bytes, which are read once more if the transformation depends on where the features lie.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    builder.amendSource { $0.encoding = TextEncoding.utf8.name }
    // Few vertices take less than 20 bytes of text. Reserved memory that is not used costs nothing; growing later costs
    // a copy.
    builder.reserveVertices(splitter.size / 20)
    var batch = try GeoJSONBatch(request.geometry)
    while true {
      let stop: Stop
      do throws(StageError) {
        stop = try fill(batch)
      } catch {
        // Faults in the features before come first.
        start(batch, filters: builder.filters)
        try takeAll(into: &builder, progress: &progress)
        throw error
      }
      if stop == .firstFeature {
        // The system is checked before the features, because an error about it says more than one about coordinates out
        // of range.
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

  /// Why a batch is not filled further.
  private enum Stop {
    case full
    /// It has the first feature of the file, whose coordinate system is not known yet.
    case firstFeature
    /// It has the first text, which has no features. Parsing it gives the coordinate system.
    case firstText
    case endOfCollection
    case endOfFile
  }

  /// Adds features to a batch. If it throws, the pieces that were added before can be parsed.
  private mutating func fill(_ batch: GeoJSONBatch) throws(StageError) -> Stop {
    while true {
      if !splitter.isInText, try !splitter.nextText() { return .endOfFile }
      while try batch.addFeature(from: &splitter) {
        if features.system == nil { return .firstFeature }
        if batch.size >= GeoJSONBatch.size { return .full }
      }
      if splitter.hasFeatures { return .endOfCollection }
      guard batch.addText(from: splitter) else {
        throw StageError(.unreadableData, file: request.source.path, "there is not enough memory for it")
      }
      if features.system == nil { return .firstText }
      if batch.size >= GeoJSONBatch.size { return .full }
    }
  }

  /// Whether there is enough work for all threads: two batches for each, or fewer if large features make batches large.
  private var isFarAhead: Bool {
    work.count > (jobs > 1 ? 2 * jobs : 0) || bytesUnderWay > 4 * jobs * GeoJSONBatch.size
  }

  /// If features may be left out (`filters`), vertices are transformed only after that is known.
  private mutating func start(_ batch: GeoJSONBatch, filters: Bool) {
    if jobs > 1, !filters, !batch.transforms { batch.setTransformation(features.copyTransformation()) }
    bytesUnderWay += batch.size
    work.add(batch)
  }

  private mutating func takeAll(
    into builder: inout FeatureTableBuilder, progress: inout ReadingProgress
  ) throws(StageError) {
    while try takeOldest(into: &builder, progress: &progress) {}
  }

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
    // The memory of a batch with a large feature is not kept.
    if batch.size <= 2 * GeoJSONBatch.size {
      batch.removeAll()
      spare.append(batch)
    }
    return true
  }

  /// Checks a FeatureCollection whose features have all been taken: that it is one, and that a "crs" after the features
  /// does not contradict the one that was assumed.
  private mutating func finishCollection(into builder: inout FeatureTableBuilder) throws(StageError) {
    let file = request.source.path
    let outline = try outline(splitter.outline)
    if let number = outline.firstForeign {
      throw StageError(
        .unreadableData, at: Location(file: file, record: splitter.recordsBefore + number),
        "the element of “features” is not an object", remedy: "mend the source")
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

  /// Checks the "crs" of a later text. That of the first text holds for all, because a file has a single
  /// transformation.
  private mutating func checkSystem(
    _ crs: String?, ofLaterTextAt start: Int, record: Int
  ) throws(StageError) {
    guard let crs, try system(crs) != features.system else { return }
    throw StageError(
      .unreadableData, at: Location(file: request.source.path, line: faults.line(at: start), record: record),
      "the “crs” is another than that of the first text",
      remedy: "give texts of one coordinate system, or name it for all, as in --crs EPSG:4326")
  }

  /// Finds the coordinate system of the first text, and the transformation from it.
  ///
  /// Many writers put "crs" after the features, so the text is searched for it.
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
      let fault = error(failure, in: piece)
      guard fault.rule != nil, let found = outcome.withoutGeometry else {
        builder.beginFeature(record: piece.record)
        return try builder.reject(for: fault)
      }
      return try features.take(
        found, attributes: batch.attributes(of: outcome), fault: fault, record: piece.record, into: &builder)
    }
    if features.system == nil {
      try prepare(feature.coordinateSystem, mayFollow: false, builder: &builder)
    } else if piece.isText {
      try checkSystem(feature.coordinateSystem, ofLaterTextAt: piece.start, record: piece.record)
    }
    batch.copyGeometry(of: outcome, to: &features.geometry)
    try features.take(
      feature, attributes: batch.attributes(of: outcome), outcome: outcome.transformed, record: piece.record,
      winding: .counterClockwise, into: &builder)
  }

  private mutating func error(_ failure: GeoJSONParser.Failure, in piece: GeoJSONBatch.Piece) -> StageError {
    var error = faults.error(
      failure, at: failure.offset.map { piece.start + $0 } ?? (piece.isText && piece.isFirstText ? nil : piece.start))
    error.record = piece.record
    // A feature can be left out if only it is at fault: if it is JSON but malformed, or has a number that is too large.
    // Text that is not JSON may be cut anywhere, so what follows cannot be trusted. A text that is not a Feature as a
    // whole is not GeoJSON.
    if failure.isJSON || failure.isNumber, failure.isFeature || failure.polygon != nil {
      error.rule = failure.isJSON ? .malformedFeature : .nonFinite
    }
    return error
  }
}
