import MapPackTool
import Testing

@Suite struct QuantityTests {
  @Test(
    arguments: [
      ("30 m", 30), ("30m", 30), ("1.5 km", 1_500), ("20cm", 0.2), ("5 mm", 0.005), ("0 m", 0), (" 7  m ", 7),
      (".5 m", 0.5),
    ] as [(String, Double)])
  func `a length is a number and a unit`(text: String, meters: Double) {
    #expect(Quantity.length(text) == meters)
  }

  @Test(arguments: ["30", "m", "", "-3 m", "3 miles", "1,5 m", "1e3 m", "3 m2", "nan m", "1.2.3 m", "３ m", "inf m"])
  func `what is no length is refused`(text: String) {
    #expect(Quantity.length(text) == nil)
  }

  @Test(
    arguments: [
      ("500 m2", 500), ("0.01 km2", 10_000), ("0.01 km²", 10_000), ("1ha", 10_000), ("3 m^2", 3),
    ] as [(String, Double)])
  func `an area is a number and a unit`(text: String, squareMeters: Double) {
    #expect(Quantity.area(text) == squareMeters)
  }

  @Test(arguments: ["3 m", "3", "-1 km2", "km2"])
  func `what is no area is refused`(text: String) {
    #expect(Quantity.area(text) == nil)
  }

  @Test(arguments: [("10 %", 0.1), ("10%", 0.1), ("0.25", 0.25), ("100 %", 1), ("0", 0)] as [(String, Double)])
  func `a share is a percentage or a number up to one`(text: String, share: Double) {
    #expect(Quantity.share(text) == share)
  }

  @Test(arguments: ["101 %", "1.5", "-1 %", "ten %", "%"])
  func `what is no share is refused`(text: String) {
    #expect(Quantity.share(text) == nil)
  }

  @Test(
    arguments: [("64 KB", 64_000), ("64kB", 64_000), ("65536", 65_536), ("1.5 MB", 1_500_000), ("7 B", 7)]
      as [(String, Int)])
  func `a kilobyte has a thousand bytes`(text: String, bytes: Int) {
    #expect(Quantity.bytes(text) == bytes)
  }

  @Test(arguments: ["", "KB", "0", "0.5 B", "-1 KB", "64 KiB", "1e3", "99999999999999999999 MB", "1.0005 B"])
  func `what is no number of bytes is refused`(text: String) {
    #expect(Quantity.bytes(text) == nil)
  }

  // A map point is 0.14929 m at the equator.
  @Test(arguments: [(1.0, 3), (1.2, 3), (0.149291, 0), (0.1, -1), (0.2, 0), (0.22, 1), (10_000, 16)])
  func `the cell is the power of two that is nearest by ratio`(meters: Double, exponent: Int) {
    #expect(Quantity.cellExponent(nearestTo: meters) == exponent)
  }
}
