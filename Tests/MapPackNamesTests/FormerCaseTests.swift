import MapPackFeatures
import MapPackNames
import Testing

/// A case that a region has or had never comes to mean another one.
@Suite struct FormerCaseTests {
  private static func named(
    _ regions: [(String, String)], _ lock: NameLock?, _ overrides: [String: CaseOverride] = [:]
  ) throws(StageError) -> Naming {
    try nameRegions(
      regions.map { NamingInput(code: $0.0, name: $0.1) }, lock: lock, overrides: overrides, map: "Towns")
  }

  private static let towns = [("001", "Springfield"), ("002", "Shelbyville")]

  @Test func `a newcomer does not get the case that an override took from another region`() throws {
    let first = try Self.named(Self.towns, nil).lock
    let renamed = try Self.named(Self.towns, first, ["001": "capital"])
    #expect(renamed.findings.map(\.rule) == [.caseRenamed])
    #expect(renamed.lock.regions.map(\.former) == [["springfield"], []])
    let later = try Self.named(Self.towns + [("003", "Springfield")], renamed.lock, ["001": "capital"]).lock
    #expect(later.regions.map(\.caseName) == ["capital", "shelbyville", "springfield003"])
    // Without the override the lock has it still.
    #expect(try Self.named(Self.towns + [("003", "Springfield")], later).lock == later)
  }

  @Test(arguments: [
    (["002": "springfield"], "002", "001"), (["002": "SpringField"], "002", "001"),
    (["001": "shelbyville", "002": "springfield"], "001", "002"), (["003": "springfield"], "003", "001"),
    (["003": "oldSpringfield"], "003", "001"), (["002": "oldspringfield"], "002", "001"),
  ])
  func `an override does not give a case to a region if another has or had it`(
    overrides: [String: String], code: String, owner: String
  ) throws {
    let first = try Self.named(Self.towns, nil, ["001": "oldSpringfield"]).lock
    let lock = try Self.named(Self.towns, first, ["001": "springfield"]).lock
    let error = try #require(throws: StageError.self) {
      try Self.named(Self.towns + [("003", "Ogdenville")], lock, overrides.mapValues { CaseOverride($0) })
    }
    #expect(error.status == .usage)
    #expect(error.label == "names.overrides, \(code)")
    #expect(error.message.contains("is or was that of \(owner) "), "\(error.message)")
  }

  @Test func `a region may take its own former case back`() throws {
    var lock = try Self.named(Self.towns, nil).lock
    for override: CaseOverride in ["capital", "Capital", "metropolis", "springfield"] {
      lock = try Self.named(Self.towns, lock, ["001": override]).lock
    }
    #expect(lock.regions[0].caseName == "springfield")
    // A case that differs in capitals alone reserves the same.
    #expect(lock.regions[0].former == ["Capital", "metropolis"])
    try lock.check()
  }

  @Test func `two overrides do not give one case to two newcomers`() throws {
    let error = try #require(throws: StageError.self) {
      try Self.named(Self.towns, nil, ["001": "town", "002": "Town"])
    }
    #expect(error.status == .usage)
  }

  @Test(arguments: [["shelbyville"], ["Springfield"], ["a b"], ["old", "Old"], ["init"]])
  func `a lock in which a former case is damaged is refused`(former: [String]) throws {
    var lock = try Self.named(Self.towns, nil).lock
    lock.regions[0].former = former
    #expect(throws: StageError.self) { try lock.check() }
  }

  @Test func `a published case that the generated enum has come to use is asked to be renamed`() throws {
    var lock = try Self.named(Self.towns, nil).lock
    lock.regions[0].caseName = "regionTable"
    let error = try #require(throws: StageError.self) { try Self.named(Self.towns, lock) }
    #expect(error.label == "names.overrides, 001")
    #expect(try Self.named(Self.towns, lock, ["001": "springfield"]).lock.regions[0].former == ["regionTable"])
  }

  @Test func `a retired code without a name of its own comes back only by a change row`() throws {
    let lock = try nameRegions(
      [NamingInput(code: "2", name: "2")],
      lock: try Self.named([("1", "1"), ("2", "2")], nil).lock, retire: ["1"], map: "Towns"
    ).lock
    let again = [NamingInput(code: "1", name: "1"), NamingInput(code: "2", name: "2")]
    let error = try #require(throws: StageError.self) { try nameRegions(again, lock: lock, map: "Towns") }
    #expect(error.status == .findings)
    #expect(error.description.hasSuffix(",rename,1,1"))
    let row = MapChange(kind: .rename, from: ["1"], to: ["1"])
    #expect(try nameRegions(again, lock: lock, changes: [row], map: "Towns").lock.live.count == 2)
  }

  @Test(arguments: [("2019-05-01", false), ("2024-01-01", true), ("2030-01-01", true), ("", true)])
  func `a rename of before the day on which a region was retired does not bring it back`(
    date: String, isBack: Bool
  ) throws {
    let absorb = MapChange(date: "2024-01-01", kind: .absorb, from: ["001"], to: ["002"])
    let rename = MapChange(date: date, kind: .rename, from: ["001"], to: ["001"])
    let lock = try nameRegions(
      [NamingInput(code: "002", name: "Shelbyville")], lock: try Self.named(Self.towns, nil).lock, changes: [absorb],
      map: "Towns"
    ).lock
    let regions = [NamingInput(code: "001", name: "Else"), NamingInput(code: "002", name: "Shelbyville")]
    let naming = try? nameRegions(regions, lock: lock, changes: [absorb, rename], map: "Towns")
    #expect((naming != nil) == isBack)
  }
}
