import MapPack
import TestSupport
import Testing

@Suite struct NeighbourTests {
  @Test(arguments: PlainSample.all)
  func `neighbours are the regions whose rings share a segment`(sample: PlainSample) throws {
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
      #expect(map.shape(region).neighbours.map { Int($0.rawValue) - 1 } == expected[region].sorted())
    }
  }

  @Test func `regions that touch in a corner are no neighbours`() throws {
    let map = try PlainMap(quilt(columns: 3, rows: 3, verticesPerArc: 4, seed: 8))
    #expect(map.shape(4).neighbours.map(\.code) == ["1001", "1003", "1005", "1007"])
    #expect(map.shape(0).neighbours.map(\.code) == ["1001", "1003"])
  }

  @Test func `regions that meet at the 180th meridian are neighbours, pieces of one are not`() throws {
    let map = try PlainMap(datelineMap())
    #expect(map.regions.map { map.shape($0).neighbours.map(\.code) } == [[], ["C"], ["B"]])
    let zones = try PlainMap(datelineZones())
    #expect(
      zones.regions.map { zones.shape($0).neighbours.map(\.code) } == [["Q", "R"], ["P"], ["P"], [], []])
  }
}
