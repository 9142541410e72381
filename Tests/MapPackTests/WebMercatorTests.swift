import MapPack
import TestSupport
import Testing

@Suite struct WebMercatorTests {
  @Test func `the corners, the equator and Greenwich lie at exact points`() {
    let world = WebMercator.worldSize
    #expect(MapPoint(longitude: -180, latitude: 90) == MapPoint(x: 0, y: 0))
    #expect(MapPoint(longitude: 180, latitude: -90) == MapPoint(x: world, y: world))
    #expect(MapPoint(longitude: 0, latitude: 0) == MapPoint(x: world / 2, y: world / 2))
    #expect(MapPoint(longitude: -0.0, latitude: -0.0) == MapPoint(x: world / 2, y: world / 2))
  }

  @Test(arguments: [85.0511287798066, 85.1, 89.9999, 90, .infinity])
  func `latitudes from the limit on lie on the world's edge`(latitude: Double) {
    #expect(WebMercator.y(latitude: latitude) == 0)
    #expect(WebMercator.y(latitude: -latitude) == WebMercator.worldSize)
  }

  @Test(arguments: WebMercatorTable.rows)
  func `points agree with values of 50 digits to 2⁻²⁰ map points`(row: WebMercatorTable.Row) {
    let point = MapPoint(longitude: row.degrees, latitude: row.degrees)
    #expect(abs(point.x - row.x) < 0x1p-20)
    #expect(abs(point.y - row.y) < 0x1p-20)
    #expect(abs(WebMercator.cosineOfLatitude(y: row.y) - row.cosine) < 0x1p-50)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `there and back is the same point, and opposite latitudes mirror each other`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let longitude = Double.random(in: -180...180, using: &random)
      let latitude = Double.random(in: -85.05...85.05, using: &random)
      let point = MapPoint(longitude: longitude, latitude: latitude)
      #expect(abs(WebMercator.longitude(x: point.x) - longitude) < 1e-12)
      #expect(abs(WebMercator.latitude(y: point.y) - latitude) < 1e-12)
      let mirrored = WebMercator.y(latitude: -latitude)
      #expect(mirrored - WebMercator.worldSize / 2 == WebMercator.worldSize / 2 - point.y)
    }
  }

  @Test(arguments: [-85.0511287798, -45.0, -1e-9, 0, 30, 59.99999999, 85.0511287785])
  func `the northern one of two latitudes a millionth of a millionth of a degree apart has the smaller y`(start: Double)
  {
    var last = WebMercator.y(latitude: start)
    for step in 1..<1_000 {
      let y = WebMercator.y(latitude: start + Double(step) * 1e-12)
      #expect(y < last)
      last = y
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `numbers that are not coordinates do not trap`(value: Double) {
    let point = MapPoint(longitude: value, latitude: value)
    #expect(value.isFinite || !point.x.isFinite)
    #expect(value.isNaN == point.y.isNaN)
    #expect(value.isNaN == WebMercator.latitude(y: value).isNaN)
    #expect(value.isNaN == WebMercator.cosineOfLatitude(y: value).isNaN)
  }

  @Test func `a map point at the equator is 15 centimeters long`() {
    #expect(abs(WebMercator.metersPerMapPointAtEquator - 0.14929107086948486475) < 1e-17)
  }
}
