import MapFeatures

/// A layer of an archive, unpacked into a folder of its own; the folder goes when the value goes.
///
/// The files are called `layer`, with the extensions that they have in the archive: no name from an archive is a path
/// on disk.
struct UnpackedLayer: ~Copyable {
  private let folder: ScratchFolder
  let kind: SourceKind

  /// Unpacks a layer into a new folder in `parent`.
  ///
  /// Throws `cannotCreate` or `cannotWrite` where the folder cannot be made or the disk is full, `unreadableData` where
  /// a file is damaged, or the archive is not the one that was looked up.
  init(_ layer: ArchivedLayer, in parent: String, progress: inout ReadingProgress) throws(StageError) {
    let archive = try Archive(path: layer.location, shownAs: layer.shownArchive)
    let folder = try ScratchFolder(in: parent)
    var unpacked = 0
    for entry in [layer.shapes] + layer.parts {
      let output = try ScratchFile(path: Self.path(of: entry, in: folder), shownAs: archive.shown(entry))
      try archive.unpack(entry, to: output) { count in
        unpacked += count
        progress.advance(to: unpacked)
      }
    }
    progress.finishSource(bytes: layer.unpackedSize)
    let path = Self.path(of: layer.shapes, in: folder)
    kind =
      switch layer.format {
      case .shapefile: .shapefile(path: path)
      case .geoJSON: .geoJSON(path: path)
      case .kml: .kml(path: path)
      }
    self.folder = folder
  }

  private static func path(of entry: ArchiveEntry, in folder: borrowing ScratchFolder) -> String {
    folder.path + "/layer." + entry.fileExtension
  }
}
