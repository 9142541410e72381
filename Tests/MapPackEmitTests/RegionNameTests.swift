import MapPackCoverage
import TestSupport
import Testing

@testable import MapPackEmit

/// Names of regions: their lines, their sizes, and where they may stand.
@Suite struct RegionNameTests {
  @Test(
    arguments: [
      ("", []), (" ", []), ("中国", [["中国"]]), ("Chad", [["Chad"]]),
      ("United States", [["United States"], ["United", "States"]]),
      ("Guinea-Bissau", [["Guinea-Bissau"], ["Guinea-", "Bissau"]]),
      (
        "Saint Vincent and the  Grenadines",
        [
          ["Saint Vincent and the Grenadines"], ["Saint Vincent and", "the Grenadines"],
          ["Saint Vincent", "and the", "Grenadines"],
        ]
      ),
      ("I am abcdefghijklm", [["I am abcdefghijklm"], ["I am", "abcdefghijklm"]]),
      ("-a- -", [["-a- -"], ["-a-", "-"]]),
    ] as [(String, [[String]])])
  func `a name has up to three lines, as long as they become shorter`(name: String, lines: [[String]]) {
    #expect(NameLines.variants(of: name).map(\.lines) == lines)
  }

  @Test func `a name that is too long is cut, and one of many words is not broken`() throws {
    let variants = NameLines.variants(of: String(repeating: "a ", count: 100))
    #expect(variants.count == 1 && variants[0].lines[0].count <= 60)
  }

  @Test(
    arguments: [
      (169, false, []), (170, false, [11, 10]), (170, true, [11]), (2_500, false, [12, 11, 10]),
      (7_000, true, [13, 12, 11]), (24_000, false, [15, 13, 12, 11, 10]),
    ] as [(Double, Bool, [Double])])
  func `a name is as large as its region's part asks for, or smaller step by step`(
    area: Double, isWide: Bool, sizes: [Double]
  ) {
    #expect(NameSizes.sizes(area: area, isWide: isWide) == sizes)
  }

  @Test func `the size that a field asks for grows with the fourth root`() {
    #expect(NameSizes.size(share: 1) == 19 && NameSizes.size(share: 0) == 10)
    #expect(NameSizes.size(share: 1.0 / 16) == 15)
    #expect(NameSizes.sizes(ranked: 19) == [19, 16, 13, 10])
  }

  /// Rectangles side by side; each has the name of its place in the list.
  private static func rectangles(_ boxes: [(west: Int32, north: Int32, east: Int32, south: Int32)], _ name: String)
    -> Coverage
  {
    var drawing = CoverageDrawing()
    for (index, box) in boxes.enumerated() {
      let arc = drawing.arc(
        [(box.west, box.north), (box.east, box.north), (box.east, box.south), (box.west, box.south)],
        left: Int32(index), closed: true)
      drawing.region("\(index)", name, polygons: [[[arc]]])
    }
    return drawing.coverage
  }

  /// The largest size of a name at its best place, as a share of what the rules allow.
  @Test(
    arguments: [
      // In water, a fifth of the box may be on it: in height, if the rectangle is long.
      ([(0, 0, 4_000, 400)], 400 / 0.8 / NameLines.leading),
      // A square: the box is wider than high, so a fifth of its width.
      ([(0, 0, 400, 400)], 400 / 0.8 / 2),
      // Between two others, only what they leave: 3 % of the box.
      ([(0, 1_000, 4_000, 1_400), (0, 0, 4_000, 999), (0, 1_401, 4_000, 2_400)], 400 / 0.97 / NameLines.leading),
    ] as [([(Int32, Int32, Int32, Int32)], Double)])
  func `a name is so large that most of its box is on its land and little on other's`(
    boxes: [(Int32, Int32, Int32, Int32)], size: Double
  ) throws {
    let names = RegionNames(Self.rectangles(boxes.map { ($0.0, $0.1, $0.2, $0.3) }, "中国"))
    let name = try #require(names.names[0])
    #expect(name.isWide && name.variants.count == 1)
    let land = Double(boxes[0].2 - boxes[0].0) * Double(boxes[0].3 - boxes[0].1)
    #expect(abs(name.area / land - 1) < 0.03)
    let largest = try #require(name.stands.map(\.size).max())
    #expect(abs(largest / size - 1) < 0.1, "\(largest), \(size)")
  }

  @Test func `a name stands at the label point first, and where there is more room then`() throws {
    // A narrow tower on a wide foot; the source names a place in the tower.
    var drawing = CoverageDrawing()
    let arc = drawing.arc(
      [(0, 0), (1_000, 0), (1_000, 3_000), (10_000, 3_000), (10_000, 4_000), (0, 4_000)], left: 0, closed: true)
    drawing.region("0", "Tower", polygons: [[[arc]]])
    let name = try #require(RegionNames(drawing.coverage).names[0])
    let sizes = name.stands.map(\.size)
    #expect((sizes.max() ?? 0) > 1.5 * sizes[0])
    #expect(name.stands[0].x == name.point.x.rounded() && name.stands[0].y == name.point.y.rounded())
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `the names do not depend on the number of threads`(seed: UInt64) throws {
    let map = try mergedMap(seed: seed)
    let (one, four) = (RegionNames(map), RegionNames(map, jobs: 4))
    #expect(one.names.map { $0?.stands } == four.names.map { $0?.stands })
    #expect(one.names.contains { $0?.stands.isEmpty == false })
  }
}
