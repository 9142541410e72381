import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

private typealias Box = MeterTable

/// Decisions about single places: `clean.places`.
@Suite struct `Places that are decided on` {
  /// Regions a and b, which enclose a gap of 100 m by 200 m, of which a has the longer border.
  private static let gap = MeterTable([
    (
      "a",
      [
        [
          (0, 0), (1_000, 0), (1_000, 400), (900, 400), (900, 600), (1_000, 600), (1_000, 1_000), (0, 1_000),
        ]
      ]
    ),
    ("b", [Box.box(1_000, 0, 2_000, 1_000)]),
  ])
  /// Regions c and d, which both claim 100 m by 1,000 m. The larger one, d, gets it.
  private static let overlap = MeterTable([
    ("c", [Box.box(3_000, 0, 4_000, 1_000)]), ("d", [Box.box(3_900, 0, 5_000, 1_000)]),
  ])
  private static let both = MeterTable(gap.features + overlap.features)

  private static func place(_ x: Double, _ y: Double, _ verdict: PlaceDecision.Verdict) -> PlaceDecision {
    PlaceDecision(at: Degrees(longitude: x * Box.degree, latitude: y * Box.degree), verdict)
  }

  private static func options(
    _ places: [PlaceDecision], _ change: (inout MergeOptions) -> Void = { _ in }
  ) throws -> MergeOptions {
    var options = MergeOptions(key: try Template("code"))
    options.places = places
    change(&options)
    return options
  }

  private static func merged(
    _ map: MeterTable, _ places: [PlaceDecision], _ change: (inout MergeOptions) -> Void = { _ in }
  ) throws -> Coverage {
    let coverage = try merge(map.table, options: try options(places, change))
    #expect(GeometryExport.violations(of: coverage) == [])
    return coverage
  }

  /// What `validate` finds.
  private static func found(_ map: MeterTable, _ places: [PlaceDecision]) throws -> [Finding] {
    var validation = TableValidation(key: try Template("code"))
    validation.repairs.places = places
    return try validation.findings(of: map.table)
  }

