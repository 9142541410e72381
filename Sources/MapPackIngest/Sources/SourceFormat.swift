import MapPackFeatures

/// A format of sources: by what its files are told, how they are read, and what messages say of it.
package struct SourceFormat: Sendable {
  /// Its files in the plural, as a sentence names them.
  let name: String
  /// Its name and its common endings, as a list of formats has them.
  package let title: String
  /// The extensions, in lower case, of the files with the shapes. They tell the format.
  package let endings: [String]
  /// Whether a file without such an extension is of the format.
  var isStart: @Sendable (SourceHead) -> Bool = { _ in false }
  /// The root element in lower case, if its files are XML.
  var root: String?
  /// Whether one file may have several layers: the objects of a topology, the tables of a package.
  package var hasLayers = false
  var layers: @Sendable (SourceKind, SourceRequest) throws(StageError) -> [SourceLayer] = { kind, _ in
    [SourceLayer(name: kind.name)]
  }
  /// Per layer, by its name (empty if the format has no layers): the line at which each record begins, up to the first
  /// fault. Only texts have lines.
  var lines: @Sendable (SourceKind, SourceRequest) throws(StageError) -> [String: [Int?]] = { _, _ in [:] }
  /// Reads a file, or the layer of it that the request names.
  let read: @Sendable (SourceReading, inout FeatureTableBuilder, inout ReadingProgress) throws(StageError) -> Void

  /// The format of files with an ending in lower case.
  package static func of(ending: String) -> SourceFormat? { all.first { $0.endings.contains(ending) } }

  /// The lines, from 1, at which the records of a file begin, as `lines` has them. None are known if the file cannot be
  /// read.
  package static func lines(ofFile path: String) -> [String: [Int?]] {
    let request = SourceRequest(location: path, source: Source(path: path))
    guard let kind = try? SourceKind(request) else { return [:] }
    return (try? kind.format.lines(kind, request)) ?? [:]
  }

  /// The format that a file has by its first bytes.
  static func of(_ head: SourceHead) -> SourceFormat? {
    let root = head.root
    return all.first { $0.isStart(head) || root != nil && $0.root == root }
  }
}

extension SourceFormat: Equatable {
  package static func == (a: SourceFormat, b: SourceFormat) -> Bool { a.title == b.title }
}

/// The beginning of a file whose format is to be told.
struct SourceHead {
  /// 4,096 bytes, or all if there are fewer.
  let bytes: [UInt8]
  let path: String
  let shownPath: String

  var root: String? { XMLSignature.root(of: bytes) }
}

/// A file to read, and how.
struct SourceReading {
  let kind: SourceKind
  let request: SourceRequest
  /// Their fields are checked before the shapes are read, if the format allows it cheaply.
  let filters: [FeatureFilter]
  let jobs: Int
  let staysOnDisk: Bool
}

extension SourceFormat {
  /// All formats, in the order in which the layers of an archive and the files of a folder are looked for.
  package static let all = [shapefile, geoJSON, topoJSON, geoPackage, kml, gpx, imdf]

  package static let shapefile = SourceFormat(
    name: "Shapefiles", title: "Shapefile (.shp)", endings: ["shp"],
    isStart: { head in
      // The file code and the version. Spatial indexes (.sbn, .sbx) share the file code.
      head.bytes.starts(with: [0, 0, 0x27, 0x0A]) && head.bytes.count >= 32
        && head.bytes[28..<32].elementsEqual([0xE8, 0x03, 0, 0])
    },
    read: { file, builder, progress throws(StageError) in
      let reader = ShapefileReader(
        file.request, shapes: file.kind.path, jobs: file.jobs, staysOnDisk: file.staysOnDisk)
      try reader.read(into: &builder, filters: file.filters, progress: &progress)
    })

