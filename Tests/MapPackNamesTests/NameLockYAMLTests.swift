import MapPackNames
import Testing
import Yams

@Test func `the lock's text reads back as the same lock`() throws {
  let lock = NameLock(
    cellExponent: -2,
    regions: [
      .init(code: "01100", caseName: "no", rawValue: 1, name: "札幌市"),
      .init(code: "NO", caseName: "as", rawValue: 2, name: "null", status: .retired, successors: ["01100", "+1"]),
      .init(
        code: "+1", caseName: "𠮷野町", rawValue: 3,
        name: "a\"b\\c\nd\u{0}\u{85}\u{2028}\u{202E}\u{FEFF}\u{E0100}\u{FFFF}: #{[]} 'é🗾"),
      .init(code: "1e5", caseName: "x", rawValue: 4, name: ""),
      .init(code: "~", caseName: "y", rawValue: 5, name: String(repeating: "長 ", count: 5_000)),
    ])
  #expect(try YAMLDecoder().decode(NameLock.self, from: lock.yaml) == lock)
  #expect(try YAMLDecoder().decode(NameLock.self, from: NameLock().yaml) == NameLock())
}

@Test func `the lock's text has one line a region, and Japanese as it is`() {
  let lock = NameLock(
    cellExponent: 3,
    regions: [
      .init(code: "01100", caseName: "sapporo", rawValue: 1, name: "札幌市"),
      .init(code: "01101", caseName: "chuoKu", rawValue: 2, name: "中央区", status: .retired, successors: ["01100"]),
    ])
  #expect(
    lock.yaml == """
      # Name lock: which case and raw value each region's code has, from release to release.
      # Written by a successful run and read by the next one; commit it. Entries are never removed or renumbered:
      # a region that is gone stays as `status: retired`.
      cellExponent: 3
      regions:
        - { code: "01100", case: "sapporo", raw: 1, name: "札幌市", status: live }
        - { code: "01101", case: "chuoKu", raw: 2, name: "中央区", status: retired, successors: ["01100"] }

      """)
}
