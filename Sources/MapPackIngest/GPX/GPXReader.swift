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
  private var walk: XMLWalk<GPXContext>

  private var lines = FeatureGeometry()
  private var lineStart = 0
  private var record = 0
  private var line = 0
  private var firstTime: String?
  private var lastTime: String?
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
    let encoding = walk.encoding.name
    builder.amendSource { ($0.encoding, $0.coordinateSystem) = (encoding, GeodeticDatum.wgs84.name) }
    while let step = try walk.step(&progress) {
      if step.isStart { start(step, &builder) } else { try end(step.role, &builder) }
    }
    // A file that is broken is told so first: no other kind of geometry would help.
    guard request.geometry != .areas else {
      throw StageError(
        .usage, file: request.source.path,
        "GPX has routes and waypoints, which are lines and points, and areas are asked for",
        remedy: "ask for lines or points: `geometry: lines` in the pipeline file, --geometry lines on the command line")
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
      line = step.line
      if step.role == .waypoint { append(step) }
    case .segment:
      lineStart = lines.x.count
    case .point, .shapingPoint:
      append(step)
    case .document, .pointExtensions, .routePointExtension, .time, .field, .ignored:
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
    case .field(let field):
      if !walk.trimmedText.isEmpty { set(field, walk.trimmedText, &builder) }
    case .point, .shapingPoint, .pointExtensions, .routePointExtension, .document, .ignored:
      break
    }
  }

  private func set(_ name: String, _ text: String, _ builder: inout FeatureTableBuilder) {
    builder.set(.text(text), inColumn: builder.column(named: name))
  }

  /// Adds the point of the element that starts with an event, or counts it if it has no position.
  private mutating func append(_ step: XMLWalk<GPXContext>.Step) {
    func degrees(_ attribute: String) -> Double? {
      walk.attribute(attribute, of: step).flatMap { DecimalNumber.finite($0.trimmingWhitespace.utf8) }
    }
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
  }

  /// Ends the current line. A segment without a point, which recorders write, is ignored.
  private mutating func endLine() {
    guard lines.x.count > lineStart else { return }
    lines.endLine(from: lineStart)
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
    if kind != request.geometry {
      lines.removeAll()
      lines.others = 1
    } else if lines.polygons.isEmpty, strays > 0 {
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
  case time
  /// The text of an attribute of a track, a route or a waypoint. The name of the element is that of the attribute.
  case field(String)
  /// An element that the reader does not use, with everything in it: elevations, extensions.
  case ignored

  var isText: Bool {
    switch self {
    case .time, .field: true
    default: false
    }
  }

  var unknownChild: GPXContext { .ignored }

  /// The roles of elements inside others, by local name.
  static let children: [GPXContext: [String: GPXContext]] = [
    .document: ["trk": .track, "rte": .route, "wpt": .waypoint],
    .track: fields("name", "desc", "type", "number").merging(["trkseg": .segment]) { $1 },
    .route: fields("name", "desc", "type", "number").merging(["rtept": .point]) { $1 },
    .waypoint: fields("name", "desc", "type", "sym").merging(["time": .time]) { $1 },
    .segment: ["trkpt": .point],
    .point: ["extensions": .pointExtensions, "time": .time],
    .pointExtensions: ["RoutePointExtension": .routePointExtension],
    .routePointExtension: ["rpt": .shapingPoint],
  ]

  private static func fields(_ names: String...) -> [String: GPXContext] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, .field($0)) })
  }
}