  private static func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.01 * b }

  @Test func `a gap is filled whatever its width, and goes to the neighbor with the longest border`() throws {
    let places = [Self.place(950, 500, .fill)]
    let coverage = try Self.merged(Self.gap, places)
    #expect(coverage.findings.map(\.rule) == [.gapFilled])
    #expect(coverage.findings.map(\.code) == ["a"] && coverage.findings.map(\.severity) == [.note])
    #expect(Self.isClose(coverage.ledger.accounts[0].filled, 20_000) && coverage.ledger.accounts[1].filled == 0)
    #expect(coverage.ringStart == [0, 1, 2])
    #expect(try Self.found(Self.gap, []).map(\.rule) == [.gap])
    #expect(try Self.found(Self.gap, places).map(\.rule) == [.gapFilled])
    // It is the same map as that of a limit.
    let limited = try Self.merged(Self.gap, []) { $0.fillGaps = .area(30_000) }
    #expect(limited.arcs.points == coverage.arcs.points && limited.regions.map(\.area) == coverage.regions.map(\.area))
  }

  @Test func `a lake stays, is no finding, and neither a limit nor a distance takes it`() throws {
    let places = [Self.place(950, 500, .lake)]
    let plain = try Self.merged(Self.gap, [])
    let changes: [(inout MergeOptions) -> Void] = [
      { _ in }, { $0.fillGaps = .area(1e6) }, { $0.snap = 250 },
      {
        $0.snap = 250
        $0.fillGaps = .width(1_000)
      },
    ]
    for change in changes {
      let coverage = try Self.merged(Self.gap, places, change)
      #expect(coverage.regions.map(\.area) == plain.regions.map(\.area))
      #expect(coverage.findings == [])
    }
    // Without the line, each of them takes it.
    for change in changes.dropFirst() {
      #expect(try Self.merged(Self.gap, [], change).regions[0].area > plain.regions[0].area + 19_000)
    }
    #expect(try Self.found(Self.gap, places) == [])
    #expect(try Self.merged(Self.gap, places) { $0.clean = .none }.findings == [])
  }

  @Test func `land that is claimed twice goes to the region that is named`() throws {
    let plain = try Self.merged(Self.overlap, [])
    #expect(Self.isClose(plain.ledger.accounts[0].given, 100_000) && plain.ledger.accounts[1].given == 0)
    let places = [Self.place(3_950, 10, .give(to: "c"))]
    for change in [{ _ in }, { $0.snap = 200 }] as [(inout MergeOptions) -> Void] {
      let coverage = try Self.merged(Self.overlap, places, change)
      #expect(coverage.ledger.accounts[0].given == 0 && Self.isClose(coverage.ledger.accounts[1].given, 100_000))
      #expect(coverage.findings.map(\.rule) == [.overlap] && coverage.findings.map(\.severity) == [.note])
    }
    #expect(try Self.found(Self.overlap, []).map(\.severity) == [.warning])
    #expect(try Self.found(Self.overlap, places).map(\.severity) == [.note])
    #expect(try Self.found(Self.overlap, places).map(\.rule) == [.overlap])
  }

  @Test func `a region that does not claim the land cannot get it, and the message names those that do`() throws {
    let places = [Self.place(3_950, 10, .give(to: "a"))]
    let error = #expect(throws: StageError.self) { try Self.merged(Self.both, places) }
    #expect(error?.status == .usage)
    #expect(error?.message.contains("is claimed by c and d, and not by a") == true, "\(error?.message ?? "")")
    #expect(throws: try #require(error)) { try Self.found(Self.both, places) }
  }

  @Test func `a place that meets nothing is a warning in merge and in validate`() throws {
    // In the land of one region, in a gap, in land claimed twice, and beyond the map.
    let places = [
      Self.place(500, 500, .fill), Self.place(950, 500, .give(to: "a")), Self.place(3_950, 10, .lake),
      Self.place(-9_000_000, 7_000_000, .fill),
    ]
    for findings in [try Self.merged(Self.both, places).findings, try Self.found(Self.both, places)] {
      let idle = findings.filter { $0.rule == .placeWithoutEffect }
      #expect(idle.count == 4 && idle.allSatisfy { $0.severity == .warning && $0.longitude != nil })
    }
  }

  @Test func `a place within a meter of the land means it, and one farther away does not`() throws {
    #expect(try Self.merged(Self.gap, [Self.place(899.1, 500, .fill)]).findings.map(\.rule) == [.gapFilled])
    #expect(try Self.merged(Self.gap, [Self.place(898.5, 500, .fill)]).findings.map(\.rule) == [.placeWithoutEffect])
    let overlap = try Self.merged(Self.overlap, [Self.place(4_000.9, 500, .give(to: "c"))])
    #expect(overlap.ledger.accounts[0].given == 0)
  }

  @Test func `two places may say the same of one piece of land, and not different things`() throws {
    let same = [Self.place(950, 500, .fill), Self.place(940, 450, .fill)]
    #expect(try Self.merged(Self.gap, same).findings.map(\.rule) == [.gapFilled])
    let different = [Self.place(950, 500, .fill), Self.place(940, 450, .lake)]
    let error = #expect(throws: StageError.self) { try Self.merged(Self.gap, different) }
    #expect(error?.message.contains("decides in two ways") == true)
    #expect(throws: try #require(error)) { try Self.merged(Self.gap, different.reversed()) }
  }

  @Test func `land is given away only if repairs are allowed`() throws {
    for place in [Self.place(950, 500, .fill), Self.place(3_950, 10, .give(to: "c"))] {
      #expect(throws: StageError.self) { try Self.merged(Self.both, [place]) { $0.clean = .none } }
    }
  }

  @Test func `what a finding says of its land is measured`() throws {
    var validation = TableValidation(key: try Template("code"))
    validation.describesLand = true
    let land = try validation.findings(of: Self.both.table).compactMap(\.land)
    try #require(land.count == 2)
    let overlap = try #require(land.first { $0.owner != nil })
    #expect(
      overlap.regions.map(\.code) == ["c", "d"] && overlap.owner == 1 && overlap.regions.map(\.record) == [3, 4])
    #expect(Self.isClose(overlap.squareMeters, 100_000) && Self.isClose(overlap.width, 100))
    let gap = try #require(land.first { $0.owner == nil })
    #expect(gap.regions.map(\.code) == ["a", "b"])
    #expect(Self.isClose(gap.squareMeters, 20_000) && Self.isClose(gap.width, 100))
    #expect(gap.rings.count == 1 && gap.rings.first?.count == 4)
    // The place has few digits, and lies in the gap.
    #expect(gap.place.pair.allSatisfy { $0.count <= 6 }, "\(gap.place.pair)")
    #expect(
      try Self.merged(Self.gap, [PlaceDecision(at: gap.place, .fill)]).findings.map(\.rule) == [.gapFilled])
  }
}

