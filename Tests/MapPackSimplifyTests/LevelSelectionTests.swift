import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

@Suite struct LevelSelectionTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the weight of a rank is the one that sorting would find`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // A column of the larger length is counted in parts.
    let count = seed == 0 ? 150_000 : Int.random(in: 1...200, using: &random)
    let weights = (0..<count).map { _ in
      Bool.random(using: &random)
        ? Double(Int.random(in: 0...5, using: &random)) : .random(in: 0...1e12, using: &random)
    }
    let sorted = weights.sorted()
    for rank in stride(from: 0, to: count, by: 1 + count / 200) {
      #expect(LevelSelection.weight(ofRank: rank, among: ContiguousArray(weights), jobs: 2) == sorted[rank])
    }
  }

  /// A straight line: every triangle is empty, so the coordinates alone decide.
  @Test func `among equal weights those with the largest y, then x, stay`() {
    var arcs = ArcTable()
    arcs.points = ContiguousArray((0..<6).map { GridPoint(x: $0, y: 0) })
    arcs.start = [0, 6]
    arcs.isClosed = [false]
    let grid = PackGrid(cellExponent: 0, originX: 0, originY: 1 << 27)
    let ranking = VertexRanking(
      arcs, isPinned: ContiguousArray(repeating: false, count: 6), scale: GroundScale(grid, minY: 0, maxY: 0),
      method: .visvalingam, jobs: 1)
    let selection = LevelSelection(ranking, keeping: 2, levels: 1, jobs: 1)
    #expect(selection.level == [0, -1, -1, 0, 0, 0])
    #expect(selection.tolerances == [0])
  }
}
