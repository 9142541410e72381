import MapFeatures

/// Reads the polygons of a KML file (OGC KML 2.2 and 2.3, and Google's 2.0 to 2.2), Placemark by Placemark.
///
/// - Elements are told by their local names, whatever their namespaces.
/// - Each Placemark is a feature with its `id`, in the order of the file, invisible ones too.
/// - Its attributes are texts: `name`, `description`, `Folder` (the names of the Folders around it, joined by `/`), and
///   each Data and SimpleData under its own name; where it is asked for, also the rows of tables in the description.
/// - Its polygons are those of all its MultiGeometries; every ring in an inner boundary is a hole. Points and lines are
///   left out and counted. If lines are asked for, they are every LineString, every LinearRing that is no boundary and
///   every Track, if points every Point, and what is of another kind is left out and counted.
/// - Styles, views, regions and overlays are passed over. A NetworkLink is not followed, which is a finding.
///
/// Memory stays within the features kept, the largest one, and a piece of the file.
struct KMLReader: ~Copyable {
  private let request: SourceRequest
  private let encoding: TextEncoding
  private var stream: XMLEventStream

  /// What the elements that are open are.
  private var contexts: [KMLContext] = []
  /// For each Folder that is open the names down to it, joined: one text for all Placemarks in it.
  private var folders: [String] = []
  private var attributes = KMLAttributes()
  private var geometry = KMLGeometry()
  /// The number of the last Placemark, from 1.
  private var record = 0
  private var isInPlacemark = false
  /// Where it starts.
  private var placemarkLine = 0
  /// The name of the Data or SimpleData at hand.
  private var field = ""
  private var text: [UInt8] = []
  /// The description whose tables are to be read at the Placemark's end.
  private var description: String?

  /// Places in the list of attributes that the stream tells apart.
  private enum Attribute {
    static let names = ["id", "name", "parent"]
    static let id = 0
    static let name = 1
    static let parent = 2
  }

  /// The file is read in pieces of `pieceSize` bytes.
  ///
  /// Throws where there is no such file, or its encoding is not known.
  init(_ request: SourceRequest, path: String, pieceSize: Int = 1 << 16) throws(StageError) {
    let file = try InputFile(path: path, shownAs: request.source.path)
    let text = try XMLText(file, encoding: request.encoding)
    let encoding = text.encoding
    let stream = try XMLEventStream(
      text, elements: KMLElement.names, attributes: Attribute.names, pieceSize: pieceSize)
    self.request = request
    self.encoding = encoding
    self.stream = stream
  }

  /// Reads all features into `builder`.
  ///
  /// Throws where the file is not XML to its last byte, or not KML, where the user names a coordinate system that is not
  /// read, or the builder refuses a feature.
  mutating func read(into builder: inout FeatureTableBuilder, progress: inout ReadingProgress) throws(StageError) {
    var datum = GeodeticDatum.wgs84
    if let name = request.coordinateSystem {
      let file = request.source.path
      guard case .asPublished(let named) = try CoordinateSystem.named(name, file: file, status: .usage) else {
        throw StageError(
          .usage, file: file, "KML is always in longitude and latitude on WGS 84, not in \(name)",
          remedy: "leave the coordinate system out")
      }
      datum = named
    }
    builder.amendSource { source in
      source.encoding = encoding.name
      source.coordinateSystem = datum.name
    }
    do throws(StageError) {
      while try stream.advance() {
        for number in 0..<stream.eventCount { try take(number, &builder) }
        progress.advance(to: stream.position)
      }
    } catch {
      throw isInPlacemark ? placed(error, builder) : error
    }
  }

  private mutating func take(_ number: Int, _ builder: inout FeatureTableBuilder) throws(StageError) {
    let event = stream.event(number)
    switch event.kind {
    case .start:
      let element = event.element.map { KMLElement.allCases[$0] }
      guard let context = contexts.last?.child(element, request.geometry) ?? (element == .kml ? .container : nil) else {
        throw error("this is not KML: its root element is “\(event.string)”", "give a KML file", line: event.line)
      }
      contexts.append(context)
      try start(context, event, number, &builder)
    case .end:
      let context = contexts.removeLast()
      try end(context, event, &builder)
    case .text:
      switch contexts.last {
      case .coordinates: geometry.readCoordinates(event.bytes, line: event.line)
      case let context? where context.isText: text.append(contentsOf: event.bytes)
      default: break
      }
    }
  }

  // MARK: Elements

