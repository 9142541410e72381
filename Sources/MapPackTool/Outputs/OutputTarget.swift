import Foundation
import MapPackFeatures

/// The path of an output, and the names of the files beside it while it is written. `OutputSet` makes one for each
/// file. `OutputFile` and `CommitJournal` use the names.
///
/// Those names have a fixed length. Names derived from the output's could become too long: a name may have 255 bytes,
/// and the output's name may use them all.
struct OutputTarget: Hashable {
  /// The output as the user named it, for messages.
  let name: String
  /// The folder's absolute path, without links and without a slash at its end; empty for the root.
  let folder: String
  /// The file's name within the folder.
  let file: String

  /// The new bytes, until they replace the target.
  var temporary: String { beside("new") }
  /// The old bytes, until all targets have been replaced.
  var backup: String { beside("old") }
  /// The journal, if several files are replaced and this is the first of them.
  var journal: String { beside("journal") }
  var path: String { folder + "/" + file }

  private func beside(_ ending: String) -> String {
    "\(folder)/.mappack-\(Digest.sha256(Data(file.utf8)).prefix(16)).\(ending)"
  }

  /// Follows links to the file that the bytes will be in, and makes missing folders.
  ///
  /// The file that a link points to is replaced, and the link stays. A link may point to a file that does not exist
  /// yet, in a folder that exists.
  ///
  /// - Parameter made: each folder that is made is appended to it.
  /// - Throws: `cannotCreate` if a link's folder is missing, a folder cannot be made, a folder is in the way, or links
  ///   lead nowhere.
  init(_ location: String, called name: String, making made: inout [String]) throws(StageError) {
    let followed = try LinkedPath(location, called: name)
    if !followed.isLink { try Self.makeFolder(followed.folder, for: name, &made) }
    try self.init(followed, called: name)
  }

  /// Follows links likewise, but makes no folders. `nil` if the folder does not exist.
  ///
  /// - Throws: `cannotCreate` if a folder is in the way, or if links lead nowhere.
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

  /// Removes the files that a killed run left beside the target. Does nothing while another run is writing the target.
  ///
  /// Call this after recovery, because the journal of an interrupted commit may need these files.
  func removeLeftovers() {
    guard access(temporary, F_OK) == 0 || access(backup, F_OK) == 0 else { return }
    if let file = OpenFile(temporary, O_WRONLY) {
      guard file.claim(), file.isAt(temporary) else { return }
      unlink(temporary)
    }
    unlink(backup)
  }
}

/// A path whose last component is not a link. Links before the last component stay. `FileIdentity` and `FutureFile` use
/// it too.
struct LinkedPath {
  let path: String
  /// Whether there was a link.
  let isLink: Bool

  var folder: String {
    let parts = Self.parts(of: path)
    return parts.folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parts.folder
  }
  var file: String { Self.parts(of: path).file }

  /// Takes a path as it is.
  init(plain path: String) {
    self.path = path
    isLink = false
  }

  /// Follows the links at the end of a path, even if they lead to a file that does not exist.
  ///
  /// - Throws: `cannotCreate` if links lead back to themselves, or if the system cannot look at the path.
  init(_ location: String, called name: String) throws(StageError) {
    var path = location
    // Linux follows 40 links at most.
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
    // Unsafe: `readlink` writes at most the number of bytes that it is given, so the last byte stays zero.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, readlink(link, start, buffer.count - 1) > 0 else { return nil }
      return String(validatingCString: start)
    }
  }

  /// The text before the last slash, and the text after it. Without a slash, the folder is empty.
  static func parts(of path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
