import MapPack
import TestSupport
import Testing

@Suite struct NeighborTests {
  @Test(arguments: PlainSample.all)
  func `neighbors are the regions whose rings share a segment`(sample: PlainSample) throws {
    let map = try sample.map()
    var expected = [Set<Int>](repeating: [], count: map.regions.count)
    for sides in map.borders(level: 0).values {
      for side in sides { expected[side].formUnion(sides.subtracting([side])) }
    }
    for (a, b) in map.meetingsAtCut {
      expected[a].insert(b)
      expected[b].insert(a)
    }
    for region in map.regions {
      #expect(map.shape(region).neighbors.map { Int($0.rawValue) - 1 } == expected[region].sorted())
    }
  }

  @Test func `regions that touch in a corner are no neighbors`() throws {
    let map = try PlainMap(quilt(columns: 3, rows: 3, verticesPerArc: 4, seed: 8))
    #expect(map.shape(4).neighbors.map(\.code) == ["1001", "1003", "1005", "1007"])
    #expect(map.shape(0).neighbors.map(\.code) == ["1001", "1003"])
  }

  @Test func `regions that meet at the 180th meridian are neighbors, pieces of one are not`() throws {
    let map = try PlainMap(datelineMap())
    #expect(map.regions.map { map.shape($0).neighbors.map(\.code) } == [[], ["C"], ["B"]])
    let zones = try PlainMap(datelineZones())
    #expect(
      zones.regions.map { zones.shape($0).neighbors.map(\.code) } == [["Q", "R"], ["P"], ["P"], [], []])
  }
}
