import Foundation
import MapFeatures

/// A source that was looked up and not yet read.
enum LocatedSource {
  /// A file on disk, and its bytes.
  case file(SourceKind, size: Int)
  case archived(ArchivedLayer)

  /// Looks a request's location up. An archive is known by its ending or its first bytes.
  ///
  /// Throws what `SourceKind` and `ArchivedLayer` throw.
  init(_ request: SourceRequest) throws(StageError) {
    if try Self.isArchive(request) {
      self = .archived(try ArchivedLayer(request))
    } else {
      let kind = try SourceKind(request)
      self = .file(kind, size: try InputFile(path: kind.path, shownAs: request.source.path).size)
    }
  }

  private static func isArchive(_ request: SourceRequest) throws(StageError) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: request.location, isDirectory: &isFolder), !isFolder.boolValue else {
      return false
    }
    if [".zip", ".kmz"].contains(where: request.location.lowercased().hasSuffix) { return true }
    let head = try InputFile(path: request.location, shownAs: request.source.path).bytes(at: 0, count: 4)
    return Archive.isArchive(head)
  }

  /// The bytes of the file with the shapes.
  var size: Int {
    switch self {
    case .file(_, let size): size
    case .archived(let layer): layer.size
    }
  }

  /// The bytes that have to be unpacked before it can be read.
  var unpackedSize: Int {
    switch self {
    case .file: 0
    case .archived(let layer): layer.unpackedSize
    }
  }
}
