#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that a command is going to write and that does not exist yet. `SourceFiles` counts it in when it lists
/// folders, so that `FileRoles` can refuse an output that would be a source the next time.
struct FutureFile {
  /// The components of its absolute path, without links.
  private let parts: [String]

  /// `nil` if the file exists, or if no file can exist at the path.
  init?(_ location: String) {
    guard let path = (try? LinkedPath(location, called: location))?.path, access(path, F_OK) != 0,
      let parts = Self.parts(of: path)
    else { return nil }
    self.parts = parts
  }

  /// The entry that a folder will have when the file is written: the file itself, or a folder on the way to it, which
  /// may not exist yet. `nil` if the file does not lie below the folder.
  func member(of folder: String) -> String? {
    guard let above = Self.parts(of: folder), above.count < parts.count, parts.starts(with: above) else { return nil }
    return parts[above.count]
  }

  /// Whether a path is that of the file or of a folder above it.
  func isOnWay(from path: String) -> Bool { Self.parts(of: path).map(parts.starts) ?? false }

  /// The components of a path, made absolute. Links are followed in the part of the path that exists; the other
  /// components stay as they are written.
  private static func parts(of path: String) -> [String]? {
    var path = path.isEmpty ? "." : path
    var missing: [String] = []
    while true {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved).split(separator: "/").map(String.init) + missing
      }
      let (folder, file) = LinkedPath.parts(of: path)
      if file == ".." { return nil }
      if !file.isEmpty, file != "." { missing.insert(file, at: 0) }
      guard folder != path else { return nil }
      path = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    }
  }
}