  private mutating func start(
    _ context: KMLContext, _ event: XMLEvent, _ number: Int, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    switch context {
    case .folder:
      folders.append(folders.last ?? "")
    case .networkLink:
      // The last feature begun, if any, has nothing to do with it.
      builder.note(.networkLink) { finding in
        finding.record = nil
        finding.name = nil
      }
    case .schema:
      if let parent = stream.attribute(Attribute.parent, ofEvent: number), parent == KMLElement.placemark.rawValue {
        throw error(
          "a Schema puts an element of its own in place of Placemark, as in KML 2.0: that is not read",
          "convert the source to KML 2.2", line: event.line)
      }
    case .placemark:
      record += 1
      isInPlacemark = true
      placemarkLine = event.line
      attributes.begin(record: record)
      geometry.removeAll()
      builder.beginFeature(record: record, identifier: stream.attribute(Attribute.id, ofEvent: number))
      if let path = folders.last, !path.isEmpty { attributes.setOwn(KMLAttributes.folder, path, in: &builder) }
    case .placemarkInside:
      throw error("a Placemark stands inside a Placemark", "mend the source", line: event.line)
    case .data, .simpleData:
      field = stream.attribute(Attribute.name, ofEvent: number) ?? ""
      text.removeAll(keepingCapacity: true)
    case .folderName, .name, .description, .value:
      text.removeAll(keepingCapacity: true)
    case .otherGeometry:
      geometry.others += 1
    case .polygon:
      geometry.beginPolygon()
    case .outerBoundary:
      geometry.beginBoundary(isHole: false)
    case .innerBoundary:
      geometry.beginBoundary(isHole: true)
    case .ring, .line, .track, .point:
      geometry.beginRing()
    case .trackPoint:
      text.removeAll(keepingCapacity: true)
    case .coordinates:
      geometry.beginCoordinates(line: event.line)
    case .container, .extendedData, .multiGeometry, .markup, .ignored:
      break
    }
  }

  private mutating func end(
    _ context: KMLContext, _ event: XMLEvent, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    switch context {
    case .folder:
      folders.removeLast()
    case .folderName:
      let name = gatheredText.trimmingWhitespace
      if !name.isEmpty, !folders.isEmpty {
        let outer = folders.dropLast().last ?? ""
        folders[folders.count - 1] = outer.isEmpty ? name : outer + "/" + name
      }
    case .name:
      attributes.setOwn(KMLAttributes.name, gatheredText, in: &builder)
    case .description:
      attributes.setOwn(KMLAttributes.description, gatheredText, in: &builder)
      if request.readsDescriptionTables { description = gatheredText }
    case .value, .simpleData:
      attributes.set(field, gatheredText, in: &builder)
    case .coordinates:
      geometry.endCoordinates(line: event.line)
    case .ring:
      geometry.endRing()
    case .line, .track:
      geometry.endLine()
    case .point:
      geometry.endPoint(line: event.line)
    case .trackPoint:
      geometry.append(trackPoint: text, line: event.line)
    case .polygon:
      geometry.endPolygon(line: event.line)
    case .placemark:
      if let description { attributes.setTables(of: description, in: &builder) }
      description = nil
      try endPlacemark(&builder)
      isInPlacemark = false
    default:
      break
    }
  }

  private var gatheredText: String { String(decoding: text, as: UTF8.self) }

  private func endPlacemark(_ builder: inout FeatureTableBuilder) throws(StageError) {
    guard try builder.isWanted() else { return }
    if let failure = geometry.failure { return try builder.keepWithoutShape(for: failure) }
    if !geometry.polygons.polygons.isEmpty {
      if geometry.others > 0 { builder.note(builder.besideOthers, count: geometry.others) }
      try builder.keep(geometry.polygons, winding: .free)
    } else if geometry.others > 0 {
      builder.rejectOtherKind()
    } else {
      try builder.keepWithoutShape()
    }
  }

  // MARK: Errors

  private func error(_ message: String, _ remedy: String, line: Int) -> StageError {
    var error = StageError(.unreadableData, file: request.source.path, message, remedy: remedy)
    error.line = line
    return error
  }

  /// The error with the Placemark at hand, and its line where the error has none of its own.
  private func placed(_ error: StageError, _ builder: FeatureTableBuilder) -> StageError {
    let feature = builder.featureError(error.message)
    var placed = error
    placed.line = error.line ?? placemarkLine
    placed.file = feature.file
    placed.feature = feature.feature
    placed.record = feature.record
    return placed
  }
}
