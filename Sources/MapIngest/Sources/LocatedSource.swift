import Foundation
import MapFeatures

/// A source that was looked up and not yet read.
enum LocatedSource {
  /// A file on disk, and its bytes.
  case file(SourceKind, size: Int)
  case archived(ArchivedLayer)
  case compressed(GzipFile)

  /// Looks a request's location up. An archive and what is compressed are known by their endings or first bytes.
  ///
  /// Throws what `SourceKind`, `ArchivedLayer` and `GzipFile` throw.
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

  /// The first bytes; none of a folder, or where there is no such file.
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

  /// The bytes of the file with the shapes; of one that is compressed those that are known.
  var size: Int {
    switch self {
    case .file(_, let size): size
    case .archived(let layer): layer.size
    case .compressed(let file): file.size
    }
  }

  /// The bytes that unpacking counts before it can be read.
  var unpackedSize: Int {
    switch self {
    case .file: 0
    case .archived(let layer): layer.unpackedSize
    case .compressed(let file): file.size
    }
  }
}
