import Foundation
import MapPackFeatures

/// An output that cannot be replaced: a device, a pipe, or a stream of the process itself. Bytes are written straight
/// into it. `OutputSet` asks which of its files are streams.
enum OutputStream {
  /// Whether a path means a stream; `false` if nothing is there. A stream of the process itself, such as `/dev/stdout`,
  /// is one even if it leads to a file, because a shell may be appending to that file.
  static func isStream(_ location: String) -> Bool {
    if descriptor(of: location) != nil { return true }
    var info = stat()
    guard stat(location, &info) == 0 else { return false }
    return info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  /// Writes all bytes.
  ///
  /// - Throws: `cannotCreate` if the stream cannot be opened, `cannotWrite` if it does not take the bytes.
  static func write(_ contents: OutputContents, to location: String, called name: String) throws(StageError) {
    guard let file = open(location) else { throw OutputTarget.cannotCreate(name, errno) }
    try contents.forEachPiece { piece throws(StageError) in
      let status = file.write(piece)
      if status != 0 { throw OutputFile.cannotWrite(name, status) }
    }
  }

  private static func open(_ location: String) -> OpenFile? {
    // If it were opened by its name, a stream that leads to a file would be overwritten from the file's beginning.
    if let descriptor = descriptor(of: location) { return OpenFile(sharing: descriptor) }
    return OpenFile(location, O_WRONLY)
  }

  /// The descriptor of the process's own stream that a path means; `nil` if it means none.
  private static func descriptor(of location: String) -> Int32? {
    switch location {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { location.hasPrefix($0) }
      return folder.flatMap { Int32(location.dropFirst($0.count)) }
    }
  }
}
