import Foundation
import MapPackFeatures

/// The format of a source, and the path of its file on disk: the unpacked one, if the source was compressed.
///
/// A format is told by the extension of the file, and by its first bytes if the extension is not known. A package is told
/// by its bytes in any case, because it is a database, as files of other programs are.
struct SourceKind {
  let format: SourceFormat
  let path: String
  /// The name of the file without its extension. It stands for the only object of a topology.
  let name: String
  /// The archive of a layer of IMDF.
  var archive: IMDFArchive?
}

extension SourceKind {
  /// Finds out the format of the file that a request names, without reading its features.
  ///
  /// A `.geojson` beside the files of an IMDF archive is a layer of that. A `.json` may be TopoJSON.
  /// - Parameter contents: the path of the unpacked contents if the file was compressed.
  /// - Throws: `noInput`; `usage` if the file does not have the layer; `unreadableData` if the format is not supported,
  ///   or if the file is no more than a part of a Shapefile, or an archive inside a compressed file.
  /// - Complexity: O(n) for n bytes of JSON up to the member that tells TopoJSON from GeoJSON. Of other formats, 4 KiB
  ///   are read at most.
  init(_ request: SourceRequest, unpackedTo contents: String? = nil) throws(StageError) {
    let file = request.source.path
    var url = URL(fileURLWithPath: request.location)
    if contents != nil, url.pathExtension.lowercased() == "gz" { url.deletePathExtension() }
    let stem = url.deletingPathExtension().lastPathComponent
    let path = contents ?? request.location
    let head = try InputFile(path: path, shownAs: file).bytes(at: 0, count: 4096)
    let ending = url.pathExtension.lowercased()
    let isPart = ["shx", "dbf", "prj", "cpg", "sbn", "sbx", "qix"].contains(ending)
    let told = SourceFormat.of(SourceHead(bytes: head, path: path, shownPath: file))
    if !isPart, told == nil { try ForeignFormat.check(head, shownAs: file) }
    let archive = ending == "geojson" && contents == nil ? IMDFArchive(beside: path, shownAs: file) : nil
    if archive != nil {
      format = .imdf
    } else if told == .geoPackage {
      format = .geoPackage
    } else if let known = SourceFormat.of(ending: ending) {
      format = known == .geoJSON ? try Self.json(path, file: file) : known
    } else if isPart {
      throw .unreadable(
        file, "this is a part of a Shapefile, not the one with the shapes",
        remedy: ShapefileParts.sibling(of: request.location, "shp").map { "name \($0)" }
          ?? "put \(stem).shp beside it, and name that")
    } else if let told {
      format = told == .geoJSON ? try Self.json(path, file: file) : told
    } else {
      throw Self.unknown(head, file: file)
    }
    self.path = path
    name = stem
    self.archive = archive
    if !format.hasLayers, let layer = request.layer, layer != stem {
      throw StageError(.usage, file: file, "there is no layer “\(layer)”", remedy: "the layer is \(stem)")
    }
    if contents != nil, format == .shapefile {
      throw .unreadable(
        file, "this is one file of a Shapefile alone, compressed",
        remedy: "pack the .shp with its .shx, .dbf, .prj and .cpg into a zip archive")
    }
  }

  private static func unknown(_ head: [UInt8], file: String) -> StageError {
    if head.isEmpty { return .unreadable(file, "the file is empty", remedy: "get it again") }
    if Archive.isArchive(head) || GzipFile.isGzip(head) {
      return .unreadable(file, "what is compressed is an archive itself", remedy: "unpack it, and name what it holds")
    }
    return .unreadable(
      file, "the format is not known: \(SourceFormat.advice)", remedy: "convert the source to one of these")
  }
}

/// A source that the user asks for, and how to read it.
package struct SourceRequest: Sendable {
  /// The path on disk.
  package var location: String
  /// The description of the source that goes into the table. Its path, as the user wrote it, is the one that messages
  /// show.
  package var source: Source
  /// The layer to read if there are several: the name of a file without its extension, with its folders if the name is
  /// ambiguous in an archive; or the name of an object of a topology, or of a table of a GeoPackage; or `allLayers`.
  /// `nil`: the only layer, the main document of a .kmz, or the units of an IMDF archive.
  package var layer: String?
  /// The `layer` that stands for all layers that there are, in the order of their names.
  package static let allLayers = "*"
  /// The encoding of attribute text, as a label that `TextEncoding` knows; for KML and GPX, any name that iconv knows
  /// will do. `nil`: the one that the source declares, else the one that its bytes suggest. JSON and GeoPackage allow
  /// UTF-8 only.
  package var encoding: String?
  /// The coordinate system, as `EPSG:n` or in another form that `CoordinateSystem.named` knows. `nil`: the one that the
  /// source declares, else WGS 84. GPX allows none, and KML only longitude and latitude.
  package var coordinateSystem: String?
  /// Whether rows of HTML tables in KML descriptions become fields. Other formats have no descriptions, and refuse it.
  package var readsDescriptionTables = false

  /// What closed lines are if areas are read.
  package var closedLines = ClosedLines.lines

  /// The kind of geometry to read. Other geometries are left out, with findings.
  package var geometry = GeometryKind.areas

  /// Creates a request for areas.
  package init(
    location: String, source: Source, layer: String? = nil, encoding: String? = nil, coordinateSystem: String? = nil
  ) {
    self.location = location
    self.source = source
    self.layer = layer
    self.encoding = encoding
    self.coordinateSystem = coordinateSystem
  }
}

/// A source that has been found but not read yet.
struct LocatedSource {
  enum Contents {
    case file(SourceKind)
    case archived(ArchivedLayer)
    case compressed(GzipFile)
  }

  let contents: Contents
  /// The size in bytes of the file with the shapes, for progress: unpacked if it is in an archive, compressed if it is
  /// compressed with gzip.
  let size: Int
  /// How many bytes unpacking reports as progress; 0 if there is nothing to unpack.
  let unpackedSize: Int

  /// Archives and compressed files are recognized by their extensions or first bytes.
  init(_ request: SourceRequest) throws(StageError) {
    let head = try InputFile(path: request.location, shownAs: request.source.path).bytes(at: 0, count: 4)
    if try Self.isArchive(request) {
      let layer = try ArchivedLayer(request)
      (contents, size, unpackedSize) = (.archived(layer), layer.size, layer.unpackedSize)
    } else if Self.hasEnding(request, of: ["gz"]) || GzipFile.isGzip(head) {
      let file = try GzipFile(path: request.location, shownAs: request.source.path)
      (contents, size, unpackedSize) = (.compressed(file), file.size, file.size)
    } else {
      let kind = try SourceKind(request)
      size = try InputFile(path: kind.path, shownAs: request.source.path).size
      (contents, unpackedSize) = (.file(kind), 0)
    }
  }

  static func isArchive(_ request: SourceRequest) throws(StageError) -> Bool {
    let head = try InputFile(path: request.location, shownAs: request.source.path).bytes(at: 0, count: 4)
    return hasEnding(request, of: ["zip", "kmz"]) || Archive.isArchive(head)
  }

  private static func hasEnding(_ request: SourceRequest, of endings: [String]) -> Bool {
    endings.contains { request.location.lowercased().hasSuffix("." + $0) }
  }
}
