import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Squares of about 1.2 km², 0.12 km² and 1,200 m², and a land of 12,000 km².
private let km2 = DrawnMap.square(2, 0, 0.01)
private let tenth = DrawnMap.square(2.1, 0, 0.00316)
private let rock = DrawnMap.square(2.2, 0, 0.000316)

@Suite struct IslandTests {
  @Test func `islands below the minimum go, and are counted`() throws {
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)], [km2], [tenth], [rock]])])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 1)
      $0.minimumIsland = 0.5e6
    }
    #expect(result.polygonCount == 2)
    #expect(result.ledger.droppedPolygons == [.minimumIsland: 2])
    #expect(result.regions[0].area == (try map.merged()).regions[0].area)
  }

  @Test func `the largest polygon of a region never goes`() throws {
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)]]), ("b", [[tenth], [rock]])])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 1)
      $0.minimumIsland = 1e12
      $0.levels = 12
    }
    #expect(result.polygonStart == [0, 1, 2])
    #expect(result.polygonLevel == [11, 11])
  }

  @Test func `what borders on another region is no island`() throws {
    // b's rock lies in a hole of a; a's rock touches b's land along an edge.
    let inner = DrawnMap.square(0.5, 0.5, 0.0003)
    let map = DrawnMap(regions: [
      ("a", [[DrawnMap.square(0, 0, 1), inner], [DrawnMap.square(4.01, 0.001, 0.0003)]]),
      ("b", [[DrawnMap.square(4, 0, 0.01)], [inner]]),
    ])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 1)
      $0.minimumIsland = 1e12
    }
    #expect(result.polygonStart == [0, 2, 4])
    #expect(result.ledger.droppedPolygons == [:])
  }

  @Test func `a lake goes with its island, and a coarser level lacks more islands`() throws {
    let lake = DrawnMap.square(2.002, 0.002, 0.002)
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)], [km2, lake], [tenth], [rock]])])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 30)
      $0.minimumIsland = 1
      $0.levels = 5
    }
    // (4 × 30 × 2ᵏ)² m²: 57,600, 230,400, 921,600, 3,686,400 from level 1 on.
    #expect(result.polygonLevel == [4, 3, 1, 0])
    #expect(
      result.ledger.droppedByLevel == [[:]] + [1, 2, 2, 3].map { [.minimumIsland: $0] })
    #expect(result.ledger.droppedPolygons == [:])
    for level in 0..<5 {
      let export = GeometryExport(result, level: level)
      #expect(export.regions[0].polygons.count == result.polygonLevel.count { $0 >= level })
      #expect(GeometryExport.violations(of: result, level: level) == [])
    }
  }

  @Test(arguments: [(0.0, [4, 4, 0]), (60.0, [4, 4, 1])])
  func `at a zoom an island counts as large as it is drawn`(latitude: Double, expected: [UInt8]) throws {
    // Islands of 496 km² and 5 km² at the equator and of half that at 60°, where they are drawn twice as large.
    // Levels 1 to 4 lack what is below 6, 24, 96 and 383 km².
    let map = DrawnMap(regions: [
      (
        "a",
        [
          [DrawnMap.square(0, latitude, 5)], [DrawnMap.square(10, latitude, 0.2)],
          [DrawnMap.square(12, latitude, 0.02)],
        ]
      )
    ])
    let result = try map.simplified {
      $0.amount = .zoom(8)
      $0.minimumIsland = 1
      $0.levels = 5
    }
    #expect(result.polygonLevel == ContiguousArray(expected))
  }

  @Test func `no island goes from level 0 unless it is asked for, and coarser levels lack those smaller than a pixel`()
    throws
  {
    // The rock has 100 m², and a tenth of a square kilometer has sides of 316 m.
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)], [rock], [tenth]])])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 100)
      $0.levels = 10
    }
    #expect(result.polygonLevel == [9, 1, 0])
    #expect(
      result.ledger.droppedByLevel.map { $0[.minimumIsland] ?? 0 } == [0, 1] + Array(repeating: 2, count: 8))
    let named = try map.simplified {
      $0.amount = .tolerance(meters: 100)
      $0.levels = 10
      $0.keptIslands.codes = ["a"]
    }
    #expect(named.polygonLevel == [9, 9, 9])
  }

  /// A land with three islands and a rock; another with two islands.
  private static let archipelago = DrawnMap(regions: [
    ("a", [[DrawnMap.square(0, 0, 1)], [km2], [tenth], [rock]]),
    ("b", [[DrawnMap.square(5, 0, 1)], [DrawnMap.square(7, 0, 0.01)], [DrawnMap.square(7.1, 0, 0.000316)]]),
  ])

  @Test func `a region that is named keeps all its islands, at every level`() throws {
    let result = try Self.archipelago.simplified {
      $0.amount = .tolerance(meters: 100)
      $0.minimumIsland = 1e7
      $0.levels = 4
      $0.keptIslands.codes = ["a"]
    }
    #expect(result.polygonStart == [0, 4, 5])
    #expect(result.polygonLevel == [3, 3, 3, 3, 3])
    #expect(result.ledger.droppedPolygons == [.minimumIsland: 2])
  }

  @Test(arguments: [
    // Inside the rock of a, on its corner and on its edge.
    Degrees(longitude: 2.2001, latitude: 0.0001), .init(longitude: 2.2, latitude: 0),
    .init(longitude: 2.2002, latitude: 0),
  ])
  func `the island at a location stays, at every level`(location: Degrees) throws {
    let result = try Self.archipelago.simplified {
      $0.amount = .tolerance(meters: 100)
      $0.minimumIsland = 1e7
      $0.levels = 4
      $0.keptIslands.locations = [location]
    }
    #expect(result.polygonStart == [0, 2, 3])
    #expect(result.polygonLevel == [3, 3, 3])
    #expect(result.polygonArea[1] < 2000)
  }

  @Test func `a kept island that rounding joins to another one stays with it`() throws {
    let map = DrawnMap(regions: [
      ("a", [[DrawnMap.square(0, 0, 1)], [rock], [DrawnMap.square(2.2003162, 0, 0.000316)]])
    ])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 100)
      $0.minimumIsland = 1
      $0.levels = 4
      $0.keptIslands.locations = [.init(longitude: 2.2001, latitude: 0.0001)]
    }
    #expect(result.polygonCount == 2)
    #expect(result.polygonLevel == [3, 3])
  }

  @Test(arguments: [(1, [0, 1, 2]), (2, [0, 2, 4]), (3, [0, 3, 6]), (9, [0, 4, 7])])
  func `the largest parts of a region's islands stay`(maximum: Int, expected: [Int]) throws {
    let result = try Self.archipelago.simplified {
      $0.amount = .tolerance(meters: 1)
      $0.maximumParts = maximum
    }
    #expect(result.polygonStart == ContiguousArray(expected))
    let dropped = 7 - result.polygonCount
    #expect(result.ledger.droppedPolygons == (dropped == 0 ? [:] : [.maximumParts: dropped]))
  }

  @Test func `what is no island, or asked for, stays beyond the largest parts`() throws {
    let map = DrawnMap(regions: [
      ("a", [[DrawnMap.square(0, 0, 1)], [DrawnMap.square(4.01, 0.001, 0.0003)], [km2], [rock]]),
      ("b", [[DrawnMap.square(4, 0, 0.01)]]),
    ])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 1)
      $0.maximumParts = 1
      $0.keptIslands.locations = [.init(longitude: 2.2001, latitude: 0.0001)]
    }
    #expect(result.polygonStart == [0, 3, 4])
    #expect(result.ledger.droppedPolygons == [.maximumParts: 1])
  }

  @Test func `a code or a location that names nothing is wrong usage`() throws {
    for change in [
      { $0.keptIslands.codes = ["c"] }, { $0.keptIslands.locations = [.init(longitude: 3, latitude: 0.5)] },
      { $0.keptIslands.locations = [.init(longitude: -170, latitude: 80)] },
    ] as [(inout SimplifyOptions) -> Void] {
      let error = #expect(throws: StageError.self) { try Self.archipelago.simplified(change) }
      #expect(error?.status == .usage)
    }
  }
}
