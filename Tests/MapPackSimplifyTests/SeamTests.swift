import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Two countries that meet at 180°, with vertices along the cut.
private let cutMap = DrawnMap(regions: [
  ("east", [[[(-180, 60), (-180, 61), (-180, 62.5), (-180, 65), (-175, 66), (-174, 62), (-176, 60)]]]),
  ("west", [[[(180, 60), (176, 59), (170, 60), (171, 66), (180, 65), (180, 62.5), (180, 61)]]]),
])

/// A land at the south pole, as sources draw it, and one that does not reach so far.
private let poleMap = DrawnMap(regions: [
  (
    "antarctica",
    [[[(-180, -90), (180, -90), (180, -80), (100, -72), (50, -87), (0, -70), (-60, -75), (-120, -86), (-180, -80)]]]
  ),
  ("island", [[DrawnMap.square(30, -40, 3)]]),
])

private func seamArcs(_ coverage: Coverage) -> [Int] {
  (0..<coverage.arcs.count).filter { coverage.arcs.isSeam[$0] }
}

@Suite struct SeamTests {
  @Test func `the cut at 180° is a seam and keeps its vertices on both sides`() throws {
    let result = try cutMap.simplified { $0.amount = .tolerance(meters: 1e6) }
    guard case .mercator(let grid) = result.plane else { return #expect(Bool(false)) }
    let seams = seamArcs(result)
    #expect(seams.count == 2)
    let sides = seams.map { arc in
      let vertices = result.arcs.vertices(of: arc)
      return (
        Set(vertices.map { grid.x(result.arcs.point($0).x) }), vertices.map { grid.y(result.arcs.point($0).y) }.sorted()
      )
    }
    #expect(Set(sides.map(\.0)) == [[0], [WebMercator.worldSize]])
    #expect(sides[0].1 == sides[1].1)
    #expect(sides[0].1.count == 4)
    #expect(GeometryExport.violations(of: result) == [])
  }

  @Test func `what lies beyond the plane is cut off along a seam, and said`() throws {
    let result = try poleMap.simplified { $0.amount = .tolerance(meters: 100) }
    guard case .mercator(let grid) = result.plane else { return #expect(Bool(false)) }
    #expect(GeometryExport.violations(of: result) == [])
    #expect(result.findings.filter { $0.rule == .clipped }.map(\.code) == ["antarctica"])
    // The inlets at 50° E and 120° W reach beyond the limit: three pieces along the edge.
    #expect(result.polygonStart == [0, 3, 4])
    let south = result.arcs.points.map { grid.y($0.y) }.max()
    #expect(south == WebMercator.worldSize)
    for arc in seamArcs(result) {
      let vertices = result.arcs.vertices(of: arc)
      let onSouth = vertices.allSatisfy { grid.y(result.arcs.point($0).y) == WebMercator.worldSize }
      let onSides = vertices.allSatisfy { [0, WebMercator.worldSize].contains(grid.x(result.arcs.point($0).x)) }
      let mixed = vertices.allSatisfy {
        grid.y(result.arcs.point($0).y) == WebMercator.worldSize
          || [0, WebMercator.worldSize].contains(grid.x(result.arcs.point($0).x))
      }
      #expect(onSouth || onSides || mixed)
    }
    #expect(!seamArcs(result).isEmpty)
    // Where the border leaves the plane: on the straight edge between (100, −72) and (50, −87).
    let limit = -WebMercator.latitudeLimit
    let longitude = 100 + (50 - 100) * (limit + 72) / (-87 + 72)
    let x = MapPoint(longitude: longitude, latitude: 0).x
    let onEdge = (0..<result.arcs.vertexCount).filter { grid.y(result.arcs.point($0).y) == WebMercator.worldSize }
    #expect(onEdge.contains { (grid.x(result.arcs.point($0).x) - x).magnitude <= grid.cell })
  }

  @Test func `a region beyond the plane ends the stage with its name`() throws {
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)]]), ("pole", [[DrawnMap.square(0, 86, 2)]])])
    let error = #expect(throws: StageError.self) { try map.simplified { _ in } }
    #expect(error?.status == .findings)
    #expect(error?.label == "pole (pole)")
  }

  @Test func `two countries that meet at 180° are neighbors, before and after they are simplified`() throws {
    let merged = try cutMap.merged()
    let result = try cutMap.simplified { $0.amount = .tolerance(meters: 1e6) }
    for coverage in [merged, result] {
      #expect(coverage.neighbors.map { [$0.0, $0.1] } == [[0, 1]])
      let borders = coverage.cutBorders
      #expect(borders.map { [$0.atWest, $0.atEast] } == [[0, 1]])
      let seam = try #require(seamArcs(coverage).first)
      let y = coverage.arcs.vertices(of: seam).map { coverage.arcs.point($0).y }
      #expect(borders.map { [$0.from, $0.to] } == [[y.min(), y.max()]])
    }
    #expect(!result.rules.contains(.adjacencyChanged))
  }

  @Test func `pieces of one country that meet at 180° make no neighbors`() throws {
    let pieces = cutMap.regions.flatMap(\.polygons)
    let result = try DrawnMap(regions: [("both", pieces)]).simplified { $0.amount = .tolerance(meters: 100) }
    #expect(seamArcs(result).count == 2)
    #expect(result.cutBorders == [])
  }

  @Test func `a piece at the cut is no island, however small`() throws {
    let result = try cutMap.simplified {
      $0.amount = .tolerance(meters: 10)
      $0.minimumIsland = 1e15
    }
    #expect(result.polygonCount == 2)
  }
}
