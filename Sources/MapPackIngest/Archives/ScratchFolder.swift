import Foundation
import MapPackFeatures

/// A folder for temporary files that no other user can look into. It is removed with everything in it when the value is
/// destroyed, and by `TemporaryFiles` if the process is interrupted or crashes. Each `UnpackedLayer` has one.
struct ScratchFolder: ~Copyable {
  /// The path on disk.
  let path: String

  /// Creates a folder.
  /// - Parameter parent: the folder in which it is created.
  /// - Throws: `cannotCreate` if it cannot be created.
  init(in parent: String) throws(StageError) {
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
