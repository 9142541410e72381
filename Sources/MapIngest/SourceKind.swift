import Foundation
import MapFeatures

/// What a source is and where its file lies.
package enum SourceKind {
  case shapefile(path: String)
  case geoJSON(path: String)
  case kml(path: String)

  package static let formats =
    "Shapefile (.shp), GeoJSON (.geojson, .json) and KML (.kml) are read, also out of archives (.zip, .kmz)"

  /// Looks a request's file up.
  ///
  /// Throws `noInput` where there is none, `usage` where a layer is named that is not the file's, `unreadableData` where
  /// the format is not read.
  init(_ request: SourceRequest) throws(StageError) {
    let file = request.source.path
    guard FileManager.default.fileExists(atPath: request.location) else {
      throw StageError(.noInput, file: file, "there is no such file", remedy: "check the path")
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

  /// The file with the shapes.
  var path: String {
    switch self {
    case .shapefile(let path), .geoJSON(let path), .kml(let path): path
    }
  }
}
