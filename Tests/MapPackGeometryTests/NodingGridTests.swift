import MapPackGeometry
import TestSupport
import Testing

@Suite struct `The noding grid` {
  /// Around the middle between two cells the last bit decides, of small numbers and of large ones.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the noding grid rounds to the nearest cell, and a half away from zero`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let grid = NodingGrid(west: -180, south: -90, east: 180, north: 90)
    let cells = Double(Int64(1) << grid.exponent)
    func next() -> Double {
      let size = Int64(1) << Int64.random(in: 0..<28, using: &random)
      let halfWay = 360 * (Double(Int64.random(in: -size...size, using: &random)) + 0.5) / cells
      return [halfWay, halfWay.nextUp, halfWay.nextDown, halfWay + .random(in: -1...1, using: &random) * 360 / cells]
        .randomElement(using: &random) ?? halfWay
    }
    for _ in 0..<200 {
      let (longitude, latitude) = (next(), next() / 2)
      let x = (longitude * cells / 360).rounded(.toNearestOrAwayFromZero)
      let y = (latitude * cells / 360).rounded(.toNearestOrAwayFromZero)
      let point = grid.point(longitude: longitude, latitude: latitude)
      #expect(Int64(point.x) + grid.originX == Int64(x))
      #expect(Int64(point.y) + grid.originY == Int64(y))
    }
  }

  @Test func `the noding grid rounds down what lies just below half a cell`() {
    let grid = NodingGrid(west: -180, south: -90, east: 180, north: 90)
    let halfWay = 180 / Double(Int64(1) << grid.exponent)
    for (degrees, cell) in [
      (halfWay, 1), (halfWay.nextDown, 0), (-halfWay, -1), (-halfWay.nextDown, 0),
    ] as [(Double, Int64)] {
      #expect(Int64(grid.point(longitude: degrees, latitude: 0).x) + grid.originX == cell)
    }
  }
}
