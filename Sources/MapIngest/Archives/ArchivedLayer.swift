import CZip
import MapFeatures

/// A layer in an archive: where the archive lies, and which of its files make up the layer.
struct ArchivedLayer {
  enum Format {
    case shapefile, geoJSON, imdf, topoJSON, kml, gpx

    /// The extensions, in lower case, of the files with the shapes.
    fileprivate var extensions: [String] {
      switch self {
      case .shapefile: ["shp"]
      case .geoJSON: SourceKind.endingsOfGeoJSON
      case .imdf: ["geojson"]
      case .topoJSON: ["topojson"]
      case .kml: ["kml"]
      case .gpx: ["gpx"]
      }
    }
  }

  /// Path on disk of the archive, and as messages show it.
  let location: String
  let shownArchive: String
  let format: Format
  /// The file with the shapes.
  let shapes: ArchiveEntry
  /// What the layer is called within the file: of a topology the object, or the name of the file where that was named.
  let nameInFile: String?
  /// The other files of a Shapefile; what features of IMDF refer to.
  let parts: [ArchiveEntry]

  /// The path of the file with the shapes as messages show it: that of the archive, then that in it.
  var shownPath: String { shownArchive + "/" + shapes.path }
  /// The folder of that, with a slash.
  var shownFolder: String { shownArchive + "/" + shapes.folder }
  /// Bytes of the file with the shapes.
  var size: Int { shapes.size ?? 0 }
  /// Bytes of all files: within the limits.
  var unpackedSize: Int { parts.reduce(size) { $0 + ($1.size ?? 0) } }

  /// Looks for the layer that a request means in the archive at its location.
  ///
  /// Shapefiles go before GeoJSON, that before TopoJSON, that before KML, and that before GPX. A layer is called by its file's name without
  /// the extension, with the folders before it where that is not enough; where one .topojson is there, what is called
  /// like no file is an object of it. Of a .kmz it is the main document where none is named:
  /// `doc.kml`, else the first .kml, at the root if there is one (OGC 12-007r2, annex C). An archive of IMDF has a layer
  /// for each type of feature; where none is named it is that of the units.
  ///
  /// Throws `usage` where a layer has to be named or is not there, `unreadableData` where there is none, or its files
  /// cannot be unpacked: encrypted, links, ambiguous, compressed in a way that is not known, or over the limits.
  init(_ request: SourceRequest, limits: ArchiveLimits = ArchiveLimits()) throws(StageError) {
    let archive = try Archive(path: request.location, shownAs: request.source.path, limits: limits)
    // What calls itself .kml and is an archive lost its z on the way.
    let isKMZ = ["kmz", "kml"].contains(where: request.location.lowercased().hasSuffix)
    let isIndoor = Self.isIndoor(archive.entries)
    let formats: [Format] = isKMZ ? [.kml] : isIndoor ? [.imdf] : [.shapefile, .geoJSON, .topoJSON, .kml, .gpx]
    let layers = formats.map { format in (format, Self.layers(of: format, in: archive.entries)) }.filter {
      !$0.1.isEmpty
    }
    guard !layers.isEmpty else { throw Self.noLayer(in: archive, isKMZ: isKMZ) }
    var request = request
    if isIndoor, Self.isFile(IMDFArchive.defaultLayer, of: layers) {
      request.layer = request.layer ?? IMDFArchive.defaultLayer
    }
    let topologies = layers.first { $0.0 == .topoJSON }?.1 ?? []
    let isObject = topologies.count == 1 && request.layer.map { !Self.isFile($0, of: layers) } ?? false
    let (format, shapes) =
      if isKMZ, request.layer == nil, let document = Self.mainDocument(of: archive.entries) {
        (Format.kml, document)
      } else if isObject {
        (Format.topoJSON, topologies[0])
      } else {
        try Self.choose(from: layers, named: request.layer, file: request.source.path)
      }

    location = request.location
    shownArchive = request.source.path
    self.format = format
    self.shapes = shapes
    nameInFile = isObject ? request.layer : request.layer == nil ? nil : shapes.name
    parts =
      switch format {
      case .shapefile: Self.parts(of: shapes, in: archive.entries)
      case .imdf: Self.companions(of: shapes, in: archive.entries)
      default: []
      }
    for entry in [shapes] + parts { try Self.check(entry, of: archive) }
    try checkSize(limits, of: archive)
  }

  // MARK: Which layers there are

  /// The files of a format with shapes, one for each layer, in the order of their paths.
  private static func layers(of format: Format, in entries: [ArchiveEntry]) -> [ArchiveEntry] {
    let files = entries.filter { format.extensions.contains($0.fileExtension.lowercased()) }
    var stems: Set<String> = []
    return files.sorted { ExactText($0.path) < ExactText($1.path) }.filter { stems.insert($0.stem).inserted }
  }

  private static func mainDocument(of entries: [ArchiveEntry]) -> ArchiveEntry? {
    let documents = entries.filter { $0.fileExtension.lowercased() == "kml" }
    let atRoot = documents.filter { !$0.path.contains("/") }
    return atRoot.first { $0.path.lowercased() == "doc.kml" } ?? atRoot.first ?? documents.first
  }

  private static func isFile(_ name: String, of layers: [(format: Format, files: [ArchiveEntry])]) -> Bool {
    layers.contains { $0.files.contains { $0.stem == name || $0.name == name } }
  }

