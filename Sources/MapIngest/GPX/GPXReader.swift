import MapFeatures

/// Reads the tracks and routes of a GPX file (versions 1.0 and 1.1) as lines, or its waypoints as points.
///
/// - A track is a feature with a line for each of its segments, a route a feature with one line, in the order of the file.
/// - Attributes: `kind` (`track` or `route`), `name`, `desc`, `type` and `number`; of a track with times `start` and `end`,
///   those of its first and last point that have one, as they are written.
/// - A waypoint is a feature with one point and the attributes `kind` (`waypoint`), `name`, `desc`, `type`, `sym` and, of its
///   time, `start`.
/// - What is of the other kind is in the ledger. Elevations and extensions are passed over.
///
/// Source: GPX 1.1 schema, Topografix. Memory stays within the features kept, the largest one, and a piece of the file.
struct GPXReader: ~Copyable {
  private let request: SourceRequest
  private let encoding: TextEncoding
  private var stream: XMLEventStream

  private var contexts: [GPXContext] = []
  /// The lines of the feature at hand, or its point.
  private var lines = FeatureGeometry()
  private var lineStart = 0
  /// The number of the last feature, from 1.
  private var record = 0
  private var text: [UInt8] = []
  private var firstTime: String?
  private var lastTime: String?
  /// The first thing that is wrong with the feature at hand.
  private var failure: StageError?

  private enum Attribute {
    static let names = ["lat", "lon"]
    static let latitude = 0
    static let longitude = 1
  }

  /// - Throws: if there is no such file, its encoding is not known, or areas are asked for.
  init(_ request: SourceRequest, path: String, pieceSize: Int = 1 << 16) throws(StageError) {
    guard request.geometry != .areas else {
      throw StageError(
        .usage, file: request.source.path,
        "GPX has routes and waypoints, which are lines and points, and areas are asked for",
        remedy: "ask for lines or points: `geometry: lines` in the pipeline file, --geometry lines on the command line")
    }
    guard request.coordinateSystem == nil else {
      throw StageError(
        .usage, file: request.source.path, "GPX is always in longitude and latitude on WGS 84",
        remedy: "leave the coordinate system out")
    }
    let text = try XMLText(try InputFile(path: path, shownAs: request.source.path), encoding: request.encoding)
    let encoding = text.encoding
    let stream = try XMLEventStream(
      text, elements: GPXElement.allCases.map(\.rawValue), attributes: Attribute.names, pieceSize: pieceSize)
    self.request = request
    self.encoding = encoding
    self.stream = stream
  }

