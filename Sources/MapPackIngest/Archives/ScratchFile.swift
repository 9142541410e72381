import Foundation
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file in a folder for temporary files that is open for writing. It is closed when the value is destroyed, and stays
/// on the disk until its `ScratchFolder` is removed.
struct ScratchFile: ~Copyable {
  private let descriptor: Int32
  /// The path of the file whose bytes are written here, as messages show it.
  private let shownPath: String

  /// - Parameter shownPath: that of the file that is unpacked.
  init(path: String, shownAs shownPath: String, isNew: Bool = true) throws(StageError) {
    let descriptor =
      isNew
      ? TemporaryFiles.shared.withoutInterruption {
        TemporaryFiles.shared.add(path)
        return open(path, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0o600)
      } : open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.cannotWrite(.cannotCreate, shownPath, errno) }
    self.descriptor = descriptor
    self.shownPath = shownPath
  }

  /// Appends bytes; throws `cannotWrite` if the disk is full or fails.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StageError) {
    var written = 0
    while written < bytes.count {
      // `written` is below `count`: the rest is not empty and its address is inside the buffer.
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.cannotWrite(.cannotWrite, shownPath, errno)
      }
      written += count
    }
  }

  deinit { close(descriptor) }

  private static func cannotWrite(_ status: ExitStatus, _ file: String, _ reason: Int32) -> StageError {
    StageError(
      status, file: file,
      "it cannot be unpacked into the folder for temporary files: " + String(cString: strerror(reason)),
      remedy: "make room there, or name another folder in the environment variable TMPDIR")
  }
}

/// A folder for temporary files that no other user can look into. It is removed with everything in it when the value is
/// destroyed, and by `TemporaryFiles` if the process is interrupted or crashes.
package struct ScratchFolder: ~Copyable {
  package let path: String

  package init(in parent: String) throws(StageError) {
    // `mkdtemp` gives the mode 0700.
    var template = Array((parent + "/mappack-XXXXXX").utf8CString)
    let isMade = TemporaryFiles.shared.withoutInterruption {
      guard mkdtemp(&template) != nil else { return false }
      TemporaryFiles.shared.add(Self.text(template))
      return true
    }
    guard isMade else {
      throw StageError(
        .cannotCreate, "no folder for temporary files can be made in \(parent): " + String(cString: strerror(errno)),
        remedy: "name another folder in the environment variable TMPDIR")
    }
    path = Self.text(template)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryFiles.shared.remove(path) }
}
