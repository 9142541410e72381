import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

private typealias Ring = Writing.Ring

/// A land on both sides of 180° with a lake across it and an island, its neighbor, the south, and two atolls.
private enum Globe {
  static let coast: Ring = (-17...17).map { (Double($0) * 10, $0 % 2 == 0 ? -75.5 : -70) }
  static let lake: Ring = [(179, 2), (181, 2), (181, 4), (179, 4)]
  static let uncut = Writing(features: [
    ("land", [[[(170, 0), (180, -1), (188, 0), (188, 8), (170, 8)], lake], [Writing.square(165, 1, 1)]]),
    ("north", [[[(170, 8), (188, 8), (188, 12), (184, 15), (176, 11), (170, 12)]]]),
    ("south", [[coast]]),
    ("atolls", [[Writing.square(173, -3, 0.5)], [Writing.square(203, -4, 0.5)]]),
  ])

  static let cut = Writing(features: [
    (
      "land",
      [
        [[(170, 0), (180, -1), (180, 2), (179, 2), (179, 4), (180, 4), (180, 8), (170, 8)]],
        [[(-180, -1), (-172, 0), (-172, 8), (-180, 8), (-180, 4), (-179, 4), (-179, 2), (-180, 2)]],
        [Writing.square(165, 1, 1)],
      ]
    ),
    (
      "north",
      [
        [[(170, 8), (180, 8), (180, 13), (176, 11), (170, 12)]],
        [[(-180, 8), (-172, 8), (-172, 12), (-176, 15), (-180, 13)]],
      ]
    ),
    ("south", [[coast + [(180, -70), (180, -90), (-180, -90), (-180, -70)]]]),
    ("atolls", [[Writing.square(173, -3, 0.5)], [Writing.square(-157, -4, 0.5)]]),
  ])

  static let writings: [(String, Writing)] = [
    ("uncut, longitudes going on", uncut),
    ("uncut within ±180°", uncut.changed { $0.map { ($0.0 > 180 ? $0.0 - 360 : $0.0, $0.1) } }),
    ("in 0…360", uncut.changed { $0.map { ($0.0 < 0 ? $0.0 + 360 : $0.0, $0.1) } }),
    ("in −360…0", uncut.changed { $0.map { ($0.0 > 0 ? $0.0 - 360 : $0.0, $0.1) } }),
    ("turned", uncut.changed { Array($0[2...] + $0[..<2]) }),
    ("reversed", uncut.changed { $0.reversed() }),
  ]
}

@Test func `the same map, however its longitudes are written, is the same coverage`() throws {
  let expected = try Globe.cut.merged()
  #expect(expected.findings == [])
  #expect(GeometryExport.violations(of: expected) == [])
  #expect(expected.polygonStart == [0, 2, 5, 7, 8])
  for (name, writing) in Globe.writings {
    let coverage = try writing.merged()
    #expect(differences(coverage, expected) == [], "\(name)")
    #expect(coverage.map.encoded() == expected.map.encoded(), "\(name)")
    #expect(coverage.findings.contains { $0.rule == .antimeridianCut && $0.count == 3 }, "\(name)")
    #expect(coverage.findings.contains { $0.rule == .poleClosed && $0.count == 1 }, "\(name)")
  }
}