  /// Reads all features into `builder`.
  ///
  /// - Throws: if the file is not XML to its last byte, or not GPX, or the builder refuses a feature.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    let name = encoding.name
    builder.amendSource { source in
      source.encoding = name
      source.coordinateSystem = GeodeticDatum.wgs84.name
    }
    while try stream.advance() {
      for number in 0..<stream.eventCount { try take(number, &builder) }
      progress.advance(to: stream.position)
    }
  }

  private mutating func take(_ number: Int, _ builder: inout FeatureTableBuilder) throws(StageError) {
    let event = stream.event(number)
    switch event.kind {
    case .start:
      let element = event.element.map { GPXElement.allCases[$0] }
      guard let context = contexts.last?.child(element) ?? (element == .gpx ? .document : nil) else {
        throw StageError(
          .unreadableData, file: request.source.path, "this is not GPX: its root element is “\(event.string)”",
          remedy: "give a GPX file")
      }
      contexts.append(context)
      start(context, event, number, &builder)
    case .end:
      try end(contexts.removeLast(), &builder)
    case .text:
      if contexts.last?.isText == true { text.append(contentsOf: event.bytes) }
    }
  }

  private mutating func start(
    _ context: GPXContext, _ event: XMLEvent, _ number: Int, _ builder: inout FeatureTableBuilder
  ) {
    switch context {
    case .track, .route, .waypoint:
      record += 1
      builder.beginFeature(record: record)
      lines.removeAll()
      lineStart = 0
      (firstTime, lastTime, failure) = (nil, nil, nil)
      if context == .waypoint { append(number, line: event.line) }
    case .segment:
      lineStart = lines.x.count
    case .point:
      append(number, line: event.line)
    case .time, .field:
      text.removeAll(keepingCapacity: true)
    case .document, .ignored:
      break
    }
  }

  private mutating func end(_ context: GPXContext, _ builder: inout FeatureTableBuilder) throws(StageError) {
    switch context {
    case .segment:
      endLine()
    case .track:
      try keep("track", .lines, &builder)
    case .route:
      endLine()
      try keep("route", .lines, &builder)
    case .waypoint:
      endLine()
      try keep("waypoint", .points, &builder)
    case .time:
      let time = gatheredText
      if !time.isEmpty {
        firstTime = firstTime ?? time
        lastTime = time
      }
    case .field(let field):
      if !gatheredText.isEmpty { set(field.rawValue, gatheredText, &builder) }
    case .point, .document, .ignored:
      break
    }
  }

  private var gatheredText: String { String(decoding: text, as: UTF8.self).trimmingWhitespace }

  private func set(_ name: String, _ text: String, _ builder: inout FeatureTableBuilder) {
    builder.set(.text(text), inColumn: builder.column(named: name))
  }

  private mutating func append(_ number: Int, line: Int) {
    guard failure == nil else { return }
    func degrees(_ attribute: Int) -> Double? {
      guard let text = stream.attribute(attribute, ofEvent: number) else { return nil }
      return Array(text.trimmingWhitespace.utf8).withUnsafeBytes { bytes in
        var index = 0
        let degrees = DecimalNumber.read(bytes, at: &index)
        return index == bytes.count ? degrees : nil
      }
    }
    guard let longitude = degrees(Attribute.longitude), let latitude = degrees(Attribute.latitude),
      longitude.isFinite, latitude.isFinite
    else {
      var error = StageError(
        .unreadableData, file: request.source.path, "a point has no latitude and longitude that are numbers",
        remedy: "drop the feature or mend the source")
      error.rule = .malformedFeature
      error.line = line
      error.polygon = lines.polygons.count
      error.vertex = lines.x.count - lineStart
      failure = error
      return
    }
    lines.x.append(longitude)
    lines.y.append(latitude)
  }

  /// Ends a line; recorders write segments without a point.
  private mutating func endLine() {
    guard lines.x.count > lineStart else { return }
    lines.rings.append(lineStart..<lines.x.count)
    lines.ringOrder.append(lines.rings.count - 1)
    lines.polygons.append(lines.rings.count - 1..<lines.rings.count)
    lineStart = lines.x.count
  }

  /// - Parameter word: what the feature is called in GPX, its attribute `kind`; behind its own attributes, so that a name
  ///   comes first.
  private mutating func keep(
    _ word: String, _ kind: GeometryKind, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    set("kind", word, &builder)
    if let firstTime { set("start", firstTime, &builder) }
    if let lastTime, kind == .lines { set("end", lastTime, &builder) }
    guard try builder.isWanted() else { return }
    guard kind == request.geometry else { return builder.rejectOtherKind() }
    if var failure {
      let feature = builder.featureError(failure.message)
      (failure.feature, failure.record) = (feature.feature, feature.record)
      return try builder.keepWithoutShape(for: failure)
    }
    if lines.polygons.isEmpty { try builder.keepWithoutShape() } else { try builder.keep(lines, winding: .free) }
  }
}

/// The elements of GPX that the reader tells apart, by local name.
enum GPXElement: String, CaseIterable {
  case gpx, trk, trkseg, trkpt, rte, rtept, wpt, time
  case name, desc, type, number, sym
}

/// What an element is by the elements around it.
enum GPXContext: Equatable {
  case document
  case track, route, waypoint
  case segment, point
  case time
  /// The text of an attribute of a track, a route or a waypoint.
  case field(GPXElement)
  case ignored

  var isText: Bool {
    switch self {
    case .time, .field: true
    default: false
    }
  }

  /// What an element is that stands in this one; `nil` for an element that is not in the list.
  func child(_ element: GPXElement?) -> GPXContext {
    switch (self, element) {
    case (.document, .trk): .track
    case (.document, .rte): .route
    case (.document, .wpt): .waypoint
    case (.track, .trkseg): .segment
    case (.segment, .trkpt), (.route, .rtept): .point
    case (.point, .time), (.waypoint, .time): .time
    case (.track, .name), (.track, .desc), (.track, .type), (.track, .number),
      (.route, .name), (.route, .desc), (.route, .type), (.route, .number),
      (.waypoint, .name), (.waypoint, .desc), (.waypoint, .type), (.waypoint, .sym):
      .field(element ?? .name)
    default: .ignored
    }
  }
}
