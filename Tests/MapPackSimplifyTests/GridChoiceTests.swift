import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

private let world = PlaneBox(minX: 0, minY: 0, maxX: 268_435_456, maxY: 268_435_456)
/// About a prefecture.
private let prefecture = PlaneBox(minX: 1e8, minY: 1e8, maxX: 1e8 + 1_000_000, maxY: 1e8 + 700_000)
private let building = PlaneBox(minX: 1e8, minY: 1e8, maxX: 1e8 + 1000, maxY: 1e8 + 1000)

@Suite struct GridChoiceTests {
  @Test(
    arguments: [
      (world, .keep(share: 0.1), 3), (world, .tolerance(meters: 1000), 3), (world, .tolerance(meters: 10), 2),
      (world, .none, -1), (prefecture, .none, -10), (prefecture, .tolerance(meters: 0), -10),
      (prefecture, .keep(share: 0.1), 3), (prefecture, .tolerance(meters: 10), 2), (building, .keep(share: 0.1), -7),
      (prefecture, .zoom(10), 3), (prefecture, .zoom(12), 3), (prefecture, .zoom(13), 2), (prefecture, .zoom(24), -9),
      (world, .zoom(0), 3), (world, .zoom(24), -1),
    ] as [(PlaneBox, SimplifyOptions.Amount, Int)])
  func `the cell follows from the tolerance and the extent`(
    extent: PlaneBox, amount: SimplifyOptions.Amount, expected: Int
  ) throws {
    var options = SimplifyOptions { $0.amount = amount }
    #expect(try GridChoice.exponent(for: extent, options: options) == expected)
    options.cellExponent = 5
    #expect(try GridChoice.exponent(for: extent, options: options) == 5)
  }

  @Test func `the cell is fine enough for the region with the finest tolerance`() throws {
    let options = SimplifyOptions {
      ($0.amount, $0.regionTolerances) = (.tolerance(meters: 1000), ["b": 10, "a": 2000])
    }
    #expect(try GridChoice.exponent(for: world, options: options) == 2)
  }

