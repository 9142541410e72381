import MapPackFeatures
import MapPackNames
import TestSupport
import Testing

/// A lock that was edited or merged by hand does not change what is published.
@Suite struct SettledLockTests {
  private static func lock(_ entries: [(code: String, caseName: String, rawValue: UInt16)]) -> NameLock {
    NameLock(
      cellExponent: 3,
      regions: entries.map {
        NameLock.Entry(code: $0.code, caseName: $0.caseName, rawValue: $0.rawValue, name: $0.code)
      })
  }

  private static let published = lock([("A", "a", 1), ("B", "b", 2), ("C", "c", 3)])

  struct Edit: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var lock: NameLock
    var words: [String]
  }

  static let edits = [
    Edit(
      testDescription: "two codes exchanged", lock: lock([("B", "a", 1), ("A", "b", 2), ("C", "c", 3)]),
      words: ["A has the raw value 2 instead of 1", "B has the raw value 1 instead of 2"]),
    Edit(
      testDescription: "two cases exchanged", lock: lock([("A", "b", 1), ("B", "a", 2), ("C", "c", 3)]),
      words: ["the case a of A is that of B", "the case b of B is that of A"]),
    Edit(
      testDescription: "one deleted, the others renumbered", lock: lock([("B", "b", 1), ("C", "c", 2)]),
      words: ["A, with the raw value 1, is gone", "B has the raw value 1 instead of 2"]),
    Edit(
      testDescription: "the last deleted", lock: lock([("A", "a", 1), ("B", "b", 2)]),
      words: ["C, with the raw value 3, is gone"]),
    Edit(
      testDescription: "a code replaced", lock: lock([("A", "a", 1), ("B", "b", 2), ("D", "c", 3)]),
      words: ["C, with the raw value 3, is gone"]),
  ]

  @Test(arguments: edits) func `a lock at odds with the published names is refused with what differs`(edit: Edit) throws
  {
    try edit.lock.check()
    let error = try #require(throws: StageError.self) {
      try edit.lock.checked(against: Self.published, pack: "Output/X.mappack", file: "x.lock")
    }
    #expect(error.status == .usage && error.file == "x.lock")
    for words in edit.words + ["Output/X.mappack"] { #expect(error.message.contains(words), "\(error.message)") }
    #expect(error.remedy?.words.contains("`mappack run MAP --settle`") == true)
  }

  @Test(arguments: edits) func `settling gives published regions their names back`(edit: Edit) throws {
    let settled = NameLock.settled([edit.lock], published: Self.published)
    try settled.lock.check()
    #expect(try settled.lock.checked(against: Self.published, pack: "", file: nil) == settled.lock)
    #expect(settled.lock.regions.prefix(3).map(\.caseName) == ["a", "b", "c"])
    #expect(Set(settled.lock.regions.map(\.code)).isSuperset(of: edit.lock.regions.map(\.code)))
  }

  @Test func `a lock that knows more than the pack is not at odds with it`() throws {
    let more = Self.lock([("A", "a", 1), ("B", "b", 2), ("C", "c", 3), ("D", "d", 4)])
    #expect(try more.checked(against: Self.published, pack: "", file: nil) == more)
  }

  @Test func `a published case that was replaced by hand stays reserved`() throws {
    let edited = Self.lock([("A", "alpha", 1), ("B", "b", 2), ("C", "c", 3)])
    let checked = try edited.checked(against: Self.published, pack: "", file: nil)
    #expect(checked.regions.map(\.former) == [["a"], [], []])
  }

  @Test func `of two branches that both added regions, ours keep their numbers and theirs move up`() throws {
    let ours = Self.lock([("A", "a", 1), ("B", "b", 2), ("C", "c", 3), ("D", "new", 4)])
    let theirs = Self.lock([("A", "a", 1), ("B", "b", 2), ("C", "c", 3), ("E", "e", 4), ("F", "new", 5)])
    let settled = NameLock.settled([ours, theirs], published: ours)
    try settled.lock.check()
    #expect(settled.lock.regions.map(\.code) == ["A", "B", "C", "D", "F", "E"])
    #expect(settled.lock.regions.map(\.caseName) == ["a", "b", "c", "new", "new_5", "e"])
    #expect(settled.lock.cellExponent == 3)
    #expect(settled.findings.map(\.rule) == [.lockRenewed, .lockRenewed])
    #expect(settled.findings.map(\.code) == ["E", "F"])
    // One text with all entries, as a merge that keeps both sides leaves it.
    var union = ours
    union.regions += theirs.regions.suffix(2)
    #expect(NameLock.settled([union], published: ours).lock == settled.lock)
  }

  @Test func `a region that both branches added has one number, and both cases`() throws {
    let ours = Self.lock([("A", "a", 1), ("B", "b", 2), ("C", "c", 3), ("D", "d", 4), ("E", "e", 5)])
    let theirs = Self.lock([("A", "a", 1), ("B", "b", 2), ("C", "c", 3), ("E", "echo", 4)])
    let settled = NameLock.settled([ours, theirs], published: Self.published).lock
    try settled.check()
    #expect(settled.regions.map(\.rawValue) == [1, 2, 3, 4, 5] && settled.regions[4].former == ["echo"])
  }
}
