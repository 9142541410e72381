import Foundation

/// The folder with the files of this run, for readers that want a path; it goes when the program ends.
enum FuzzFolder {
  static let path = make()

  static func path(of name: String) -> String { path + "/" + name }

  /// Puts a file there, or removes it if `bytes` is nil. It is written in place, so that what links to it sees the new bytes.
  static func put(_ bytes: UnsafeRawBufferPointer?, to name: String) {
    let path = path(of: name)
    guard let bytes else {
      unlink(path)
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      // No find: the disk is full.
      guard count > 0 else { exit(74) }
      written += count
    }
  }

  private static func make() -> String {
    var template = Array((FileManager.default.temporaryDirectory.path + "/fuzzing-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { exit(73) }
    atexit { try? FileManager.default.removeItem(atPath: FuzzFolder.path) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
