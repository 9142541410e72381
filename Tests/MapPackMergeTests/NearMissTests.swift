import Foundation
import MapPackFeatures
import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackCoverage
@testable import MapPackMerge

private func misses(_ map: MeterTable, within meters: Double = 10, jobs: Int = 1) throws -> [NearMiss] {
  try misses(map.table, within: meters, jobs: jobs)
}

/// The near misses that a merge of a table joins, its features grouped by their codes.
func misses(_ table: FeatureTable, within meters: Double, jobs: Int = 1) throws -> [NearMiss] {
  try RegionDivision(table, options: MergeOptions(key: Template("code"), snap: meters, jobs: jobs)).joined
}

private let box = MeterTable.box

@Suite struct `Near misses` {
  @Test func `a border that misses the neighbor's all along is one near miss, with its width and length`() throws {
    let map = MeterTable([("b", [box(1002, 0, 2000, 1000)]), ("a", [box(0, 0, 1000, 1000)])])
    let found = try misses(map)
    #expect(found.count == 1)
    #expect(found.first?.a == 0 && found.first?.b == 1)
    #expect(abs((found.first?.width ?? 0) - 2) < 0.001)
    #expect(abs((found.first?.length ?? 0) - 1000) < 10)
    #expect(try misses(map, within: 1.99).isEmpty)
  }

  @Test
  func `the width of a near miss shrinks with the cosine of the latitude from west to east, not from south to north`()
    throws
  {
    func width(dx: Double, dy: Double) throws -> Double? {
      var table = MeterTable([("a", [box(0, 0, 100, 100)]), ("b", [box(dx, dy, dx + 100, dy + 100)])]).table
      for vertex in 0..<table.vertexCount { table.latitude[vertex] += 60 }
      return try misses(table, within: 10).first?.width
    }
    #expect(abs(try #require(try width(dx: 104, dy: 0)) - 2) < 0.02)
    #expect(abs(try #require(try width(dx: 0, dy: 104)) - 4) < 0.02)
  }

  @Test func `a near miss has the point where the lines are farthest apart, and the region that gets the water`()
    throws
  {
    let map = MeterTable([
      ("b", [[(1001, 0), (2000, 0), (2000, 900), (1001, 900), (1003, 400)]]), ("a", [box(0, 0, 1000, 1000)]),
    ])
    let division = try RegionDivision(map.table, options: MergeOptions(key: Template("code"), snap: 10))
    let miss = try #require(division.joined.first)
    #expect(division.joined.count == 1 && miss.region == 1)
    // The smaller end of the widest bridge.
    #expect(abs(division.grid.longitude(x: miss.point.x) / MeterTable.degree - 1000) < 0.01)
    #expect(abs(division.grid.latitude(y: miss.point.y) / MeterTable.degree - 400) < 0.01)
    #expect(abs(miss.width - 3) < 0.001)
  }

  @Test func `a border that comes near another twice is two near misses`() throws {
    // The upper line comes near the lower one twice and is far from it in between.
    let upper = MeterTable.Ring([
      (0, 101), (100, 101), (200, 150), (300, 102), (400, 102), (400, 300), (0, 300),
    ])
    let lower = MeterTable.Ring([(0, 0), (400, 0), (400, 100), (310, 100), (200, 100), (90, 100), (0, 100)])
    let found = try misses(MeterTable([("a", [lower]), ("b", [upper])]))
    #expect(found.map { $0.width.rounded() } == [1, 2] || found.map { $0.width.rounded() } == [2, 1])
  }

  @Test func `a sliver of water between two common vertices is a near miss, however short`() throws {
    let left = MeterTable.Ring([(0, 0), (100, 0), (100, 40), (97, 50), (100, 60), (100, 100), (0, 100)])
    let right = MeterTable.Ring([(100, 0), (200, 0), (200, 100), (100, 100), (100, 60), (100, 40)])
    let found = try misses(MeterTable([("a", [left]), ("b", [right])]))
    #expect(found.map { ($0.width * 1000).rounded() } == [3000])
    #expect(try misses(MeterTable([("a", [left]), ("b", [right])]), within: 2.9).isEmpty)
  }

  @Test
  func `a piece of coast between two borders with one neighbor is no near miss, though its vertices are near these`()
    throws
  {
    // From (0, 0) to (100, 0) only the lower region draws a line, with a vertex half a meter from where its border ends.
    let lower = MeterTable.Ring([(-500, -500), (600, -500), (600, 0), (100, 0), (0.5, -0.5), (0, 0), (-500, 0)])
    let east = MeterTable.Ring([(100, 0), (600, 0), (600, 500), (200, 500)])
    let west = MeterTable.Ring([(-500, 0), (0, 0), (-200, 500), (-500, 500)])
    #expect(try misses(MeterTable([("a", [lower]), ("b", [east]), ("b", [west])])).isEmpty)
  }

