import Foundation
import MapPackFeatures

/// A file that is being written beside its target.
///
/// - The target is untouched until `replaceTarget()` is called, or until a journal replaces it.
/// - Until then the file beside it is removed when this value ends, and when the process is interrupted. After a kill,
///   the next run removes it.
/// - Only one process at a time writes a target; a second one is refused.
final class OutputFile {
  private let file: OpenFile
  let target: OutputTarget
  /// Whether this value still has to remove the file beside the target.
  private var isOwn = true

  /// Opens the file beside a target. It gets the permissions of the old file, if there is one.
  init(_ target: OutputTarget) throws(StageError) {
    file = try Self.open(target)
    self.target = target
    var info = stat()
    if stat(target.path, &info) == 0 { fchmod(file.descriptor, info.st_mode & 0o7777) }
  }

  private static func open(_ target: OutputTarget) throws(StageError) -> OpenFile {
    var info = stat()
    if stat(target.path, &info) != 0, errno != ENOENT { throw OutputTarget.cannotCreate(target.name, errno) }
    let temporary = target.temporary
    let descriptor = TemporaryFiles.shared.withoutInterruption { () -> Int32 in
      let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      #if canImport(Darwin)
        let descriptor = Darwin.open(temporary, flags, 0o666)
      #else
        let descriptor = Glibc.open(temporary, flags, 0o666)
      #endif
      if descriptor >= 0 { TemporaryFiles.shared.add(temporary) }
      return descriptor
    }
    guard descriptor >= 0 else { throw OutputTarget.cannotCreate(target.name, errno) }
    let file = OpenFile(adopting: descriptor)
    guard file.claim(), file.isAt(temporary) else {
      // The other run removes it.
      TemporaryFiles.shared.forget(temporary)
      throw isBusy(target.name)
    }
    return file
  }

  deinit {
    if isOwn { TemporaryFiles.shared.remove(target.temporary) }
  }

  static func isBusy(_ name: String) -> StageError {
    StageError(.cannotCreate, file: name, "another run is writing it", remedy: "wait until that run has ended")
  }

  /// Writes all bytes and flushes them to the disk.
  ///
  /// - Precondition: it is called once, because the position in the file is not set back.
  func write(_ contents: OutputContents) throws(StageError) {
    if ftruncate(file.descriptor, 0) != 0 { throw Self.cannotWrite(target.name, errno) }
    try contents.forEachPiece { piece throws(StageError) in
      let status = file.write(piece)
      if status != 0 { throw Self.cannotWrite(target.name, status) }
    }
    if fsync(file.descriptor) != 0 { throw Self.cannotWrite(target.name, errno) }
  }

  static func cannotWrite(_ name: String, _ status: Int32) -> StageError {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(status)
    return StageError(
      .cannotWrite, file: name, "cannot be written: \(String(cString: strerror(status)))",
      remedy: isFull
        ? "make room on the disk and run again" : "check the disk or the program that takes it, and run again")
  }

  /// Replaces the target by the file beside it. If that fails, the target is as it was.
  func replaceTarget() throws(StageError) {
    let (temporary, path, name) = (target.temporary, target.path, target.name)
    try TemporaryFiles.shared.withoutInterruption { () throws(StageError) in
      guard rename(temporary, path) == 0 else { throw Self.cannotReplace(name, errno) }
      TemporaryFiles.shared.forget(temporary)
    }
    isOwn = false
    OpenFile.syncFolder(target.folder)
  }

  static func cannotReplace(_ name: String, _ reason: Int32) -> StageError {
    StageError(
      .cannotCreate, file: name, "cannot be replaced: \(String(cString: strerror(reason)))",
      remedy: "check the folder's permissions, and that the file is neither immutable nor mounted by itself")
  }

  func leaveToJournal() {
    TemporaryFiles.shared.forget(target.temporary)
    isOwn = false
  }
}

/// The path of an output, and the names of the files beside it while it is written.
///
/// Those names have a fixed length. Names derived from the output's could become too long: a name may have 255 bytes,
/// and the output's name may use them all.
struct OutputTarget: Hashable {
  /// The output as the user named it, for messages.
  let name: String
  /// The folder's absolute path, without links and without a slash at its end; empty for the root.
  let folder: String
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

  /// Follows links to the file that the bytes will be in, and makes missing folders. The file that a link points to is
  /// replaced, and the link stays. A link may point to a file that does not exist yet, in a folder that exists.
  ///
  /// - Parameter made: each folder that is made is appended to it.
  init(_ location: String, called name: String, making made: inout [String]) throws(StageError) {
    let followed = try LinkedPath(location, called: name)
    if !followed.isLink { try Self.makeFolder(followed.folder, for: name, &made) }
    try self.init(followed, called: name)
  }

  /// Follows links likewise, but makes no folders. `nil` if the folder does not exist.
  init?(existing location: String, called name: String) throws(StageError) {
    let followed = try LinkedPath(location, called: name)
    guard access(followed.folder, F_OK) == 0 else { return nil }
    try self.init(followed, called: name)
  }

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

  static func makeFolder(_ folder: String, for name: String, _ made: inout [String]) throws(StageError) {
    func refused(_ path: String) -> StageError {
      StageError(
        .cannotCreate, file: name, "its folder \(LinkedPath.parts(of: path).file) cannot be made",
        remedy: "check the permissions of the folder above it")
    }
    var missing: [String] = []
    var path = folder
    while !path.isEmpty, path != "/", path != ".", access(path, F_OK) != 0, errno == ENOENT {
      missing.append(path)
      path = LinkedPath(plain: path).folder
    }
    for path in missing.reversed() {
      // Another run may have made it in between.
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw refused(path) }
      made.append(path)
    }
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { throw refused(folder) }
  }

  static func cannotCreate(_ name: String, _ reason: Int32) -> StageError {
    StageError(
      .cannotCreate, file: name, "cannot be created: \(String(cString: strerror(reason)))",
      remedy: "check that its folder exists and may be written to")
  }

  /// Removes the files that a killed run left beside the target. Does nothing while another run is writing the target.
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

/// A path whose last component is not a link. Links before the last component stay.
struct LinkedPath {
  let path: String
  let isLink: Bool

  var folder: String {
    let parts = Self.parts(of: path)
    return parts.folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parts.folder
  }
  var file: String { Self.parts(of: path).file }

  init(plain path: String) {
    self.path = path
    isLink = false
  }

  /// Follows the links at the end of a path, even if they lead to a file that does not exist.
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
