import TestSupport
import Testing

@testable import MapPackEmit

@Suite struct PlacedLabelTests {
  private static func label(_ x: Int32, _ y: Int32, _ text: String, size: Int = 900) -> PictureLabel {
    PictureLabel(region: 0, center: PicturePoint(x: x, y: y), fontSize: size, name: NameLines([text]), gap: 300)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `labels are found to overlap as each with each`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var placed = PlacedLabels()
    for _ in 0..<300 {
      let text = String(repeating: "m", count: Int.random(in: 1...40, using: &random))
      let label = Self.label(
        .random(in: -60_000...60_000, using: &random), .random(in: -60_000...60_000, using: &random), text,
        size: .random(in: 750...1800, using: &random))
      let overlaps = placed.labels.contains { other in
        abs(Double(label.center.x) - Double(other.center.x)) < label.reach.x + other.reach.x
          && abs(Double(label.center.y) - Double(other.center.y)) < label.reach.y + other.reach.y
      }
      #expect(placed.overlap(label) == overlaps)
      if !overlaps { placed.append(label) }
    }
    #expect(placed.labels.count > 50)
  }

  @Test func `a name is compared with few others, however many there are`() {
    func compared(_ side: Int32) -> Int {
      var placed = PlacedLabels()
      for row in 0..<side {
        for column in 0..<side {
          let label = Self.label(column * 3000, row * 1500, "abc")
          if !placed.overlap(label) { placed.append(label) }
        }
      }
      #expect(placed.labels.count == Int(side * side))
      return placed.compared
    }
    // Four times as many names.
    #expect(compared(40) < 6 * compared(20))
  }
}
