/// A file in the archive.
package struct Member: Equatable, Sendable {
  /// Its path in the archive, with `/` between folders.
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
