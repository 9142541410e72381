#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that a command is going to write and that does not exist yet, as the listings of folders will have it.
struct FutureFile {
  /// Its absolute path, without links.
  private let parts: [String]

  /// `nil` if the file exists, or can be none.
  init?(_ location: String) {
    guard let path = (try? LinkedPath(location, called: location))?.path, access(path, F_OK) != 0,
      let parts = Self.parts(of: path)
    else { return nil }
    self.parts = parts
  }

  /// What a folder will hold of the way to the file: its name, or the name of a folder that may not exist yet.
  func member(of folder: String) -> String? {
    guard let above = Self.parts(of: folder), above.count < parts.count, parts.starts(with: above) else { return nil }
    return parts[above.count]
  }

  /// Whether a path is that of the file or of a folder above it.
  func isOnWay(from path: String) -> Bool { Self.parts(of: path).map(parts.starts) ?? false }

  /// The names on an absolute path: of the nearest folder that exists without links, and then as they are written.
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
