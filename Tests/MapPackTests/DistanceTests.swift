import MapPack
import MapPackGeometry
import TestSupport
import Testing

/// Lengths on the ground.
@Suite struct DistanceTests {
  /// Two points in degrees, and the length of the geodesic between them on WGS 84 in meters, integrated numerically with
  /// 50 digits (mpmath).
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from, to: (longitude: Double, latitude: Double)
    let meters: Double

    init(_ name: String, _ from: (Double, Double), _ to: (Double, Double), _ meters: Double) {
      (testDescription, self.from, self.to, self.meters) = (name, from, to, meters)
    }
  }

  static let ways = [
    Way("a degree of the equator", (0, 0), (1, 0), 111_319.49079327),
    Way("a degree of a meridian at the equator", (0, 0), (0, 1), 110_574.3885578),
    Way("a degree of a meridian in the north", (10, 60), (10, 61), 111_420.72786974),
    Way("about a meter", (-72.57, 44.26), (-72.57, 44.26001), 1.1111731949826),
    Way("Tokyo to Nagasaki", (139.77, 35.68), (129.87, 32.75), 967_901.74477549),
    Way("Paris to New York", (2.35, 48.86), (-74.01, 40.71), 5_853_101.3318039),
    Way("over the 180th meridian", (179.5, -17), (-179.5, -16.5), 120_128.10435024),
    Way("Sydney to São Paulo", (151.21, -33.87), (-46.63, -23.55), 13_376_634.164735),
    Way("along the northern end of the plane", (0, 84.9), (100, 84.9), 872_237.82044828),
    Way("along a meridian", (25, 0), (25, 80), 8_885_139.8719369),
  ]

  @Test(arguments: ways)
  func `a distance is right to 2 parts in 100,000, in both directions and in every turn of the world`(way: Way) {
    let from = MapPoint(longitude: way.from.longitude, latitude: way.from.latitude)
    let to = MapPoint(longitude: way.to.longitude, latitude: way.to.latitude)
    for turns in [-2, 0, 1] as [Double] {
      let turned = MapPoint(x: to.x + turns * WebMercator.worldSize, y: to.y)
      #expect(abs(from.distance(to: turned) / way.meters - 1) < 2e-5)
      #expect(abs(turned.distance(to: from) / way.meters - 1) < 2e-5)
    }
  }

  @Test func `a point is 0 m from itself, and from opposite points half the way round the earth`() {
    let half = 20_003_931.4586
    for latitude in [-80, -30, 0, 0.001, 45, 85] as [Double] {
      let point = MapPoint(longitude: 20, latitude: latitude)
      #expect(point.distance(to: point) == 0)
      #expect(abs(point.distance(to: MapPoint(longitude: -160, latitude: -latitude)) / half - 1) < 0.01)
    }
    #expect(MapPoint(x: 0, y: 0).distance(to: MapPoint(x: .nan, y: 0)).isNaN)
    #expect(MapPoint(x: 0, y: .infinity).distance(to: MapPoint(x: 0, y: 0)).isNaN)
    #expect(MapPoint(x: .infinity, y: 0).distance(to: MapPoint(x: 0, y: 0)).isNaN)
  }

  @Test func `nearby, a distance is the length in the plane times the scale`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let point = MapPoint(
        longitude: .random(in: -180...180, using: &random), latitude: .random(in: -80...80, using: &random))
      let (dx, dy) = (Double.random(in: -1000...1000, using: &random), Double.random(in: -1000...1000, using: &random))
      let scale = WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: point.y)
      let length = (dx * dx + dy * dy).squareRoot() * scale
      // The plane is that of a sphere, which the earth is to two thirds of a percent.
      #expect(abs(point.distance(to: MapPoint(x: point.x + dx, y: point.y + dy)) - length) <= 0.008 * length)
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `within so many meters is the region nearest in the plane, if it is no farther over the ground`(seed: UInt64)
    throws
  {
    let pack = try pack(quilt(columns: 4, rows: 4, verticesPerArc: 6, seed: seed))
    var random = SplitMix64(seed: seed)
    let reach = pack.bounds.insetBy(dx: -pack.bounds.width, dy: -pack.bounds.height)
    var outside = 0
    for _ in 0..<200 {
      let point = MapPoint(
        x: .random(in: reach.minX...reach.maxX, using: &random), y: .random(in: reach.minY...reach.maxY, using: &random)
      )
      let nearest = try #require(pack.shape(nearest: point, withinMapPoints: .infinity))
      #expect((nearest.mapPoints == 0) == (nearest.meters == 0))
      let found = try #require(pack.shape(nearest: point, withinMeters: nearest.meters))
      #expect(found == nearest)
      #expect(pack.shape(nearest: point, withinMeters: .infinity)?.shape == nearest.shape)
      if nearest.meters > 0 {
        outside += 1
        #expect(pack.shape(nearest: point, withinMeters: nearest.meters.nextDown) == nil)
        // The place on the border, by the lines of the region.
        let place = try #require(nearest.shape.nearestPoint(to: point))
        #expect(abs(place.mapPoints - nearest.mapPoints) <= 1e-6 * nearest.mapPoints)
        #expect(abs(place.meters - nearest.meters) <= 1e-6 * nearest.meters)
      }
    }
    #expect(outside > 20)
    for meters in [-1, .nan, -.infinity] as [Double] {
      #expect(pack.shape(nearest: pack.bounds.center, withinMeters: meters) == nil)
    }
  }
}
