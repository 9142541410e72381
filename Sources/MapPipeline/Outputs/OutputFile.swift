import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is being written beside its target and takes the target's place in one step.
///
/// - The target holds its old bytes, all of them, until `replaceTarget()`, and its new ones, all of them, after.
/// - Whatever happens before that, the file beside it is removed when this value goes; after a kill it is
///   overwritten by the next run.
/// - Two processes do not write one target at a time: the second one is refused.
struct OutputFile: ~Copyable {
  private let descriptor: Int32
  private let temporary: String
  private let target: String
  private let name: String
  /// A device or a pipe, which cannot be replaced: bytes go straight into it.
  private let isStream: Bool
  private var isInPlace: Bool

  /// Opens the file beside `location`, which messages call `name`. Throws `cannotCreate`.
  init(replacing location: String, called name: String) throws(StageError) {
    let opened = try Self.open(location, called: name)
    descriptor = opened.descriptor
    temporary = opened.temporary
    target = opened.target
    isStream = opened.isStream
    isInPlace = opened.isStream
    self.name = name
  }

  private struct Opened {
    var descriptor: Int32
    var temporary: String
    var target: String
    var isStream: Bool
  }

  private static func open(_ location: String, called name: String) throws(StageError) -> Opened {
    // A link is followed, so that what it points to is replaced and the link stays.
    let target = resolved(location)
    let url = URL(fileURLWithPath: target)
    let temporary = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).partial").path

    var info = stat()
    let exists = stat(target, &info) == 0
    if exists, info.st_mode & S_IFMT == S_IFDIR {
      throw StageError(
        .cannotCreate, file: name, "a folder is in the way", remedy: "name another output, or move the folder")
    }
    let isStream = exists && info.st_mode & S_IFMT != S_IFREG
    let descriptor =
      isStream ? openFile(target, O_WRONLY | O_CLOEXEC, 0) : openFile(temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw StageError(
        .cannotCreate, file: name, "cannot be created: \(reason)",
        remedy: "check that its folder exists and may be written to")
    }
    if !isStream {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isSameFile(descriptor, temporary) else {
        close(descriptor)
        throw StageError(
          .cannotCreate, file: name, "another run is writing it", remedy: "wait until that run has ended")
      }
      if exists { fchmod(descriptor, info.st_mode & 0o7777) }
    }
    return Opened(descriptor: descriptor, temporary: temporary, target: target, isStream: isStream)
  }

  deinit {
    if !isInPlace { unlink(temporary) }
    close(descriptor)
  }

  /// Writes the whole content and sees it to the disk. Throws `cannotWrite`.
  mutating func write(_ contents: OutputContents) throws(StageError) {
    if !isStream, ftruncate(descriptor, 0) != 0 { throw cannotWrite(errno) }
    try contents.forEachPiece { piece throws(StageError) in
      let status = write(piece)
      if status != 0 { throw cannotWrite(status) }
    }
    if !isStream, fsync(descriptor) != 0 { throw cannotWrite(errno) }
  }

  /// The answer is an error of the system, or 0.
  private func write(_ piece: RawSpan) -> Int32 {
    // Unsafe: the system's `write` takes a pointer; it stays inside the buffer, and the buffer inside the closure.
    piece.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = Self.write(descriptor, bytes[done...])
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += written
      }
      return 0
    }
  }

  private func cannotWrite(_ status: Int32) -> StageError {
    StageError(
      .cannotWrite, file: name, "cannot be written: \(String(cString: strerror(status)))",
      remedy: "make room on the disk and run again")
  }

  /// Puts the file in the target's place. Throws `cannotCreate`.
  mutating func replaceTarget() throws(StageError) {
    guard !isStream else { return }
    guard rename(temporary, target) == 0 else {
      let reason = String(cString: strerror(errno))
      throw StageError(
        .cannotCreate, file: name, "cannot be replaced: \(reason)", remedy: "check the folder's permissions")
    }
    isInPlace = true
  }

  private static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, mode)
    #else
      Glibc.open(path, flags, mode)
    #endif
  }

  private static func write(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let rest = UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Darwin)
      return Darwin.write(descriptor, rest.baseAddress, rest.count)
    #else
      return Glibc.write(descriptor, rest.baseAddress, rest.count)
    #endif
  }

  private static func resolved(_ location: String) -> String {
    guard let path = realpath(location, nil) else { return location }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether a path still leads to an open file: another process may have renamed it in between.
  private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
  }
}
