import Foundation
import MapPackFeatures

/// What a file is that no reader can read, so that a message can call it by its name and say what to do.
///
/// Sources: the signatures in the specifications of the formats; the media types registered with IANA.
package struct ForeignFormat {
  /// What it is, with its article: `a web page (HTML)`.
  let name: String
  /// What to do, without a full stop.
  let remedy: Remedy

  private static let again: Remedy =
    "get the file again: a link to download it may need a login or a click, or may have moved"
  private static let pull: Remedy = "get the file itself: git lfs pull"
  /// Whether it holds layers that can be converted.
  var isConvertible: Bool { remedy.words(for: .stage).hasPrefix(Self.convert.words(for: .stage)) }
  /// Whether a server gives it in place of the file that it is asked for.
  var isAnswer: Bool { [Self.again, Self.pull].contains(remedy) }

  /// How to convert a source of several layers.
  static let convert: Remedy =
    "save its layer as GeoPackage or GeoJSON, as QGIS does, or with: ogr2ogr -t_srs EPSG:4326 map.geojson SOURCE LAYER"
  private static let shapes: Remedy = "name the file with the shapes: \(SourceFormat.advice)"
  private static let unpack: Remedy = "unpack it, and name what it holds; or pack that as .zip or .gz"

  /// The signatures of binary formats: the offset, and the bytes there. A longer signature precedes a shorter one.
  /// A GeoPackage is a SQLite database too, and is told first (`GeoPackage.isPackage`).
  private static let signatures: [(offset: Int, bytes: [UInt8], name: String, remedy: Remedy)] = [
    (68, Array("MPBX".utf8), "a database of tiles (MBTiles)", "name the source that the tiles were made from"),
    (0, Array("SQLite format 3".utf8), "a SQLite database", convert),
    (0, Array("fgb".utf8) + [3] + Array("fgb".utf8), "FlatGeobuf", convert),
    (
      12, [5, 0, 0, 0, 0, 0, 0, 0], "a table of a file geodatabase of Esri",
      convert + ", where SOURCE is the .gdb folder"
    ),
    (4, [0x0A, 9] + Array("OSMHeader".utf8), "OpenStreetMap's PBF", convert + ", where LAYER is multipolygons"),
    (0, Array("PAR1".utf8), "Parquet", convert), (0, Array("ARROW1".utf8), "Arrow", convert),
    (0, Array("PMTiles".utf8), "an archive of tiles (PMTiles)", "name the source that the tiles were made from"),
    (0, Array("MAPPACK".utf8), "a file that mappack made", "name the source that it was made from"),
    (0, Array("%PDF-".utf8), "a PDF document", shapes),
    (0, [0x89, 0x50, 0x4E, 0x47], "an image (PNG)", shapes), (0, [0xFF, 0xD8, 0xFF], "an image (JPEG)", shapes),
    (0, Array("GIF8".utf8), "an image (GIF)", shapes), (8, Array("WEBP".utf8), "an image (WebP)", shapes),
    (0, [0x49, 0x49, 0x2A, 0], "an image (TIFF)", shapes), (0, [0x4D, 0x4D, 0, 0x2A], "an image (TIFF)", shapes),
    (0, [0xD0, 0xCF, 0x11, 0xE0], "a document of Microsoft Office, such as an Excel workbook (.xls)", shapes),
    (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", unpack), (0, Array("Rar!".utf8), "a RAR archive", unpack),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "compressed with xz", unpack),
    (0, Array("BZh".utf8), "compressed with bzip2", unpack),
    (0, [0x28, 0xB5, 0x2F, 0xFD], "compressed with Zstandard", unpack),
    (257, Array("ustar".utf8), "a tar archive", unpack),
    (
      0, Array("version https://git-lfs.github.com/spec/".utf8),
      "a pointer of Git LFS, not the file that it stands for", pull
    ),
  ]

  private static let geometries = [
    "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "SRID=",
  ]

  /// - Parameter head: the first bytes of a file: 4,096, or all if it has fewer.
  /// - Returns: `nil` if they are those of a format that is read, or of none that is known.
  init?(_ head: [UInt8]) {
    for signature in Self.signatures
    where head.count >= signature.offset && head[signature.offset...].starts(with: signature.bytes) {
      // A short word is not enough where any text may stand.
      self.init(name: signature.name, remedy: signature.remedy)
      return
    }
    if let root = XMLSignature.root(of: head) {
      self.init(root: root.lowercased(), of: head)
    } else {
      self.init(text: head)
    }
  }

  private init(name: String, remedy: Remedy) {
    self.name = name
    self.remedy = remedy
  }

  private init?(root: String, of head: [UInt8]) {
    if SourceFormat.all.contains(where: { $0.root == root }) { return nil }
    switch root {
    case "html": self.init(name: "a web page (HTML)", remedy: Self.again)
    case "exceptionreport", "serviceexceptionreport", "error", "errorresponse", "accessdenied":
      self.init(name: "an answer of a server that says what went wrong, “\(root)”", remedy: Self.again)
    case "featurecollection": self.init(name: "GML", remedy: Self.convert)
    case "osm", "osmchange":
      self.init(name: "OpenStreetMap's XML", remedy: "convert it to GeoJSON, as osmtogeojson and ogr2ogr do")
    case "svg": self.init(name: "an image (SVG)", remedy: Self.shapes)
    case "trainingcenterdatabase": self.init(name: "TCX, a format of recorders", remedy: "save the track as GPX")
    case "metadata", "md_metadata", "schema": self.init(name: "a description of data (metadata)", remedy: Self.shapes)
    default:
      // Each application schema of GML names a root of its own, but declares GML's namespace: ISO 19136, 7.1.
      guard String(decoding: head, as: UTF8.self).contains("http://www.opengis.net/gml") else { return nil }
      self.init(name: "GML", remedy: Self.convert)
    }
  }

  private init?(text head: [UInt8]) {
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let text = String(decoding: start.prefix(1024), as: UTF8.self).drop { $0.isWhitespace }
    guard let first = text.first, first != "{", first != "[", !start.contains(0) else { return nil }
    let word = text.prefix { $0.isASCII && ($0.isLetter || $0 == "=") }.uppercased()
    let rest = text.dropFirst(word.count).drop { $0 == " " }.uppercased()
    let isFollowed = ["(", "Z", "M", "EMPTY"].contains { rest.hasPrefix($0) }
    if Self.geometries.contains(where: { word == $0 && isFollowed || $0.hasSuffix("=") && word.hasPrefix($0) }) {
      self.init(name: "well-known text (WKT)", remedy: Self.convert)
      return
    }
    let line = text.prefix { !$0.isNewline }
    let isTable = [",", ";", "\t"].contains { mark in line.split(separator: mark).count > 2 }
    guard isTable, first == "\"" || first.isLetter, !line.contains(where: { "([{".contains($0) }) else { return nil }
    self.init(
      name: "a table (CSV)",
      remedy: "name the file with the shapes; if a column holds them, as well-known text or as longitude and latitude, "
        + "save the table as GeoJSON, as QGIS and ogr2ogr do")
  }

  /// Throws `unreadableData` if a file is one of these.
  static func check(_ path: String, shownAs shownPath: String) throws(StageError) {
    try check(try InputFile(path: path, shownAs: shownPath).bytes(at: 0, count: 4096), shownAs: shownPath)
  }

  /// Throws `unreadableData` if the first bytes of a file are those of one of these.
  static func check(_ head: [UInt8], shownAs shownPath: String) throws(StageError) {
    guard let format = ForeignFormat(head) else { return }
    throw format.error(shownPath)
  }

  /// The error for a folder that is a file geodatabase of Esri; `nil` if it has no table of one.
  package static func geodatabase(at path: String) -> StageError? {
    let members = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard members.contains(where: { $0.lowercased().hasSuffix(".gdbtable") }) else { return nil }
    return .unreadable(path, "the folder is a file geodatabase of Esri", remedy: convert)
  }

  func error(_ shownPath: String) -> StageError {
    .unreadable(shownPath, "this is \(name)", remedy: remedy)
  }
}

extension ForeignFormat {
  /// What a JSON text is that is not GeoJSON, by the names of the members of its object.
  /// - Parameters:
  ///   - members: the members before "features", or all.
  ///   - feature: the members of the first element of "features"; empty if there is none.
  init?(jsonWith members: Set<String>, feature: Set<String>) {
    let isEsri = ["geometryType", "spatialReference", "displayFieldName", "fieldAliases", "objectIdFieldName"].contains
    {
      members.contains($0)
    }
    if feature.contains("attributes"), !feature.contains("type") || isEsri {
      self = .esri
    } else if !feature.isEmpty || members.contains("type") {
      return nil
    } else if members.contains("elements"), !members.isDisjoint(with: ["osm3s", "generator", "version"]) {
      self.init(
        name: "OpenStreetMap's JSON, as Overpass answers",
        remedy: "convert it to GeoJSON, as osmtogeojson does; [out:json] with “out geom;” gives it the shapes")
    } else if members.contains("error") || members.contains("errors") || members == ["message"]
      || members.isSuperset(of: ["message", "status"]) || members.isSuperset(of: ["message", "documentation_url"])
    {
      self.init(name: "an answer of a server that says what went wrong", remedy: Self.again)
    } else if members.contains("currentVersion") {
      self.init(
        name: "the description of an ArcGIS service, which has no features",
        remedy: "ask a layer of it for its features: /query?where=1=1&outFields=*&f=geojson behind its address")
    } else if isEsri {
      self = .esri
    } else if members.contains("tilejson") {
      self.init(name: "TileJSON", remedy: "name the source that the tiles were made from")
    } else {
      return nil
    }
  }

  private static let esri = ForeignFormat(
    name: "Esri JSON, not GeoJSON",
    remedy: "ask the service for f=geojson in place of f=json; or convert it: "
      + "ogr2ogr -t_srs EPSG:4326 map.geojson SOURCE")
}
