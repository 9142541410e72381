import Foundation
import TestSupport
import Testing

@testable import MapPackPage

/// The files that the page is made of.
@Suite struct PageTextTests {
  @Test func `every file of the folder is in the page`() throws {
    let folder = SwiftCompiler.root.appendingPathComponent("Sources/MapPackPage/Web").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let names = files.filter { name in [".js", ".css", ".html"].contains { name.hasSuffix($0) } }
    let texts = try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
    #expect(PageText.files.sorted() == texts.sorted())
  }
}