@Suite struct `Places in any dirty map` {
  /// A decision for each gap and overlap that is listed.
  private static func places(_ findings: [Finding], using random: inout SplitMix64) -> [PlaceDecision] {
    findings.compactMap { finding in
      guard let land = finding.land else { return nil }
      if let owner = land.owner {
        let other = Int.random(in: land.regions.indices, using: &random)
        let index = Bool.random(using: &random) ? owner : other
        return PlaceDecision(at: land.place, .give(to: land.regions[index].code))
      }
      return PlaceDecision(at: land.place, Bool.random(using: &random) ? .fill : .lake)
    }
  }

  /// `nil` if a region has no land left.
  private static func merged(_ map: RandomCoverage, _ options: MergeOptions) throws -> Coverage? {
    do {
      return try merge(map.table, options: options)
    } catch {
      guard error.message.contains("no shape left") else { throw error }
      return nil
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `what was decided is no open finding, and the map is valid and closes in whatever order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = RandomCoverage(seed: seed) { ($0.columns, $0.rows, $0.regions) = (4, 4, 5) }.dirty(using: &random)
    var validation = TableValidation(key: try Template("CODE"))
    validation.describesLand = true
    let before = try validation.findings(of: map.table)
    let places = Self.places(before, using: &random)
    var options = MergeOptions(key: try Template("CODE"))
    options.places = places
    if seed % 3 == 1 { options.snap = 0.001 * map.options.cell * 111_000 }
    if seed % 3 == 2 { options.fillGaps = .width(0.002 * map.options.cell * 111_000) }
    // If all land of a region was given away, there is no map.
    guard let coverage = try Self.merged(map, options) else { return }
    #expect(GeometryExport.violations(of: coverage) == [])
    #expect(coverage.findings.filter { $0.rule == .placeWithoutEffect } == [])

    validation.repairs.places = places
    let after = try validation.findings(of: map.table)
    let isListed = before.allSatisfy { $0.land == nil || $0.count == 1 }
    if isListed {
      #expect(after.filter { $0.rule == .gap } == [])
      #expect(after.filter { $0.rule == .overlap && $0.severity != .note } == [])
    }
    // No other fault comes up. (What near misses are worth depends on all of them.)
    func others(_ findings: [Finding]) -> [String] {
      findings.filter { $0.severity != .note && ![.overlap, .gap, .nearMiss].contains($0.rule) }
        .map { "\($0.rule) \($0.message)" }.sorted()
    }
    #expect(others(after) == others(before))

    var turned = options
    turned.places = places.shuffled(using: &random)
    turned.jobs = 3
    let again = try merge(map.shuffled(using: &random).table, options: turned)
    #expect(again.arcs.points == coverage.arcs.points && again.ringStart == coverage.ringStart)
    #expect(again.arcs.left == coverage.arcs.left && again.arcs.right == coverage.arcs.right)
    #expect(again.ledger.accounts == coverage.ledger.accounts)
  }
}
