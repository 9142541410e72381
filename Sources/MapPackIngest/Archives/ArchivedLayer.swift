import CMapPackZip
import MapPackFeatures

/// A layer in an archive: the path of the archive, and the files in it that make up the layer.
struct ArchivedLayer {
  /// The path of the archive on disk.
  let location: String
  let shownArchive: String
  let format: SourceFormat
  let shapes: ArchiveEntry
  /// The layer to read within the file: the name of one of its own, or that of the file if the request names it; `nil`
  /// if the request names none.
  let nameInFile: String?
  /// The other files of a Shapefile, or the files that an IMDF layer refers to; only those that the archive has.
  let parts: [ArchiveEntry]

  /// The path of the file with the shapes as messages show it: that of the archive, then that in it.
  var shownPath: String { shownArchive + "/" + shapes.path }
  /// The folder of that file, with a slash at the end.
  var shownFolder: String { shownArchive + "/" + shapes.folder }
  var size: Int { shapes.size ?? 0 }
  /// The unpacked size of all files in bytes; within the limits.
  var unpackedSize: Int { parts.reduce(size) { $0 + ($1.size ?? 0) } }

  /// Finds the layer that a request means in the archive at its location.
  ///
  /// Formats come in the order of `SourceFormat.all`. The name of a layer is that of its file without
  /// the extension, with its folders if the name alone is ambiguous. If the archive has a single .topojson or a single
  /// .gpkg, any other name is that of a layer in it.
  ///
  /// If the request names no layer, it means the only layer of the first format that there is. In a .kmz it means the
  /// main document: `doc.kml`, else the first .kml, at the root if there is one (OGC 12-007r2, annex C). In an IMDF
  /// archive, which has a layer for each type of feature, it means the units.
  /// - Throws: `noInput`; `usage` if a layer has to be named, or if the named one does not exist; `unreadableData` if
  ///   the archive has no layer that can be unpacked.
  init(_ request: SourceRequest, limits: ArchiveLimits = ArchiveLimits()) throws(StageError) {
    let archive = try Archive(path: request.location, shownAs: request.source.path, limits: limits)
    let isKMZ = Self.isKMZ(request)
    let isIndoor = Self.isIndoor(archive.entries)
    let layers = try Self.layers(in: archive, of: request)
    var request = request
    if isIndoor, Self.isFile(IMDFArchive.defaultLayer, of: layers) {
      request.layer = request.layer ?? IMDFArchive.defaultLayer
    }
    let holders = layers.filter { $0.0.hasLayers }
    let isWithin = request.layer.map { !Self.isFile($0, of: layers) } ?? false
    let holder = isWithin && holders.count == 1 && holders[0].1.count == 1 ? holders[0] : nil
    let (format, shapes) =
      if isKMZ, request.layer == nil, let document = Self.mainDocument(of: archive.entries) {
        (SourceFormat.kml, document)
      } else if let holder {
        (holder.0, holder.1[0])
      } else {
        try Self.choose(from: layers, named: request.layer, file: request.source.path)
      }

    location = request.location
    shownArchive = request.source.path
    self.format = format
    self.shapes = shapes
    nameInFile = holder != nil ? request.layer : request.layer == nil ? nil : shapes.name
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

  /// The layers among which a request chooses in the archive at its location: those of the first format that it has.
  static func choices(
    in request: SourceRequest, limits: ArchiveLimits = ArchiveLimits()
  ) throws(StageError) -> [SourceLayer] {
    let archive = try Archive(path: request.location, shownAs: request.source.path, limits: limits)
    return names(of: try layers(in: archive, of: request)[0].files).map(SourceLayer.init)
  }

  /// Whether it is a .kmz. An archive that is called .kml is one that lost its z on the way.
  private static func isKMZ(_ request: SourceRequest) -> Bool {
    ["kmz", "kml"].contains(where: request.location.lowercased().hasSuffix)
  }

  /// The formats that an archive has, with its files of each. There is one at least.
  private static func layers(
    in archive: Archive, of request: SourceRequest
  ) throws(StageError) -> [(format: SourceFormat, files: [ArchiveEntry])] {
    let isKMZ = isKMZ(request)
    let formats =
      isKMZ ? [.kml] : isIndoor(archive.entries) ? [.imdf] : SourceFormat.all.filter { $0 != .imdf }
    let layers = formats.map { format in (format, self.layers(of: format, in: archive.entries)) }.filter {
      !$0.1.isEmpty
    }
    guard !layers.isEmpty else { throw noLayer(in: archive, isKMZ: isKMZ) }
    return layers
  }

  private static func layers(of format: SourceFormat, in entries: [ArchiveEntry]) -> [ArchiveEntry] {
    let files = entries.filter { format.endings.contains($0.fileExtension.lowercased()) }
    var stems: Set<String> = []
    return files.sorted { ExactText($0.path) < ExactText($1.path) }.filter { stems.insert($0.stem).inserted }
  }

  /// The main document of a .kmz; `nil` if there is no .kml.
  private static func mainDocument(of entries: [ArchiveEntry]) -> ArchiveEntry? {
    let documents = entries.filter { $0.fileExtension.lowercased() == "kml" }
    let atRoot = documents.filter { !$0.path.contains("/") }
    return atRoot.first { $0.path.lowercased() == "doc.kml" } ?? atRoot.first ?? documents.first
  }

  private static func isFile(_ name: String, of layers: [(format: SourceFormat, files: [ArchiveEntry])]) -> Bool {
    layers.contains { $0.files.contains { $0.stem == name || $0.name == name } }
  }

  private static func choose(
    from layers: [(format: SourceFormat, files: [ArchiveEntry])], named name: String?, file: String
  ) throws(StageError) -> (SourceFormat, ArchiveEntry) {
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

  private static func parts(of shapes: ArchiveEntry, in entries: [ArchiveEntry]) -> [ArchiveEntry] {
    ["shx", "dbf", "prj", "cpg"].compactMap { part in
      let candidates = entries.filter {
        $0.folder == shapes.folder && $0.fileExtension.lowercased() == part
          && ShapefileParts.isSame($0.stem, shapes.stem)
      }
      return ShapefileParts.best(candidates, for: shapes.stem, name: \.path)
    }
  }

  /// Whether it is an IMDF archive: one folder has a manifest and layers.
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

  static func check(_ entry: ArchiveEntry, of archive: Archive) throws(StageError) {
    let file = archive.shown(entry)
    guard archive.countByPath[entry.path] == 1 else {
      throw .unreadable(
        file, "the archive holds two files of this name", remedy: "unpack it, and name the one that is meant")
    }
    guard !entry.isEncrypted else {
      throw .unreadable(file, "the file is encrypted", remedy: "unpack the archive, and name the file")
    }
    guard !entry.isLink else {
      throw .unreadable(
        file, "this is a symbolic link, and none is followed in an archive", remedy: "pack the file itself")
    }
    guard zip_compression_method_supported(Int32(entry.method), 0) != 0 else {
      throw archive.failure(ZIP_ER_COMPNOTSUPP, of: entry)
    }
  }

  private func checkSize(_ limits: ArchiveLimits, of archive: Archive) throws(StageError) {
    var bytes = 0
    for entry in [shapes] + parts {
      // Each size is checked before it is added, so the sum cannot overflow.
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
    .unreadable(
      shownPath, "the layer would unpack to \(much)", remedy: "if that is right, unpack the archive, and name the file")
  }

  // MARK: Errors

  private static func wrongLayer(_ what: String, _ files: [ArchiveEntry], file: String) -> StageError {
    names(of: files).map(SourceLayer.init).notChosen(what, file: file)
  }

  /// The names of files as layers, in order. One that is not alone in having its name has that of its folder too.
  private static func names(of files: [ArchiveEntry]) -> [String] {
    var countByName: [String: Int] = [:]
    for file in files { countByName[file.name, default: 0] += 1 }
    return files.map { countByName[$0.name] == 1 ? $0.name : $0.stem }.sorted()
  }

  private static func noLayer(in archive: Archive, isKMZ: Bool) -> StageError {
    let file = archive.shownPath
    if let error = archive.emptiness { return error }
    let archives = archive.entries.filter { ["zip", "kmz"].contains($0.fileExtension.lowercased()) }
    if !archives.isEmpty {
      return .unreadable(
        file, "the archive holds archives and no layer: " + archives.map(\.path).sorted().listed(atMost: 8),
        remedy: "unpack it, and name one of them")
    }
    for (member, what) in [
      ("xl/workbook.xml", "an Excel workbook"), ("word/document.xml", "a Word document"),
      ("content.xml", "an OpenDocument file"),
    ] where archive.entries.contains(where: { $0.path == member }) {
      return .unreadable(file, "this is \(what)", remedy: "name the file with the shapes: \(SourceFormat.advice)")
    }
    if archive.entries.contains(where: { $0.fileExtension.lowercased() == "gdbtable" }) {
      return .unreadable(
        file, "the archive holds a file geodatabase of Esri", remedy: ForeignFormat.convert)
    }
    for entry in archive.entries.sorted(by: { ExactText($0.path) < ExactText($1.path) }).prefix(8) {
      if let format = ForeignFormat(archive.head(of: entry)), format.isConvertible {
        return format.error(archive.shown(entry))
      }
    }
    let wanted = isKMZ ? "no .kml" : "no layer"
    return .unreadable(
      file, "the archive holds \(wanted), but " + archive.entries.map(\.path).sorted().listed(atMost: 8),
      remedy: isKMZ ? "get it again" : Remedy(SourceFormat.advice))
  }
}

/// A layer of an archive, or a file compressed with gzip, unpacked into a folder of its own. The folder is removed when
/// the value is destroyed.
///
/// No name in an archive becomes a path on disk: the files are called `layer`, with their extensions. Only the
/// companions of an IMDF layer keep their names, which the format fixes.
struct UnpackedLayer: ~Copyable {
  private let folder: ScratchFolder?
  let kind: SourceKind
  let size: Int

  /// A file that was not compressed.
  init(_ kind: SourceKind, size: Int) {
    self.kind = kind
    self.size = size
    folder = nil
  }

  /// Unpacks a layer into a new folder within `parent`.
  init(_ layer: ArchivedLayer, in parent: String, progress: inout ReadingProgress) throws(StageError) {
    let archive = try Archive(path: layer.location, shownAs: layer.shownArchive)
    let folder = try ScratchFolder(in: parent)
    var unpacked = 0
    for entry in [layer.shapes] + layer.parts {
      let path = Self.path(of: entry, of: layer, in: folder)
      let output = try ScratchFile(path: path, shownAs: archive.shown(entry))
      try archive.unpack(entry, to: output) { count in
        unpacked += count
        progress.advance(to: unpacked)
      }
    }
    progress.finishSource(bytes: layer.unpackedSize)
    let path = Self.path(of: layer.shapes, of: layer, in: folder)
    // The reader of packages tells them from other databases.
    if layer.format != .geoPackage { try ForeignFormat.check(path, shownAs: layer.shownPath) }
    let indoor =
      layer.format == .imdf
      ? IMDFArchive(layer: layer.shapes.name, in: folder.path, shownAs: layer.shownFolder) : nil
    var format = layer.format
    if format == .geoJSON { format = try SourceKind.json(path, file: layer.shownPath) }
    if format == .imdf, indoor == nil { format = .geoJSON }
    kind = SourceKind(format: format, path: path, name: layer.shapes.name, archive: indoor)
    size = layer.size
    self.folder = consume folder
  }

  /// Unpacks a file compressed with gzip into a new folder within `parent`.
  /// - Parameter progress: is told how many bytes of the compressed file have been read.
  init(
    _ file: GzipFile, for request: SourceRequest, in parent: String, progress: inout ReadingProgress
  ) throws(StageError) {
    let folder = try ScratchFolder(in: parent)
    let path = folder.path + "/layer"
    let size = try file.unpack(to: try ScratchFile(path: path, shownAs: file.shownPath)) { progress.advance(to: $0) }
    progress.finishSource(bytes: file.size)
    let kind = try SourceKind(request, unpackedTo: path)
    self.size = size
    self.kind = kind
    self.folder = consume folder
  }

  private static func path(
    of entry: ArchiveEntry, of layer: ArchivedLayer, in folder: borrowing ScratchFolder
  ) -> String {
    if layer.format == .imdf, entry != layer.shapes {
      return folder.path + "/" + entry.name + "." + entry.fileExtension
    }
    return folder.path + "/layer." + entry.fileExtension
  }
}