@Test func `a merged coverage's arcs along ±180° and the poles are seams, and no others`() throws {
  let coverage = try Coverage(encoded: try Globe.uncut.merged().encoded(), file: "globe.coverage")
  guard case .lonlat(let grid) = coverage.plane else { return #expect(Bool(false)) }
  var seams = 0
  for arc in 0..<coverage.arcs.count {
    let points = coverage.arcs.vertices(of: arc).map {
      (grid.longitude(x: coverage.arcs.point($0).x), grid.latitude(y: coverage.arcs.point($0).y))
    }
    let closed = points + (coverage.arcs.isClosed[arc] ? [points[0]] : [])
    let along = zip(closed, closed.dropFirst()).map { a, b in
      (abs(a.0) == 180 && a.0 == b.0) || (abs(a.1) == 90 && a.1 == b.1)
    }
    #expect(along.allSatisfy { $0 == coverage.arcs.isSeam[arc] })
    seams += coverage.arcs.isSeam[arc] ? 1 : 0
  }
  // Two stretches of the land's and one of the north's on either side; the south's three edges are one arc.
  #expect(seams == 7)
}

/// A rough coast round 180°, divided between two regions by a rough border that crosses it, in uncut rings.
private func roughMap(seed: UInt64) -> Writing {
  var random = SplitMix64(seed: seed)
  func rough(_ a: (Double, Double), _ b: (Double, Double), _ depth: Int) -> Ring {
    guard depth > 0 else { return [a] }
    let (dx, dy) = (b.0 - a.0, b.1 - a.1)
    let offset = Double.random(in: -0.2...0.2, using: &random)
    let middle = (a.0 + dx / 2 - dy * offset, a.1 + dy / 2 + dx * offset)
    return rough(a, middle, depth - 1) + rough(middle, b, depth - 1)
  }
  let corners: Ring = [(172, -20), (188, -21), (191, -8), (173, -9), (171, 5), (189, 4)]
  let border = rough(corners[3], corners[2], 7)
  let backwards = Array((border.dropFirst() + [corners[2]]).reversed())
  let south =
    rough(corners[0], corners[1], 7) + rough(corners[1], corners[2], 7) + backwards + rough(corners[3], corners[0], 7)
  let north =
    border + rough(corners[2], corners[5], 7) + rough(corners[5], corners[4], 7) + rough(corners[4], corners[3], 7)
  return Writing(features: [("north", [[north]]), ("south", [[south]])])
}

@Test(arguments: 0..<6 as Range<UInt64>, SimplifyOptions.Method.allCases)
func `both sides of the cut keep the same vertices on it at every level`(
  seed: UInt64, method: SimplifyOptions.Method
) throws {
  let coverage = try roughMap(seed: seed).simplified {
    $0.amount = .tolerance(meters: 500)
    $0.levels = 8
    $0.method = method
  }
  guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
  for level in coverage.levels.indices {
    #expect(GeometryExport.violations(of: coverage, level: level) == [])
    for region in coverage.regions.indices {
      var rows: [Double: Set<Double>] = [0: [], WebMercator.worldSize: []]
      for arc in 0..<coverage.arcs.count
      where coverage.arcs.left[arc] == Int32(region) || coverage.arcs.right[arc] == Int32(region) {
        for vertex in coverage.arcs.vertices(of: arc) where Int(coverage.arcs.vertexLevel[vertex]) >= level {
          rows[grid.x(coverage.arcs.point(vertex).x)]?.insert(grid.y(coverage.arcs.point(vertex).y))
        }
      }
      #expect(rows[0] == rows[WebMercator.worldSize])
      #expect((rows[0]?.count ?? 0) >= 2)
    }
  }
  #expect(coverage.arcs.vertexCount > 40)
}

@Test func `a pack's regions at the cut are as wide as they are, and found on both sides and on it`() throws {
  let coverage = try Globe.uncut.simplified { $0.amount = .tolerance(meters: 100) }
  let pack = try pack(coverage)
  try pack.verify()
  let degree = WebMercator.worldSize / 360
  for (code, west, width) in [("land", 165.0, 23.0), ("north", 170, 18), ("south", -180, 360), ("atolls", 173, 30.5)] {
    let bounds = try #require(pack.shape(code: code)).bounds
    #expect(abs(bounds.minX - (west + 180) * degree) <= 8, "\(code)")
    #expect(abs(bounds.width - width * degree) <= 16, "\(code)")
  }
  for longitude in [179.5, 180, -180, -179.5, 180.5, 540] {
    #expect(pack.code(longitude, 6) == "land" && pack.code(longitude, 10) == "north")
    #expect(pack.code(longitude, 3) == nil && pack.code(longitude, -80) == "south" && pack.code(longitude, 20) == nil)
  }
  #expect(pack.code(-156.8, -3.8) == "atolls" && pack.code(173.2, -2.8) == "atolls")

  // The area of both pieces, as the same land has elsewhere.
  let elsewhere = try Globe.uncut.changed { $0.map { ($0.0 - 100, $0.1) } }.merged()
  for (region, other) in zip(coverage.regions, elsewhere.regions) where region.code != "south" {
    #expect(abs(region.area - other.area) < 2e-6 * other.area)
  }
  // The north is widest beyond the cut, round 184° E.
  for region in coverage.regions.indices {
    let point = try #require(coverage.labelPoint(of: region))
    guard case .mercator(let grid) = coverage.plane else { return #expect(Bool(false)) }
    let x = (Double(grid.originX) + point.x) * grid.cell
    let y = (Double(grid.originY) + point.y) * grid.cell
    #expect(pack.shape(at: MapPoint(x: x, y: y))?.code == coverage.regions[region].code)
    if coverage.regions[region].code == "north" {
      #expect(abs(WebMercator.longitude(x: x) + 176) < 1.5 && abs(WebMercator.latitude(y: y) - 11) < 1.5)
    }
  }
}

@Test func `pieces that meet at the cut are one island, the largest or a small one`() throws {
  // 1° × 1° across the cut twice, once beside it; in square degrees 2.25, 1.44 in halves, 1.
  let map = Writing(features: [
    (
      "a",
      [
        [Writing.square(179.25, 0, 1.5)], [Writing.square(179.4, 5, 1.2)], [Writing.square(170, 0, 1)],
        [Writing.square(172, 0, 1.3)],
      ]
    )
  ])
  let squareDegree = 110.574e3 * 111.32e3
  func polygons(_ change: @escaping (inout SimplifyOptions) -> Void) throws -> (count: Int, dropped: [Rule: Int]) {
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 10)
      change(&$0)
    }
    return (result.polygonCount, result.ledger.droppedPolygons)
  }
  #expect(try polygons { _ in }.count == 6)
  #expect(try polygons { $0.minimumIsland = 1.2 * squareDegree } == (5, [.minimumIsland: 1]))
  #expect(try polygons { $0.minimumIsland = 1.5 * squareDegree } == (3, [.minimumIsland: 3]))
  #expect(try polygons { $0.minimumIsland = 100 * squareDegree } == (2, [.minimumIsland: 4]))
  #expect(try polygons { $0.maximumParts = 1 } == (2, [.maximumParts: 4]))
  #expect(try polygons { $0.maximumParts = 2 } == (3, [.maximumParts: 3]))
  // Both halves are there at the same levels.
  let levels = try map.simplified {
    $0.amount = .tolerance(meters: 2_000)
    $0.minimumIsland = 1
    $0.levels = 7
  }
  // (4 × 2,000 × 2ᵏ)² m²; a half by itself would be there up to level 3.
  #expect(levels.polygonLevel.sorted() == [3, 4, 4, 4, 6, 6])
}
