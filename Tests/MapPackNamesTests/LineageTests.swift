import MapPackFeatures
import MapPackNames
import Testing

/// What becomes of names when regions change.
@Suite struct LineageTests {
  private static func lock(_ regions: [(code: String, name: String)]) throws -> NameLock {
    try nameRegions(regions.map { NamingInput(code: $0.code, name: $0.name) }, lock: nil, map: "M").lock
  }

  private static func named(
    _ regions: [(code: String, name: String)], lock: NameLock, changes: [MapChange], retire: [String] = []
  ) throws -> Naming {
    try nameRegions(
      regions.map { NamingInput(code: $0.code, name: $0.name) }, lock: lock, changes: changes, retire: retire, map: "M")
  }

  private static let wards = [
    ("22131", "中区"), ("22132", "東区"), ("22133", "西区"), ("22134", "南区"), ("22135", "北区"), ("22136", "浜北区"),
    ("22137", "天竜区"),
  ]
  /// Hamamatsu on 2024-01-01: seven wards became three, one of the seven was divided, one kept its land.
  private static let hamamatsu = [
    MapChange(date: "2024-01-01", kind: .merge, from: ["22131", "22132", "22133", "22134"], to: ["22138"]),
    MapChange(date: "2024-01-01", kind: .split, from: ["22135"], to: ["22138", "22139"]),
    MapChange(date: "2024-01-01", kind: .absorb, from: ["22136"], to: ["22139"]),
    MapChange(date: "2024-01-01", kind: .recode, from: ["22137"], to: ["22140"]),
  ]

