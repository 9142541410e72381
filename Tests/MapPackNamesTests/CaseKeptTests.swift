import MapPackFeatures
import MapPackNames
import TestSupport
import Testing

/// A published case that no longer follows from the region's name stays until somebody asks for another one.
@Suite struct CaseKeptTests {
  private static let towns = [("001", "島原市"), ("002", "Springfield")]
  private static let readings = [
    "001": RomanizedName(parts: [.init(stem: "Shimabara", kind: "City")]),
    "002": RomanizedName(parts: [.init(stem: "Springfield", kind: "City")]),
  ]

  private static func named(
    _ regions: [(String, String)], _ lock: NameLock?, readings: [String: RomanizedName] = [:],
    overrides: [String: CaseOverride] = [:], renames: Bool = false
  ) throws(StageError) -> Naming {
    try nameRegions(
      regions.map { NamingInput(code: $0.0, name: $0.1, romanized: readings[$0.0]) }, lock: lock,
      overrides: overrides, renames: renames, map: "Towns")
  }

  @Test func `a reading that comes later is told and renames nothing`() throws {
    let first = try Self.named(Self.towns, nil).lock
    let later = try Self.named(Self.towns, first, readings: Self.readings)
    #expect(later.lock == first)
    // The case of the second follows from the reading too.
    #expect(later.findings.map(\.rule) == [.caseKept] && later.findings.map(\.count) == [1])
    #expect(later.findings.first?.message == "a case stays as the name lock has it: 島原市 would be shimabara")
    #expect(later.findings.first?.remedy?.words.contains("`mappack run MAP --rename`") == true)
  }

  @Test func `a rename keeps raw values and the old case, and has nothing left to tell`() throws {
    let first = try Self.named(Self.towns, nil).lock
    let renamed = try Self.named(Self.towns, first, readings: Self.readings, renames: true)
    #expect(renamed.findings.map(\.rule) == [.caseRenamed])
    #expect(renamed.lock.regions.map(\.caseName) == ["shimabara", "springfield"])
    #expect(renamed.lock.regions.map(\.former) == [["島原市"], []])
    #expect(renamed.lock.regions.map(\.rawValue) == [1, 2])
    let again = try Self.named(Self.towns, renamed.lock, readings: Self.readings)
    #expect(again.findings.isEmpty && again.lock == renamed.lock)
  }

  @Test func `a case that another region has or had is not taken by a rename`() throws {
    let lock = NameLock(
      regions: [
        .init(code: "001", caseName: "old", rawValue: 1, name: "A"),
        .init(code: "002", caseName: "shimabara", rawValue: 2, name: "B", former: ["shimabaraCity"]),
      ])
    let renamed = try Self.named(
      [("001", "島原市"), ("002", "Shimabara")], lock, readings: ["001": Self.readings["001"]].compactMapValues(\.self),
      renames: true)
    #expect(renamed.lock.regions.map(\.caseName) == ["shimabara001", "shimabara"])
    try renamed.lock.check()
  }

  @Test func `an override that names the case as it is keeps it without a note`() throws {
    let first = try Self.named(Self.towns, nil).lock
    let later = try Self.named(
      Self.towns, first, readings: Self.readings, overrides: ["001": "島原市"], renames: true)
    #expect(later.findings.isEmpty && later.lock == first)
  }

  @Test func `the note names twenty of many cases`() throws {
    let towns = (101...125).map { ("\($0)", "Town \($0)") }
    let first = try Self.named(towns, nil).lock
    let later = try Self.named(towns.map { ($0.0, "Village \($0.0)") }, first)
    #expect(later.findings.map(\.count) == [25])
    #expect(later.findings.first?.message.hasSuffix("town120 would be village120, and 5 more") == true)
  }
}
