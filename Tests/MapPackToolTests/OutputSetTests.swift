import Foundation
import MapPackFeatures
import Testing

@testable import MapPackFiles
@testable import MapPackTool

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct OutputSetTests {
  private func set(_ workspace: Workspace, _ files: [(String, String)]) -> OutputSet {
    var outputs = OutputSet()
    for (name, text) in files { outputs.add(Data(text.utf8), to: workspace.path(name), called: name) }
    return outputs
  }

  @Test func `all files are written, folders are made, and nothing else is left`() throws {
    let workspace = try Workspace()
    try workspace.write("old", to: "a")
    try set(workspace, [("a", "new"), ("folder/b", "other")]).commit()
    #expect(try workspace.snapshot() == ["a": Data("new".utf8), "folder/b": Data("other".utf8)])
  }

  private static let failures: [(name: String, status: MapPackFeatures.ExitStatus, words: String)] = [
    ("folder/b", .cannotCreate, "its folder"), ("full", .cannotCreate, "a folder is in the way"),
    ("/dev/full", .cannotWrite, "/dev/full"),
  ]

  @Test(arguments: failures.filter { $0.name != "/dev/full" || FileManager.default.fileExists(atPath: $0.name) })
  func `if one file cannot be made or written, all old ones stay and nothing else is left`(
    name: String, status: MapPackFeatures.ExitStatus, words: String
  ) throws {
    let workspace = try Workspace()
    for name in ["a", "folder", "full/file"] { try workspace.write("old", to: name) }
    let before = try workspace.snapshot()
    var outputs = set(workspace, [("a", "new")])
    outputs.add(Data("other".utf8), to: name.hasPrefix("/") ? name : workspace.path(name), called: name)
    let error = try #require(throws: StageError.self) { try outputs.commit() }
    #expect(error.status == status && error.file == name && error.description.contains(words), "\(error)")
    #expect(try workspace.snapshot() == before)
  }

  @Test func `a file that has the bytes already is not touched`() throws {
    let workspace = try Workspace()
    let path = try workspace.write("same", to: "a")
    func inode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let before = try inode()
    try set(workspace, [("a", "same")]).commit()
    #expect(try inode() == before)
    try set(workspace, [("a", "else")]).commit()
    #expect(try workspace.text("a") == "else")
  }

  @Test func `what a killed run has left beside the target does not hinder the next`() throws {
    let workspace = try Workspace()
    let target = OutputTarget(resolved: workspace.path("a"), called: "a")
    for word in ["new", "new", "newer"] {
      // Also if the target has its bytes already.
      try Data("half a pack, longer than the whole".utf8).write(to: URL(fileURLWithPath: target.temporary))
      try Data("old".utf8).write(to: URL(fileURLWithPath: target.backup))
      try set(workspace, [("a", word)]).commit()
      #expect(try workspace.snapshot() == ["a": Data(word.utf8)])
    }
  }

  @Test func `two runs do not write one file at a time`() throws {
    let workspace = try Workspace()
    let path = OutputTarget(resolved: workspace.path("a"), called: "a").temporary
    try Data().write(to: URL(fileURLWithPath: path))
    let other = open(path, O_WRONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    let error = try #require(throws: StageError.self) { try set(workspace, [("a", "new")]).commit() }
    #expect(error.status == .cannotCreate)
    #expect(error.description.contains("another run"))
  }
}
