import MapPackFeatures

/// Reads the tracks and routes of a GPX file (versions 1.0 and 1.1) as lines, or its waypoints as points.
///
/// - A track is a feature with a line for each of its segments, and a route is a feature with one line, in the order of
///   the file. The points with which Garmin's programs draw a route from one of its points to the next are vertices too.
///   A point that was not measured, whose latitude and longitude are empty or no degrees, is left out with a note. Their attributes are texts: `kind` (`track` or `route`), `name`, `desc`, `type` and `number`, and, if
///   there are times, `start` and `end`: the times of the first and the last point that have one, as they are written.
/// - A waypoint is a feature with one point. Its attributes are `kind` (`waypoint`), `name`, `desc`, `type`, `sym`, and
///   `start`, which is its time.
/// - Features of the other kind are left out, with a finding and entries in the ledger. Elevations and extensions are
///   skipped.
///
/// Memory stays within the features kept, the largest one, and a piece of the file. Source: GPX 1.1 schema, Topografix.
struct GPXReader: ~Copyable {
  private let request: SourceRequest
  private let encoding: TextEncoding
  private var stream: XMLEventStream

  private var contexts: [GPXContext] = []
  private var lines = FeatureGeometry()
  private var lineStart = 0
  private var record = 0
  private var text: [UInt8] = []
  private var line = 0
  private var firstTime: String?
  private var lastTime: String?
  /// How many points of the current feature have no latitude and longitude.
  private var leftOut = 0
  /// How many points of it have numbers that are no degrees, and the first one of these.
  private var strays = 0
  private var firstStray = (x: 0.0, y: 0.0)

  private enum Attribute {
    static let names = ["lat", "lon"]
    static let latitude = 0
    static let longitude = 1
  }

  /// - Parameter pieceSize: how many bytes are read at a time.
  init(_ request: SourceRequest, path: String, pieceSize: Int = 1 << 16) throws(StageError) {
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

  /// A waypoint without a longitude and latitude that are numbers is a fault.
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
    // A file that is broken is told so first: no other kind of geometry would help.
    guard request.geometry != .areas else {
      throw StageError(
        .usage, file: request.source.path,
        "GPX has routes and waypoints, which are lines and points, and areas are asked for",
        remedy: "ask for lines or points: `geometry: lines` in the pipeline file, --geometry lines on the command line")
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
      (firstTime, lastTime, leftOut, strays) = (nil, nil, 0, 0)
      line = event.line
      if context == .waypoint { append(number) }
    case .segment:
      lineStart = lines.x.count
    case .point, .shapingPoint:
      append(number)
    case .time, .field:
      text.removeAll(keepingCapacity: true)
    case .document, .pointExtensions, .routePointExtension, .ignored:
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
      let time = collectedText
      if !time.isEmpty {
        firstTime = firstTime ?? time
        lastTime = time
      }
    case .field(let field):
      if !collectedText.isEmpty { set(field.rawValue, collectedText, &builder) }
    case .point, .shapingPoint, .pointExtensions, .routePointExtension, .document, .ignored:
      break
    }
  }

  private var collectedText: String { String(decoding: text, as: UTF8.self).trimmingWhitespace }

  private func set(_ name: String, _ text: String, _ builder: inout FeatureTableBuilder) {
    builder.set(.text(text), inColumn: builder.column(named: name))
  }

  /// Adds the point of the element that starts with an event, or counts it if it has no position.
  private mutating func append(_ number: Int) {
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
      leftOut += 1
      return
    }
    guard FeatureTableBuilder.fault(longitude, latitude) == nil else {
      if strays == 0 { firstStray = (longitude, latitude) }
      strays += 1
      return
    }
    lines.x.append(longitude)
    lines.y.append(latitude)
  }

  /// Ends the current line. A segment without a point, which recorders write, is ignored.
  private mutating func endLine() {
    guard lines.x.count > lineStart else { return }
    lines.rings.append(lineStart..<lines.x.count)
    lines.ringOrder.append(lines.rings.count - 1)
    lines.polygons.append(lines.rings.count - 1..<lines.rings.count)
    lineStart = lines.x.count
  }

  /// Keeps the current feature. `word`, which becomes its attribute `kind`, is set after the other attributes, so that
  /// a name comes first.
  private mutating func keep(
    _ word: String, _ kind: GeometryKind, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    set("kind", word, &builder)
    if let firstTime { set("start", firstTime, &builder) }
    if let lastTime, kind == .lines { set("end", lastTime, &builder) }
    guard try builder.isWanted() else { return }
    guard kind == request.geometry else { return builder.rejectOtherKind() }
    if lines.polygons.isEmpty, strays > 0 {
      // All its points are no degrees: the builder says what they look like.
      lines.x.append(firstStray.x)
      lines.y.append(firstStray.y)
      endLine()
    } else if kind == .points, leftOut > 0 {
      var failure = builder.featureError(
        "a waypoint has no latitude and longitude that are numbers", remedy: "drop the feature or mend the source")
      failure.rule = .malformedFeature
      failure.line = line
      return try builder.keepWithoutShape(for: failure)
    } else if leftOut + strays > 0 {
      builder.note(.positionLeftOut, count: leftOut + strays)
    }
    if lines.polygons.isEmpty { try builder.keepWithoutShape() } else { try builder.keep(lines, winding: .free) }
  }
}

/// The GPX elements that the reader distinguishes, by local name.
enum GPXElement: String, CaseIterable {
  case gpx, trk, trkseg, trkpt, rte, rtept, wpt, time
  case name, desc, type, number, sym
  /// Of Garmin's extensions: the points between a point of a route and the next one.
  case extensions, rpt
  case routePointExtension = "RoutePointExtension"
}

/// The role of an element, which depends on the elements around it.
enum GPXContext: Equatable {
  case document
  case track, route, waypoint
  case segment, point
  /// The extensions of a point, Garmin's among them, and a point in that.
  case pointExtensions, routePointExtension, shapingPoint
  case time
  /// The text of an attribute of a track, a route or a waypoint. The name of the element is that of the attribute.
  case field(GPXElement)
  /// An element that the reader does not use, with everything in it: elevations, extensions.
  case ignored

  var isText: Bool {
    switch self {
    case .time, .field: true
    default: false
    }
  }

  /// - Parameter element: the element; `nil` if it is not in the list.
  func child(_ element: GPXElement?) -> GPXContext {
    switch (self, element) {
    case (.document, .trk): .track
    case (.document, .rte): .route
    case (.document, .wpt): .waypoint
    case (.track, .trkseg): .segment
    case (.segment, .trkpt), (.route, .rtept): .point
    case (.point, .extensions): .pointExtensions
    case (.pointExtensions, .routePointExtension): .routePointExtension
    case (.routePointExtension, .rpt): .shapingPoint
    case (.point, .time), (.waypoint, .time): .time
    case (.track, .name), (.track, .desc), (.track, .type), (.track, .number),
      (.route, .name), (.route, .desc), (.route, .type), (.route, .number),
      (.waypoint, .name), (.waypoint, .desc), (.waypoint, .type), (.waypoint, .sym):
      .field(element ?? .name)
    default: .ignored
    }
  }
}