  /// Single texts and sequences of texts. What they hold tells a topology from them (`SourceKind.json`).
  static let geoJSON = SourceFormat(
    name: "GeoJSON", title: "GeoJSON (.geojson, .json, .ndjson)",
    endings: ["geojson", "json", "geojsonl", "geojsons", "geojsonseq", "ndjson", "jsonl"],
    isStart: { head in
      let text = head.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? head.bytes.dropFirst(3) : head.bytes[...]
      return text.first { $0 > 0x20 } == UInt8(ascii: "{")
    },
    lines: linesOfGeoJSON, read: readGeoJSON)

  static let topoJSON = SourceFormat(
    name: "TopoJSON", title: "TopoJSON (.topojson)", endings: ["topojson"], hasLayers: true,
    layers: { kind, request throws(StageError) in
      var reader = try TopoJSONReader(request, path: kind.path, name: kind.name)
      return try reader.layers()
    },
    lines: { kind, request throws(StageError) in
      var reader = try TopoJSONReader(request, path: kind.path, name: kind.name)
      return try reader.lines()
    },
    read: { file, builder, progress throws(StageError) in
      var reader = try TopoJSONReader(file.request, path: file.kind.path, name: file.kind.name)
      try reader.read(into: &builder, progress: &progress)
    })

  static let geoPackage = SourceFormat(
    name: "GeoPackages", title: "GeoPackage (.gpkg)", endings: ["gpkg"],
    isStart: { GeoPackage.isPackage($0.bytes, at: $0.path, shownAs: $0.shownPath) },
    hasLayers: true,
    layers: { kind, request throws(StageError) in
      try GeoPackage(path: kind.path, shownAs: request.source.path).described()
    },
    read: { file, builder, progress throws(StageError) in
      var reader = try GeoPackageReader(
        file.request, path: file.kind.path, name: file.kind.name, jobs: file.jobs, staysOnDisk: file.staysOnDisk)
      try reader.read(into: &builder, filters: file.filters, progress: &progress)
    })

  static let kml = SourceFormat(
    name: "KML", title: "KML (.kml)", endings: ["kml"], root: "kml",
    lines: { kind, request throws(StageError) in
      var reader = try KMLReader(request, path: kind.path)
      return ["": reader.lines()]
    },
    read: { file, builder, progress throws(StageError) in
      var reader = try KMLReader(file.request, path: file.kind.path)
      try reader.read(into: &builder, progress: &progress)
    })

  static let gpx = SourceFormat(
    name: "GPX", title: "GPX (.gpx)", endings: ["gpx"], root: "gpx",
    read: { file, builder, progress throws(StageError) in
      var reader = try GPXReader(file.request, path: file.kind.path)
      try reader.read(into: &builder, progress: &progress)
    })

  /// A layer of an unpacked IMDF archive, which is GeoJSON.
  package static let imdf = SourceFormat(
    name: "IMDF", title: "IMDF", endings: ["geojson"], lines: linesOfGeoJSON, read: readGeoJSON)

  private static let linesOfGeoJSON: @Sendable (SourceKind, SourceRequest) throws(StageError) -> [String: [Int?]] = {
    kind, _ in ["": GeoJSONSurvey.lines(ofFile: kind.path)]
  }

  private static let readGeoJSON:
    @Sendable (SourceReading, inout FeatureTableBuilder, inout ReadingProgress) throws(StageError) -> Void = {
      file, builder, progress throws(StageError) in
      var fields: IMDFFields?
      if let archive = file.kind.archive { fields = try IMDFFields(archive) }
      var reader = try GeoJSONReader(
        file.request, path: file.kind.path, imdf: fields, jobs: file.jobs, staysOnDisk: file.staysOnDisk)
      try reader.read(into: &builder, progress: &progress)
    }

  /// The formats that are read, in a sentence.
  package static let names = all.dropLast().map(\.name).joined(separator: ", ") + " and " + imdf.name

  /// The formats that are read, as the remedy of a message lists them.
  package static let advice =
    all.dropLast().map(\.title).joined(separator: ", ") + " and " + imdf.title
    + " are read, also compressed (.gz) and out of archives (.zip, .kmz)"
}
