import MapFeatures

/// A layer of an archive, or a file compressed with gzip, unpacked into a folder of its own; the folder goes when the
/// value goes.
///
/// The files are called `layer`, with the extensions that they have in the archive, and those that belong to a layer of
/// IMDF as that format has it: no name from an archive is a path on disk.
struct UnpackedLayer: ~Copyable {
  private let folder: ScratchFolder
  let kind: SourceKind
  /// Bytes of the file with the shapes.
  let size: Int

  /// Unpacks a layer into a new folder in `parent`.
  ///
  /// Throws `cannotCreate` or `cannotWrite` where the folder cannot be made or the disk is full, `unreadableData` where
  /// a file is damaged, or the archive is not the one that was looked up.
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

  /// Unpacks the file that a request is for.
  ///
  /// Throws as for a layer of an archive, and where what comes out is none of the formats that are read.
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

  private static func path(
    of entry: ArchiveEntry, of layer: ArchivedLayer, in folder: borrowing ScratchFolder
  ) -> String {
    // The companions of a layer of IMDF are told by the names that the format gives them.
    if layer.format == .imdf, entry != layer.shapes {
      return folder.path + "/" + entry.name + "." + entry.fileExtension
    }
    return folder.path + "/layer." + entry.fileExtension
  }
}
