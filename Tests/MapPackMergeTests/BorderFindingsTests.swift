import MapPackFeatures
import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackCoverage
@testable import MapPackMerge

private func findings(_ table: FeatureTable, key: Bool = true) throws -> [Finding] {
  try TableValidation(key: key ? Template("CODE") : nil).findings(of: table)
}

/// A table of single polygons with codes.
private func table(_ features: [(code: String, rings: PlainPolygon)], unit: Double = plainUnit) -> FeatureTable {
  var table = plainTable(features.map { [$0.rings] }, unit: unit)
  table.fields = ["CODE"]
  table.values = [features.map { .text($0.code) }]
  return table
}

private let borderRules: Set<Rule> = [.overlap, .gap, .unmatchedEdge, .nearMiss]

@Suite struct BorderFindingsTests {
  private static func of(_ table: FeatureTable) throws -> [Finding] { try findings(table) }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a valid coverage has no finding of its borders but gaps, however it is written down`(seed: UInt64) throws {
    let map = RandomCoverage(seed: seed)
    var random = SplitMix64(seed: seed)
    let tables = [map.table, map.shuffled(using: &random).table]
    let division = try RegionDivision(map.table, options: MergeOptions(key: Template("CODE")))
    let gaps = division.gaps().filter { $0.neighbors.count > 1 }.map {
      [division.grid.longitude(x: $0.point.x), division.grid.latitude(y: $0.point.y)]
    }
    for table in tables {
      let found = try findings(table).filter { borderRules.contains($0.rule) && $0.rule != .nearMiss }
      #expect(found.allSatisfy { $0.rule == .gap })
      #expect(Set(found.map { [$0.longitude ?? 0, $0.latitude ?? 0] }) == Set(gaps))
      #expect(found.count == gaps.count)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `all land that is claimed twice is found, and no other`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let table = RandomCoverage(seed: seed).dirty(using: &random).table
    let valid = Set(try structuralFindings(of: table, key: Template("CODE")).map(\.code))
    let division = try RegionDivision(table, options: MergeOptions(key: Template("CODE")))
    let contested = division.arrangement.contested.filter { land in
      land.claimants.allSatisfy { !valid.contains(division.regions[Int($0)].code) }
    }
    let found = try findings(table).filter { $0.rule == .overlap }
    let locations = Set(found.map { [$0.longitude ?? 0, $0.latitude ?? 0] })
    for land in contested {
      let location = [division.grid.longitude(x: land.point.x), division.grid.latitude(y: land.point.y)]
      #expect(
        locations.contains(location),
        "\(land.claimants.map { division.regions[Int($0)].code }) \(location) \(found.map { "\($0.message) \($0.longitude ?? 0)" })"
      )
    }
    if valid.isEmpty { #expect(found.count == contested.count) }
  }

  @Test func `polygons that cross in vertices only overlap`() throws {
    let found = try findings(
      table([("A", [square(0, 0, 4)]), ("B", [[(2, 4), (4, 2), (8, 4), (4, 8)]]), ("C", [square(20, 0, 4)])]))
    #expect(found.map(\.rule) == [.overlap])
    let crossing = try findings(
      table([("A", [[(0, 0), (8, 0), (8, 2), (8, 6), (8, 8), (0, 8)]]), ("B", [[(4, 4), (8, 2), (12, 4), (8, 6)]])]))
    #expect(crossing.map(\.rule) == [.overlap])
  }

  /// The land of a feature without a code is somebody's: no gap, and no overlap, whether lines cross elsewhere or not.
  @Test(arguments: [false, true])
  func `land of a feature without a code is no gap`(hasCrossing: Bool) throws {
    let south: PlainPolygon = [[(0, 0), (12, 0), (12, 4), (8, 4), (4, 4), (0, 4)]]
    let north: PlainPolygon = [[(0, 4), (4, 4), (4, 8), (8, 8), (8, 4), (12, 4), (12, 12), (0, 12)]]
    var features = [("A", south), ("B", north), ("", [square(4, 4, 4)])]
    if hasCrossing { features += [("C", [square(40, 0, 4)]), ("D", [square(42, 2, 4)])] }
    #expect(try findings(table(features)).filter { borderRules.contains($0.rule) }.count == (hasCrossing ? 1 : 0))
    // It encloses nothing by itself either: what lies between it and one region is that region's affair.
    let bay: PlainPolygon = [[(0, 0), (12, 0), (12, 12), (8, 12), (8, 4), (4, 4), (4, 12), (0, 12)]]
    let found = try findings(table([("A", bay), ("", [[(4, 8), (8, 8), (8, 12), (4, 12)]])]))
    #expect(found.filter { borderRules.contains($0.rule) } == [])
  }

  @Test func `a region inside another overlaps it, and in a hole it does not`() throws {
    let inside = try findings(table([("A", [square(0, 0, 20)]), ("B", [square(5, 5, 4)])]))
    #expect(inside.map(\.rule) == [.overlap])
    let enclave = try findings(table([("A", [square(0, 0, 20), hole(5, 5, 4)]), ("B", [square(5, 5, 4)])]))
    #expect(enclave == [])
    let island = try findings(table([("A", [square(0, 0, 20), hole(4, 4, 10)]), ("B", [square(6, 6, 4)])]))
    #expect(island.map(\.rule) == [.gap])
  }

  @Test func `features of one code may overlap, and two of one shape are reported once`() throws {
    let sameCode = try findings(table([("A", [square(0, 0, 4)]), ("A", [square(2, 2, 4)]), ("B", [square(20, 0, 4)])]))
    #expect(sameCode.map(\.rule) == [.drawnTwice, .unmatchedEdge])
    #expect(sameCode.allSatisfy { $0.severity != .error })
    let twice = table([("A", [square(0, 0, 4)]), ("A", [[(4, 0), (4, 4), (0, 4), (0, 0)]]), ("B", [square(20, 0, 4)])])
    #expect(try findings(twice).map(\.rule) == [.duplicateFeature])
    #expect(try findings(twice, key: false).map(\.rule) == [.duplicateFeature])
    let otherCode = table([("A", [square(0, 0, 4)]), ("B", [square(0, 0, 4)])])
    #expect(try findings(otherCode).map(\.rule) == [.overlap])
  }

  @Test(arguments: [true, false]) func `land that regions contest is a warning, because merge decides whose it is`(
    key: Bool
  ) throws {
    let crossed = table([("A", [square(0, 0, 4)]), ("B", [square(3, 1, 4)])])
    #expect(try findings(crossed, key: key).map(\.severity) == [.warning])
  }

  @Test func `a border with a vertex that the neighbor lacks is one finding for the whole run`() throws {
    let right: [(Int, Int)] = [(4, 0), (8, 0), (8, 8), (4, 8), (4, 6), (4, 4), (4, 2)]
    let found = try findings(table([("A", [[(0, 0), (4, 0), (4, 8), (0, 8)]]), ("B", [right])]))
    #expect(found.map(\.rule) == [.unmatchedEdge])
    #expect(found.first?.severity == .warning)
  }

  @Test func `borders that miss each other by a little are reported with the length to snap, straits are notes`() throws
  {
    // Units of about a meter.
    func findings(gap: Int) throws -> [Finding] {
      try BorderFindingsTests.of(
        table([("A", [square(0, 0, 50_000)]), ("B", [square(50_000 + gap, 0, 50_000)])], unit: 1e-5))
    }
    let miss = try findings(gap: 1)
    #expect(miss.map(\.rule) == [.nearMiss])
    #expect(miss.map(\.severity) == [.warning])
    #expect(miss.first?.remedy?.words.contains("--snap '2 m'") == true)
    #expect(try findings(gap: 60).map(\.severity) == [.note])
    #expect(try findings(gap: 1_000) == [])
  }

  @Test func `a region that stops short of ±180° and goes on beyond is reported, and one that reaches it is not`()
    throws
  {
    // Units of about a meter; the western piece ends so many before the cut, and an islet lies near it.
    func findings(gap: Int) throws -> [Finding] {
      try BorderFindingsTests.of(
        table(
          [
            ("A", [square(17_950_000 - gap, 0, 50_000)]), ("A", [square(-18_000_000, 0, 50_000)]),
            ("B", [square(17_999_900, 60_000, 99)]),
          ], unit: 1e-5))
    }
    let short = try findings(gap: 4)
    #expect(short.map(\.rule) == [.nearMiss])
    #expect(short.first?.message.contains("from ±180° over") == true)
    #expect(short.first?.remedy?.words.contains("--snap") == true)
    #expect(try findings(gap: 0) == [])
  }

  @Test func `a region stops short of ±180° whichever way its ring runs, and if it crosses itself`() throws {
    // The piece beside the cut, and one whose ring crosses itself on the way to a larger loop in the west.
    let plain = square(17_949_996, 0, 50_000)
    let crossed = [
      (17_999_996, 0), (17_999_996, 50_000), (17_950_000, 50_000), (17_700_000, -100_000), (17_700_000, 150_000),
      (17_950_000, 0),
    ]
    for ring in [plain, crossed] {
      let told = try [ring, ring.reversed()].map { ring in
        try BorderFindingsTests.of(
          table([("A", [ring]), ("A", [square(-18_000_000, 0, 50_000)])], unit: 1e-5)
        ).filter { $0.rule == .nearMiss }
      }
      #expect(told[0].count == 1 && told[0].first?.message.contains("from ±180° over") == true)
      #expect(told[0] == told[1])
    }
  }

  @Test func `land in either loop of a ring that crosses itself is claimed, whichever way the ring runs`() throws {
    // Two loops that cross at (50, 50), with a square of another region in one of them.
    let ring = [(0, 0), (100, 100), (100, 0), (0, 100)]
    for x in [10, 80] {
      for ring in [ring, ring.reversed()] {
        let found = try findings(table([("A", [ring]), ("B", [square(x, 45, 10)])])).filter { $0.rule == .overlap }
        #expect(found.count == 1, "\(x) \(ring)")
      }
    }
  }

  @Test func `what depends on less than a cell says so`() throws {
    // A notch whose floor the doubles draw below the shell's edge by less than a cell of the grid.
    var table = plainTable([[[[(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)]]], [[square(150, 0, 20)]]], unit: 1)
    let cell = NodingGrid(west: 0, south: 0, east: 170, north: 100).unit
    table.latitude[3] = cell / 4
    table.latitude[0] = 0
    let touching = try structuralFindings(of: table)
    #expect(touching.map(\.severity) == [.note])
    #expect(touching.allSatisfy { $0.message.hasSuffix("within the grid") })
    table.latitude[3] = -cell / 4
    let crossing = try structuralFindings(of: table)
    #expect(crossing.map(\.severity) == [.warning])
    table.latitude[3] = 3 * cell
    #expect(try structuralFindings(of: table) == [])
  }
}
