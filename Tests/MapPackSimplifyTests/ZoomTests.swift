import MapPack
import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// A land at a latitude with teeth on its eastern side, so high in map points; none of them is an anchor.
private func toothed(latitude: Double, base: Double, heights: [Double]) -> DrawnMap {
  let corner = MapPoint(longitude: 20, latitude: latitude)
  let side = 40_000.0
  var ring: [(Double, Double)] = [(0, side), (0, 0), (side, 0)]
  for (index, height) in heights.enumerated() {
    let middle = Double(index + 1) * 12_000
    ring += [(side, middle - base / 2), (side + height, middle), (side, middle + base / 2)]
  }
  ring.append((side, side))
  return DrawnMap(regions: [
    (
      "land",
      [
        [
          ring.map { x, y in
            (WebMercator.longitude(x: corner.x + x), WebMercator.latitude(y: corner.y + y))
          }
        ]
      ]
    )
  ])
}

/// How far east of the land's side each vertex that stays beyond it lies, in map points, ascending.
private func teeth(_ coverage: Coverage, level: Int = 0) throws -> [Double] {
  guard case .mercator(let grid) = coverage.plane else { return [] }
  let east = WebMercator.x(longitude: 20) + 40_000
  return coverage.rings(of: 0, level: level).joined().joined().map { grid.x($0.x) - east }.filter { $0 > 10 }.sorted()
}

@Suite struct ZoomTests {
  /// Zoom 9 is 2¹⁰ map points. On a base of 2¹¹ a tooth as high as 2¹⁰ has the square's area.
  @Test(arguments: [0, 45, 70, 80], SimplifyOptions.Method.allCases)
  func `at zoom z what is below 2¹⁹⁻ᶻ map points goes, whatever the latitude`(
    latitude: Double, method: SimplifyOptions.Method
  ) throws {
    // The weighted area of an isosceles triangle as high as half its base is the area itself.
    let map = toothed(latitude: latitude, base: 2048, heights: [1000, 1050])
    let zoomed = try map.simplified {
      $0.amount = .zoom(9)
      $0.method = method
    }
    let found = try teeth(zoomed)
    #expect(found.count == 1)
    #expect(abs((found.first ?? 0) - 1050) < 5)
    #expect(zoomed.levels.map(\.tolerance) == [1024 * WebMercator.metersPerMapPointAtEquator])
    #expect(GeometryExport.violations(of: zoomed) == [])
  }

  @Test func `level k is at zoom z − k`() throws {
    let map = toothed(latitude: 70, base: 4096, heights: [500, 1000])
    func result(_ zoom: Int, levels: Int) throws -> Coverage {
      try map.simplified {
        $0.amount = .zoom(zoom)
        $0.method = .douglasPeucker
        $0.levels = levels
      }
    }
    let levels = try result(11, levels: 3)
    #expect(try [0, 1, 2].map { try teeth(levels, level: $0).count } == [2, 1, 0])
    for level in 0..<3 {
      let alone = try result(11 - level, levels: 1)
      #expect(alone.levels[0].tolerance == levels.levels[level].tolerance)
      #expect(try teeth(alone).count == 2 - level)
    }
  }

  @Test func `a tolerance on the ground of the same length takes more in the north`() throws {
    let map = toothed(latitude: 70, base: 2048, heights: [1000, 1050])
    let result = try map.simplified {
      $0.amount = .tolerance(meters: 512 * WebMercator.metersPerMapPointAtEquator)
      $0.method = .douglasPeucker
    }
    // At 70° N a map point is 0.34 of one at the equator: 1,050 of them are as long as 359.
    #expect(try teeth(result) == [])
  }
}
