import Foundation
import MapPackFeatures

/// A file that is being written beside its target.
///
/// - The target is untouched until `replaceTarget()` is called, or until a journal replaces it.
/// - Until then the file beside it is removed when this value ends, and when the process is interrupted. After a kill,
///   the next run removes it.
/// - Only one process at a time writes a target; a second one is refused.
package final class OutputFile {
  private let file: OpenFile
  package let target: OutputTarget
  /// Whether this value still has to remove the file beside the target.
  private var isOwn = true

  /// Opens the file beside a target. It gets the permissions of the old file, if there is one.
  package init(_ target: OutputTarget) throws(StageError) {
    var info = stat()
    let isThere = stat(target.path, &info) == 0
    if !isThere, errno != ENOENT { throw OutputTarget.cannotCreate(target.name, errno) }
    let temporary = target.temporary
    var opened: OpenFile?
    TemporaryFiles.shared.withoutInterruption {
      opened = OpenFile(temporary, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o666)
      if opened != nil { TemporaryFiles.shared.add(temporary) }
    }
    guard let file = opened else { throw OutputTarget.cannotCreate(target.name, errno) }
    guard file.claim(), file.isAt(temporary) else {
      // The other run removes it.
      TemporaryFiles.shared.forget(temporary)
      throw Self.isBusy(target.name)
    }
    if isThere { fchmod(file.descriptor, info.st_mode & 0o7777) }
    self.file = file
    self.target = target
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
  package func write(_ contents: OutputContents) throws(StageError) {
    if ftruncate(file.descriptor, 0) != 0 { throw Self.cannotWrite(target.name, errno) }
    try contents.forEachPiece { piece throws(StageError) in
      let status = file.write(piece)
      if status != 0 { throw Self.cannotWrite(target.name, status) }
    }
    let status = file.flush()
    if status != 0 { throw Self.cannotWrite(target.name, status) }
  }

  /// Removes what was appended.
  /// - Throws: `cannotWrite`.
  package func restart() throws(StageError) {
    guard ftruncate(file.descriptor, 0) == 0, lseek(file.descriptor, 0, SEEK_SET) == 0 else {
      throw Self.cannotWrite(target.name, errno)
    }
  }

  /// Writes further bytes, which are not flushed yet.
  /// - Throws: `cannotWrite`.
  package func append(_ data: Data) throws(StageError) {
    let status = file.write(data.bytes)
    if status != 0 { throw Self.cannotWrite(target.name, status) }
  }

  /// Flushes what was appended to the disk.
  /// - Throws: `cannotWrite`.
  package func flush() throws(StageError) {
    let status = file.flush()
    if status != 0 { throw Self.cannotWrite(target.name, status) }
  }

  package static func cannotWrite(_ name: String, _ status: Int32) -> StageError {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(status)
    return StageError(
      .cannotWrite, file: name, "cannot be written: \(String(cString: strerror(status)))",
      remedy: isFull
        ? "make room on the disk and run again" : "check the disk or the program that takes it, and run again")
  }

  /// Replaces the target by the file beside it. If that fails, the target is as it was.
  package func replaceTarget() throws(StageError) {
    let (temporary, path, name) = (target.temporary, target.path, target.name)
    try TemporaryFiles.shared.withoutInterruption { () throws(StageError) in
      guard rename(temporary, path) == 0 else { throw Self.cannotReplace(name, errno) }
      TemporaryFiles.shared.forget(temporary)
    }
    isOwn = false
    OpenFile.flushFolder(target.folder)
  }

  static func cannotReplace(_ name: String, _ reason: Int32) -> StageError {
    StageError(
      .cannotCreate, file: name, "cannot be replaced: \(String(cString: strerror(reason)))",
      remedy: "check the folder's permissions, and that the file is neither immutable nor mounted by itself")
  }

  /// Removes the file now. Others may still hold this value, such as a connection that is being closed.
  package func discard() {
    guard isOwn else { return }
    TemporaryFiles.shared.remove(target.temporary)
    isOwn = false
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
package struct OutputTarget: Hashable {
  /// The output as the user named it, for messages.
  package let name: String
  /// The folder's absolute path, without links and without a slash at its end; empty for the root.
  package let folder: String
  package let file: String

  /// The new bytes, until they replace the target.
  package var temporary: String { beside("new") }
  /// The old bytes, until all targets have been replaced.
  package var backup: String { beside("old") }
  /// The journal, if several files are replaced and this is the first of them.
  package var journal: String { beside("journal") }
  package var path: String { folder + "/" + file }

  private func beside(_ ending: String) -> String {
    "\(folder)/.mappack-\(Digest.sha256(Data(file.utf8)).prefix(16)).\(ending)"
  }

  /// Follows links to the file that the bytes will be in, and makes missing folders. The file that a link points to is
  /// replaced, and the link stays. A link may point to a file that does not exist yet, in a folder that exists.
  ///
  /// - Parameter made: each folder that is made is appended to it.
  package init(_ location: String, called name: String, making made: inout [String]) throws(StageError) {
    let path = try LinkedPath(location, called: name)
    guard let resolved = ResolvedPath(path.folder) else { throw Self.cannotCreate(name, errno) }
    guard !path.isLink || resolved.missing.isEmpty else {
      throw StageError(
        .cannotCreate, file: name, "is a link to \(path.path), and there is no such folder",
        remedy: "make that folder, or remove the link")
    }
    try self.init(path.file, in: try Self.makeFolder(resolved, for: name, &made), called: name)
  }

  /// `nil` if the folder does not exist.
  package init?(existing location: String, called name: String) throws(StageError) {
    let path = try LinkedPath(location, called: name)
    guard let folder = ResolvedPath(path.folder), folder.missing.isEmpty else { return nil }
    try self.init(path.file, in: folder.existing, called: name)
  }

  package init(resolved path: String, called name: String) {
    self.name = name
    (folder, file) = LinkedPath.parts(of: path)
  }

  private init(_ file: String, in folder: String, called name: String) throws(StageError) {
    self.init(resolved: (folder == "/" ? "" : folder) + "/" + file, called: name)
    var info = stat()
    guard file.isEmpty || file == "." || file == ".." || stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    else { return }
    throw StageError(
      .cannotCreate, file: name, "a folder is in the way", remedy: "name another output, or move the folder")
  }

  /// Makes the folders of a path that are missing, and appends each to `made`.
  /// - Parameter name: the file or folder that needs them, for messages.
  package static func makeFolder(_ path: ResolvedPath, for name: String, _ made: inout [String]) throws(StageError)
    -> String
  {
    var folder = path.existing
    for missing in path.missing {
      folder += "/" + missing
      // Another run may have made it in between.
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { break }
      made.append(folder)
    }
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw StageError(
        .cannotCreate, file: name, "its folder \(LinkedPath.parts(of: folder).file) cannot be made",
        remedy: "check the permissions of the folder above it")
    }
    return folder
  }

  package static func cannotCreate(_ name: String, _ reason: Int32) -> StageError {
    StageError(
      .cannotCreate, file: name, "cannot be created: \(String(cString: strerror(reason)))",
      remedy: "check that its folder exists and may be written to")
  }

  /// Removes the files that a killed run left beside the target. Does nothing while another run is writing the target.
  /// Call this after recovery, because the journal of an interrupted commit may need these files.
  package func removeLeftovers() { Self.removeLeftovers(temporary, backup) }

  package static func removeLeftovers(_ temporary: String, _ backup: String) {
    guard access(temporary, F_OK) == 0 || access(backup, F_OK) == 0 else { return }
    if let file = OpenFile(temporary, O_WRONLY) {
      guard file.claim(), file.isAt(temporary) else { return }
      unlink(temporary)
    }
    unlink(backup)
  }
}