  private static func choose(
    from layers: [(format: Format, files: [ArchiveEntry])], named name: String?, file: String
  ) throws(StageError) -> (Format, ArchiveEntry) {
    guard let name else {
      if layers[0].files.count == 1 { return (layers[0].format, layers[0].files[0]) }
      throw wrongLayer("the archive holds \(layers[0].files.count) layers", layers[0].files, file: file)
    }
    for (format, files) in layers {
      if let exact = files.first(where: { $0.stem == name }) { return (format, exact) }
      let called = files.filter { $0.name == name }
      if called.count == 1 { return (format, called[0]) }
      if called.count > 1 { throw wrongLayer("there are \(called.count) layers “\(name)”", called, file: file) }
    }
    throw wrongLayer("there is no layer “\(name)”", layers[0].files, file: file)
  }

  /// The files beside a .shp that belong to it: the case of the extension is free.
  private static func parts(of shapes: ArchiveEntry, in entries: [ArchiveEntry]) -> [ArchiveEntry] {
    ["shx", "dbf", "prj", "cpg"].compactMap { part in
      entries.filter { $0.stem == shapes.stem && $0.fileExtension.lowercased() == part }.min { $0.path < $1.path }
    }
  }

  /// Whether it is an archive of IMDF: a manifest and layers in one folder.
  private static func isIndoor(_ entries: [ArchiveEntry]) -> Bool {
    Dictionary(grouping: entries, by: \.folder).values.contains { files in
      IMDFArchive.isArchive(files.map { String($0.path.dropFirst($0.folder.count)) })
    }
  }

  private static func companions(of layer: ArchiveEntry, in entries: [ArchiveEntry]) -> [ArchiveEntry] {
    IMDFArchive.companions(ofLayer: layer.name).compactMap { name in
      entries.first { $0.path == layer.folder + name && $0 != layer }
    }
  }

  // MARK: Whether it can be unpacked

  private static func check(_ entry: ArchiveEntry, of archive: borrowing Archive) throws(StageError) {
    let file = archive.shown(entry)
    guard archive.entries.count(where: { $0.path == entry.path }) == 1 else {
      throw StageError(
        .unreadableData, file: file, "the archive holds two files of this name",
        remedy: "unpack it, and name the one that is meant")
    }
    guard !entry.isEncrypted else {
      throw StageError(
        .unreadableData, file: file, "the file is encrypted", remedy: "unpack the archive, and name the file")
    }
    guard !entry.isLink else {
      throw StageError(
        .unreadableData, file: file, "this is a symbolic link, and none is followed in an archive",
        remedy: "pack the file itself")
    }
    guard zip_compression_method_supported(Int32(entry.method), 0) != 0 else {
      throw archive.failure(ZIP_ER_COMPNOTSUPP, of: entry)
    }
  }

  private func checkSize(_ limits: ArchiveLimits, of archive: borrowing Archive) throws(StageError) {
    var bytes = 0
    for entry in [shapes] + parts {
      // Each is checked before it is added: the sum cannot overflow.
      guard let size = entry.size, size <= limits.bytes else {
        throw tooLarge("more than \(Figures.grouped(limits.bytes)) bytes")
      }
      bytes += size
    }
    guard bytes <= limits.bytes else {
      throw tooLarge("\(Figures.grouped(bytes)) bytes, more than \(Figures.grouped(limits.bytes))")
    }
    guard bytes <= limits.bytesWithoutRatio || bytes / limits.ratio < archive.size else {
      throw tooLarge(
        "\(Figures.grouped(bytes)) bytes, \(Figures.grouped(bytes / archive.size)) times the archive's own size")
    }
  }

  private func tooLarge(_ much: String) -> StageError {
    StageError(
      .unreadableData, file: shownPath, "the layer would unpack to \(much)",
      remedy: "if that is right, unpack the archive, and name the file")
  }

  // MARK: Errors

  /// The first names, and how many are left.
  private static func list(_ names: [String], atMost count: Int) -> String {
    names.prefix(count).joined(separator: ", ")
      + (names.count > count ? " and \(names.count - count) more" : "")
  }

  private static func wrongLayer(_ what: String, _ files: [ArchiveEntry], file: String) -> StageError {
    var countByName: [String: Int] = [:]
    for file in files { countByName[file.name, default: 0] += 1 }
    let names = files.map { countByName[$0.name] == 1 ? $0.name : $0.stem }.sorted()
    return StageError(
      .usage, file: file, what, remedy: "name one of them, as in --layer \(names[0]): " + list(names, atMost: 100))
  }

  private static func noLayer(in archive: borrowing Archive, isKMZ: Bool) -> StageError {
    let file = archive.shownPath
    if archive.entries.isEmpty {
      return StageError(.unreadableData, file: file, "the archive holds no file", remedy: "get it again")
    }
    let archives = archive.entries.filter { ["zip", "kmz"].contains($0.fileExtension.lowercased()) }
    if !archives.isEmpty {
      return StageError(
        .unreadableData, file: file,
        "the archive holds archives and no layer: " + list(archives.map(\.path).sorted(), atMost: 8),
        remedy: "unpack it, and name one of them")
    }
    let wanted = isKMZ ? "no .kml" : "no layer"
    return StageError(
      .unreadableData, file: file,
      "the archive holds \(wanted), but " + list(archive.entries.map(\.path).sorted(), atMost: 8),
      remedy: isKMZ ? "get it again" : SourceKind.formats)
  }
}
