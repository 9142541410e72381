import MapPack
import TestSupport
import Testing

@Suite struct EllipsoidalAreaTests {
  private let ellipsoid = EllipsoidalArea()

  private func area(_ ring: [[Double]]) -> Double {
    var sum = 0.0
    for index in ring.indices {
      let start = ring[index]
      let end = ring[(index + 1) % ring.count]
      sum += ellipsoid.underEdge(
        fromLongitude: start[0], latitude: start[1], toLongitude: end[0], latitude: end[1])
    }
    return sum
  }

  @Test(arguments: EllipsoidalAreaTable.rows)
  func `areas agree with integrals of 50 digits`(row: EllipsoidalAreaTable.Row) {
    // A ring's area is a difference of its edges' areas, each of which is right to 10⁻¹⁴.
    let scale =
      row.ring.indices.map { index in
        let start = row.ring[index]
        let end = row.ring[(index + 1) % row.ring.count]
        return abs(start[0] - end[0]) * (abs(start[1]) + abs(end[1]))
      }.max() ?? 0
    let edgeScale = scale * 111_000 * 111_000 / 2
    #expect(abs(area(row.ring) - row.area) <= 1e-14 * max(edgeScale, row.area))
    #expect(abs(area(row.ring.reversed()) + row.area) <= 1e-14 * max(edgeScale, row.area))
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `splitting an edge changes its area by less than a part in 10¹²`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for span in [1e-5, 0.01, 0.057, 0.058, 1, 30, 57.2, 57.4, 115, 170] {
      let south = Double.random(in: -90...(90 - span), using: &random)
      let north = south + span
      let (west, east) = (Double.random(in: -180...0, using: &random), Double.random(in: 1...180, using: &random))
      let share = Double.random(in: 0...1, using: &random)
      let (longitude, latitude) = (west + share * (east - west), south + share * (north - south))
      let whole = ellipsoid.underEdge(fromLongitude: west, latitude: south, toLongitude: east, latitude: north)
      let parts =
        ellipsoid.underEdge(fromLongitude: west, latitude: south, toLongitude: longitude, latitude: latitude)
        + ellipsoid.underEdge(fromLongitude: longitude, latitude: latitude, toLongitude: east, latitude: north)
      // Seen from one pole, where no area is small because it lies on both sides of the equator.
      let hemisphere = 255e12 * (east - west) / 360
      #expect(abs(whole - parts) <= 1e-12 * hemisphere)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `an edge walked backwards has the opposite area, to the last bit`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let longitudes = (0..<2).map { _ in Double.random(in: -180...180, using: &random) }
      let latitudes = (0..<2).map { _ in Double.random(in: -90...90, using: &random) }
      for (from, to) in [(latitudes[0], latitudes[1]), (latitudes[0], latitudes[0].nextUp)] {
        let there = ellipsoid.underEdge(
          fromLongitude: longitudes[0], latitude: from, toLongitude: longitudes[1], latitude: to)
        let back = ellipsoid.underEdge(
          fromLongitude: longitudes[1], latitude: to, toLongitude: longitudes[0], latitude: from)
        #expect(there == -back)
      }
    }
  }
}
