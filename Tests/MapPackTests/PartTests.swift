import MapPack
import MapPackGeometry
import TestSupport
import Testing

@Suite struct PartTests {
  /// The area of a ring by many pieces of each edge, straight in the plane, that are taken to be straight in longitude
  /// and latitude.
  private func area(_ ring: [GridPoint], _ grid: PackGrid) -> Double {
    var area = 0.0
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let length = max(abs(grid.x(b.x) - grid.x(a.x)), abs(grid.y(b.y) - grid.y(a.y)))
      let pieces = max(1, min(20_000, Int(length / 200)))
      func point(_ piece: Int) -> (Double, Double) {
        let share = Double(piece) / Double(pieces)
        return (
          WebMercator.longitude(x: grid.x(a.x) + share * (grid.x(b.x) - grid.x(a.x))),
          WebMercator.latitude(y: grid.y(a.y) + share * (grid.y(b.y) - grid.y(a.y)))
        )
      }
      for piece in 0..<pieces {
        let (start, end) = (point(piece), point(piece + 1))
        area -= EllipsoidalArea().underEdge(
          fromLongitude: start.0, latitude: start.1, toLongitude: end.0, latitude: end.1)
      }
    }
    return area
  }

  /// Whether two polygons have a stretch of the cut in common, one in the west and one in the east of the plane.
  private func meet(_ one: [[GridPoint]], _ other: [[GridPoint]], _ map: PlainMap) -> Bool {
    func stretches(_ polygon: [[GridPoint]], x: Double) -> [PlainSegment] {
      polygon.flatMap(PlainSegment.all).filter { $0.a.x == $0.b.x && map.grid.x($0.a.x) == x }
    }
    return stretches(one, x: 0).contains { western in
      stretches(other, x: WebMercator.worldSize).contains { eastern in
        max(western.a.y, eastern.a.y) < min(western.b.y, eastern.b.y)
      }
    }
  }

  /// The narrowest rectangle of all that begin at a polygon's western edge.
  private func bounds(_ polygons: [[[GridPoint]]], _ map: PlainMap) -> MapRect {
    let boxes = polygons.map { polygon in
      let points = polygon.joined()
      return (points.map { map.grid.x($0.x) }.min() ?? 0, points.map { map.grid.x($0.x) }.max() ?? 0)
    }
    let y = polygons.joined().joined().map { map.grid.y($0.y) }
    let spans = boxes.map(\.0).map { west in
      (west, (boxes.map { $0.0 < west ? $0.1 + WebMercator.worldSize : $0.1 }.max() ?? 0) - west)
    }
    let narrowest = spans.min { ($0.1, $0.0) < ($1.1, $1.0) } ?? (0, 0)
    return MapRect(
      minX: narrowest.0, minY: y.min() ?? 0, width: narrowest.1, height: (y.max() ?? 0) - (y.min() ?? 0))
  }

  @Test(arguments: PlainSample.all)
  func `parts have the polygons that meet at the cut, their area and their bounds`(sample: PlainSample) throws {
    let map = try sample.map()
    for region in map.regions {
      let polygons = map.rings[0][region]
      var part = Array(polygons.indices)
      // As often as there are polygons, so that a chain of them comes together.
      for _ in polygons.indices {
        for one in polygons.indices {
          for other in polygons.indices where meet(polygons[one], polygons[other], map) {
            let first = min(part[one], part[other])
            (part[one], part[other]) = (first, first)
          }
        }
      }
      let shape = map.shape(region)
      let parts = shape.parts
      #expect(
        parts.map(\.polygons).sorted { $0[0] < $1[0] }
          == Set(part).sorted().map { first in polygons.indices.filter { part[$0] == first } })
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.area >= $1.area })
      for part in parts {
        let expected = part.polygons.map { polygons[$0].map { area($0, map.grid) }.reduce(0, +) }.reduce(0, +)
        // On the finest lattice a part is smaller than what rounding takes away.
        #expect(abs(part.area - expected) <= 1e-7 * expected + 1e-3)
        var rect = bounds(part.polygons.map { polygons[$0] }, map)
        if rect.minX < shape.bounds.minX { rect.minX += WebMercator.worldSize }
        #expect(part.bounds == rect)
      }
    }
  }

  @Test func `pieces on both sides of the cut are one part, and one that touches them in a point another`() throws {
    let a = try #require(pack(datelineMap()).shape(code: "A"))
    #expect(a.parts.map(\.polygons) == [[0, 1, 2], [3], [4]])
    #expect(
      a.parts[0].bounds
        == MapRect(
          minX: WebMercator.worldSize - 200 * 64, minY: 2077 * 64, width: 400 * 64, height: 400 * 64))
  }

  @Test func `a part's polygons are numbered as the rings are, and its bounds lie in their frame`() throws {
    let map = try PlainMap(datelineMap())
    for region in map.regions {
      var rings = RingBuffer()
      map.shape(region).appendRings(to: &rings)
      for part in map.shape(region).parts {
        let vertices = part.polygons.flatMap { polygon in
          rings.ringStart[rings.polygonStart[polygon]]..<rings.ringStart[rings.polygonStart[polygon + 1]]
        }
        #expect(vertices.map { rings.points[$0].x }.min() == part.bounds.minX)
        #expect(vertices.map { rings.points[$0].x }.max() == part.bounds.maxX)
      }
    }
  }

  @Test func `edges as long as the world are straight on the map, not in longitude and latitude`() throws {
    // A triangle from 80° S to 80° N.
    var drawing = CoverageDrawing(cellExponent: 3, originX: 0, originY: 0)
    let outline = drawing.arc(
      [(1000, 3_000_000), (33_000_000, 2_000_000), (20_000_000, 30_000_000)], left: 0, closed: true)
    drawing.region("1", "Triangle", polygons: [[[outline]]])
    let map = try PlainMap(drawing.coverage)
    let part = try #require(map.shape(0).parts.first)
    let expected = area(map.rings[0][0][0][0], map.grid)
    #expect(expected > 1e14 && abs(part.area - expected) <= 1e-7 * expected)
  }

  @Test func `the world's whole width has the area of the ellipsoid between its parallels`() throws {
    var drawing = CoverageDrawing(cellExponent: 8, originX: 0, originY: 0)
    let world: Int32 = 1 << 20
    let outline = drawing.arc([(0, 0), (world, 0), (world, world), (0, world)], left: 0, closed: true, seam: true)
    drawing.region("1", "Earth", polygons: [[[outline]]])
    let pack = try pack(drawing.coverage)
    let part = try #require(pack.shape(code: "1")?.parts.first)
    let ellipsoid = EllipsoidalArea()
    let expected =
      2
      * ellipsoid.underEdge(
        fromLongitude: 180, latitude: WebMercator.latitude(y: 0), toLongitude: -180,
        latitude: WebMercator.latitude(y: 0))
    #expect(abs(part.area - expected) <= 1e-12 * expected)
  }
}
