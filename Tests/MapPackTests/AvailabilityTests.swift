import Foundation
import Testing

/// The package runs on macOS 13 and iOS 16, but is mostly built on Linux, where everything newer compiles as well.
@Suite struct `Sources stay within macOS 13 and iOS 16` {
  /// Names that Linux knows and those systems do not.
  private static let tooNew = [
    "InlineArray", "Int128", "UInt128", "Mutex<", "Atomic<", "import Synchronization", "import Observation",
    "String(validating:", "utf8Span", "RangeSet<", "UTF8Span", "isolated deinit",
  ]

  @Test(arguments: tooNew) func `no source uses`(_ name: String) throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var read = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      read += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains(name), "\(file.lastPathComponent) uses \(name)")
    }
    #expect(read > 100)
  }
}
