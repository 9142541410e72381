import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

private typealias Ring = MeterTable.Ring

private let box = MeterTable.box

/// A map beside ±180° on the equator, in meters from there: to the west of it where it ends in the east of the plane.
private struct CutMap {
  enum Side: Double {
    case westOfIt = 180
    case eastOfIt = -180
  }

  var polygons: [(code: String, side: Side, ring: Ring)]

  /// Land that makes the map reach ±180° on both sides, and is no part of the matter.
  static let elsewhere: [(code: String, side: Side, ring: Ring)] = [
    ("z", .westOfIt, box(-3000, 90_000, 0, 93_000)), ("z", .eastOfIt, box(0, 90_000, 3000, 93_000)),
  ]

  var table: FeatureTable {
    var table = MeterTable(polygons.map { ($0.code, [$0.ring]) }).table
    for (index, polygon) in polygons.enumerated() {
      for vertex in table.vertexStart[index]..<table.vertexStart[index + 1] {
        table.longitude[vertex] += polygon.side.rawValue
      }
    }
    return table
  }

  func merged(_ snap: Double?) throws -> Coverage {
    try merge(table, options: MergeOptions(key: Template("code"), snap: snap))
  }
}

extension Coverage {
  /// Without what says how it was drawn.
  fileprivate var shape: Coverage {
    var shape = self
    shape.findings = []
    shape.ledger = Ledger()
    return shape
  }

  /// How many pieces each part of a region has.
  fileprivate func pieces(of region: Int) -> [Int] { parts(of: region).map(\.polygons.count) }
}

/// A land of which the western piece ends 50 m short of ±180°.
private let short: [(code: String, side: CutMap.Side, ring: Ring)] = [
  ("a", .westOfIt, box(-5000, 0, -50, 4000)), ("a", .eastOfIt, box(0, 0, 5000, 4000)),
]

private let untouched: [[(code: String, side: CutMap.Side, ring: Ring)]] = [
  // Nothing of the region beyond, another's land, land of its own farther along.
  [("a", .westOfIt, box(-5000, 0, -50, 4000))],
  [("a", .westOfIt, box(-5000, 0, -50, 4000)), ("b", .eastOfIt, box(300, 0, 5000, 4000))],
  [("a", .westOfIt, box(-5000, 0, -50, 4000)), ("a", .eastOfIt, box(0, 4200, 5000, 9000))],
  [("a", .westOfIt, box(-5000, 0, -50, 4000)), ("a", .eastOfIt, box(60, 0, 5000, 4000))],
  // A cape, and a coast that comes to ±180° at an angle; land opposite each.
  [
    ("a", .westOfIt, [(-5000, 0), (-40, 2000), (-5000, 4000)]), ("a", .eastOfIt, box(0, 0, 5000, 4000)),
  ],
  [
    ("a", .westOfIt, [(-5000, -2000), (0, 0), (0, 3000), (-20, 3020), (-40, 3040), (-60, 3060), (-5000, 8000)]),
    ("a", .eastOfIt, [(0, 0), (5000, 0), (5000, 8000), (0, 3000)]),
  ],
  // The far side of a strip of land: the land itself lies between it and ±180°.
  [("a", .westOfIt, box(-60, 0, 0, 4000)), ("a", .eastOfIt, box(0, 0, 5000, 4000))],
]

@Suite struct `Snapping at ±180°` {
  @Test func `snapping closes the strip if a piece ends short of ±180°, and says where, by how much and how far`()
    throws
  {
    let map = CutMap(polygons: short)
    let plain = try map.merged(nil)
    #expect(plain.pieces(of: 0) == [1, 1])
    #expect(try map.merged(49).shape.encoded() == plain.shape.encoded())
    let joined = try map.merged(51)
    #expect(joined.pieces(of: 0) == [2])
    #expect(joined.parts(of: 0).allSatisfy { !$0.isCutOff })
    #expect(joined.arcs.isSeam.count { $0 } == 2)
    #expect(GeometryExport.violations(of: joined) == [])
    let strip = 50.0 * 4000
    let grown = joined.regions[0].area - plain.regions[0].area
    #expect(abs(grown - strip) < 0.01 * strip)
    #expect(abs(joined.ledger.accounts[0].snapped + strip) < 0.01 * strip)
    #expect(joined.findings.map(\.rule) == [.snapped])
    let finding = try #require(joined.findings.first)
    #expect(finding.message.contains("±180°") && finding.message.contains("by 50 m along"))
    #expect(finding.code == "a" && finding.record == 1 && finding.severity == .note)
    #expect(abs((finding.longitude ?? 0) - (180 - 50 * MeterTable.degree)) < 1e-6)
  }

  @Test func `snapping moves both pieces if both end short of ±180°, by no more together than the distance`() throws {
    let map = CutMap(polygons: [
      ("a", .westOfIt, box(-5000, 0, -30, 4000)), ("a", .eastOfIt, [(20, 0), (5000, 0), (5000, 4000), (40, 4000)]),
    ])
    #expect(try map.merged(45).pieces(of: 0) == [1, 1])
    let joined = try map.merged(80)
    #expect(joined.pieces(of: 0) == [2])
    #expect(joined.findings.map(\.rule) == [.snapped])
    #expect(GeometryExport.violations(of: joined) == [])
  }

  @Test(arguments: untouched)
  private func `snapping leaves land that has no land of its region beyond ±180°, and coasts that do not run along it`(
    polygons: [(code: String, side: CutMap.Side, ring: Ring)]
  ) throws {
    let map = CutMap(polygons: CutMap.elsewhere + polygons)
    let joined = try map.merged(100)
    #expect(joined.shape.encoded() == (try map.merged(nil)).shape.encoded())
    #expect(!joined.findings.contains { $0.rule == .snapped })
  }

