import MapPack

/// A file that a map is made from, or that was written for it, with the hash of its bytes.
package struct InputFile: Hashable, Codable, Sendable {
  /// The path as the pipeline file gives it.
  package var path: String
  /// The SHA-256 of its bytes, in lower-case hexadecimal.
  package var sha256: String

  package init(path: String, sha256: String) {
    self.path = path
    self.sha256 = sha256
  }
}
