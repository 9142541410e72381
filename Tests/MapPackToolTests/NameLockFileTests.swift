import MapPackFeatures
import MapPackNames
import MapPackProject
import MapPackTool
import TestSupport
import Testing

@Suite struct NameLockFileTests {
  @Test func `a lock that was written is read back as it was`() throws {
    let lock = NameLock(
      cellExponent: -3, cellOrigin: .written,
      regions: [
        .init(code: "01100", caseName: "札幌市", rawValue: 1, name: "札幌市"),
        .init(code: "NO", caseName: "no", rawValue: 2, name: "", status: .retired, successors: ["01100"]),
        .init(code: "null", caseName: "x\u{301}", rawValue: 3, name: "quote \" slash \\ line\nend"),
      ])
    #expect(try NameLockFile.parse(lock.yaml, file: "a.lock") == lock)
    #expect(try NameLockFile.parse(NameLock().yaml, file: "a.lock") == NameLock())
  }

  @Test(arguments: [
    ("regions:\n  - { code: a, case: a, raw: 70000, name: a, status: live }", 2, "from 1 to 65535"),
    ("regions:\n  - { code: a, raw: 1, name: a, status: live }", 2, "`regions[0].case` is missing"),
    ("regions:\n  - { code: a, case: a, raw: 1, name: a, status: gone }", 2, "expected live or retired"),
    ("regoins: []", 1, "did you mean `regions`?"),
    ("<<<<<<< HEAD\nregions: []", 2, "not YAML"),
  ])
  func `a lock that was damaged is an error with its line`(text: String, line: Int, words: String) throws {
    let error = try #require(throws: StageError.self) { try NameLockFile.parse(text, file: "a.lock") }
    #expect(error.status == .usage)
    #expect(error.line == line, "\(error.description)")
    #expect(error.description.contains(words), "\(error.description)")
  }

  @Test(arguments: [
    ("", "the name lock is empty"), (" \n", "the name lock is empty"), ("regions: []\n", "the name lock is empty"),
    ("regions: [{ cod: a }]\n", "the name lock is damaged: unknown key `cod`"),
    ("regions: [", "the name lock is damaged: this is not YAML"),
    ("<<<<<<< ours\nregions: []\n=======\nregions: []\n>>>>>>> theirs\n", "the name lock has the marks of a merge"),
  ])
  func `a lock that is of no use says what it is, and how to get it back`(text: String, words: String) throws {
    let workspace = try Workspace()
    let path = try workspace.write(text, to: "a.lock")
    let error = try #require(throws: StageError.self) { try NameLockFile.read(path) }
    #expect(error.status == .usage && error.message.hasPrefix(words), "\(error.description)")
    #expect(error.remedy?.words.contains("`mappack run MAP --settle`") == true, "\(error.description)")
  }

  @Test(arguments: [
    ("regions: [", "restore the name lock from version control"),
    ("regions: []\n", "restore the name lock from version control"),
    (
      "regions:\n  - { code: a, case: a, raw: 2, name: a, status: live }\n",
      "restore the name lock from version control"
    ),
    ("regions:\n  - { code: a, case: a b, raw: 1, name: a, status: live }\n", "write the case that was published"),
    (
      "regions:\n  - { code: a, case: a, raw: 1, name: a, status: retired, successors: [b] }\n",
      "write the codes of regions of this map"
    ),
  ])
  func `a lock that cannot be settled says what is wrong, and never to settle it`(text: String, words: String) throws {
    let workspace = try Workspace()
    let path = try workspace.write(text, to: "a.lock")
    let error = try #require(throws: StageError.self) { try NameLockFile.settled(path, published: nil) }
    #expect(error.remedy?.words.hasPrefix(words) == true && error.remedy?.words.contains("settle") == false, "\(error)")
  }

  @Test func `a lock that is a folder is no lock to restore`() throws {
    let workspace = try Workspace()
    let error = try #require(throws: StageError.self) {
      try NameLockFile.settled(workspace.path("."), published: nil)
    }
    #expect(error.remedy?.words.contains("version control") != true, "\(error)")
  }
}
