import MapPackFeatures

/// Reads the tracks and routes of a GPX file (versions 1.0 and 1.1) as lines, or its waypoints as points.
///
/// - A track is a feature with a line for each of its segments, and a route is a feature with one line, in the order of
///   the file. The points with which Garmin's programs draw a route from one of its points to the next are vertices too.
///   A point that was not measured, whose latitude and longitude are empty or no degrees, is left out with a note. Their
///   attributes are texts: `kind` (`track` or `route`), `name`, `desc`, `type` and `number`, and, if there are times,
///   `start` and `end`: the times of the first and the last point that have one, as they are written. Besides, they have
///   numbers: `length` in meters; `duration`, from `start` to `end`, in seconds, if there are times; and `climb` in
///   meters, if there are elevations (`GPXMeasures`).
/// - A waypoint is a feature with one point. Its attributes are `kind` (`waypoint`), `name`, `desc`, `type`, `sym`,
///   `start`, which is its time, and `ele`, its elevation, a number.
/// - If closed lines are areas, tracks and routes that are closed are areas.
/// - Features of the other kind are left out, with a finding and entries in the ledger. Extensions are skipped.
///
/// Memory stays within the features kept, the largest one, and a piece of the file. Source: GPX 1.1 schema, Topografix.
struct GPXReader: ~Copyable {
  private let request: SourceRequest
  private var walk: XMLWalk<GPXContext>

  private var lines = FeatureGeometry()
  private var lineStart = 0
  private var record = 0
  private var line = 0
  private var firstTime: String?
  private var lastTime: String?
  private var measures = GPXMeasures()
  /// Of the point that came last.
  private var elevation: Double?
  /// Whether that point has a place on the line.
  private var hasPlace = false
  /// How many points of the current feature have no latitude and longitude.
  private var leftOut = 0
  /// How many points of it have numbers that are no degrees, and the first one of these.
  private var strays = 0
  private var firstStray = (x: 0.0, y: 0.0)

  /// - Parameter pieceSize: how many bytes are read at a time.
  init(_ request: SourceRequest, path: String, pieceSize: Int = 1 << 16) throws(StageError) {
    guard request.coordinateSystem == nil else {
      throw StageError(
        .usage, file: request.source.path, "GPX is always in longitude and latitude on WGS 84",
        remedy: "leave the coordinate system out")
    }
    walk = try XMLWalk(
      request, path: path, format: "GPX", attributes: ["lat", "lon"], pieceSize: pieceSize, root: ("gpx", .document),
      children: GPXContext.children)
    self.request = request
  }

