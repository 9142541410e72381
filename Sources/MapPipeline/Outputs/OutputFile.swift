import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is being written beside its target.
///
/// - The target is not touched until `replaceTarget()`, or until a journal says that it may be.
/// - Until then the file beside it is removed when this value goes, and when the process is interrupted; after a kill
///   the next run removes it.
/// - Two processes do not write one target at a time: the second one is refused.
struct OutputFile: ~Copyable {
  private let file: OpenFile
  let target: OutputTarget
  /// Whether the file beside the target is still this value's to remove.
  private var isOwn = true

  /// Opens the file beside a target.
  ///
  /// - Throws: `cannotCreate` where it cannot be made, or another run is writing it.
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
      // It is the other run's to remove.
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

  /// Writes the whole content and sees it to the disk. Throws `cannotWrite`.
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
        ? "make room on the disk and run again" : "see to the disk or the program that takes it, and run again")
  }

  /// Puts the file in the target's place. Throws `cannotCreate`; the target then holds what it held.
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

  /// Leaves the file beside the target to a journal.
  mutating func leaveToJournal() {
    TemporaryFiles.shared.forget(target.temporary)
    isOwn = false
  }
}
