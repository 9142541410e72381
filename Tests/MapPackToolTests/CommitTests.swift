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

/// What a commit of several files leaves on the disk at each of its steps, and what the next one makes of that.
@Suite struct CommitTests {
  private static let names = ["lock", "deep/pack", "deep/enum", "other/report"]

  /// The first, third and fourth file change; the second is new.
  private static func before() throws -> Workspace {
    let workspace = try Workspace()
    for name in [names[0], names[2], names[3]] { try workspace.write("old \(name)", to: name) }
    return workspace
  }

  private static func set(_ workspace: Workspace, _ word: String = "new") -> OutputSet {
    var outputs = OutputSet()
    for name in names { outputs.add(Data("\(word) \(name)".utf8), to: workspace.path(name), called: name) }
    return outputs
  }

  private static func texts(_ workspace: Workspace) throws -> [String: String] {
    try workspace.snapshot().mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private static let old = Dictionary(uniqueKeysWithValues: [names[0], names[2], names[3]].map { ($0, "old \($0)") })
  private static let new = Dictionary(uniqueKeysWithValues: names.map { ($0, "new \($0)") })

  /// Copies of the folder at each step, as a kill there would leave it.
  private static func copies(of workspace: Workspace, _ outputs: OutputSet) throws -> [(CommitStep, Workspace)] {
    var copies: [(CommitStep, Workspace)] = []
    var failure: (any Error)?
    try outputs.commit(at: { step in
      do {
        let copy = try Workspace()
        try FileManager.default.removeItem(at: copy.url)
        try FileManager.default.copyItem(at: workspace.url, to: copy.url)
        copies.append((step, copy))
      } catch { failure = error }
    })
    if let failure { throw failure }
    return copies
  }

  @Test func `a kill at any step leaves what the next commit finishes or undoes, and then nothing beside the files`()
    throws
  {
    let workspace = try Self.before()
    let copies = try Self.copies(of: workspace, Self.set(workspace))
    #expect(try Self.texts(workspace) == Self.new)
    // Written, journal, four kept, four replaced, four cleared, done.
    #expect(copies.count == 15)
    for (step, copy) in copies {
      let files = Self.names.map { ($0, copy.path($0)) }
      let isInterrupted = try OutputSet.interrupted(files) != nil
      #expect(isInterrupted == (step != .written && step != .done), "\(step)")
      let lines = try OutputSet.recover(files)
      let texts = try Self.texts(copy).filter { !$0.key.contains(".mappack-") }
      switch step {
      case .written, .journal, .kept:
        #expect(texts == Self.old, "\(step)")
        #expect(lines == (isInterrupted ? ["lock: an interrupted run was replacing 4 files: undone"] : []), "\(step)")
      case .replaced, .cleared, .done:
        #expect(texts == Self.new, "\(step)")
        #expect(lines == (isInterrupted ? ["lock: an interrupted run was replacing 4 files: finished"] : []), "\(step)")
      }
      // Also without a journal, and if nothing is left to write, the next commit takes everything away.
      try Self.set(copy).commit()
      #expect(try Self.texts(copy) == Self.new, "\(step)")
    }
  }

  @Test func `a second kill while the first one's files are mended is mended too`() throws {
    let workspace = try Self.before()
    for (step, copy) in try Self.copies(of: workspace, Self.set(workspace)) {
      guard case .replaced(let count) = step, count < Self.names.count else { continue }
      // The rest is damaged, so the commit is undone; a kill comes after the file that was replaced last.
      let target = OutputTarget(resolved: copy.path(Self.names[count]), called: "")
      try Data("half".utf8).write(to: URL(fileURLWithPath: target.temporary))
      let done = OutputTarget(resolved: copy.path(Self.names[count - 1]), called: "")
      if access(done.backup, F_OK) == 0 {
        #expect(rename(done.backup, done.path) == 0)
      } else {
        #expect(unlink(done.path) == 0)
      }
      #expect(
        try OutputSet.recover(Self.names.map { ($0, copy.path($0)) })
          == ["lock: an interrupted run was replacing 4 files: undone"], "\(step)")
      #expect(try Self.texts(copy) == Self.old, "\(step)")
    }
  }

