import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where an output lies on disk, and the names of the files that stand beside it while it is written.
///
/// Those names have a fixed length, whatever the output is called: a name may have 255 bytes, and so may the output's.
struct OutputTarget: Hashable {
  /// As the user named it, for messages.
  let name: String
  /// The folder, without links; no slash at its end.
  let folder: String
  /// The file's name within the folder.
  let file: String

  /// The new bytes, until they take the target's place.
  var temporary: String { beside("new") }
  /// The old bytes, until all targets have been replaced.
  var backup: String { beside("old") }
  /// What is being done, where several files are replaced and this is the first of them.
  var journal: String { beside("journal") }
  var path: String { folder + "/" + file }

  private func beside(_ ending: String) -> String {
    "\(folder)/.mappack-\(Digest.sha256(Data(file.utf8)).prefix(16)).\(ending)"
  }

  /// Follows links to where the bytes are going to lie: what a link points to is replaced, and the link stays. A link
  /// may point to a file that does not exist yet, in a folder that exists.
  ///
  /// - Parameter making: whether a missing folder is made; each folder made is appended.
  /// - Throws: `cannotCreate` where the folder is missing or cannot be made, a folder is in the way, or links lead
  ///   nowhere.
  init(_ location: String, called name: String, making made: inout [String]) throws(StageError) {
    let followed = try LinkedPath(location, called: name)
    if !followed.isLink { try Self.makeFolder(followed.folder, for: name, &made) }
    try self.init(followed, called: name)
  }

  /// Follows links likewise. `nil` where the folder does not exist.
  init?(existing location: String, called name: String) throws(StageError) {
    let followed = try LinkedPath(location, called: name)
    guard access(followed.folder, F_OK) == 0 else { return nil }
    try self.init(followed, called: name)
  }

  /// The target at a path without links.
  init(resolved path: String, called name: String) {
    self.name = name
    (folder, file) = LinkedPath.parts(of: path)
  }

  private init(_ followed: LinkedPath, called name: String) throws(StageError) {
    guard let folder = realpath(followed.folder, nil) else {
      throw followed.isLink
        ? StageError(
          .cannotCreate, file: name, "is a link to \(followed.path), and there is no such folder",
          remedy: "make that folder, or remove the link") : Self.cannotCreate(name, errno)
    }
    defer { free(folder) }
    let text = String(cString: folder)
    self.folder = text == "/" ? "" : text
    self.name = name
    file = followed.file
    var info = stat()
    guard file.isEmpty || file == "." || file == ".." || stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    else { return }
    throw StageError(
      .cannotCreate, file: name, "a folder is in the way", remedy: "name another output, or move the folder")
  }

  private static func makeFolder(_ folder: String, for name: String, _ made: inout [String]) throws(StageError) {
    var missing: [String] = []
    var path = folder
    while !path.isEmpty, path != "/", path != ".", access(path, F_OK) != 0, errno == ENOENT {
      missing.append(path)
      path = LinkedPath(plain: path).folder
    }
    for path in missing.reversed() {
      // Another run may have made it in between.
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw StageError(
          .cannotCreate, file: name, "its folder \(LinkedPath.parts(of: path).file) cannot be made",
          remedy: "check the permissions of the folder above it")
      }
      made.append(path)
    }
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw StageError(
        .cannotCreate, file: name, "its folder \(LinkedPath.parts(of: folder).file) cannot be made",
        remedy: "check the permissions of the folder above it")
    }
  }

  static func cannotCreate(_ name: String, _ reason: Int32) -> StageError {
    StageError(
      .cannotCreate, file: name, "cannot be created: \(String(cString: strerror(reason)))",
      remedy: "check that its folder exists and may be written to")
  }

  /// Removes what a run that was killed left beside the target. Does nothing where another run is writing it, or where a
  /// journal says what is to become of the files.
  func removeLeftovers() {
    guard access(temporary, F_OK) == 0 || access(backup, F_OK) == 0 else { return }
    if let file = OpenFile(temporary, O_WRONLY) {
      guard file.claim(), file.isAt(temporary) else { return }
      unlink(temporary)
    }
    unlink(backup)
  }
}

/// A path whose last component is no link.
struct LinkedPath {
  let path: String
  /// Whether there was a link.
  let isLink: Bool

  var folder: String {
    let parts = Self.parts(of: path)
    return parts.folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parts.folder
  }
  var file: String { Self.parts(of: path).file }

  /// A path as it is.
  init(plain path: String) {
    self.path = path
    isLink = false
  }

  /// Follows the links at the end of a path, also to what does not exist.
  ///
  /// - Throws: `cannotCreate` where links lead back to themselves, or the system cannot look at the path.
  init(_ location: String, called name: String) throws(StageError) {
    var path = location
    // As many links as Linux follows.
    for hop in 0...40 {
      var info = stat()
      guard lstat(path, &info) == 0 else {
        guard errno == ENOENT || errno == ENOTDIR else { throw OutputTarget.cannotCreate(name, errno) }
        (self.path, isLink) = (path, hop > 0)
        return
      }
      guard info.st_mode & S_IFMT == S_IFLNK else {
        (self.path, isLink) = (path, hop > 0)
        return
      }
      guard let next = Self.destination(of: path) else { break }
      path = next.hasPrefix("/") ? next : LinkedPath(plain: path).folder + "/" + next
    }
    throw StageError(
      .cannotCreate, file: name, "is a link that leads nowhere", remedy: "remove the link, or name another output")
  }

  private static func destination(of link: String) -> String? {
    // Unsafe: the system fills no more than it is told, and the last byte stays zero.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, readlink(link, start, buffer.count - 1) > 0 else { return nil }
      return String(validatingCString: start)
    }
  }

  /// What stands before the last slash, and what behind it.
  static func parts(of path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
