import MapPack
import TestSupport
import Testing

@Suite struct ScaleTests {
  @Test(arguments: [
    (0, 0), (19.9, 0), (20, 1), (39, 1), (40, 2), (80, 3), (1e9, 3), (.infinity, 3), (.nan, 0), (-1, 0),
  ])
  func `the level for a scale is the coarsest whose tolerance is at most a pixel`(
    meters: Double, level: Int
  ) throws {
    // Tolerances of 0, 20, 40 and 80 m.
    let pack = try pack(CoverageDrawing(levels: 4).coverage)
    #expect(pack.level(metersPerPixel: meters) == level)
  }

  @Test func `if even the finest level is coarser than a pixel, it is taken`() throws {
    var coverage = CoverageDrawing(levels: 2).coverage
    coverage.levels[0].tolerance = 10
    #expect(try pack(coverage).level(metersPerPixel: 1) == 0)
  }

  @Test func `a region's scale is that at the middle of its bounds`() throws {
    var drawing = CoverageDrawing(cellExponent: 3, originX: 0, originY: 0, levels: 4)
    // A triangle about 60° N, where a map point is half as long as at the equator.
    let y = Int32(WebMercator.y(latitude: 60) / 8)
    let outline = drawing.arc([(0, y - 100), (0, y + 100), (100, y - 100)], right: 0, closed: true)
    drawing.region("1", "Triangle", polygons: [[[~outline]]])
    let shape = try #require(pack(drawing.coverage).shape(code: "1"))
    let meters = WebMercator.metersPerMapPointAtEquator / 2
    #expect(shape.level(mapPointsPerPixel: 19.9 / meters) == 0)
    #expect(shape.level(mapPointsPerPixel: 20.1 / meters) == 1)
    #expect(shape.level(mapPointsPerPixel: 79.9 / meters) == 2)
    #expect(shape.level(mapPointsPerPixel: 80.1 / meters) == 3)
  }
}