  @Test func `a border that both regions draw alike is no near miss`() throws {
    let map = MeterTable([("a", [box(0, 0, 5, 5)]), ("b", [box(5, 0, 10, 5)]), ("c", [box(0, 5, 10, 10)])])
    #expect(try misses(map, within: 1000).isEmpty)
  }

  @Test(arguments: [0.5, 5, 30.0, 60, 90, 120, 180])
  func `the wedge between coasts that run apart from the end of a border is no near miss`(angle: Double) throws {
    // The border runs north from (0, −100) to the origin; from there the coasts part by the angle.
    func coast(_ side: Double) -> [(Double, Double)] {
      stride(from: 0.0, through: angle < 10 ? 6000 : 60, by: angle < 10 ? 50 : 1.5).map { distance in
        (side * distance * sin(angle * .pi / 360), distance * cos(angle * .pi / 360))
      }
    }
    let west = Array(coast(-1).reversed()) + [(0, -100), (-200, -100), (-200, 0)]
    let east = [(0, -100), (200, -100), (200, 0)] + coast(1).reversed()
    let map = MeterTable([("a", [west.reversed()]), ("b", [east])])
    #expect(try misses(map).isEmpty)
  }

  @Test func `a border that ends at different points of the coast is a near miss, though it begins at a common vertex`()
    throws
  {
    let map = MeterTable([
      ("a", [[(0, 0), (1000, 0), (1002, 1000), (0, 1000)]]),
      ("b", [[(1000, 0), (2000, 0), (2000, 1000), (1006, 1000)]]),
    ])
    let found = try misses(map)
    #expect(found.count == 1)
    #expect(abs((found.first?.width ?? 0) - 4) < 0.01)
  }

  @Test func `lines that cross are no near miss`() throws {
    func dense(_ ring: MeterTable.Ring) -> MeterTable.Ring {
      ring.indices.flatMap { k -> MeterTable.Ring in
        let (a, b) = (ring[k], ring[(k + 1) % ring.count])
        return (0..<97).map { (a.0 + (b.0 - a.0) * Double($0) / 97, a.1 + (b.1 - a.1) * Double($0) / 97) }
      }
    }
    let map = MeterTable([("a", [dense(box(0, 0, 200, 200))]), ("b", [dense(box(101, 101, 300, 300))])])
    #expect(try misses(map).isEmpty)
  }

  @Test func `near misses depend on neither the order of features nor the starts of rings nor the number of threads`()
    throws
  {
    let map = MeterTable([
      ("b", [[(1001, 0), (2000, 0), (2000, 900), (1001, 900), (1003, 400)]]), ("a", [box(0, 0, 1000, 1000)]),
      ("c", [[(0, 1004), (700, 1003), (2000, 1005), (2000, 2000), (0, 2000)]]),
    ])
    let found = try misses(map)
    #expect(found.count == 2)
    #expect(try misses(map.turned, jobs: 3) == found)
  }

  @Test func `near misses are found far north and at the edge of the world`() throws {
    var table = MeterTable([("a", [box(0, 0, 1e7, 3e6)]), ("b", [box(0, 3e6 + 5, 1e7, 6e6)])]).table
    for vertex in 0..<table.vertexCount {
      table.longitude[vertex] = max(-180, min(180, table.longitude[vertex] * 4 - 180))
      table.latitude[vertex] = min(90, table.latitude[vertex] + 40)
    }
    // Beside what the two miss, one of them misses itself at ±180°.
    let found = try misses(table, within: 50_000)
    #expect(found.count { $0.a != $0.b } == 1)
  }
}

@Suite struct `A proposed snap` {
  private func miss(_ width: Double, length: Double = 1000) -> NearMiss {
    NearMiss(a: 0, b: 1, region: 0, point: GridPoint(x: 0, y: 0), width: width, length: length)
  }

  @Test func `the proposed snap is the smallest round length above the bulk, if a clear gap follows`() {
    let noise = [0.03, 0.12, 0.17, 0.4].map { miss($0) }
    #expect(proposedSnap(noise, searched: 10) == 0.5)
    #expect(proposedSnap(noise + [miss(3, length: 4)], searched: 10) == 0.5)
    #expect(proposedSnap([miss(0.0002)], searched: 10) == 0.001)
    #expect(proposedSnap([miss(0.07)], searched: 10) == 0.1)
    #expect(proposedSnap([miss(12), miss(13)], searched: 200) == 20)
  }

  @Test func `no snap is proposed if noise and real distances cannot be told apart, or the gap was not searched`() {
    #expect(proposedSnap([], searched: 10) == nil)
    #expect(proposedSnap([0.1, 0.3, 0.9, 2.5, 7].map { miss($0) }, searched: 10) == nil)
    #expect(proposedSnap([miss(4)], searched: 10) == nil)
    #expect(proposedSnap([miss(0.1, length: 0), miss(0.2, length: 1)], searched: 10) == nil)
  }
}
