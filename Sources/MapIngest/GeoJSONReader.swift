import MapFeatures

/// Reads the polygons of a GeoJSON file (RFC 7946): a FeatureCollection feature by feature, or a Feature or a
/// geometry alone.
struct GeoJSONReader: ~Copyable {
  private let request: SourceRequest
  private var splitter: GeoJSONSplitter
  private var parser: GeoJSONParser
  private let path: String
  private var geometry = FeatureGeometry()
  /// Per field of the parser: its column in the builder.
  private var columns: [Int] = []
  private var attributes: [(field: Int, value: AttributeValue)] = []
  /// The system that the coordinates were found to be in, and the way from it; known before the first feature is kept.
  private var system = CoordinateSystem.wgs84
  private var transformation: CoordinateTransformation?

  init(_ request: SourceRequest, path: String) throws(StageError) {
    if let label = request.encoding, TextEncoding(label: label) != .utf8 {
      throw StageError(
        .usage, file: request.source.path, "GeoJSON is always UTF-8, not \(label)", remedy: "leave the encoding out")
    }
    let file = try InputFile(path: path, shownAs: request.source.path)
    let parser = try GeoJSONParser()
    self.request = request
    self.path = path
    self.parser = parser
    splitter = GeoJSONSplitter(file)
  }

  /// Reads all features into `builder`.
  ///
  /// Throws where the file is not JSON to its last byte, or not GeoJSON, where its "crs" is not read, or the builder
  /// refuses a feature.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    builder.amendSource { $0.encoding = TextEncoding.utf8.name }
    while let start = try splitter.nextFeature(into: &parser) {
      if splitter.featureCount == 1 {
        // A coordinate system that is refused says more than coordinates out of range.
        let head = try outline(splitter.outline.dropLast(2) + Array("]}".utf8))
        try prepare(head, isWhole: false, builder: &builder)
      }
      try readFeature(record: splitter.featureCount, start: start, isBare: false, into: &builder)
      progress.advance(to: splitter.position)
    }
    let outline = try outline(splitter.outline)
    if splitter.featureCount == 0 {
      try prepare(outline, isWhole: true, builder: &builder)
    } else if try self.system(outline) != system {
      throw StageError(
        .unreadableData, file: request.source.path, "the “crs” stands behind the features, and far from the end",
        remedy: "name the system, as in --crs EPSG:4326, or move the “crs” to the front")
    }
    try finish(outline, into: &builder)
  }

  /// Reads the document without its features.
  private func outline(_ bytes: some Collection<UInt8>) throws(StageError) -> GeoJSONParser.Outline {
    do throws(GeoJSONParser.Failure) {
      return try GeoJSONSurvey.outline(bytes)
    } catch {
      throw stageError(error, at: error.offset.map { splitter.filePosition(ofOutline: $0) })
    }
  }

  // MARK: The coordinate system

  private func system(_ outline: GeoJSONParser.Outline) throws(StageError) -> CoordinateSystem {
    let file = request.source.path
    if let name = request.coordinateSystem { return try .named(name, file: file, status: .usage) }
    guard let name = outline.coordinateSystem else { return .wgs84 }
    return try .named(name, file: file, status: .unreadableData)
  }

  /// Finds the coordinate system, and the way from it to longitude and latitude.
  ///
  /// Many writers put "crs" behind the features. Where it may stand there the file is gone through for it.
  private mutating func prepare(
    _ outline: GeoJSONParser.Outline, isWhole: Bool, builder: inout FeatureTableBuilder
  ) throws(StageError) {
    system = try self.system(outline)
    if !isWhole, outline.coordinateSystem == nil, request.coordinateSystem == nil,
      let whole = GeoJSONSurvey.outlineWithLateSystem(ofFile: path)
    {
      system = try self.system(whole)
    }
    let path = path
    let way = try CoordinateTransformation(
      from: system, file: request.source.path, status: request.coordinateSystem == nil ? .unreadableData : .usage
    ) { () throws(StageError) in
      GeoJSONSurvey.box(ofFile: path)
    }
    let words = way.words
    builder.amendSource { $0.coordinateSystem = words }
    for remark in way.remarks { builder.note(remark.rule) { $0.message = remark.message } }
    transformation = consume way
  }

  /// What is left once the file has been split: its kind, and the whole of it where it is no collection.
  private mutating func finish(
    _ outline: GeoJSONParser.Outline, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    let file = request.source.path
    if let record = outline.firstForeign {
      var error = StageError(.unreadableData, file: file, "the element of “features” is not an object")
      error.record = record
      throw error
    }
    guard let type = outline.type else {
      throw StageError(
        .unreadableData, file: file, "this is not GeoJSON: it has no “type”",
        remedy: "give a FeatureCollection, a Feature or a geometry")
    }
    if type == "FeatureCollection" {
      guard outline.hasFeatures, outline.features == splitter.featureCount else {
        throw StageError(.unreadableData, file: file, "the FeatureCollection has no “features”")
      }
      return
    }
    guard splitter.featureCount == 0 else {
      throw StageError(
        .unreadableData, file: file, "the document has “features”, but its “type” is “\(type)”",
        remedy: "name its type FeatureCollection")
    }
    parser.removeAll()
    let isRead = splitter.outline.withUnsafeBytes { parser.append($0) }
    guard isRead else { throw StageError(.unreadableData, file: file, "there is not memory enough for it") }
    try readFeature(record: 1, start: splitter.filePosition(ofOutline: 0), isBare: type != "Feature", into: &builder)
  }

  private mutating func readFeature(
    record: Int, start: Int, isBare: Bool, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    attributes.removeAll(keepingCapacity: true)
    let feature: GeoJSONParser.Feature
    do throws(GeoJSONParser.Failure) {
      feature = try parser.readFeature(isBare: isBare, geometry: &geometry, attributes: &attributes)
    } catch {
      var failure = stageError(error, at: start + (error.offset ?? 0))
      failure.record = record
      // Text that is no JSON may be cut anywhere: what follows it cannot be trusted. A number too large can be left.
      // What is no Feature as a whole is no GeoJSON.
      if error.isJSON || error.isNumber, !isBare || error.polygon != nil {
        failure.rule = (error.isJSON ? IngestRule.malformedFeature : .nonFinite).id
      }
      builder.beginFeature(record: record)
      return try builder.reject(for: failure)
    }
    for name in parser.fieldNames(from: columns.count) { columns.append(builder.column(named: name)) }
    builder.beginFeature(record: record, identifier: feature.identifier)
    for (field, value) in attributes { builder.set(value, inColumn: columns[field]) }
    guard builder.isWanted() else { return }
    switch feature.geometry {
    case .nothing:
      try builder.keepWithoutShape()
    case .other:
      builder.reject(.notAPolygon)
    case .polygons:
      if feature.skipped > 0 { builder.note(.polygonBesideOthers, count: feature.skipped) }
      do throws(StageError) {
        try transformation?.apply(to: &geometry, of: &builder)
      } catch {
        return try builder.keepWithoutShape(for: error)
      }
      try builder.keep(geometry, winding: .counterClockwise)
    }
  }

  private func stageError(_ failure: GeoJSONParser.Failure, at offset: Int?) -> StageError {
    var error = StageError(
      .unreadableData, file: request.source.path,
      (failure.isJSON ? "" : "this is not JSON: ") + failure.message + (offset.map { " (byte \($0))" } ?? ""),
      remedy: failure.isJSON ? "mend the source" : "get the file again, or mend it")
    error.line = offset.flatMap { try? line(at: $0) }
    error.polygon = failure.polygon
    error.ring = failure.ring
    error.vertex = failure.vertex
    return error
  }

  /// The line, from 1, of a byte of the file.
  private func line(at offset: Int) throws(StageError) -> Int {
    let file = try InputFile(path: path, shownAs: request.source.path)
    var line = 1
    var position = 0
    while position < offset {
      let bytes = try file.bytes(at: position, count: min(1 << 20, offset - position))
      if bytes.isEmpty { break }
      line += bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      position += bytes.count
    }
    return line
  }
}
