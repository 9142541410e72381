import TestSupport
import Testing

@testable import MapPackIngest

/// Squares: rows of small ones side by side, and in each of those others, one in the other.
private func squares(_ count: Int, nested depth: Int) -> [CoordinateBox] {
  let rows = max(1, Int((Double(count) / Double(depth)).squareRoot()))
  return (0..<rows * rows).flatMap { index in
    (0..<depth).map { level in
      let inset = 0.4 * Double(level) / Double(depth)
      let (x, y) = (Double(index % rows), Double(index / rows))
      return CoordinateBox(minX: x + inset, minY: y + inset, maxX: x + 0.9 - inset, maxY: y + 0.9 - inset)
    }
  }
}

private func area(_ box: CoordinateBox) -> Double { (box.maxX - box.minX) * (box.maxY - box.minY) }

@Suite struct `The smallest ring round another` {
  /// Random boxes of all sizes, many of them equal; whether the box's ring is round the other is a matter of its number.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `the smallest enclosing ring is the one that looking at all rings finds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let boxes = ContiguousArray(
      (0..<Int.random(in: 1...60, using: &random)).map { _ in
        let (x, y) = (Double(Int.random(in: 0...8, using: &random)), Double(Int.random(in: 0...8, using: &random)))
        let side = Double(Int.random(in: 0...6, using: &random))
        return CoordinateBox(minX: x, minY: y, maxX: x + side, maxY: y + side)
      })
    let areas = ContiguousArray(boxes.map(area))
    let members = boxes.indices.filter { _ in Int.random(in: 0...4, using: &random) > 0 }
    var rings = EnclosingRings(members, boxes: boxes, areas: areas)
    for other in boxes.indices {
      func isRound(_ ring: Int) -> Bool { (ring + other) % 3 > 0 }
      for shift in [0.0, -2, 2] {
        let expected =
          members
          .filter { areas[$0] > areas[other] && boxes[$0].contains(boxes[other], shiftedBy: shift) && isRound($0) }
          .min { (areas[$0], $0) < (areas[$1], $1) }
        let found = rings.smallest(around: boxes[other], shiftedBy: shift, withMoreThan: areas[other], isRound)
        #expect(found?.ring == expected)
      }
    }
  }

  /// In nodes looked at, per ring and log₂ n: of rings side by side, one in the other, and both.
  @Test(arguments: [1, 8, 4_000])
  func `the search for the smallest enclosing ring costs log n`(depth: Int) {
    func effort(_ count: Int) -> Double {
      let boxes = ContiguousArray(squares(count, nested: min(depth, count)))
      let areas = ContiguousArray(boxes.map(area))
      var rings = EnclosingRings(boxes.indices, boxes: boxes, areas: areas)
      for ring in boxes.indices { _ = rings.smallest(around: boxes[ring], withMoreThan: areas[ring]) { _ in true } }
      return Double(rings.examined) / Double(boxes.count * (boxes.count.bitWidth - boxes.count.leadingZeroBitCount))
    }
    let efforts = [1_000, 4_000, 16_000].map(effort)
    #expect(efforts.allSatisfy { $0 < 8 }, "\(efforts)")
  }

  @Test func `rings with empty boxes or without an area enclose nothing`() {
    let boxes: ContiguousArray = [CoordinateBox(), CoordinateBox(minX: 0, minY: 0, maxX: 4, maxY: 4), CoordinateBox()]
    var rings = EnclosingRings(boxes.indices, boxes: boxes, areas: [.nan, 16, 0])
    let inner = CoordinateBox(minX: 1, minY: 1, maxX: 2, maxY: 2)
    #expect(rings.smallest(around: inner, withMoreThan: 1) { _ in true }?.ring == 1)
    var none = EnclosingRings([], boxes: boxes, areas: [.nan, 16, 0])
    #expect(none.smallest(around: inner, withMoreThan: 1) { _ in true } == nil)
  }
}