  /// A waypoint without a longitude and latitude that are numbers is a fault.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    walk.noteEncoding(in: &builder)
    builder.amendSource { $0.coordinateSystem = GeodeticDatum.wgs84.name }
    while let step = try walk.step(&progress) {
      if step.isStart { start(step, &builder) } else { try end(step.role, &builder) }
    }
    // A file that is broken is told so first: no other kind of geometry would help.
    guard request.geometry != .areas || request.closedLines == .areas else {
      throw StageError(
        .usage, file: request.source.path,
        "GPX has routes and waypoints, which are lines and points, and areas are asked for",
        remedy:
          "ask for lines or points, as in \(.geometry, "lines"); or read closed tracks as areas: \(.closedLines, "areas")"
      )
    }
  }

  private mutating func start(_ step: XMLWalk<GPXContext>.Step, _ builder: inout FeatureTableBuilder) {
    switch step.role {
    case .track, .route, .waypoint:
      record += 1
      builder.beginFeature(record: record)
      lines.removeAll()
      lineStart = 0
      (firstTime, lastTime, leftOut, strays) = (nil, nil, 0, 0)
      (measures, elevation) = (GPXMeasures(), nil)
      line = step.line
      if step.role == .waypoint { append(step) }
    case .segment:
      lineStart = lines.x.count
    case .point, .shapingPoint:
      append(step)
    case .document, .pointExtensions, .routePointExtension, .time, .elevation, .field, .ignored:
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
      let time = walk.trimmedText
      if !time.isEmpty {
        firstTime = firstTime ?? time
        lastTime = time
      }
    case .elevation:
      elevation = number
      if hasPlace, let elevation { measures.add(elevation: elevation) }
    case .field(let field):
      if !walk.trimmedText.isEmpty { set(field, walk.trimmedText, &builder) }
    case .point, .shapingPoint, .pointExtensions, .routePointExtension, .document, .ignored:
      break
    }
  }

  /// The number that is the text of the element that ended last. There is an element for each point, so no text is made
  /// of it.
  private var number: Double? {
    let text = walk.text.drop { $0 <= 0x20 }
    return text.lastIndex { $0 > 0x20 }.flatMap { DecimalNumber.finite(text[...$0]) }
  }

  private func set(_ name: String, _ text: String, _ builder: inout FeatureTableBuilder) {
    builder.set(.text(text), inColumn: builder.column(named: name))
  }

  /// Adds the point of the element that starts with an event, or counts it if it has no position.
  private mutating func append(_ step: XMLWalk<GPXContext>.Step) {
    func degrees(_ attribute: String) -> Double? {
      walk.attribute(attribute, of: step).flatMap { DecimalNumber.finite($0.trimmingWhitespace.utf8) }
    }
    hasPlace = false
    guard let longitude = degrees("lon"), let latitude = degrees("lat") else {
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
    hasPlace = true
    if step.role != .waypoint { measures.add(longitude: longitude, latitude: latitude) }
  }

  /// Ends the current line. A segment without a point, which recorders write, is ignored.
  private mutating func endLine() {
    guard lines.x.count > lineStart else { return }
    measures.endLine()
    if request.geometry != .areas {
      lines.endLine(from: lineStart)
    } else if !lines.endArea(from: lineStart) {
      lines.others = 1
    }
    lineStart = lines.x.count
  }

  /// Sets what is measured along a track or a route.
  private func setMeasures(_ builder: inout FeatureTableBuilder) {
    if let lastTime { set("end", lastTime, &builder) }
    // Nothing of a track is a point.
    guard request.geometry != .points else { return }
    if let duration = GPXTime.seconds(from: firstTime, to: lastTime) {
      builder.set(.real(duration), inColumn: builder.column(named: "duration"))
    }
    builder.set(GPXMeasures.rounded(measures.length), inColumn: builder.column(named: "length"))
    if let climb = measures.climb {
      builder.set(GPXMeasures.rounded(climb), inColumn: builder.column(named: "climb"))
    }
  }

  /// Keeps the current feature. `word`, which becomes its attribute `kind`, is set after the other attributes, so that
  /// a name comes first.
  private mutating func keep(
    _ word: String, _ kind: GeometryKind, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    set("kind", word, &builder)
    if let firstTime { set("start", firstTime, &builder) }
    if kind == .lines { setMeasures(&builder) }
    if let elevation, kind == .points { builder.set(.real(elevation), inColumn: builder.column(named: "ele")) }
    guard try builder.isWanted() else { return }
    let isAskedFor = kind == request.geometry || request.geometry == .areas && kind == .lines
    if !isAskedFor {
      lines.removeAll()
      lines.others = 1
    } else if lines.polygons.isEmpty, strays > 0, request.geometry != .areas {
      // All its points are no degrees: the builder says what they look like.
      lines.x.append(firstStray.x)
      lines.y.append(firstStray.y)
      endLine()
    } else if kind == .points, leftOut > 0 {
      return try builder.keepWithoutShape(
        for: builder.featureError(
          rule: .malformedFeature, at: Location(line: line),
          "a waypoint has no latitude and longitude that are numbers",
          remedy: FeatureTableBuilder.dropOrMend))
    } else if leftOut + strays > 0 {
      builder.note(.positionLeftOut, count: leftOut + strays)
    }
    try builder.keep(lines, winding: .free)
  }
}

/// The role of an element, which depends on the elements around it.
enum GPXContext: XMLRole {
  case document
  case track, route, waypoint
  case segment, point
  /// The extensions of a point, Garmin's among them, and a point in that.
  case pointExtensions, routePointExtension, shapingPoint
  case time, elevation
  /// The text of an attribute of a track, a route or a waypoint. The name of the element is that of the attribute.
  case field(String)
  /// An element that the reader does not use, with everything in it, such as extensions.
  case ignored

  var isText: Bool {
    switch self {
    case .time, .elevation, .field: true
    default: false
    }
  }

  var unknownChild: GPXContext { .ignored }

  /// The roles of elements inside others, by local name.
  static let children: [GPXContext: [String: GPXContext]] = [
    .document: ["trk": .track, "rte": .route, "wpt": .waypoint],
    .track: fields("name", "desc", "type", "number").merging(["trkseg": .segment]) { $1 },
    .route: fields("name", "desc", "type", "number").merging(["rtept": .point]) { $1 },
    .waypoint: fields("name", "desc", "type", "sym").merging(["time": .time, "ele": .elevation]) { $1 },
    .segment: ["trkpt": .point],
    .point: ["extensions": .pointExtensions, "time": .time, "ele": .elevation],
    .pointExtensions: ["RoutePointExtension": .routePointExtension],
    .routePointExtension: ["rpt": .shapingPoint],
  ]

  private static func fields(_ names: String...) -> [String: GPXContext] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, .field($0)) })
  }
}
