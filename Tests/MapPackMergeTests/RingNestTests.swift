import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackMerge

@Suite struct `The nest of rings` {
  /// Squares that lie in each other or beside each other, in any order and direction; the innermost one round each is
  /// found by looking at all.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the nest of rings names the innermost ring round each`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var boxes: [GridBox] = []
    while boxes.count < 40 {
      let (x, y) = (Int32.random(in: 0...400, using: &random), Int32.random(in: 0...400, using: &random))
      let side = Int32.random(in: 1...(Bool.random(using: &random) ? 300 : 20), using: &random)
      let box = GridBox(GridPoint(x: x, y: y), GridPoint(x: x + side, y: y + side))
      // Apart, or one strictly in the other.
      let fits = boxes.allSatisfy { $0.isAround(box) || box.isAround($0) || !$0.intersects(box) }
      if fits { boxes.append(box) }
      if boxes.count > 8, Int.random(in: 0...200, using: &random) == 0 { break }
    }
    var rings = Paths()
    for box in boxes {
      var corners = [
        GridPoint(x: box.minX, y: box.minY), GridPoint(x: box.maxX, y: box.minY),
        GridPoint(x: box.maxX, y: box.maxY), GridPoint(x: box.minX, y: box.maxY),
      ]
      if Bool.random(using: &random) { corners.reverse() }
      let first = Int.random(in: 0..<4, using: &random)
      for corner in corners[first...] + corners[..<first] { rings.append(corner) }
      rings.endPath(isClosed: true)
    }
    let expected = boxes.map { box in
      boxes.indices.filter { boxes[$0].isAround(box) }.min { boxes[$1].isAround(boxes[$0]) } ?? -1
    }
    #expect(RingNest(rings).container == expected)
  }
}

extension GridBox {
  fileprivate func isAround(_ other: GridBox) -> Bool {
    minX < other.minX && minY < other.minY && other.maxX < maxX && other.maxY < maxY
  }
}
