import MapPackFeatures

/// A layer of an archive, or a file compressed with gzip, unpacked into a folder of its own. The folder is removed when
/// the value is destroyed. `ingest` holds it until the layer has been read.
///
/// No name in an archive becomes a path on disk: the files are called `layer`, with their extensions. Only the
/// companions of an IMDF layer keep their names, which the format fixes.
struct UnpackedLayer: ~Copyable {
  private let folder: ScratchFolder
  /// The format of the unpacked file, and its path.
  let kind: SourceKind
  /// The unpacked size of the file with the shapes, in bytes.
  let size: Int

  /// Unpacks a layer into a new folder.
  /// - Parameters:
  ///   - layer: the layer.
  ///   - parent: the folder in which the new one is created.
  ///   - progress: is told how many bytes have been unpacked.
  /// - Throws: `cannotCreate` or `cannotWrite` if the folder cannot be created or the disk is full; `unreadableData` if
  ///   a file is damaged, or if the archive has changed since the layer was looked up.
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
    try ForeignFormat.check(path, shownAs: archive.shown(layer.shapes))
    kind =
      switch layer.format {
      case .shapefile: .shapefile(path: path)
      case .imdf:
        IMDFArchive(layer: layer.shapes.name, in: folder.path, shownAs: layer.shownFolder).map { .imdf(path: path, $0) }
          ?? .geoJSON(path: path)
      case .geoJSON:
        try .json(path, name: layer.shapes.name, file: archive.shown(layer.shapes))
      case .topoJSON: .topoJSON(path: path, name: layer.shapes.name)
      case .kml: .kml(path: path)
      case .gpx: .gpx(path: path)
      }
    size = layer.size
    self.folder = folder
  }

  /// Unpacks a file compressed with gzip into a new folder.
  /// - Parameters:
  ///   - file: the file.
  ///   - request: the request that names it.
  ///   - parent: the folder in which the new one is created.
  ///   - progress: is told how many bytes of the compressed file have been read.
  /// - Throws: `cannotCreate` or `cannotWrite` if the folder cannot be created or the disk is full; `unreadableData` if
  ///   the file is damaged or over the limits, or if the format of the contents is not supported; `usage` if the
  ///   request names a layer that the contents do not have; `noInput` if the file is gone.
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
    self.folder = folder
  }

  /// The path on disk to which an entry is unpacked.
  private static func path(
    of entry: ArchiveEntry, of layer: ArchivedLayer, in folder: borrowing ScratchFolder
  ) -> String {
    // The companions of an IMDF layer are found by the names that the format gives them.
    if layer.format == .imdf, entry != layer.shapes {
      return folder.path + "/" + entry.name + "." + entry.fileExtension
    }
    return folder.path + "/layer." + entry.fileExtension
  }
}
