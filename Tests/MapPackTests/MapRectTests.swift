import MapPack
import TestSupport
import Testing

/// Rectangles of the plane, on a round world.
@Suite struct MapRectTests {
  private static let world = WebMercator.worldSize

  /// Rectangles of whole numbers, in a world so small that they meet often.
  private static func random(_ random: inout SplitMix64) -> MapRect {
    let step = world / 16
    return MapRect(
      minX: step * Double(Int.random(in: -8..<24, using: &random)),
      minY: step * Double(Int.random(in: 0..<12, using: &random)),
      width: step * Double(Int.random(in: 0...7, using: &random)),
      height: step * Double(Int.random(in: 0...4, using: &random)))
  }

  /// Whether a point lies in a rectangle, by trying all positions round the world.
  private static func holds(_ rect: MapRect, _ point: MapPoint) -> Bool {
    (-4...4).contains { turn in
      let x = point.x + Double(turn) * world
      return rect.minX <= x && x <= rect.maxX && rect.minY <= point.y && point.y <= rect.maxY
    }
  }

  /// Points on a grid of half steps, so that some lie on edges and some between them.
  private static let points = (0..<32).flatMap { column in
    (0..<34).map { MapPoint(x: Double(column) * world / 32, y: Double($0) * world / 32) }
  }

  @Test func `what rectangles contain and have in common is so for every point of the round world`() {
    var random = SplitMix64(seed: 3)
    var (meeting, apart, within) = (0, 0, 0)
    for round in 0..<300 {
      let a = Self.random(&random)
      // Every fourth one lies in the other, in another turn of the world.
      let b =
        round % 4 == 0
        ? MapRect(minX: a.minX + Self.world, minY: a.minY, width: a.width / 2, height: a.height / 2)
        : Self.random(&random)
      let common = a.intersection(b)
      #expect(a.intersects(b) == (common != nil) && a.intersects(b) == b.intersects(a))
      let union = a.union(b)
      #expect(union.contains(a) && union.contains(b))
      var isMet = false
      var isWithin = true
      for point in Self.points {
        let (inA, inB) = (Self.holds(a, point), Self.holds(b, point))
        #expect(a.contains(point) == inA)
        #expect((inA && inB) == (common?.contains(point) ?? false))
        if inA && inB { isMet = true }
        if inB && !inA { isWithin = false }
        if inA || inB { #expect(union.contains(point)) }
      }
      #expect(a.intersects(b) == isMet)
      #expect(a.contains(b) == isWithin)
      if isMet { meeting += 1 } else { apart += 1 }
      if isWithin { within += 1 }
    }
    #expect(meeting > 50 && apart > 50 && within > 50)
  }

  @Test func `a rectangle of negative size contains nothing and has nothing in common with others`() {
    let rect = MapRect(minX: 100, minY: 100, width: 10, height: 10)
    let negative = rect.insetBy(dx: 6, dy: 0)
    #expect(negative.width == -2 && negative.isEmpty && negative.center == rect.center)
    #expect(!negative.contains(rect.center) && !rect.contains(negative) && !negative.intersects(rect))
    #expect(!rect.intersects(MapRect(minX: .nan, minY: 100, width: 10, height: 10)))
    #expect(!rect.contains(MapPoint(x: .nan, y: 105)) && !rect.contains(MapPoint(x: 105, y: .infinity)))
  }

  @Test func `the middle, the edges and an inset are those of the fields`() {
    let rect = MapRect(minX: 100, minY: 200, width: 10, height: 30)
    #expect(rect.midX == 105 && rect.midY == 215 && rect.center == MapPoint(x: 105, y: 215))
    #expect(rect.insetBy(dx: 1, dy: -2) == MapRect(minX: 101, minY: 198, width: 8, height: 34))
    #expect(!rect.isEmpty && MapRect(minX: 0, minY: 0, width: 0, height: 5).isEmpty)
    #expect(MapRect(minX: 0, minY: 0, width: .nan, height: 5).isEmpty)
  }

  @Test func `the rectangle round points is the narrowest, also past the 180th meridian, and holds them all`() throws {
    let suva = MapPoint(longitude: 178.4, latitude: -18.1)
    let taveuni = MapPoint(longitude: -179.9, latitude: -16.8)
    let fiji = try #require(MapRect(around: [taveuni, suva]))
    #expect(fiji.minX == suva.x && abs(fiji.maxX - taveuni.x - Self.world) < 1e-6)
    #expect(fiji.minY == taveuni.y && abs(fiji.maxY - suva.y) < 1e-6)
    let point = MapPoint(x: 5, y: 6)
    #expect(MapRect(around: [point]) == MapRect(minX: 5, minY: 6, width: 0, height: 0))
    #expect(MapRect(around: []) == nil && MapRect(around: [MapPoint(x: .nan, y: 0)]) == nil)
    #expect(MapRect(around: [point, MapPoint(x: .infinity, y: 0)]) == MapRect(around: [point]))

    var random = SplitMix64(seed: 4)
    for count in 1...40 {
      let points = (0..<count).map { _ in
        MapPoint(
          x: Self.world / 64 * Double(Int.random(in: -64..<128, using: &random)),
          y: Double(Int.random(in: 0..<64, using: &random)))
      }
      let rect = try #require(MapRect(around: points))
      #expect(points.allSatisfy(rect.contains) && (0..<Self.world).contains(rect.minX))
      // No narrower one begins at one of the points.
      for first in points {
        let reach = points.map { point in
          let gap = point.x - first.x
          return gap - (gap / Self.world).rounded(.down) * Self.world
        }
        #expect(rect.width <= reach.max() ?? 0)
      }
    }
  }
}