  @Test(arguments: [(-2, "3.73 cm"), (21, "313 km")])
  func `a grid on which the map does not fit is refused, in lengths as they are written`(
    exponent: Int, length: String
  ) {
    let error = #expect(throws: StageError.self) {
      try GridChoice.exponent(for: world, options: SimplifyOptions { $0.cellExponent = exponent })
    }
    #expect(error?.status == .usage)
    #expect(
      error?.message == "the map cannot have a pack grid with cells of \(length): "
        + "its cells are from 7.46 cm to 157 km wide at the equator")
  }

  @Test(
    arguments: [
      // It would be 3.
      (world, .tolerance(meters: 1000), 1, 1), (world, .tolerance(meters: 1000), 5, 5),
      (world, .tolerance(meters: 1000), 0, 3), (world, .tolerance(meters: 1000), 6, 3),
      // -1 is the finest.
      (world, .none, 0, 0), (world, .none, -2, -1), (world, .none, 2, -1), (world, .tolerance(meters: 0.01), 3, -1),
      // The extent asks for -7.
      (building, .keep(share: 0.1), 3, -7), (building, .keep(share: 0.1), -5, -5),
    ] as [(PlaneBox, SimplifyOptions.Amount, Int, Int)])
  func `a cell that was chosen before is kept if it still suits`(
    extent: PlaneBox, amount: SimplifyOptions.Amount, former: Int, expected: Int
  ) throws {
    var options = SimplifyOptions { ($0.amount, $0.formerCellExponent) = (amount, former) }
    #expect(try GridChoice.exponent(for: extent, options: options) == expected)
    // What is asked for wins.
    options.cellExponent = 4
    #expect(try GridChoice.exponent(for: extent, options: options) == 4)
  }

  @Test func `a grid that is coarser than the tolerance is reported if somebody asked for it`() throws {
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(10, 50, 1)]])])
    for (amount, rules) in [
      (.tolerance(meters: 1), [.gridCoarse]), (.tolerance(meters: 1.3), []), (.zoom(17), [.gridCoarse]),
      (.zoom(16), []), (.tolerance(meters: 0), []), (.keep(share: 1), []),
    ] as [(SimplifyOptions.Amount, [Rule])] {
      let written = try map.simplified { ($0.amount, $0.cellExponent) = (amount, 3) }
      #expect(written.rules == rules, "\(amount)")
      let former = try map.simplified { ($0.amount, $0.formerCellExponent) = (amount, 3) }
      #expect(former.rules == [], "\(amount)")
    }
  }

  @Test func `a location has the same cell whatever else is on the map`() {
    let a = GridChoice.grid(3, for: prefecture)
    let b = GridChoice.grid(3, for: world)
    let point = a.point(x: 100_400_123, y: 100_300_456)
    #expect(b.point(x: 100_400_123, y: 100_300_456) == b.point(x: a.x(point.x), y: a.y(point.y)))
  }

  @Test func `a polygon below the grid is dropped and counted, unless it is its region's largest`() throws {
    // 1e-6° is a tenth of a meter.
    let map = DrawnMap(regions: [
      ("big", [[DrawnMap.square(130, 33, 0.5)], [DrawnMap.square(131, 33, 1e-6)], [DrawnMap.square(132, 33, 0.01)]])
    ])
    let result = try map.simplified { $0.amount = .tolerance(meters: 100) }
    #expect(result.polygonCount == 2)
    #expect(result.ledger.droppedPolygons == [.belowGrid: 1])
    #expect(result.rules == [.belowGrid])

    let small = DrawnMap(regions: [
      ("big", [[DrawnMap.square(130, 33, 0.5)]]), ("rock", [[DrawnMap.square(131, 33, 1e-6)]]),
    ])
    let kept = try small.simplified { $0.amount = .tolerance(meters: 100) }
    #expect(kept.polygonStart == [0, 1, 2])
    #expect(kept.ledger.droppedPolygons == [:])
    #expect(kept.rules == [.gridHalved])
    guard case .mercator(let grid) = kept.plane else { return #expect(Bool(false)) }
    #expect(grid.cellExponent == 0)
    #expect(GeometryExport.violations(of: kept) == [])
  }

  @Test func `a region that no grid can show ends the stage with its name`() throws {
    // A map from pole to pole is half as fine in the plane's cells as it was in longitude and latitude.
    let map = DrawnMap(regions: [
      ("strip", [[[(0, -84.5), (1, -84.5), (1, 84.5), (0, 84.5)]]]),
      ("speck", [[[(2, 0), (2.00000017, 0), (2, 0.00000017)]]]),
    ])
    let error = #expect(throws: StageError.self) { try map.simplified { _ in } }
    #expect(error?.status == .findings)
    #expect(error?.label == "speck (speck)")
  }

  @Test func `published areas go with the polygons`() throws {
    let map = DrawnMap(regions: [
      ("a", [[DrawnMap.square(0, 0, 1), DrawnMap.square(0.2, 0.2, 0.1)], [DrawnMap.square(2, 0, 0.5)]]),
      ("b", [[DrawnMap.square(1, 0, 1)]]),
    ])
    let before = try map.merged()
    let after = try map.simplified { $0.amount = .tolerance(meters: 50) }
    #expect(after.polygonArea == before.polygonArea)
    #expect(after.regions == before.regions)
  }

  @Test func `pieces that rounding joins have their areas together`() throws {
    // Two squares 2e-6° (a fifth of a meter) apart, on cells of a meter.
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)], [DrawnMap.square(1.000002, 0, 1)]])])
    let before = try map.merged()
    let after = try map.simplified { $0.amount = .tolerance(meters: 100) }
    #expect(before.polygonCount == 2)
    #expect(after.polygonCount == 1)
    #expect(after.polygonArea == [before.polygonArea[0] + before.polygonArea[1]])
    #expect(after.ledger.droppedPolygons == [:])
  }

  @Test func `neighbors that rounding makes are named`() throws {
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)]]), ("b", [[DrawnMap.square(1.000002, 0, 1)]])])
    let result = try map.simplified { $0.amount = .tolerance(meters: 100) }
    let findings = result.findings.filter { $0.rule == .adjacencyChanged }
    #expect(findings.map(\.code) == ["a"])
    #expect(findings.map(\.message) == ["by rounding to the pack grid, b (b) has become a neighbor"])
  }

  // A map point is 0.14929 m at the equator.
  @Test(arguments: [(1.0, 3), (1.2, 3), (0.149291, 0), (0.1, -1), (0.2, 0), (0.22, 1), (10_000, 16)])
  func `the cell is the power of two that is nearest by ratio`(meters: Double, exponent: Int) {
    #expect(GridChoice.exponent(nearestTo: meters) == exponent)
  }
}
