import Foundation
import MapPackFeatures

/// A file that is being written beside its target. `OutputSet` makes one for each file whose bytes change;
/// `OutputTarget` gives its path.
///
/// - The target is untouched until `replaceTarget()` is called, or until a journal replaces it.
/// - Until then the file beside it is removed when this value ends, and when the process is interrupted. After a kill,
///   the next run removes it.
/// - Only one process at a time writes a target; a second one is refused.
struct OutputFile: ~Copyable {
  private let file: OpenFile
  let target: OutputTarget
  /// Whether this value still has to remove the file beside the target.
  private var isOwn = true

  /// Opens the file beside a target. It gets the permissions of the old file, if there is one.
  ///
  /// - Throws: `cannotCreate` if it cannot be made, or if another run is writing it.
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
  /// - Throws: `cannotWrite` if the disk is full or fails.
  /// - Precondition: it is called once, because the position in the file is not set back.
  borrowing func write(_ contents: OutputContents) throws(StageError) {
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

  /// Replaces the target by the file beside it.
  ///
  /// - Throws: `cannotCreate` if that fails; the target is then as it was.
  mutating func replaceTarget() throws(StageError) {
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

  /// Leaves it to a journal to move or remove the file beside the target.
  mutating func leaveToJournal() {
    TemporaryFiles.shared.forget(target.temporary)
    isOwn = false
  }
}
