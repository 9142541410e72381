import MapPack
import MapPackGeometry
import MapPackSimplify
import TestSupport
import Testing

@Suite struct GridProjectionTests {
  private static let limit = WebMercator.latitudeLimit

  @Test(
    arguments: [
      (NodingGrid(west: -180, south: -limit, east: 180, north: limit), [3, -1, -6, -18]),
      (NodingGrid(west: 128, south: 32, east: 131, north: 35), [20, 3, -9]),
      (NodingGrid(west: -10, south: 84, east: 60, north: limit), [3, -4]),
      (NodingGrid(west: 10, south: -0.001, east: 10.001, north: 0.001), [3, -9, -18]),
    ])
  func `locations are rounded as the projection itself rounds them`(grid: NodingGrid, exponents: [Int]) {
    let rows = 0...grid.lastRow
    var random = SplitMix64(seed: 7)
    for exponent in exponents {
      let target = PackGrid(cellExponent: exponent, originX: 3, originY: 5)
      let projection = GridProjection(from: grid, to: target, rows: rows)
      for step in 0..<20_000 {
        let row = step == 0 ? rows.lowerBound : step == 1 ? rows.upperBound : Int32.random(in: rows, using: &random)
        let point = GridPoint(x: Int32.random(in: 0..<1 << 29, using: &random), y: row)
        let exact = MapPoint(longitude: grid.longitude(x: point.x), latitude: grid.latitude(y: row))
        #expect(projection.point(point) == target.point(x: exact.x, y: exact.y))
      }
    }
  }
}

extension NodingGrid {
  /// The row of the northernmost parallel within the plane, or of the grid's own extent of 2²⁹ rows.
  fileprivate var lastRow: Int32 {
    var (inside, beyond): (Int32, Int32) = (0, 1 << 29)
    while beyond - inside > 1 {
      let middle = inside + (beyond - inside) / 2
      if latitude(y: middle) <= WebMercator.latitudeLimit { inside = middle } else { beyond = middle }
    }
    return inside
  }
}
