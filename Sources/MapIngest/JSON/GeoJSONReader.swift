import MapFeatures

/// Reads the polygons of a GeoJSON file (RFC 7946), feature by feature: a FeatureCollection, a Feature or a geometry, or
/// a sequence of these, be it a text per line or of RFC 8142. Records are numbered through the file.
struct GeoJSONReader: ~Copyable {
  private let request: SourceRequest
  private var splitter: GeoJSONSplitter
  private var parser: GeoJSONParser
  private let path: String
  private var features: ParsedFeatures
  private var faults: JSONFaults

  /// - Parameter imdf: where the file is a layer of an IMDF archive, what its features get besides.
  init(_ request: SourceRequest, path: String, imdf: IMDFFields? = nil) throws(StageError) {
    if let label = request.encoding, TextEncoding(label: label) != .utf8 {
      throw StageError(
        .usage, file: request.source.path, "JSON is always UTF-8, not \(label)", remedy: "leave the encoding out")
    }
    let file = try InputFile(path: path, shownAs: request.source.path)
    let parser = try GeoJSONParser()
    self.request = request
    self.path = path
    features = ParsedFeatures(imdf: imdf)
    faults = JSONFaults(path: path, shownAs: request.source.path)
    self.parser = parser
    splitter = GeoJSONSplitter(file)
  }

  /// Reads all features of all texts into `builder`.
  ///
  /// Throws where the file is not JSON to its last byte, or not GeoJSON, where its "crs" is not read, or the builder
  /// refuses a feature.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    builder.amendSource { $0.encoding = TextEncoding.utf8.name }
    // A vertex takes about as many bytes. What is not used of the room costs nothing.
    builder.reserveVertices(splitter.size / 40)
    while try splitter.nextText() {
      while let start = try splitter.nextFeature(into: &parser) {
        if features.system == nil {
          // A coordinate system that is refused says more than coordinates out of range.
          let head = try outline(splitter.outline.dropLast(2) + Array("]}".utf8))
          try prepare(head.coordinateSystem, mayFollow: true, builder: &builder)
        }
        try readFeature(start: start, isText: false, into: &builder)
        progress.advance(to: splitter.position)
      }
      if splitter.hasFeatures {
        try finishCollection(into: &builder)
      } else {
        parser.removeAll()
        let isRead = splitter.outline.withUnsafeBytes { parser.append($0) }
        guard isRead else {
          throw StageError(.unreadableData, file: request.source.path, "there is not memory enough for it")
        }
        try readFeature(start: splitter.textStart, isText: true, into: &builder)
      }
      progress.advance(to: splitter.position)
    }
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
    guard splitter.textCount == 1 else { return try checkSystem(ofLaterText: outline.coordinateSystem) }
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
  private mutating func checkSystem(ofLaterText crs: String?) throws(StageError) {
    guard let crs, try system(crs) != features.system else { return }
    var error = StageError(
      .unreadableData, file: request.source.path, "the “crs” is another than that of the first text",
      remedy: "give texts of one coordinate system, or name it for all, as in --crs EPSG:4326")
    error.line = faults.line(at: splitter.textStart)
    error.record = splitter.record
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
      GeoJSONSurvey.box(ofFile: path)
    }
  }

  /// Reads the feature or text that the parser holds.
  private mutating func readFeature(
    start: Int, isText: Bool, into builder: inout FeatureTableBuilder
  ) throws(StageError) {
    let record = splitter.record
    features.attributes.removeAll(keepingCapacity: true)
    let feature: GeoJSONParser.Feature
    do throws(GeoJSONParser.Failure) {
      feature = try parser.readFeature(isText: isText, geometry: &features.geometry, attributes: &features.attributes)
    } catch {
      var failure = faults.error(
        error, at: error.offset.map { start + $0 } ?? (isText && splitter.textCount == 1 ? nil : start))
      failure.record = record
      // Text that is no JSON may be cut anywhere: what follows it cannot be trusted. A number too large can be left.
      // What is no Feature as a whole is no GeoJSON.
      if error.isJSON || error.isNumber, error.isFeature || error.polygon != nil {
        failure.rule = error.isJSON ? .malformedFeature : .nonFinite
      }
      builder.beginFeature(record: record)
      return try builder.reject(for: failure)
    }
    if features.system == nil {
      try prepare(feature.coordinateSystem, mayFollow: false, builder: &builder)
    } else if isText {
      try checkSystem(ofLaterText: feature.coordinateSystem)
    }
    try features.take(feature, record: record, fieldsOf: parser, winding: .counterClockwise, into: &builder)
  }
}
