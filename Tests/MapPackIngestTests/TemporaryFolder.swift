import Foundation

/// A folder of one test, removed when the test lets go of it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appendingPathComponent(name))) }
}
