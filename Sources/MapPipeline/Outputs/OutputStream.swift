import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An output that cannot be replaced: a device, a pipe, or a stream of the process itself. Bytes go straight into it.
enum OutputStream {
  /// Whether an output is one. A stream of the process itself is one also where it leads to a file: a shell may be
  /// appending to that.
  static func isStream(_ location: String) -> Bool {
    if descriptor(of: location) != nil { return true }
    var info = stat()
    guard stat(location, &info) == 0 else { return false }
    return info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  /// Writes the whole content.
  ///
  /// - Throws: `cannotCreate` where it cannot be opened, `cannotWrite` where it does not take the bytes.
  static func write(_ contents: OutputContents, to location: String, called name: String) throws(StageError) {
    guard let file = open(location) else { throw OutputTarget.cannotCreate(name, errno) }
    try contents.forEachPiece { piece throws(StageError) in
      let status = file.write(piece)
      if status != 0 { throw OutputFile.cannotWrite(name, status) }
    }
  }

  private static func open(_ location: String) -> OpenFile? {
    // Opened by its name, a stream that leads to a file would be written from the beginning again.
    if let descriptor = descriptor(of: location) { return OpenFile(sharing: descriptor) }
    return OpenFile(location, O_WRONLY)
  }

  /// The process's own stream that a path means.
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
