import Foundation
import MapPack
import MapPackEmit
import MapPackNames
import TestSupport
import Testing

/// What a pack says of the enum of its map.
@Suite struct PackCasesTests {
  /// Names of all kinds for the regions of a quilt, and regions that are gone before, between and behind them.
  private static func lock(of codes: [String]) -> NameLock {
    var lock = NameLock()
    func add(_ code: String, _ caseName: String, _ name: String, _ status: NameLock.Status = .live) {
      lock.regions.append(
        NameLock.Entry(
          code: code, caseName: caseName, rawValue: UInt16(lock.regions.count + 1), name: name, status: status))
    }
    add("old 1", "vergangen", "Vergangen", .retired)
    for (index, code) in codes.enumerated() {
      if index == 2 { add("old 2", "longGone", "長崎市", .retired) }
      add(code, index == 1 ? "inFull" : "region\(index)", "Region \(index)")
    }
    add("old 3", "former", "", .retired)
    lock.regions[0].successors = [codes[0], codes[1]]
    lock.regions[0].since = "2006-03-20"
    lock.regions[1].successors = [codes[2]]
    lock.regions[2].former = ["kita", "nord"]
    lock.regions[3].former = ["süd"]
    return lock
  }

  private static func pack(_ change: (inout NameLock) -> Void = { _ in }) throws -> (data: Data, lock: NameLock) {
    var coverage = quilt(columns: 3, rows: 2, verticesPerArc: 4, levels: 2, seed: 1)
    let names = (0..<6).map { "Region \($0)" }
    for index in coverage.regions.indices { coverage.regions[index].name = names[index] }
    coverage.regions[2].numbers = [.init(name: "population", value: 1), .init(name: "not a name", value: 2)]
    var lock = lock(of: coverage.regions.map(\.code))
    change(&lock)
    let rawValues = lock.live.map(\.rawValue)
    let data = try packData(
      PackContents(
        map: "Quilt", identity: lock.identity(map: "Quilt"), coverage: coverage, rawValues: rawValues,
        cases: PackCases(lock, origin: "mappack 1 from quilt.yml")))
    return (data, lock)
  }

  @Test func `the enum that a pack gives is that of the lock which it was made with`() throws {
    let (data, lock) = try Self.pack()
    let pack = try Pack(data: data)
    try pack.verify()
    let cases = try #require(try pack.cases())
    let fromPack = SwiftSource(cases, of: pack, resource: "Quilt")
    let fromLock = SwiftSource(
      map: "Quilt", lock: lock, identity: lock.identity(map: "Quilt"), packResource: "Quilt",
      groups: fromPack.groups, numbers: ["population", "not a name"], origin: "mappack 1 from quilt.yml")
    #expect(try fromPack.text() == fromLock.text())
    #expect(try fromPack.text().contains("case inFull = 3"))
  }

  @Test func `a case that follows from the name takes no text, and a pack without an enum has no section`() throws {
    let plain = try Self.pack().data
    let longer = try Self.pack { $0.regions[1].caseName = "aCaseThatNoRuleGivesAndThatIsLong" }.data
    #expect(longer.count > plain.count + 24)
    let coverage = quilt(columns: 3, rows: 2, verticesPerArc: 4, levels: 2, seed: 1)
    let bare = try Pack(
      data: packData(
        PackContents(map: "Quilt", identity: 1, coverage: coverage, rawValues: [1, 2, 3, 4, 5, 6])))
    #expect(try bare.cases() == nil)
    #expect(bare.sectionLengths.allSatisfy { $0.tag != "CASE" })
  }

  @Test(arguments: [
    ([0, 1, 1, 0, 2, 0, 2, 1, 0], "Whole", nil as String?), ([1, 1, 2], "Whole", "column 1 has 3 values"),
    ([0, 1, 1, 0, 2, 0, 2, 1, 0], "", "the map of groups has no name"),
  ])
  func `the groups of an enum come back, and damage is told`(rawValues: [UInt16], map: String, fault: String?) throws {
    var coverage = quilt(columns: 3, rows: 2, verticesPerArc: 4, levels: 2, seed: 1)
    for index in coverage.regions.indices { coverage.regions[index].name = "Region \(index)" }
    let lock = Self.lock(of: coverage.regions.map(\.code))
    let groups = PackCases.Groups(map: map, rawValues: rawValues)
    let pack = try Pack(
      data: packData(
        PackContents(
          map: "Quilt", identity: 1, coverage: coverage, rawValues: lock.live.map(\.rawValue),
          cases: PackCases(lock, origin: "mappack", groups: groups))))
    try pack.verify()
    guard let fault else {
      #expect(try pack.cases()?.groups == groups)
      return
    }
    let error = try #require(throws: PackError.self) { try pack.cases() }
    #expect(error.description.contains("GRPS") && error.description.contains(fault), "\(error)")
  }

  @Test func `an enum without cases in a pack with regions is damage`() throws {
    let coverage = quilt(columns: 3, rows: 2, verticesPerArc: 4, levels: 2, seed: 1)
    let pack = try Pack(
      data: packData(
        PackContents(
          map: "Quilt", identity: 1, coverage: coverage, rawValues: [1, 2, 3, 4, 5, 6],
          cases: PackCases(origin: "mappack", regions: []))))
    #expect(throws: PackError.damagedSection("CASE", reason: "there is no region 1")) { try pack.cases() }
  }

  @Test(arguments: [
    ("New Hampshire", "33", PackCases.Spelling.fromName, "newHampshire" as String?),
    ("St. Mary's", "24037", .fromName, "stMaryS"), ("McKean", "42", .fromName, "mcKean"),
    ("Windham", "09 015-a", .fromNameAndCode, "windham09015a"), ("長崎市", "42201", .fromName, nil),
    ("Côte", "1", .fromNameAndCode, nil), (" - ", "1", .fromName, nil), ("Vermont", "50", .inFull, nil),
  ])
  func `a case follows from name and code as Format md says`(
    name: String, code: String, spelling: PackCases.Spelling, expected: String?
  ) {
    #expect(spelling.caseName(name: name, code: code) == expected)
  }
}