  @Test func `regions split, merge and change their codes at once`() throws {
    let old = try Self.lock(Self.wards)
    let naming = try Self.named(
      [("22138", "中央区"), ("22139", "浜名区"), ("22140", "天竜区")], lock: old, changes: Self.hamamatsu)
    let entries = naming.lock.regions
    #expect(entries.map(\.rawValue) == Array(1...10))
    #expect(entries.prefix(7).map(\.caseName) == old.regions.map(\.caseName))
    #expect(entries.prefix(7).allSatisfy { $0.status == .retired && $0.since == "2024-01-01" })
    #expect(
      entries.map(\.successors) == [
        ["22138"], ["22138"], ["22138"], ["22138"], ["22138", "22139"], ["22139"], ["22140"], [], [], [],
      ])
    // 天竜区 had a case under its old code, which stays that one's.
    #expect(entries.last?.caseName == "天竜区22140")
    #expect(naming.findings.count { $0.rule == .retiredCode } == 7)
    #expect(naming.findings.count { $0.rule == .newCode } == 3)
  }

  @Test func `a town that becomes a city has a new code and a new case`() throws {
    let changes = [MapChange(date: "2018-10-01", kind: .recode, from: ["40305"], to: ["40231"])]
    let naming = try Self.named([("40231", "那珂川市")], lock: try Self.lock([("40305", "那珂川町")]), changes: changes)
    #expect(naming.lock.regions.map(\.caseName) == ["那珂川町", "那珂川市"])
    #expect(naming.lock.regions[0].successors == ["40231"])
    #expect(naming.lock.regions[0].since == "2018-10-01")
  }

  @Test func `a rename under the same code changes only the name`() throws {
    let changes = [MapChange(date: "2019-05-01", kind: .rename, from: ["28221"], to: ["28221"])]
    let old = try Self.lock([("28221", "篠山市")])
    let naming = try Self.named([("28221", "丹波篠山市")], lock: old, changes: changes)
    #expect(naming.lock.regions.map(\.name) == ["丹波篠山市"])
    #expect(naming.lock.regions.map(\.caseName) == ["篠山市"])
    #expect(naming.lock.regions.map(\.status) == [.live])
    #expect(naming.findings.map(\.rule) == [.caseKept])
  }

  @Test func `successors that are gone as well lead on to theirs`() throws {
    let changes = [
      MapChange(kind: .merge, from: ["1", "2"], to: ["3"]), MapChange(kind: .recode, from: ["3"], to: ["4"]),
      MapChange(kind: .recode, from: ["9"], to: ["1"]),
    ]
    let naming = try Self.named([("4", "D")], lock: try Self.lock([("1", "A"), ("2", "B")]), changes: changes)
    #expect(naming.lock.regions.map(\.successors) == [["4"], ["4"], []])
  }

  @Test(arguments: [("9", ["2"], "to no region of the map; the former ones stay"), ("3", ["3"], "to 3 now")])
  func `a row that is edited later is told, and an unknown code takes no successor away`(
    to: String, successors: [String], words: String
  ) throws {
    let regions = [("2", "B"), ("3", "C")]
    let before = try Self.named(
      regions, lock: try Self.lock([("1", "A"), ("2", "B"), ("3", "C")]),
      changes: [MapChange(kind: .absorb, from: ["1"], to: ["2"])])
    let after = try Self.named(regions, lock: before.lock, changes: [MapChange(kind: .absorb, from: ["1"], to: [to])])
    #expect(after.lock.regions[0].successors == successors)
    #expect(after.findings.map(\.message) == ["it led to 2, and the changes lead it \(words)"])
    #expect(after.findings.map(\.severity) == [.warning])
  }

  @Test func `changes in a circle end`() throws {
    let changes = [MapChange(kind: .recode, from: ["1"], to: ["2"]), MapChange(kind: .recode, from: ["2"], to: ["1"])]
    let naming = try Self.named([("3", "C")], lock: try Self.lock([("1", "A"), ("3", "C")]), changes: changes)
    #expect(naming.lock.regions[0].successors == [])
    #expect(naming.lock.regions[0].status == .retired)
  }

  @Test func `a region that was divided lives on and names its parts`() throws {
    let changes = [MapChange(date: "2020-01-01", kind: .split, from: ["1"], to: ["1", "2"])]
    let naming = try Self.named([("1", "A"), ("2", "B")], lock: try Self.lock([("1", "A")]), changes: changes)
    #expect(naming.lock.regions.map(\.status) == [.live, .live])
    #expect(naming.lock.regions.map(\.successors) == [["2"], []])
    // What the lock knows stays known without the table.
    let later = try Self.named([("1", "A"), ("2", "B")], lock: naming.lock, changes: [])
    #expect(later.lock == naming.lock)
  }

  @Test(arguments: [
    MapChange(kind: .shift, from: ["1"], to: ["2"]), MapChange(kind: .absorb, from: ["1", "2"], to: ["1"]),
    MapChange(kind: .rename, from: ["1"], to: ["1"]), MapChange(kind: .merge, from: ["8"], to: ["9"]),
  ])
  func `only a change that ends a region accounts for its absence`(change: MapChange) throws {
    let lock = try Self.lock([("1", "A"), ("2", "B")])
    let error = try #require(throws: StageError.self) { try Self.named([("2", "B")], lock: lock, changes: [change]) }
    #expect(error.status == .findings)
    #expect(error.description.contains("1 A"))
  }

  @Test func `a change that the data does not have yet is noted`() throws {
    let changes = [MapChange(kind: .absorb, from: ["1"], to: ["2"])]
    let regions = [("1", "A"), ("2", "B")]
    let naming = try Self.named(regions, lock: try Self.lock(regions), changes: changes)
    #expect(naming.findings.map(\.rule) == [.changeAhead])
    #expect(naming.lock.regions.allSatisfy { $0.status == .live && $0.successors.isEmpty })
  }

  @Test func `a region that was retired by hand gets successors when the table has them`() throws {
    let first = try Self.named([("2", "B")], lock: try Self.lock([("1", "A"), ("2", "B")]), changes: [], retire: ["1"])
    #expect(first.lock.regions[0].successors == [])
    let second = try Self.named(
      [("2", "B")], lock: first.lock, changes: [MapChange(date: "2020-01-01", kind: .absorb, from: ["1"], to: ["2"])])
    #expect(second.lock.regions[0].successors == ["2"])
    #expect(second.lock.regions[0].since == "2020-01-01")
  }

  @Test func `a code is never given to another region`() throws {
    let lock = try Self.named([("2", "B")], lock: try Self.lock([("1", "A"), ("2", "B")]), changes: [], retire: ["1"])
      .lock
    let error = try #require(throws: StageError.self) {
      try Self.named([("1", "Z"), ("2", "B")], lock: lock, changes: [])
    }
    #expect(error.status == .findings)
    #expect(error.description.contains("the code 1 was A"))
    // The same region comes back under its own name, or with a row that says so under another one.
    #expect(try Self.named([("1", "A"), ("2", "B")], lock: lock, changes: []).lock.regions[0].status == .live)
    let renamed = try Self.named(
      [("1", "Z"), ("2", "B")], lock: lock, changes: [MapChange(kind: .rename, from: ["1"], to: ["1"])])
    #expect(renamed.lock.regions[0].status == .live)
    #expect(renamed.lock.regions[0].caseName == "a")
  }

  @Test func `a returned region has no successors`() throws {
    let changes = [MapChange(date: "2020-01-01", kind: .absorb, from: ["1"], to: ["2"])]
    let regions = [("1", "A"), ("2", "B")]
    let gone = try Self.named([("2", "B")], lock: try Self.lock(regions), changes: changes).lock
    let back = try Self.named(regions, lock: gone, changes: []).lock
    #expect(back.regions[0].successors == [])
    #expect(back.regions[0].since == nil)
  }
}
