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
///   If points are asked for, they are every Point. If closed lines are areas, such lines that are closed are polygons,
///   each on its own. Geometries of other kinds are left out and counted. Altitudes are
///   skipped.
/// - Styles, views, regions and overlays are skipped. A NetworkLink is not followed, and a finding says so.
///
/// Memory stays within the features kept, the largest one, and a piece of the file.
struct KMLReader: ~Copyable {
  private let request: SourceRequest
  private var walk: XMLWalk<KMLContext>
  /// Whether the file comes out of an archive.
  private let isUnpacked: Bool

  /// Per open Folder: the joined names of the Folders down to it. All Placemarks in it share the text.
  private var folders: [String] = []
  private var attributes = KMLAttributes()
  private var geometry = KMLGeometry()
  private var record = 0
  private var isInPlacemark = false
  private var placemarkLine = 0
  private var field = ""
  private var link = (name: "", address: "")
  /// The description whose tables are read at the end of the Placemark.
  private var description: String?

  /// - Parameter pieceSize: how many bytes are read at a time.
  init(_ request: SourceRequest, path: String, pieceSize: Int = 1 << 16) throws(StageError) {
    walk = try XMLWalk(
      request, path: path, format: "KML", attributes: ["id", "name", "parent"], pieceSize: pieceSize,
      root: ("kml", .container), children: KMLContext.children(request.geometry, closedLines: request.closedLines))
    self.request = request
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
    walk.noteEncoding(in: &builder)
    builder.amendSource { $0.coordinateSystem = datum.name }
    do throws(StageError) {
      while let step = try walk.step(&progress) {
        if step.isStart { try start(step, &builder) } else { try end(step, &builder) }
      }
    } catch {
      throw isInPlacemark ? located(error, builder) : error
    }
  }

  /// The line, from 1, at which each Placemark begins, up to the first fault.
  mutating func lines() -> [Int?] {
    var progress = ReadingProgress(nil, total: 0)
    var lines: [Int?] = []
    while let step = try? walk.step(&progress) {
      if step.isStart, step.role == .placemark { lines.append(step.line) }
    }
    return lines
  }

  // MARK: Elements

  private mutating func start(
    _ step: XMLWalk<KMLContext>.Step, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    switch step.role {
    case .folder:
      folders.append(folders.last ?? "")
    case .networkLink:
      link = ("", "")
    case .schema:
      if walk.attribute("parent", of: step) == "Placemark" {
        throw error(
          "a Schema puts an element of its own in place of Placemark, as in KML 2.0: that is not read",
          "convert the source to KML 2.2", line: step.line)
      }
    case .placemark:
      record += 1
      isInPlacemark = true
      placemarkLine = step.line
      attributes.begin(record: record)
      geometry = KMLGeometry()
      builder.beginFeature(record: record, identifier: walk.attribute("id", of: step))
      if let path = folders.last, !path.isEmpty { attributes.setOwn(KMLFields.folder, path, in: &builder) }
    case .placemarkInside:
      throw error("a Placemark stands inside a Placemark", "mend the source", line: step.line)
    case .data, .simpleData:
      field = walk.attribute("name", of: step) ?? ""
    case .otherGeometry:
      geometry.countOther()
    case .polygon:
      geometry.beginPolygon()
    case .outerBoundary:
      geometry.beginBoundary(isHole: false)
    case .innerBoundary:
      geometry.beginBoundary(isHole: true)
    case .ring, .line, .track, .point:
      geometry.beginRing()
    default:
      break
    }
  }

  private mutating func end(
    _ step: XMLWalk<KMLContext>.Step, _ builder: inout FeatureTableBuilder
  ) throws(StageError) {
    switch step.role {
    case .folder:
      folders.removeLast()
    case .folderName:
      let name = walk.trimmedText
      if !name.isEmpty, !folders.isEmpty {
        let outer = folders.dropLast().last ?? ""
        folders[folders.count - 1] = outer.isEmpty ? name : outer + "/" + name
      }
    case .networkLinkName:
      link.name = walk.trimmedText
    case .address:
      link.address = walk.trimmedText
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
      geometry.readCoordinates(walk.text, line: step.line)
    case .ring:
      geometry.endRing()
    case .line, .track:
      if builder.kind == .areas { geometry.endLineAmongAreas() } else { geometry.endLine() }
    case .point:
      geometry.endPoint(line: step.line)
    case .trackPoint:
      geometry.append(trackPoint: walk.text)
    case .polygon:
      geometry.endPolygon(line: step.line)
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
    // The feature that was begun last, if any, has nothing to do with the link.
    guard !link.address.isEmpty else { return builder.note(.networkLink, isOfFeature: false) }
    let called = link.name.isEmpty ? "" : ", as “\(link.name)”"
    let file = link.address.split(separator: "/").last.map(String.init) ?? ""
    let layer =
      file.isEmpty
      ? "" : URL(fileURLWithPath: file.removingPercentEncoding ?? file).deletingPathExtension().lastPathComponent
    let how: Remedy =
      link.address.contains("://")
      ? "get that file, and name it as a source of its own"
      : isUnpacked && !layer.isEmpty
        ? "name it as the layer, as in \(.layer, layer)" : "name that file as a source of its own"
    builder.note(
      .networkLink, isOfFeature: false, "the file links to \(link.address)\(called): what that holds was not read",
      remedy: "if its features are meant, " + how)
  }

  private var collectedText: String { String(decoding: walk.text, as: UTF8.self) }

  private func endPlacemark(_ builder: inout FeatureTableBuilder) throws(StageError) {
    guard try builder.isWanted() else { return }
    if let failure = geometry.failure { return try builder.keepWithoutShape(for: failure) }
    if geometry.joined > 0 { builder.note(.positionsJoined, count: geometry.joined) }
    if geometry.leftOut > 0 { builder.note(.positionLeftOut, count: geometry.leftOut) }
    try builder.keep(geometry.polygons, winding: .free)
  }

  // MARK: Errors

  private func error(_ message: String, _ remedy: Remedy, line: Int) -> StageError {
    StageError(.unreadableData, at: Location(file: request.source.path, line: line), message, remedy: remedy)
  }

  /// The error with the current Placemark, and with the line on which that starts if the error has no line of its own.
  private func located(_ error: StageError, _ builder: FeatureTableBuilder) -> StageError {
    var located = error
    located.location = builder.inFeature(error.location)
    located.line = error.line ?? placemarkLine
    return located
  }
}
