import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Random walks that cross each other and themselves, noded: loops on nodes, holes that touch, slivers, and all
/// that in few cells.
func tangle(seed: UInt64) -> Coverage {
  var random = SplitMix64(seed: seed)
  let size = [8, 20, 60][Int(seed % 3)] as Int32
  let scale = 900_000_000 / size
  var paths = ClaimedPaths()
  for claim in 0..<Int32.random(in: 1...4, using: &random) {
    var points: [GridPoint] = []
    var x = Int32.random(in: 0...size, using: &random)
    var y = Int32.random(in: 0...size, using: &random)
    for _ in 0..<Int.random(in: 6...40, using: &random) {
      let point = GridPoint(x: x * scale, y: y * scale)
      if points.last != point && points.first != point { points.append(point) }
      x = max(0, min(size, x + .random(in: -4...4, using: &random)))
      y = max(0, min(size, y + .random(in: -4...4, using: &random)))
    }
    guard points.count > 2 else { continue }
    for point in points { paths.paths.append(point) }
    paths.endPath(isClosed: true, left: claim, right: ClaimedPaths.none)
  }
  let made = arrange(paths, regionCount: 4, jobs: 1) { claims in
    claims.map(\.claim)
  }
  var coverage = Coverage(plane: .lonlat(NodingGrid(west: 0, south: 40, east: 1, north: 41)))
  coverage.take(made.arcs, made.rings)
  coverage.polygonStart = [0]
  // Regions that came out empty are left out; the arcs name the others by their new numbers.
  var number = ContiguousArray<Int32>(repeating: -1, count: 4)
  for region in 0..<4 where made.rings.polygonStart[region] < made.rings.polygonStart[region + 1] {
    number[region] = Int32(coverage.regions.count)
    coverage.regions.append(Region(code: "\(region)", name: "\(region)"))
    coverage.polygonStart.append(made.rings.polygonStart[region + 1])
  }
  for arc in 0..<coverage.arcs.count {
    if coverage.arcs.left[arc] >= 0 { coverage.arcs.left[arc] = number[Int(coverage.arcs.left[arc])] }
    if coverage.arcs.right[arc] >= 0 { coverage.arcs.right[arc] = number[Int(coverage.arcs.right[arc])] }
  }
  // Polygons are in the order of their areas, largest first.
  coverage.polygonArea = ContiguousArray((0..<coverage.polygonCount).map { 1e9 / Double($0 + 1) })
  return coverage
}

@Suite struct TangleTests {
  private static func expectValidLevels(of seed: UInt64, _ amount: SimplifyOptions.Amount, levels: Int) throws {
    let coverage = tangle(seed: seed)
    try prove(coverage, jobs: 1)
    let result = try simplify(coverage, options: SimplifyOptions { ($0.amount, $0.levels) = (amount, levels) })
    for level in result.levels.indices {
      #expect(GeometryExport.violations(of: result, level: level) == [])
    }
    #expect(neighbors(result) == neighbors(coverage) || result.rules.contains(.adjacencyChanged))
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `any coverage, simplified to the utmost, is valid at every level`(seed: UInt64) throws {
    try Self.expectValidLevels(of: seed, .tolerance(meters: 2000), levels: 7)
  }

  @Test(arguments: 0..<40 as Range<UInt64>, [0, 0.4])
  func `any coverage, held to a share, is valid at every level`(seed: UInt64, share: Double) throws {
    try Self.expectValidLevels(of: seed, .keep(share: share), levels: 3)
  }
}
