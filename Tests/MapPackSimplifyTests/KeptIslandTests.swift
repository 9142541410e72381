import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackSimplify

/// Islands that are named by locations.
@Suite struct KeptIslandTests {
  @Test func `each location keeps the polygon that it lies in or on, in whatever order they are given`() throws {
    var polygons: [[[(Double, Double)]]] = [[DrawnMap.square(-5, -5, 4)]]
    var locations: [Degrees] = []
    for index in 0..<100 {
      let (x, y) = (Double(index % 10), Double(index / 10))
      // Every second island has a lake, and its location lies on the shore.
      let isLake = index % 2 == 1
      polygons.append(
        [DrawnMap.square(x, y, 0.5)] + (isLake ? [Array(DrawnMap.square(x + 0.125, y + 0.125, 0.25).reversed())] : []))
      if index % 3 != 0 { locations.append(.init(longitude: x + (isLake ? 0.0625 : 0.25), latitude: y + 0.25)) }
    }
    let map = DrawnMap(regions: [("a", polygons)])
    for locations in [locations, locations.reversed()] {
      let result = try map.simplified {
        $0.amount = .tolerance(meters: 1)
        $0.minimumIsland = 1e12
        $0.keptIslands.locations = locations
      }
      #expect(result.polygonCount == locations.count + 1)
    }
    let inLake = Degrees(longitude: 1.25, latitude: 0.25)
    let error = try #require(throws: StageError.self) {
      try map.simplified {
        $0.amount = .tolerance(meters: 1)
        $0.keptIslands.locations = locations + [inLake]
      }
    }
    #expect(error.message.contains("name the location 1.25, 0.25, at which no polygon lies"))
  }
}
