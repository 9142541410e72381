/// A file that a map is made from or that was written for it, and which bytes it had.
package struct InputFile: Hashable, Codable, Sendable {
  /// The path as the pipeline file has it.
  package var path: String
  /// In lower-case hexadecimal.
  package var sha256: String

  package init(path: String, sha256: String) {
    self.path = path
    self.sha256 = sha256
  }
}
