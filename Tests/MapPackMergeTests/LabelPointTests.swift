import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// Whether a point is inside a polygon's rings, and how far the nearest edge is.
private func distance(_ x: Double, _ y: Double, _ rings: [[GridPoint]]) -> (isInside: Bool, distance: Double) {
  var least = Double.infinity
  var isInside = false
  for ring in rings {
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let (ax, ay, bx, by) = (Double(a.x), Double(a.y), Double(b.x), Double(b.y))
      let (dx, dy) = (bx - ax, by - ay)
      let share = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
      let (restX, restY) = (x - ax - share * dx, y - ay - share * dy)
      least = min(least, (restX * restX + restY * restY).squareRoot())
      if (ay > y) != (by > y), x < ax + (y - ay) / dy * dx { isInside.toggle() }
    }
  }
  return (isInside, least)
}

@Test(arguments: 0..<12 as Range<UInt64>)
func `every region's label point is inside its largest polygon, as far from its edge as it says`(seed: UInt64) throws {
  let coverage = try merge(RandomCoverage(seed: seed).table, options: MergeOptions(key: Template("CODE")))
  for region in coverage.regions.indices {
    let point = try #require(coverage.labelPoint(of: region))
    let polygons = coverage.polygonStart[region]..<coverage.polygonStart[region + 1]
    let largest = try #require(polygons.max { coverage.polygonArea[$0] < coverage.polygonArea[$1] })
    let rings = coverage.rings(of: region, level: 0)[largest - polygons.lowerBound]
    let (isInside, distance) = distance(point.x, point.y, rings)
    #expect(isInside && point.radius > 0)
    #expect(abs(distance - point.radius) <= 1e-9 * distance + 1e-5)
  }
}

@Test func `a region on both sides of the 180th meridian has its label where both together are widest`() throws {
  // 1,000 cells west of the cut and 500 east of it, 1,000 high: circles of 500 fit up to the cut.
  let point = try #require(antimeridian().labelPoint(of: 0))
  let world = Double(1 << 22)
  #expect(point.radius >= 495 && point.y >= 5495 && point.y <= 5505)
  #expect(point.x >= world - 505 && point.x < world || point.x >= 0 && point.x <= 5)

  // A square island of 1,100 cells is larger than either piece, not than both.
  var coverage = antimeridian()
  coverage.polygonArea = [1_000_000, 500_000, 1_210_000]
  #expect(coverage.largestPart(of: 0) { coverage.polygonArea[$0] }?.polygons == [0, 1])
  #expect(coverage.parts(of: 0) == [RegionPart(polygons: [0, 1], isCutOff: false)])
  #expect(coverage.parts(of: 1) == [RegionPart(polygons: [2], isCutOff: false)])
}

@Test func `a piece whose other side is another region's, or nobody's, is a part by itself`() {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0)
  let coastEast = drawing.arc([(0, 5000), (500, 5000), (500, 6000), (0, 6000)], left: 1)
  let seamEast = drawing.arc([(0, 5000), (0, 6000)], right: 1, seam: true)
  let seamWest = drawing.arc([(world, 5500), (world, 7000)], left: 0, seam: true)
  let coastWest = drawing.arc([(world, 5500), (world - 1000, 5500), (world - 1000, 7000), (world, 7000)], right: 0)
  drawing.region("1", "West", polygons: [[[seamWest, ~coastWest]]])
  drawing.region("2", "East", polygons: [[[coastEast, ~seamEast]]])
  #expect(drawing.coverage.parts(of: 0) == [RegionPart(polygons: [0], isCutOff: true)])
  #expect(drawing.coverage.parts(of: 1) == [RegionPart(polygons: [1], isCutOff: true)])
}

@Test func `the largest polygon is the one that was largest as published, not on the grid`() throws {
  var coverage = letters()
  // B's island, a hundredth of its mainland on the grid.
  coverage.polygonArea = [1, 1, 2, 1]
  let point = try #require(coverage.labelPoint(of: 1))
  #expect(point.x > 250 && point.x < 280)
}

@Test func `a label point keeps clear of a lake, and does not depend on levels`() throws {
  let point = try #require(letters().labelPoint(of: 0))
  // To the right of the lake, with the bend of the border that only level 0 has.
  #expect(point.x > 60 && point.radius > 20)
}

@Test func `a region without a polygon has no label point`() {
  var drawing = CoverageDrawing()
  drawing.region("1", "Nowhere", polygons: [])
  #expect(drawing.coverage.labelPoint(of: 0) == nil)
}
