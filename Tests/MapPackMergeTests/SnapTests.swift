import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

private let box = MeterTable.box

private func snapped(_ map: MeterTable, _ meters: Double?) throws -> Coverage {
  try merge(map.table, options: MergeOptions(key: Template("code"), snap: meters))
}

extension Coverage {
  /// Pairs of neighbors: regions with a common arc.
  fileprivate var neighbors: Set<[String]> {
    Set(
      (0..<arcs.count).compactMap { arc in
        let (left, right) = (Int(arcs.left[arc]), Int(arcs.right[arc]))
        return left < 0 || right < 0 ? nil : [regions[left].code, regions[right].code].sorted()
      })
  }

  /// How many inner rings there are: lakes and gaps.
  fileprivate var holes: Int { ringStart.count - 1 - polygonCount }
}

@Suite struct Snap {
  @Test func `snapping makes one border of two lines that miss each other, and says where, by how much and how far`()
    throws
  {
    let map = MeterTable([("b", [box(1002, 0, 2000, 1000)]), ("a", [box(0, 0, 1000, 1000)])])
    #expect(try snapped(map, nil).neighbors.isEmpty)
    #expect(try snapped(map, 1.9).neighbors.isEmpty)
    let joined = try snapped(map, 3)
    #expect(joined.neighbors == [["a", "b"]])
    #expect(joined.findings.map(\.rule) == [.snapped])
    let finding = try #require(joined.findings.first)
    #expect(finding.message.contains("by 2 m along 99"))
    #expect(finding.severity == .note && finding.longitude != nil)
    #expect(GeometryExport.violations(of: joined) == [])
    // Of two with equally long coasts, the lower region gets the water. The other one stays where it was, to the cell.
    let before = try snapped(map, nil).regions
    #expect(joined.regions[1].area == before[1].area)
    #expect(abs(joined.regions[0].area - before[0].area - 2000) < 20)
    #expect(abs(joined.ledger.accounts[0].snapped + joined.regions[0].area - before[0].area) < 1)
  }

  @Test func `snapping accounts for the loops of a ring that crosses itself as a merge without it does`() throws {
    // A ring with two loops from the equator to 45° N, and elsewhere two boxes that miss each other.
    let map = MeterTable([
      ("a", [[(0, 0), (2_000_000, 0), (0, 5_000_000), (2_000_000, 5_000_000)]]),
      ("b", [box(4_000_000, 0, 4_500_000, 500_000)]), ("c", [box(4_500_002, 0, 5_000_000, 500_000)]),
    ])
    let plain = try snapped(map, nil)
    let joined = try snapped(map, 5)
    #expect(joined.neighbors == [["b", "c"]])
    let accounts = [plain, joined].map { $0.ledger.accounts[0] }
    #expect(accounts[0].rewound < -1e12)
    #expect(abs(accounts[1].rewound - accounts[0].rewound) < 1e-6 * accounts[0].area)
    #expect(abs(accounts[1].area - accounts[0].area) < 1e-6 * accounts[0].area)
  }

  @Test func `snapping leaves a border that both draw alike, and a gap that is wider`() throws {
    let map = MeterTable([
      ("a", [box(0, 0, 1000, 1000)]), ("b", [box(1000, 0, 2000, 1000)]), ("c", [box(0, 1006, 2000, 2000)]),
    ])
    let plain = try snapped(map, nil)
    let joined = try snapped(map, 5)
    #expect(joined.encoded() == plain.encoded())
  }

  @Test func `snapping leads a line through the end of a border that it misses, and the end stays`() throws {
    // The border between b and c ends 2 m north of a, drawn alike by both.
    let map = MeterTable([
      ("a", [box(0, 0, 1000, 500)]), ("b", [[(0, 501), (500, 502), (500, 1000), (0, 1000)]]),
      ("c", [[(500, 502), (1000, 501), (1000, 1000), (500, 1000)]]),
    ])
    let joined = try snapped(map, 3)
    #expect(joined.neighbors == [["a", "b"], ["a", "c"], ["b", "c"]])
    #expect(joined.holes == 0)
    #expect(GeometryExport.violations(of: joined) == [])
    let node = try #require(joined.findings.first { $0.rule == .snapped })
    #expect(node.remedy != nil)
    guard case .lonlat(let grid) = joined.plane else { return }
    let end = grid.point(longitude: 500 * MeterTable.degree, latitude: 502 * MeterTable.degree)
    #expect((0..<joined.arcs.vertexCount).contains { joined.arcs.point($0) == end })
  }

  @Test func `snapping closes what borders of three regions leave between them if each ends elsewhere`() throws {
    let map = MeterTable([
      ("a", [[(0, 0), (500, 0), (499, 499), (0, 500)]]), ("b", [[(501, 0), (1000, 0), (1000, 500), (501, 499)]]),
      ("c", [[(0, 501), (500, 502), (1000, 501), (1000, 1000), (0, 1000)]]),
    ])
    let joined = try snapped(map, 5)
    #expect(joined.neighbors == [["a", "b"], ["a", "c"], ["b", "c"]])
    #expect(joined.holes == 0 && joined.polygonCount == 3)
    #expect(GeometryExport.violations(of: joined) == [])
  }

  @Test func `snapping is refused if no repair is allowed`() throws {
    let map = MeterTable([("a", [box(0, 0, 1, 1)])])
    let error = #expect(throws: StageError.self) {
      try merge(map.table, options: MergeOptions(key: Template("code"), clean: .none, snap: 1))
    }
    #expect(error?.status == .usage)
  }

  @Test func `snapping by a distance that is larger than a region leaves the region`() throws {
    let map = MeterTable([("a", [box(0, 0, 1000, 1000)]), ("b", [box(1001, 0, 1003, 2)])])
    let joined = try snapped(map, 20)
    #expect(joined.neighbors == [["a", "b"]])
    #expect(abs(joined.regions[1].area - 4) < 0.1)
  }

  @Test func `an overlap that is narrower than the distance is a join, and a wider one is an overlap`() throws {
    let map = MeterTable([("a", [box(0, 0, 1000, 1000)]), ("b", [box(997, 0, 2000, 1000)])])
    #expect(try snapped(map, 2.9).findings.contains { $0.rule == .overlap })
    let joined = try snapped(map, 3.1)
    #expect(!joined.findings.contains { $0.rule == .overlap } && joined.findings.contains { $0.rule == .snapped })
    #expect(joined.polygonStart == (try snapped(map, nil)).polygonStart)
  }
}
