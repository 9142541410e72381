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
        .init(code: "01100", caseName: "no", rawValue: 1, name: "札幌市"),
        .init(
          code: "NO", caseName: "as", rawValue: 2, name: "null", status: .retired, successors: ["01100", "+1"],
          since: "2024-01-01"),
        .init(
          code: "+1", caseName: "𠮷野町", rawValue: 3,
          name: "a\"b\\c\nd\u{0}\u{85}\u{2028}\u{202E}\u{FEFF}\u{E0100}\u{FFFF}: #{[]} 'é🗾"),
        .init(code: "1e5", caseName: "x", rawValue: 4, name: "", former: ["z", "x\u{301}"]),
        .init(code: "~", caseName: "y", rawValue: 5, name: String(repeating: "長 ", count: 5_000)),
      ])
    #expect(try NameLock(text: lock.text, file: "a.lock") == lock)
    #expect(try NameLock(text: NameLock().text, file: "a.lock") == NameLock())
  }

  @Test func `the lock's text has one line a region, and Japanese as it is`() {
    let lock = NameLock(
      cellExponent: 3,
      regions: [
        .init(code: "01100", caseName: "sapporo", rawValue: 1, name: "札幌市"),
        .init(code: "01101", caseName: "chuoKu", rawValue: 2, name: "中央区", status: .retired, successors: ["01100"]),
      ])
    #expect(
      lock.text == """
        # Name lock: which case and raw value each region's code has, from release to release.
        # Written by a successful run and read by the next one; commit it. Entries are never removed or renumbered:
        # a region that is gone stays as `status: retired`.
        cellExponent: 3
        regions:
          - { code: "01100", case: "sapporo", raw: 1, name: "札幌市", status: live }
          - { code: "01101", case: "chuoKu", raw: 2, name: "中央区", status: retired, successors: ["01100"] }

        """)
  }

  @Test(arguments: [
    ("regions:\n  - { code: a, case: a, raw: 70000, name: a, status: live }", 2, "from 1 to 65535"),
    ("regions:\n  - { code: a, raw: 1, name: a, status: live }", 2, "`regions[0].case` is missing"),
    ("regions:\n  - { code: a, case: a, raw: 1, name: a, status: gone }", 2, "expected live or retired"),
    ("regoins: []", 1, "did you mean `regions`?"),
    ("<<<<<<< HEAD\nregions: []", 2, "not YAML"),
  ])
  func `a lock that was damaged is an error with its line`(text: String, line: Int, words: String) throws {
    let error = try #require(throws: StageError.self) { try NameLock(text: text, file: "a.lock") }
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
