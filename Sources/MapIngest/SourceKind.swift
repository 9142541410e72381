import Foundation
import MapFeatures

/// What a source is and where its file lies.
enum SourceKind {
  case shapefile(path: String)
  case geoJSON(path: String)
  case kml(path: String)

  static let formats =
    "Shapefile (.shp), GeoJSON (.geojson, .json) and KML (.kml) are read, also out of archives (.zip, .kmz)"

  /// Looks a request's location up. A folder is searched for layers; Shapefiles go before GeoJSON files, and these
  /// before KML files, which publishers often put beside them with the same content.
  ///
  /// Throws `noInput` where there is nothing, `usage` where a layer has to be named or is not there,
  /// `unreadableData` where the format is not read.
  init(_ request: SourceRequest) throws(StageError) {
    let file = request.source.path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: request.location, isDirectory: &isFolder) else {
      throw StageError(.noInput, file: file, "there is no such file", remedy: "check the path")
    }
    if isFolder.boolValue {
      self = try Self.layer(in: request)
      return
    }
    let url = URL(fileURLWithPath: request.location)
    let stem = url.deletingPathExtension().lastPathComponent
    if let layer = request.layer, layer != stem {
      throw StageError(.usage, file: file, "there is no layer “\(layer)”", remedy: "the layer is \(stem)")
    }
    switch url.pathExtension.lowercased() {
    case "shp":
      self = .shapefile(path: request.location)
    case "geojson", "json":
      self = .geoJSON(path: request.location)
    case "kml":
      self = .kml(path: request.location)
    case "shx", "dbf", "prj", "cpg":
      throw StageError(
        .unreadableData, file: file, "this is a part of a Shapefile, not the one with the shapes",
        remedy: "name \(stem).shp")
    default:
      self = try Self.byContent(request)
    }
  }

  private static func byContent(_ request: SourceRequest) throws(StageError) -> SourceKind {
    let head = try InputFile(path: request.location, shownAs: request.source.path).bytes(at: 0, count: 4096)
    if head.starts(with: [0, 0, 0x27, 0x0A]) { return .shapefile(path: request.location) }
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return .geoJSON(path: request.location) }
    if KMLSignature.matches(head) { return .kml(path: request.location) }
    throw StageError(
      .unreadableData, file: request.source.path, "the format is not known: \(formats)",
      remedy: "convert the source to one of these")
  }

  private static func layer(in request: SourceRequest) throws(StageError) -> SourceKind {
    let file = request.source.path
    let folder = URL(fileURLWithPath: request.location)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: request.location).sorted()
    } catch {
      throw StageError(.noInput, file: file, "the folder cannot be read", remedy: "check its permissions")
    }
    func layers(_ extensions: Set<String>) -> [(name: String, path: String)] {
      names.compactMap { name in
        let url = folder.appendingPathComponent(name)
        guard extensions.contains(url.pathExtension.lowercased()) else { return nil }
        return (url.deletingPathExtension().lastPathComponent, url.path)
      }
    }
    let shapefiles = layers(["shp"])
    let documents = layers(["geojson", "json"])
    let kmlFiles = layers(["kml"])
    if let layer = request.layer {
      if let found = shapefiles.first(where: { $0.name == layer }) { return .shapefile(path: found.path) }
      if let found = documents.first(where: { $0.name == layer }) { return .geoJSON(path: found.path) }
      if let found = kmlFiles.first(where: { $0.name == layer }) { return .kml(path: found.path) }
    } else {
      if shapefiles.count == 1 { return .shapefile(path: shapefiles[0].path) }
      if shapefiles.isEmpty, documents.count == 1 { return .geoJSON(path: documents[0].path) }
      if shapefiles.isEmpty, documents.isEmpty, kmlFiles.count == 1 { return .kml(path: kmlFiles[0].path) }
    }
    let known = ([shapefiles, documents, kmlFiles].first { !$0.isEmpty } ?? []).map(\.name)
    guard !known.isEmpty else {
      throw StageError(
        .unreadableData, file: file, "the folder holds no layer: \(formats)", remedy: "name the file that is meant")
    }
    let what = request.layer.map { "there is no layer “\($0)”" } ?? "the folder holds \(known.count) layers"
    throw StageError(
      .usage, file: file, what, remedy: "name one of them, as in --layer \(known[0]): " + known.joined(separator: ", "))
  }

  /// The file with the shapes.
  var path: String {
    switch self {
    case .shapefile(let path), .geoJSON(let path), .kml(let path): path
    }
  }
}
