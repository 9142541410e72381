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
  private var features: ParsedFeatures
  private var faults: JSONFaults
  private var work: OrderedWork<GeoJSONBatch>
  /// The number of bytes in the batches that are being parsed or wait to be taken.
  private var bytesUnderWay = 0
  /// Batches whose features have been taken, which can be filled again.
  private var spare: [GeoJSONBatch] = []
  /// Per record: its bytes in the file. Empty, and `canReadAgain` is false, if there is a text without features.
  private var places: ContiguousArray<Range<Int>> = []
  private var canReadAgain: Bool

  /// - Parameter staysOnDisk: whether the file is still there after reading.
  init(
    _ request: SourceRequest, path: String, imdf: IMDFFields? = nil, jobs: Int, staysOnDisk: Bool
  ) throws(StageError) {
    canReadAgain = staysOnDisk && imdf == nil
    let features = try ParsedFeatures(request, imdf: imdf)
    let file = try InputFile(path: path, shownAs: request.source.path)
    self.request = request
    self.jobs = jobs
    self.features = features
    faults = JSONFaults(path: path, shownAs: request.source.path)
    splitter = GeoJSONSplitter(file)
    work = OrderedWork(jobs: jobs) { $0.parse() }
  }

  /// - Complexity: O(n) for n bytes, which are read once more if the transformation depends on where the features lie.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    // Few vertices take less than 20 bytes of text. Reserved memory that is not used costs nothing; growing later costs
    // a copy.
    builder.reserveVertices(splitter.size / 20)
    try prepare(into: &builder)
    var batch = try GeoJSONBatch(request.geometry, closedLines: request.closedLines)
    while true {
      batch.fill(from: &splitter)
      let stop = batch.stop
      start(batch, filters: builder.filters)
      while stop == .full ? isFarAhead : work.count > 0 { try takeOldest(into: &builder, progress: &progress) }
      if stop == .endOfCollection { try finishCollection(into: &builder) }
      if stop != .full { progress.advance(to: splitter.position) }
      if stop == .endOfFile { return noteReadingAgain(into: &builder) }
      if let used = spare.popLast() {
        batch = used
      } else {
        batch = try GeoJSONBatch(request.geometry, closedLines: request.closedLines)
      }
    }
  }

  // MARK: Batches

  /// Whether there is enough work for all threads: two batches for each, or fewer if large features make batches large.
  private var isFarAhead: Bool {
    work.count > (jobs > 1 ? 2 * jobs : 0) || bytesUnderWay > 4 * jobs * GeoJSONBatch.size
  }

  /// If features may be left out (`filters`), vertices are transformed only after that is known.
  private mutating func start(_ batch: GeoJSONBatch, filters: Bool) {
    if jobs > 1, !filters, batch.transformation == nil { batch.transformation = features.copyTransformation() }
    bytesUnderWay += batch.size
    work.add(batch)
  }

  private mutating func takeOldest(
    into builder: inout FeatureTableBuilder, progress: inout ReadingProgress
  ) throws(StageError) {
    guard let batch = work.next() else { return }
    bytesUnderWay -= batch.size
    batch.numberFields { features.number(ofField: $0) }
    for piece in batch.pieces {
      try take(piece, of: batch, into: &builder)
      progress.advance(to: piece.end)
    }
    if let fault = batch.fault { throw fault }
    // The memory of a batch with a large feature is not kept.
    if batch.size <= 2 * GeoJSONBatch.size {
      batch.removeAll()
      spare.append(batch)
    }
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
      throw .unreadable(
        file, "this is not GeoJSON: it has no “type”", remedy: "give a FeatureCollection, a Feature or a geometry")
    }
    guard type == "FeatureCollection" else {
      throw .unreadable(
        file, "the document has “features”, but its “type” is “\(type)”", remedy: "name its type FeatureCollection")
    }
    guard splitter.textCount == 1 else {
      return try checkSystem(
        outline.coordinateSystem, ofLaterTextAt: splitter.textStart, record: splitter.record)
    }
    if try features.system(outline.coordinateSystem) != features.system {
      throw .unreadable(
        file, "the “crs” stands behind the features, and far from the end",
        remedy: outline.coordinateSystem.map {
          "name it, as in \(.coordinateSystem, $0), or move the “crs” to the front"
        }
          ?? "move the “crs” to the front")
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

  /// Checks the "crs" of a later text. That of the first text holds for all, because a file has a single
  /// transformation.
  private mutating func checkSystem(
    _ crs: String?, ofLaterTextAt start: Int, record: Int
  ) throws(StageError) {
    guard let crs, try features.system(crs) != features.system else { return }
    throw StageError(
      .unreadableData, at: Location(file: request.source.path, line: faults.line(at: start), record: record),
      "the “crs” is another than that of the first text",
      remedy: "give texts of one coordinate system, or name the one of all with \(.coordinateSystem)")
  }

  /// Finds the coordinate system of the first text, and the transformation from it. It comes before the features,
  /// because an error about it says more than one about coordinates out of range.
  private mutating func prepare(into builder: inout FeatureTableBuilder) throws(StageError) {
    let system = try features.system(try declaredSystem())
    let path = faults.path
    splitter = GeoJSONSplitter(try InputFile(path: path, shownAs: request.source.path))
    try features.prepare(system, into: &builder) { [closedLines = request.closedLines] () throws(StageError) in
      GeoJSONSurvey.box(ofFile: path, request.geometry, closedLines: closedLines)
    }
  }

  /// How many bytes at the end of a file are searched for a "crs".
  private static let tail = 65_536

  /// The "crs" of the first text. Many writers put it after the features, so the text is searched for it if one seems
  /// to be in the last 64 KiB of the file. That is a survey, which finds no faults.
  private mutating func declaredSystem() throws(StageError) -> String? {
    var parser = try GeoJSONParser()
    guard try splitter.nextText() else { return nil }
    if try splitter.nextFeature(into: &parser) != nil {
      if let crs = try outline(splitter.outline.dropLast(2) + Array("]}".utf8)).coordinateSystem { return crs }
      let file = try InputFile(path: faults.path, shownAs: request.source.path)
      let end = try file.bytes(at: max(0, file.size - Self.tail), count: Self.tail)
      guard request.coordinateSystem == nil, end.firstRange(of: Array(#""crs""#.utf8)) != nil else { return nil }
      do throws(StageError) {
        repeat { parser.removeAll() } while try splitter.nextFeature(into: &parser) != nil
      } catch {
        return nil
      }
    }
    return (try? GeoJSONSurvey.outline(splitter.outline))?.coordinateSystem
  }

  // MARK: Reading again

  /// Says how features are read again, unless that takes a transformation.
  private func noteReadingAgain(into builder: inout FeatureTableBuilder) {
    guard canReadAgain, !builder.isTransformed else { return }
    builder.canReadAgain { [path = faults.path, request, places] records, builder throws(StageError) in
      let file = try InputFile(path: path, shownAs: request.source.path)
      var parser = try GeoJSONParser(request.geometry, closedLines: request.closedLines)
      for record in records {
        let place = places[record - 1]
        let bytes = try file.bytes(at: place.lowerBound, count: place.count)
        parser.removeAll()
        guard bytes.withUnsafeBytes({ parser.append($0) }), parser.appendGap() else {
          throw .unreadable(request.source.path, "there is not enough memory for it")
        }
        var geometry = FeatureGeometry()
        var attributes: [(field: Int, value: AttributeValue)] = []
        _ = parser.readFeature(0..<bytes.count, isText: false, geometry: &geometry, attributes: &attributes)
        if request.geometry == .areas { geometry.measureRings() }
        builder.beginFeature(record: record)
        try builder.keep(geometry, winding: .counterClockwise)
      }
    }
  }

  // MARK: Features

  private mutating func take(
    _ piece: GeoJSONBatch.Piece, of batch: GeoJSONBatch, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    canReadAgain = canReadAgain && !piece.isText && piece.record == places.count + 1
    if canReadAgain { places.append(piece.start..<piece.end) } else { places = [] }
    var fault: StageError?
    if let failure = piece.failure {
      fault = error(failure, in: piece)
    } else if piece.isText {
      try checkSystem(piece.feature?.coordinateSystem, ofLaterTextAt: piece.start, record: piece.record)
    }
    try features.take(
      piece.feature, piece.geometry, attributes: batch.attributes(of: piece), outcome: piece.transformed, fault: fault,
      record: piece.record, winding: .counterClockwise, into: &builder)
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
