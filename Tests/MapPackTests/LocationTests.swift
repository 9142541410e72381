import MapPack
import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@Test(arguments: Sample.allCases)
func `the region at a location is the one whose rings go round it`(sample: Sample) throws {
  let coverage = sample.coverage
  guard case .mercator(let grid) = coverage.plane else { return }
  let pack = try pack(coverage)
  let rings = coverage.regions.indices.map { coverage.rings(of: $0, level: 0) }
  let points = rings.joined().joined().joined()
  let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
  let (north, south) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
  var random = SplitMix64(seed: 99)
  var locations: [(Int64, Int64)] = []
  for _ in 0..<600 {
    locations.append(
      (
        Int64.random(in: 8 * Int64(west) - 40...8 * Int64(east) + 40, using: &random),
        Int64.random(in: 8 * Int64(north) - 40...8 * Int64(south) + 40, using: &random)
      ))
  }
  // On vertices, beside them, and on the middles of edges.
  let corners = Array(points)
  for _ in 0..<600 {
    let index = Int.random(in: 0..<corners.count - 1, using: &random)
    let (a, b) = (corners[index], corners[index + 1])
    locations.append(
      (
        8 * Int64(a.x) + Int64.random(in: -1...1, using: &random),
        8 * Int64(a.y) + Int64.random(in: -1...1, using: &random)
      ))
    locations.append((4 * (Int64(a.x) + Int64(b.x)), 4 * (Int64(a.y) + Int64(b.y))))
    // Level with a vertex, anywhere.
    locations.append((Int64.random(in: 8 * Int64(west)...8 * Int64(east), using: &random), 8 * Int64(a.y)))
  }
  for (x8, y8) in locations {
    // Beyond the world's edge a location is taken round the world, which the rings are not.
    let x = grid.x(0) + Double(x8) * grid.cell / 8
    guard x >= 0 && x < WebMercator.worldSize else { continue }
    let found = pack.shape(at: MapPoint(x: x, y: grid.y(0) + Double(y8) * grid.cell / 8))
    let expected = regionByBruteForce(rings, x8: x8, y8: y8)
    #expect(found?.rawValue == expected.map { UInt16($0 + 1) }, "at \(x8)/8, \(y8)/8")
  }
}

/// In cells of the letters' lattice.
private func region(_ pack: Pack, _ x: Double, _ y: Double) -> UInt16? {
  pack.shape(at: MapPoint(x: (1_000_000 + x) * 8, y: (2_000_000 + y) * 8))?.rawValue
}

@Test(
  arguments: [
    (50, 10, 1), (150, 50, 2), (45, 45, 3), (260, 30, 2), (230, 30, nil), (300, 30, nil),
    // On the outer border in the west and north, which belong to the region, and in the east and south, which do not.
    (0, 50, 1), (50, 0, 1), (50, 100, nil), (200, 10, nil), (0, 0, 1), (100, 0, 2), (100, 100, nil), (200, 0, nil),
    // On the lake's borders: the region in the east, or else in the south, has them.
    (30, 45, 3), (60, 45, 1), (45, 30, 3), (45, 60, 1), (30, 30, 3), (60, 60, 1), (30, 60, 1), (60, 30, 1),
    // On the bent border between A and B and its bend.
    (105, 25, 2), (110, 50, 2), (104.875, 25, 1),
  ] as [(Double, Double, UInt16?)])
func `a location on a border belongs to the region in the east, else in the south`(
  x: Double, y: Double, expected: UInt16?
) throws {
  #expect(region(try pack(letters()), x, y) == expected)
}

@Test func `a Double's last bit decides on which side of a border a location is`() throws {
  // From (100, 0) to (110, 50) the border passes y = 5 / 2²⁰ at x = 100 + 1 / 2²⁰.
  let pack = try pack(letters())
  let y = (2_000_000 + 0x1p-20 * 5) * 8
  let x = (1_000_100 + 0x1p-20) * 8
  func region(_ x: Double) -> UInt16? { pack.shape(at: MapPoint(x: x, y: y))?.rawValue }
  #expect(region(x) == 2)
  #expect(region(x.nextUp) == 2)
  #expect(region(x.nextDown) == 1)
}

@Test func `locations much nearer to a corner than a cell are told apart`() throws {
  // The lattice begins at 0, so the smallest Doubles are locations. Region 1 fills the triangle below the line y = 3x.
  var drawing = CoverageDrawing(cellExponent: 0, originX: 0, originY: 0)
  let outline = drawing.arc([(0, 0), (1, 3), (3, 0)], right: 0, closed: true)
  drawing.region("1", "Triangle", polygons: [[[~outline]]])
  let pack = try pack(drawing.coverage)
  for scale in [0x1p-30, 0x1p-300, 0x1p-1000, 0x1p-1060] {
    #expect(pack.shape(at: MapPoint(x: scale, y: 3 * scale)) != nil, "on the line")
    #expect(pack.shape(at: MapPoint(x: (scale).nextDown, y: 3 * scale)) == nil)
    #expect(pack.shape(at: MapPoint(x: scale, y: (3 * scale).nextUp)) == nil)
    #expect(pack.shape(at: MapPoint(x: scale, y: (3 * scale).nextDown)) != nil)
  }
}

@Test func `locations are taken round the world, and a location outside of it is in no region`() throws {
  let pack = try pack(antimeridian())
  let world = WebMercator.worldSize
  let y = 5500.0 * 64
  for x in [world - 10, world, world + 10, -10, 0, 10, 10 - world, 3 * world - 10] {
    #expect(pack.shape(at: MapPoint(x: x, y: y))?.code == "FJI", "\(x)")
  }
  for x in [world / 2, .nan, .infinity, -.infinity, 1e300, -1e300] {
    #expect(pack.shape(at: MapPoint(x: x, y: y)) == nil)
  }
  for y in [-1, world + 1, .nan, .infinity, -1e300] {
    #expect(pack.shape(at: MapPoint(x: 10, y: y)) == nil)
  }
}

@Test func `the region at a location comes as a case`() throws {
  let map = try RegionMap(Letter.self, data: data(letters(), rawValues: [7, 2, 300]))
  #expect(map.region(at: MapPoint(x: (1_000_000 + 45) * 8, y: (2_000_000 + 45) * 8)) == .c)
  #expect(map.region(at: MapPoint(x: 0, y: 0)) == nil)
}

@Test func `both poles, and all beyond the edges of the plane, are in the land that ends there`() throws {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0)
  func land(_ name: String, _ north: Int32, _ south: Int32, region: Int32) {
    let outline = [(100, north), (100, south), (300, south), (300, north)] as [(Int32, Int32)]
    drawing.region(name, name, polygons: [[[~drawing.arc(outline, right: region, closed: true)]]])
  }
  land("N", 0, 50, region: 0)
  land("S", world - 50, world, region: 1)
  let pack = try pack(drawing.coverage)
  for (x, isLand) in [(99.0, false), (100, true), (200, true), (300, false)] {
    let longitude = WebMercator.longitude(x: x * 64)
    for latitude in [WebMercator.latitudeLimit, WebMercator.latitudeLimit.nextUp, 85.06, 89, 90] {
      for (sign, code) in [(1.0, "N"), (-1, "S")] {
        let point = MapPoint(longitude: longitude, latitude: sign * latitude)
        #expect(pack.shape(at: point)?.code == (isLand ? code : nil), "\(longitude) \(sign * latitude)")
      }
    }
  }
}
