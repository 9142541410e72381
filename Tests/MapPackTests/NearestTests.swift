import MapPack
import MapPackGeometry
import TestSupport
import Testing

@Suite struct NearestTests {
  /// The distance in map points from a location to a region's nearest edge, round the world; the textbook's way.
  private func distance(_ location: MapPoint, _ rings: [[[GridPoint]]], _ grid: PackGrid) -> Double {
    var nearest = Double.infinity
    for ring in rings.joined() {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        for worlds in -1...1 {
          let x = grid.x(a.x) - location.x + Double(worlds) * WebMercator.worldSize
          let y = grid.y(a.y) - location.y
          let (dx, dy) = (grid.x(b.x) - grid.x(a.x), grid.y(b.y) - grid.y(a.y))
          let share = min(1, max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)))
          let (nearX, nearY) = (x + share * dx, y + share * dy)
          nearest = min(nearest, (nearX * nearX + nearY * nearY).squareRoot())
        }
      }
    }
    return nearest
  }

  @Test(arguments: PlainSample.all)
  func `the nearest region is that of the nearest edge, or the one at the location`(sample: PlainSample) throws {
    let map = try sample.map()
    let points = Array(map.rings[0].joined().joined().joined())
    let bounds = map.pack.bounds
    var random = SplitMix64(seed: 77)
    var locations: [MapPoint] = []
    for _ in 0..<60 {
      let point = points.randomElement(using: &random) ?? GridPoint(x: 0, y: 0)
      for reach in [2, 200, 20_000] as [Double] {
        locations.append(
          MapPoint(
            x: map.grid.x(point.x) + map.grid.cell * Double.random(in: -reach...reach, using: &random),
            y: map.grid.y(point.y) + map.grid.cell * Double.random(in: -reach...reach, using: &random)))
      }
      locations.append(
        MapPoint(
          x: bounds.minX + bounds.width * Double.random(in: -3...4, using: &random),
          y: bounds.minY + bounds.height * Double.random(in: -3...4, using: &random)))
    }
    for location in locations {
      // To subtract what lies a world away costs digits.
      let rounding = WebMercator.worldSize * 1e-14
      if let region = map.pack.shape(at: location) {
        let found = try #require(map.pack.shape(nearest: location, withinMapPoints: 0))
        #expect(found.shape == region && found.mapPoints == 0)
        continue
      }
      let distances = map.regions.map { distance(location, map.rings[0][$0], map.grid) }
      let nearest = try #require(distances.min())
      let found = try #require(map.pack.shape(nearest: location, withinMapPoints: .infinity))
      #expect(abs(found.mapPoints - nearest) <= 1e-12 * nearest + rounding)
      #expect(distances[Int(found.shape.rawValue) - 1] <= nearest * (1 + 1e-12) + rounding)
      // The limit is kept, and is enough.
      #expect(map.pack.shape(nearest: location, withinMapPoints: found.mapPoints)?.shape == found.shape)
      if found.mapPoints > 0 {
        #expect(map.pack.shape(nearest: location, withinMapPoints: found.mapPoints.nextDown) == nil)
      }
    }
  }

  /// In cells of the letters' lattice.
  private func nearest(_ pack: Pack, _ x: Double, _ y: Double, within cells: Double) -> (UInt16, Double)? {
    pack.shape(nearest: MapPoint(x: (1_000_000 + x) * 8, y: (2_000_000 + y) * 8), withinMapPoints: cells * 8)
      .map { ($0.shape.rawValue, $0.mapPoints / 8) }
  }

  @Test(
    arguments: [
      // Above a side, beyond a corner, and on borders in the east and the south, where no region is.
      (50, -7, 1, 7), (203, -4, 2, 5), (-30, 140, 1, 50), (50, 100, 1, 0), (195, 25, 2, 0),
      // A's and B's corner is as near to both.
      (100, 103, 1, 3), (100.5, 103, 2, 3), (99.5, 103, 1, 3),
      // The island's corner, and the coast of the mainland that is nearer.
      (283, 16, 2, 5), (240, 20, 2, 10), (210, 0, 2, 10),
    ] as [(Double, Double, UInt16, Double)])
  func `the distance is that to the nearest point of a border, the smaller raw value decides`(
    x: Double, y: Double, region: UInt16, distance: Double
  ) throws {
    let pack = try pack(letters())
    let found = try #require(nearest(pack, x, y, within: distance))
    #expect(found == (region, distance))
    if distance > 0 { #expect(nearest(pack, x, y, within: distance.nextDown) == nil) }
  }

  @Test func `the nearest region may lie across the 180th meridian`() throws {
    let pack = try pack(datelineMap())
    let world = WebMercator.worldSize
    // North of C, in each of the world's copies; then beside A on the other side of the cut, both ways.
    let y = Double(2577 + 77) * 64
    for x in [50 * 64, world + 50 * 64, 50 * 64 - world] as [Double] {
      let found = try #require(pack.shape(nearest: MapPoint(x: x, y: y), withinMapPoints: 100 * 64))
      #expect(found.shape.code == "C" && found.mapPoints == 23 * 64)
    }
    let west = try #require(pack.shape(nearest: MapPoint(x: 3 * 64, y: (2450 + 77) * 64), withinMapPoints: 5 * 64))
    #expect(west.shape.code == "A" && west.mapPoints == 3 * 64)
    let east = try #require(
      pack.shape(nearest: MapPoint(x: world - 4 * 64, y: (2350 + 77) * 64), withinMapPoints: 5 * 64))
    #expect(east.shape.code == "A" && east.mapPoints == 4 * 64)
  }

  @Test func `no region is near a location that is infinite or not a number`() throws {
    let pack = try pack(letters())
    let inside = MapPoint(x: 1_000_050 * 8, y: 2_000_010 * 8)
    #expect(pack.shape(nearest: inside, withinMapPoints: 0)?.shape.code == "01")
    for distance in [-1, .nan, -.infinity] as [Double] {
      #expect(pack.shape(nearest: inside, withinMapPoints: distance) == nil)
    }
    for number in [.nan, .infinity, 1e300] as [Double] {
      #expect(pack.shape(nearest: MapPoint(x: number, y: 0), withinMapPoints: .infinity) == nil)
      #expect(pack.shape(nearest: MapPoint(x: 0, y: number), withinMapPoints: .infinity) == nil)
    }
    let empty = try MapPackTests.pack(CoverageDrawing().coverage)
    #expect(empty.shape(nearest: inside, withinMapPoints: .infinity) == nil)
  }

  @Test func `the nearest region comes as a case`() throws {
    let map = try RegionMap(Letter.self, data: data(letters(), rawValues: [7, 2, 300]))
    let sea = MapPoint(x: (1_000_000 + 45) * 8, y: (2_000_000 - 3) * 8)
    #expect(map.region(nearest: sea, withinMapPoints: 24) == .a)
    #expect(map.nearest(to: sea, withinMapPoints: 24)?.mapPoints == 24)
    #expect(map.region(nearest: sea, withinMapPoints: 23) == nil)
  }
}
