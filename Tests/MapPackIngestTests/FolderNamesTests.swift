import Foundation
import Testing

@testable import MapPackIngest

@Suite struct FolderNamesTests {
  @Test func `a folder at rest is listed once, and again when something has changed in it`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.dbf", "b.dbf"] { try folder.write("", to: name) }
    let path = URL(fileURLWithPath: folder.path("a.dbf")).deletingLastPathComponent().path
    let names = FolderNames()
    func found() -> [String] { names.names(like: "A.Dbf", in: path) }
    // It was changed just now.
    #expect(found() == ["a.dbf"] && found() == ["a.dbf"])
    #expect(names.listings == 2)
    try FileManager.default.setAttributes([.modificationDate: Date() - 10], ofItemAtPath: path)
    for _ in 0..<9 { #expect(found() == ["a.dbf"]) }
    #expect(names.listings == 3)
    try FileManager.default.removeItem(atPath: folder.path("a.dbf"))
    #expect(found().isEmpty)
    #expect(names.listings == 4)
    #expect(names.names(like: "a.dbf", in: path + "/none").isEmpty)
  }
}