  @Test func `snapping takes the border of two regions along if it ends short of ±180°`() throws {
    let map = CutMap(polygons: [
      ("a", .westOfIt, box(-5000, 0, -50, 4000)), ("b", .westOfIt, box(-5000, 4000, -50, 8000)),
      ("a", .eastOfIt, box(0, 0, 5000, 4000)), ("b", .eastOfIt, box(0, 4000, 5000, 8000)),
    ])
    let joined = try map.merged(60)
    #expect(joined.pieces(of: 0) == [2] && joined.pieces(of: 1) == [2])
    #expect(joined.arcs.isSeam.count { $0 } == 4)
    #expect(GeometryExport.violations(of: joined) == [])
    #expect(joined.findings.map(\.rule) == [.snapped, .snapped])
  }

  @Test func `snapping makes land on both sides of ±180° end at one latitude, the farther one`() throws {
    let map = CutMap(polygons: [
      ("a", .westOfIt, box(-5000, 0, 0, 4030)), ("a", .eastOfIt, box(0, -20, 5000, 4000)),
      // Its own end is nearer to what lies opposite than that of the land above.
      ("a", .westOfIt, box(-5000, 4060, 0, 5000)), ("a", .eastOfIt, box(0, 4065, 5000, 5000)),
    ])
    let joined = try map.merged(100)
    guard case .lonlat(let grid) = joined.plane else { return #expect(Bool(false)) }
    // A point between two segments along ±180° is no end.
    var ends: Set<[Int32]> = []
    for arc in 0..<joined.arcs.count where joined.arcs.isSeam[arc] {
      for vertex in joined.arcs.vertices(of: arc).dropLast().flatMap({ [$0, $0 + 1] }) {
        ends.formSymmetricDifference([[joined.arcs.point(vertex).x, joined.arcs.point(vertex).y]])
      }
    }
    #expect(ends.count == 8)
    #expect(Set(ends.map { (grid.latitude(y: $0[1]) / MeterTable.degree).rounded() }) == [-20, 4030, 4060, 5000])
    #expect(joined.parts(of: 0).allSatisfy { $0.polygons.count == 2 && !$0.isCutOff })
    #expect(joined.findings.count { $0.message.contains("from where it does on the other side") } == 3)
    #expect(try map.merged(15).findings.count == 1)
  }

  @Test func `snapping moves only that part of a line that has land beyond ±180°`() throws {
    let map = CutMap(polygons: [
      ("a", .westOfIt, box(-5000, 0, -20, 8000)), ("a", .eastOfIt, box(10, 3000, 5000, 5000)),
      ("a", .eastOfIt, box(0, 7000, 5000, 9000)),
    ])
    let joined = try map.merged(40)
    guard case .lonlat(let grid) = joined.plane else { return #expect(Bool(false)) }
    func ends(at longitude: Double) -> Set<Double> {
      Set(
        (0..<joined.arcs.count).filter { joined.arcs.isSeam[$0] }.flatMap { arc in
          joined.arcs.vertices(of: arc).filter { grid.longitude(x: joined.arcs.point($0).x) == longitude }
            .map { (grid.latitude(y: joined.arcs.point($0).y) / MeterTable.degree).rounded() }
        })
    }
    #expect(ends(at: 180) == [3000, 5000, 7000, 8000])
    #expect(ends(at: -180) == [3000, 5000, 7000, 8000, 9000] || ends(at: -180) == [3000, 5000, 7000, 9000])
    #expect(joined.pieces(of: 0) == [3])
    #expect(GeometryExport.violations(of: joined) == [])
  }

  @Test func `snapping at ±180° does not depend on the order of features nor on the vertex at which rings start`()
    throws
  {
    let map = CutMap(
      polygons: short + [
        ("b", .westOfIt, box(-5000, 4000, -20, 8000)), ("b", .eastOfIt, box(10, 4100, 5000, 8000)),
        ("c", .westOfIt, box(-70, 8010, -1, 10_000)), ("c", .eastOfIt, box(0, 8500, 60, 9000)),
      ])
    let expected = try map.merged(80).shape
    #expect(expected.pieces(of: 0) == [2])
    var turned = map
    for _ in 0..<5 {
      turned = CutMap(
        polygons: turned.polygons.reversed().map { ($0.code, $0.side, Array($0.ring.dropFirst() + $0.ring.prefix(1))) })
      #expect(try turned.merged(80).shape.encoded() == expected.encoded())
      turned.polygons.swapAt(0, 3)
    }
  }

  @Test func `snapping sees that the map comes near ±180° if no vertex lies on it`() throws {
    let map = CutMap(polygons: [
      ("a", .westOfIt, box(-5000, 0, -30, 4000)), ("a", .eastOfIt, box(20, 0, 5000, 4000)),
    ])
    let joined = try map.merged(50)
    #expect(joined.pieces(of: 0) == [2] && joined.arcs.isSeam.count { $0 } == 2)
    #expect(try map.merged(49).arcs.isSeam.allSatisfy { !$0 })
  }
}

/// A land up to ±180°, and an enclave that is drawn on top of it up to 2 m from there.
private let enclave = CutMap(
  polygons: CutMap.elsewhere + [
    ("a", .westOfIt, box(-5000, 0, 0, 4000)), ("b", .westOfIt, box(-3000, 1000, -2, 3000)),
  ])

@Test func `the edge of the plane is no boundary that others miss or are joined to`() throws {
  #expect(try misses(enclave.table, within: 10).isEmpty)
  #expect(try enclave.merged(10).shape.encoded() == (try enclave.merged(nil)).shape.encoded())
}
