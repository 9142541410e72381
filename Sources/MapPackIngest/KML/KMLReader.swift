import Foundation
import MapPackFeatures

/// Reads a KML file (OGC KML 2.2 and 2.3, and Google's 2.0 to 2.2), Placemark by Placemark.
///
/// - Elements are recognized by their local names, whatever their namespaces.
/// - Each Placemark is a feature with its `id`, in the order of the file, even if it is invisible.
/// - Its attributes are texts: `name`, `description`, `Folder` (the names of the Folders around it, joined by `/`), and
///   each Data and SimpleData under its own name. If the request asks for it, rows of tables in the description are
///   attributes too.
/// - If areas are asked for, its polygons are those of all its MultiGeometries, and every ring in an inner boundary is
///   a hole. If lines are asked for, they are every LineString, every LinearRing that is no boundary, and every Track.
///   If points are asked for, they are every Point. Geometries of other kinds are left out and counted. Altitudes are
///   skipped.
/// - Styles, views, regions and overlays are skipped. A NetworkLink is not followed, and a finding says so.
///
/// Memory stays within the features kept, the largest one, and a piece of the file.
struct KMLReader: ~Copyable {
  private let request: SourceRequest
  private let encoding: TextEncoding
  private var stream: XMLEventStream
  /// Whether the file comes out of an archive.
  private let isUnpacked: Bool

  private var contexts: [KMLContext] = []
  /// Per open Folder: the joined names of the Folders down to it. All Placemarks in it share the text.
  private var folders: [String] = []
  private var attributes = KMLAttributes()
  private var geometry = KMLGeometry()
  private var record = 0
  private var isInPlacemark = false
  private var placemarkLine = 0
  private var field = ""
  private var link = (name: "", address: "")
  private var text: [UInt8] = []
  /// The description whose tables are read at the end of the Placemark.
  private var description: String?

  private enum Attribute {
    static let names = ["id", "name", "parent"]
    static let id = 0
    static let name = 1
    static let parent = 2
  }

  /// - Parameter pieceSize: how many bytes are read at a time.
  init(_ request: SourceRequest, path: String, pieceSize: Int = 1 << 16) throws(StageError) {
    let file = try InputFile(path: path, shownAs: request.source.path)
    let text = try XMLText(file, encoding: request.encoding)
    let encoding = text.encoding
    let stream = try XMLEventStream(
      text, elements: KMLElement.names, attributes: Attribute.names, pieceSize: pieceSize)
    self.request = request
    self.encoding = encoding
    self.stream = stream
    isUnpacked = path != request.location
  }

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
      throw isInPlacemark ? located(error, builder) : error
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
      link = ("", "")
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
      if let path = folders.last, !path.isEmpty { attributes.setOwn(KMLFields.folder, path, in: &builder) }
    case .placemarkInside:
      throw error("a Placemark stands inside a Placemark", "mend the source", line: event.line)
    case .data, .simpleData:
      field = stream.attribute(Attribute.name, ofEvent: number) ?? ""
      text.removeAll(keepingCapacity: true)
    case .folderName, .networkLinkName, .address, .name, .description, .value:
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
    case .container, .extendedData, .multiGeometry, .markup, .ignored, .link:
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
      let name = collectedText.trimmingWhitespace
      if !name.isEmpty, !folders.isEmpty {
        let outer = folders.dropLast().last ?? ""
        folders[folders.count - 1] = outer.isEmpty ? name : outer + "/" + name
      }
    case .networkLinkName:
      link.name = collectedText.trimmingWhitespace
    case .address:
      link.address = collectedText.trimmingWhitespace
    case .networkLink:
      note(link, &builder)
    case .name:
      attributes.setOwn(KMLFields.name, collectedText, in: &builder)
    case .description:
      attributes.setOwn(KMLFields.description, collectedText, in: &builder)
      if request.readsDescriptionTables { description = collectedText }
    case .value, .simpleData:
      attributes.set(field, collectedText, in: &builder)
    case .coordinates:
      geometry.endCoordinates(line: event.line)
    case .ring:
      geometry.endRing()
    case .line, .track:
      geometry.endLine()
    case .point:
      geometry.endPoint(line: event.line)
    case .trackPoint:
      geometry.append(trackPoint: text)
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

  private func note(_ link: (name: String, address: String), _ builder: inout FeatureTableBuilder) {
    builder.note(.networkLink) { finding in
      // The feature that was begun last, if any, has nothing to do with the link.
      finding.record = nil
      finding.name = nil
      guard !link.address.isEmpty else { return }
      let called = link.name.isEmpty ? "" : ", as “\(link.name)”"
      let words = "the file links to \(link.address)\(called): what that holds was not read"
      finding.message = words
      let file = link.address.split(separator: "/").last.map(String.init) ?? ""
      let layer =
        file.isEmpty
        ? "" : URL(fileURLWithPath: file.removingPercentEncoding ?? file).deletingPathExtension().lastPathComponent
      finding.remedy =
        link.address.contains("://")
        ? "if its features are meant, get that file, and name it as a source of its own"
        : isUnpacked && !layer.isEmpty
          ? "if its features are meant, name it as the layer, as in --layer \"\(layer)\""
          : "if its features are meant, name that file as a source of its own"
    }
  }

  private var collectedText: String { String(decoding: text, as: UTF8.self) }

  private func endPlacemark(_ builder: inout FeatureTableBuilder) throws(StageError) {
    guard try builder.isWanted() else { return }
    if let failure = geometry.failure { return try builder.keepWithoutShape(for: failure) }
    if geometry.joined > 0 { builder.note(.positionsJoined, count: geometry.joined) }
    if geometry.leftOut > 0 { builder.note(.positionLeftOut, count: geometry.leftOut) }
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
    StageError(.unreadableData, at: Location(file: request.source.path, line: line), message, remedy: remedy)
  }

  /// The error with the current Placemark, and with the line on which that starts if the error has no line of its own.
  private func located(_ error: StageError, _ builder: FeatureTableBuilder) -> StageError {
    let feature = builder.featureError(error.message)
    var located = error
    located.line = error.line ?? placemarkLine
    (located.file, located.name, located.record) = (feature.file, feature.name, feature.record)
    return located
  }
}
