import Foundation
import MapPackFeatures

/// A source that has been found but not read yet.
///
/// `ingest` finds all sources before it reads the first, and unpacks a source only when its turn comes.
enum LocatedSource {
  /// A file on disk, and its size in bytes.
  case file(SourceKind, size: Int)
  /// A layer in an archive.
  case archived(ArchivedLayer)
  /// A file compressed with gzip.
  case compressed(GzipFile)

  /// Looks up the location of a request.
  ///
  /// Archives and compressed files are recognized by their extensions or first bytes. `SourceKind` finds the format of
  /// any other file.
  /// - Throws: `noInput` if there is no such file; `usage` if a layer has to be named, or if the named one does not
  ///   exist; `unreadableData` if the format is not supported, or if an archive is damaged or over the limits.
  init(_ request: SourceRequest) throws(StageError) {
    let head = try Self.head(request)
    if Self.hasEnding(request, of: ["zip", "kmz"]) || Archive.isArchive(head) {
      self = .archived(try ArchivedLayer(request))
    } else if Self.hasEnding(request, of: ["gz"]) || GzipFile.isGzip(head) {
      self = .compressed(try GzipFile(path: request.location, shownAs: request.source.path))
    } else {
      let kind = try SourceKind(request)
      self = .file(kind, size: try InputFile(path: kind.path, shownAs: request.source.path).size)
    }
  }

  /// The first four bytes of the file; empty if there is no such file, or if it is a folder.
  private static func head(_ request: SourceRequest) throws(StageError) -> [UInt8] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: request.location, isDirectory: &isFolder), !isFolder.boolValue else {
      return []
    }
    return try InputFile(path: request.location, shownAs: request.source.path).bytes(at: 0, count: 4)
  }

  private static func hasEnding(_ request: SourceRequest, of endings: [String]) -> Bool {
    endings.contains { request.location.lowercased().hasSuffix("." + $0) }
  }

  /// The size in bytes of the file with the shapes, for progress: unpacked if it is in an archive, compressed if it is
  /// compressed with gzip.
  var size: Int {
    switch self {
    case .file(_, let size): size
    case .archived(let layer): layer.size
    case .compressed(let file): file.size
    }
  }

  /// How many bytes unpacking reports as progress; 0 if there is nothing to unpack.
  var unpackedSize: Int {
    switch self {
    case .file: 0
    case .archived(let layer): layer.unpackedSize
    case .compressed(let file): file.size
    }
  }
}
