import MapPackCoverage
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// What all methods promise, on made-up maps, judged by the checker that compares everything with everything.
@Suite struct MethodTests {
  private static func options(
    _ method: SimplifyOptions.Method, _ amount: SimplifyOptions.Amount, levels: Int, jobs: Int = 1
  ) -> SimplifyOptions {
    var options = RandomMapTests.options(amount, levels: levels, jobs: jobs)
    options.method = method
    return options
  }

  @Test(arguments: 0..<12 as Range<UInt64>, SimplifyOptions.Method.allCases)
  func `every level is valid, and has every region`(seed: UInt64, method: SimplifyOptions.Method) throws {
    let coverage = try RandomMapTests.merged(RandomMapTests.small(seed))
    for tolerance in [30.0, 1000, 8000] {
      for levels in [1, 4] {
        let result = try simplify(
          coverage, options: Self.options(method, .tolerance(meters: tolerance), levels: levels))
        #expect(result.levels.map(\.tolerance) == [1, 2, 4, 8].prefix(levels).map { $0 * tolerance })
        #expect(result.regions.map(\.code) == coverage.regions.map(\.code))
        for level in result.levels.indices { #expect(GeometryExport.violations(of: result, level: level) == []) }
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>, SimplifyOptions.Method.allCases)
  func `the result does not depend on the number of threads nor on the order of the input`(
    seed: UInt64, method: SimplifyOptions.Method
  ) throws {
    let map = RandomMapTests.small(seed)
    var random = SplitMix64(seed: seed)
    let shuffled = map.shuffled(using: &random)
    for amount in [.keep(share: 0.2), .tolerance(meters: 900), .zoom(7)] as [SimplifyOptions.Amount] {
      let first = try simplify(
        try RandomMapTests.merged(map), options: Self.options(method, amount, levels: 3))
      let second = try simplify(
        try RandomMapTests.merged(shuffled), options: Self.options(method, amount, levels: 3, jobs: 3))
      #expect(Columns(first) == Columns(second))
      #expect(first.findings == second.findings)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>, SimplifyOptions.Method.allCases)
  func `a share keeps so many vertices, or says why more, and neighbors stay neighbors`(
    seed: UInt64, method: SimplifyOptions.Method
  ) throws {
    let coverage = try RandomMapTests.merged(RandomMapTests.small(seed))
    let full = try simplify(coverage, options: Self.options(method, .keep(share: 1), levels: 1))
    #expect(neighbors(coverage) == neighbors(full) || full.findings.contains { $0.rule == .adjacencyChanged })
    for share in [0, 0.03, 0.3, 1] {
      let options = Self.options(method, .keep(share: share), levels: 1)
      let result = try simplify(coverage, options: options)
      let asked = try verticesToKeep(share, of: coverage, options)
      let kept = distinctVertices(result)
      #expect(kept >= asked)
      #expect(result.findings.filter { $0.rule == .keepFloor }.map(\.count) == (kept > asked ? [kept - asked] : []))
      #expect(neighbors(full) == neighbors(result))
    }
  }

  @Test(arguments: SimplifyOptions.Method.allCases)
  func `vertices on the cut at 180° stay on both sides`(method: SimplifyOptions.Method) throws {
    let map = DrawnMap(regions: [
      ("east", [[[(-180, 60), (-180, 61), (-180, 62.5), (-180, 65), (-175, 66), (-174, 62), (-176, 60)]]]),
      ("west", [[[(180, 60), (176, 59), (170, 60), (171, 66), (180, 65), (180, 62.5), (180, 61)]]]),
    ])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 1e6)
      $0.method = method
    }
    let seams = (0..<result.arcs.count).filter { result.arcs.isSeam[$0] }
    #expect(seams.map { result.arcs.vertices(of: $0).count } == [4, 4])
    #expect(GeometryExport.violations(of: result) == [])
  }

  /// An island before a coast, each a ring of many vertices, and a lake that hangs on a corner of its land.
  @Test(arguments: SimplifyOptions.Method.allCases)
  func `no ring falls below three vertices, however coarse the level`(method: SimplifyOptions.Method) throws {
    let bay = [(0.0, 0.0), (4, -0.3), (8, 0), (8.2, 4), (8, 8), (4, 8.1), (0, 8), (-0.2, 4)]
    let lake = [(0.0, 0.0), (1, 0.2), (1.5, 1), (1.3, 1.4), (1, 1.5), (0.2, 1)]
    let island = (0..<40).map { i in
      let share = Double(i) / 20
      let side = share < 1 ? share : 2 - share
      return (12 + side, (share < 1 ? 1 : -1) * side * (1 - side) * 3)
    }
    let map = DrawnMap(regions: [("land", [[bay, lake.reversed()]]), ("lake", [[lake]]), ("island", [[island]])])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 1000)
      $0.method = method
      $0.levels = 16
    }
    for level in result.levels.indices {
      #expect(GeometryExport.violations(of: result, level: level) == [])
      for region in result.regions.indices {
        for ring in result.rings(of: region, level: level).joined() { #expect(ring.count >= 3) }
      }
    }
  }

  /// A coast with six wide bays, and in a narrow inlet beside them an islet or a cape of other land; all bays matter
  /// more than the inlet.
  @Test(arguments: SimplifyOptions.Method.allCases, [false, true])
  func `what keeps lines apart comes back, not all that matters more`(
    method: SimplifyOptions.Method, isCape: Bool
  ) throws {
    var coast: DrawnMap.Ring = [(60, 0), (60, 20)]
    for bay in 0..<6 {
      let right = 58 - Double(bay) * 9
      coast += [(right, 20), (right - 1, 8 + Double(bay)), (right - 5, 8 + Double(bay)), (right - 6, 20)]
    }
    coast += [(3, 20), (2.5, 16), (2, 20), (0, 20), (0, 0)]
    let beside: [(code: String, polygons: [[DrawnMap.Ring]])] = [
      ("west", [[DrawnMap.square(-20, 0, 20)]]), ("east", [[DrawnMap.square(60, 0, 20)]]),
    ]
    // The cape's tip is a node, so it stays.
    let obstacle: [(code: String, polygons: [[DrawnMap.Ring]])] =
      isCape
      ? [
        ("northwest", [[[(0, 21), (2.4, 21), (2.5, 17), (2.5, 30), (0, 30)]]]),
        ("northeast", [[[(2.5, 17), (2.6, 21), (60, 21), (60, 30), (2.5, 30)]]]),
      ] : [("islet", [[DrawnMap.square(2.49, 17, 0.02)]])]
    let result = try DrawnMap(regions: [("land", [[coast]])] + beside + obstacle).simplified {
      $0.amount = .tolerance(meters: 1e7)
      $0.method = method
    }
    #expect(GeometryExport.violations(of: result) == [])
    let land = try #require(result.regions.firstIndex { $0.code == "land" })
    #expect(result.rings(of: land, level: 0).joined().joined().count <= 6)
  }
}
