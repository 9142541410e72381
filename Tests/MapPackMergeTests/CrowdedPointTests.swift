import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// Thousands of triangles to the east of a point in which they all touch.
private func fan(_ count: Int) -> [PlainPolygon] {
  (0..<count).map { [[(0, 0), (200_000, 4 * $0 - 2 * count), (200_000, 4 * $0 - 2 * count + 2)]] }
}

private func findings(_ feature: [PlainPolygon]) throws -> [Finding] {
  try structuralFindings(of: plainTable([feature], unit: plainUnit / 1024)).filter { $0.severity > .note }
}

/// Before, each of these took memory and time for all pairs: 8 GB for ten thousand triangles.
@Suite struct `Points at which very many edges meet` {
  @Test func `polygons that only touch are valid`() throws {
    #expect(try findings(fan(6_000)).isEmpty)
  }

  @Test func `a ring that comes back very often is reported once`() throws {
    let ring = fan(6_000).flatMap { $0[0] }
    let found = try findings([[ring]])
    #expect(found.map(\.rule) == [.ringSelfIntersection])
    #expect(found.first?.count == 5_999)
  }

  @Test func `a crossing is found among very many touches`() throws {
    var polygons = fan(6_000)
    polygons[17][0][1].0 += 1
    polygons[17][0][2] = (200_001, polygons[17][0][2].1 + 3)
    let found = try findings(polygons)
    #expect(found.contains { $0.rule == .selfIntersection && $0.polygon == 17 })
  }

  @Test func `polygons that cross in the common point only are found`() throws {
    // Two wedges that overlap near the point, the longer one inside the other's gap further on.
    var polygons = fan(300)
    polygons.append([[(0, 0), (-100, 10), (-100, -10)]])
    polygons.append([[(0, 0), (-100, 5), (-150, 200)]])
    let found = try findings(polygons)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.rule == .selfIntersection })
  }

  @Test func `a pile of polygons is reported in part`() throws {
    let found = try findings((0..<400).map { [[($0, 0), ($0 + 5000, $0), ($0 + 5000, 5000), ($0, 5000)]] })
    #expect(found.count > 1_000 && found.count <= 100_001)
    #expect(found.last?.message.contains("more points") == true)
  }
}
