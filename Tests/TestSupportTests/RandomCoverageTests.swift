import MapPackFeatures
import MapPackGeometry
import TestSupport
import Testing

/// The features on their noding grid, each a region of its own: neighbors of one code may then share edges.
private func checked(_ table: FeatureTable) -> [BruteForceChecker.Region] {
  let grid = NodingGrid(
    west: table.longitude.min() ?? 0, south: table.latitude.min() ?? 0, east: table.longitude.max() ?? 0,
    north: table.latitude.max() ?? 0)
  return (0..<table.featureCount).map { f in
    BruteForceChecker.Region(
      code: "\(f)",
      polygons: (table.polygonStart[f]..<table.polygonStart[f + 1]).map { p in
        (table.ringStart[p]..<table.ringStart[p + 1]).map { r in
          let points = (table.vertexStart[r]..<table.vertexStart[r + 1]).map { v in
            let point = grid.point(longitude: table.longitude[v], latitude: table.latitude[v])
            return (Int(point.x), Int(point.y))
          }
          return points + points.prefix(1)
        }
      })
  }
}

@Test(arguments: 0..<40 as Range<UInt64>, [false, true])
func `a random coverage is valid on its noding grid and has every region`(seed: UInt64, hasExtremes: Bool) {
  let map = RandomCoverage(seed: seed) { $0.hasExtremes = hasExtremes }
  #expect(BruteForceChecker.violations(of: checked(map.table)) == [])
  #expect(Set(map.features.map(\.code)) == Set(map.codes))
  #expect(map.codes.allSatisfy { (map.polygonCounts[$0] ?? 0) > 0 })
}

@Test(arguments: 0..<10 as Range<UInt64>)
func `a dirty coverage is not valid`(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let map = RandomCoverage(seed: seed).dirty(using: &random)
  #expect(!BruteForceChecker.violations(of: checked(map.table)).isEmpty)
}

@Test func `random coverages have what is hard about real ones`() {
  let maps = (0..<25 as Range<UInt64>).map { RandomCoverage(seed: $0) }
  let rings = maps.flatMap { map in map.features.flatMap { $0.polygons.map(\.count) } }
  #expect(rings.contains { $0 > 3 }, "several holes in a polygon")
  #expect(maps.contains { map in map.codes.contains { code in map.features.count { $0.code == code } > 5 } })
  #expect(maps.contains { $0.codes.count > $0.options.regions }, "regions that are nests alone")
  let touching = maps.flatMap { $0.features.flatMap(\.polygons) }.filter { polygon in
    let shell = Set(polygon[0])
    return polygon.dropFirst().contains { !shell.isDisjoint(with: $0) }
  }
  #expect(!touching.isEmpty, "holes that touch their shell")
}

@Test func `extreme coverages have holes that touch in chains, many regions at a point and straits`() {
  var (chains, fans, straits) = (0, 0, 0)
  for seed in 0..<25 as Range<UInt64> {
    let map = RandomCoverage(seed: seed) { $0.hasExtremes = true }
    var featuresAtPoint: [RandomCoverage.Position: Int] = [:]
    for polygon in map.features.flatMap(\.polygons) {
      for position in Set(polygon[0]) { featuresAtPoint[position, default: 0] += 1 }
      let touches = polygon.indices.dropFirst().filter { k in
        polygon[1..<k].contains { !Set(polygon[k]).isDisjoint(with: $0) }
      }
      if touches.count > 1 { chains += 1 }
    }
    if featuresAtPoint.values.contains(where: { $0 > 4 }) { fans += 1 }
    let xs = map.features.flatMap { $0.polygons.flatMap { $0.flatMap { $0.map(\.x) } } }.sorted()
    if zip(xs, xs.dropFirst()).contains(where: { $1 > $0 && $1 - $0 < 1e-8 }) { straits += 1 }
  }
  #expect(chains > 3 && fans > 3 && straits > 3, "\(chains) \(fans) \(straits)")
}