  @Test(arguments: 0..<4)
  func `if one file cannot be replaced, those before it get their old bytes back`(index: Int) throws {
    let workspace = try Self.before()
    let hindered = Self.names[index]
    let error = try #require(throws: StageError.self) {
      try Self.set(workspace).commit(at: { step in
        guard step == .kept(Self.names.count) else { return }
        // A folder with something in it cannot be replaced by a file, by whoever runs this.
        try? FileManager.default.removeItem(atPath: workspace.path(hindered))
        _ = try? workspace.write("inside", to: hindered + "/folder")
      })
    }
    #expect(error.status == .cannotCreate)
    #expect(error.description.contains("cannot be replaced"))
    var expected = Self.old
    expected[hindered] = nil
    expected[hindered + "/folder"] = "inside"
    #expect(try Self.texts(workspace) == expected)
  }

  @Test func `files that were changed since an interruption are left as they are`() throws {
    let workspace = try Self.before()
    let copies = try Self.copies(of: workspace, Self.set(workspace))
    let copy = try #require(copies.first { $0.0 == .replaced(2) }).1
    try copy.write("mine", to: "deep/enum")
    let lines = try OutputSet.recover(Self.names.map { ($0, copy.path($0)) })
    #expect(
      lines == ["lock: an interrupted run was replacing 4 files, which were changed since: they are left as they are"])
    #expect(
      try Self.texts(copy) == [
        "lock": "new lock", "deep/pack": "new deep/pack", "deep/enum": "mine", "other/report": "old other/report",
      ])
  }

  @Test func `a journal from elsewhere moves no file that is not an output`() throws {
    let workspace = try Self.before()
    let copies = try Self.copies(of: workspace, Self.set(workspace))
    let copy = try #require(copies.first { $0.0 == .replaced(1) }).1
    let lines = try OutputSet.recover([("lock", copy.path("lock")), ("enum", copy.path("deep/enum"))])
    #expect(lines.count == 1)
    let texts = try Self.texts(copy).filter { !$0.key.contains(".mappack-") }
    #expect(texts == Self.old.merging(["lock": "new lock"]) { $1 })
  }

  @Test func `what verify throws ends a commit and leaves every old file`() throws {
    let workspace = try Self.before()
    let error = try #require(throws: StageError.self) {
      try Self.set(workspace).commit(verify: { () throws(StageError) in
        throw StageError(.unreadableData, file: "source", "changed")
      })
    }
    #expect(error.file == "source")
    #expect(try Self.texts(workspace) == Self.old)
    #expect(!workspace.files().contains { $0.contains(".mappack-") })
  }

  @Test func `a commit that fails leaves no new folder`() throws {
    let workspace = try Workspace()
    try workspace.write("a file, no folder", to: "folder")
    var outputs = OutputSet()
    outputs.add(Data(), to: workspace.path("one/two/a"), called: "a")
    outputs.add(Data(), to: workspace.path("folder/b"), called: "b")
    #expect(throws: StageError.self) { try outputs.commit() }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: workspace.url.path) == ["folder"])
  }

  @Test func `a link is written through, also to a file that does not exist yet, and not into a missing folder`() throws
  {
    let workspace = try Workspace()
    let link = workspace.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
    for text in ["new", "there already"] {
      var outputs = OutputSet()
      outputs.add(Data(text.utf8), to: link, called: "link")
      try outputs.commit()
      #expect(try workspace.text("real") == text)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
    }

    let (lost, round) = (workspace.path("lost"), workspace.path("round"))
    try FileManager.default.createSymbolicLink(atPath: lost, withDestinationPath: "nowhere/real")
    try FileManager.default.createSymbolicLink(atPath: round, withDestinationPath: "round")
    for (path, words) in [(lost, "is a link to"), (round, "is a link that leads nowhere")] {
      var outputs = OutputSet()
      outputs.add(Data("new".utf8), to: path, called: "x")
      let error = try #require(throws: StageError.self) { try outputs.commit() }
      #expect(error.status == .cannotCreate)
      #expect(error.message.hasPrefix(words), "\(error)")
    }
  }

  @Test(arguments: [250, 255, 256])
  func `a name may be as long as the file system takes`(length: Int) throws {
    let workspace = try Workspace()
    let name = String(repeating: "長", count: length / 3) + String(repeating: "n", count: length % 3)
    var outputs = OutputSet()
    outputs.add(Data("new".utf8), to: workspace.path(name), called: "long")
    outputs.add(Data("new".utf8), to: workspace.path("short"), called: "short")
    guard length > 255 else {
      try outputs.commit()
      #expect(try workspace.text(name) == "new")
      #expect(workspace.files().count == 2)
      return
    }
    let error = try #require(throws: StageError.self) { try outputs.commit() }
    #expect(error.status == .cannotCreate)
    #expect(workspace.files().isEmpty)
  }

  @Test func `paths in a journal are relative to its folder`() {
    #expect(CommitJournal.relative("/a/Output/pack", to: "/a/Pipelines") == "../Output/pack")
    #expect(CommitJournal.relative("/a/Pipelines/lock", to: "/a/Pipelines") == "lock")
    #expect(CommitJournal.relative("/b/pack", to: "/a/c") == "../../b/pack")
    #expect(CommitJournal.relative("/a/pack", to: "") == "a/pack")
  }
}
