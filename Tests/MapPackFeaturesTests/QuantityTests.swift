import MapPackFeatures
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

  @Test(
    arguments: [
      (0.0, "0 m"), (0.000_04, "0.04 mm"), (0.0004, "0.4 mm"), (0.009_994, "9.99 mm"), (0.009_996, "1 cm"),
      (0.1234, "12.3 cm"), (0.312, "31.2 cm"), (0.9994, "99.9 cm"), (0.9996, "1 m"), (1.25, "1.25 m"), (12.04, "12 m"),
      (999.4, "999 m"), (999.6, "1 km"), (4200, "4.2 km"), (123_456, "123 km"), (20_000_000, "20,000 km"),
      (0.000_000_000_57, "0.0000006 mm"),
    ])
  func `a length in words has three digits and the unit that suits`(meters: Double, words: String) {
    #expect(Quantity.length(meters: meters).words == words)
  }

  @Test(
    arguments: [
      (0.0, "0 m²"), (0.001, "less than 0.01 m²"), (0.05, "0.05 m²"), (50_000, "50,000 m²"), (500_000, "500,000 m²"),
      (1_000_000, "1 km²"), (12_345_678, "12.35 km²"), (13_100_000, "13.10 km²"), (6_154_000_000, "6,154 km²"),
    ])
  func `an area in words has hundredths at most and the unit that suits`(squareMeters: Double, words: String) {
    #expect(Quantity.area(squareMeters: squareMeters).words == words)
  }

  @Test(arguments: [0.31, 1.19, 31, 4_200, 20_000_000, 999.4])
  func `what is typed is read as the number that is shown`(value: Double) throws {
    let length = Quantity.length(meters: value)
    let meters = try #require(Quantity.length(length.typed))
    #expect(Quantity.length(meters: meters).words == length.words)
    let area = Quantity.area(squareMeters: value)
    let squareMeters = try #require(Quantity.area(area.typed))
    #expect(Quantity.area(squareMeters: squareMeters).words == area.words)
  }

  @Test(
    arguments: [(0, "0.011 m2"), (1, "1.1 m2"), (9_999, "10000 m2"), (12_345, "13000 m2"), (4.2e7, "43 km2")]
      as [(Double, String)])
  func `a limit above an area has two digits`(squareMeters: Double, text: String) {
    #expect(Quantity.area(squareMeters: squareMeters).above.typed == text)
  }

  @Test(arguments: [(0.0705, "7.1 %"), (0.5, "50 %"), (0.123, "13 %")])
  func `a limit above a share has two digits`(share: Double, text: String) {
    #expect(Quantity.typedShare(above: share) == text)
  }
}
