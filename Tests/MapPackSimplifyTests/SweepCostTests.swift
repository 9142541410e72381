import MapPackGeometry
import Testing

@testable import MapPackSimplify

@Suite struct SweepCostTests {
  /// What a chord over thirty thousand points costs if it is asked about often.
  private static func sweep(count: Int) -> (isSwept: Bool, effort: Int) {
    var arcs = ArcTable()
    for point in [GridPoint(x: 0, y: 0), GridPoint(x: 500, y: 1000), GridPoint(x: 1000, y: 0)] {
      arcs.points.append(point)
    }
    arcs.start.append(3)
    arcs.isClosed.append(false)
    let chord = arcs.chord(from: 0, to: 2, in: 0)
    var keys: ContiguousArray<UInt64> = []
    for x in 0..<300 as Range<Int32> {
      for y in 1..<101 as Range<Int32> { keys.append(GridPoint(x: 350 + x, y: y).key) }
    }
    let kept = KeptVertices(points: PointIndex(keys, jobs: 1))
    var sweep = Sweep()
    var isSwept = true
    for _ in 0..<count { isSwept = sweep.isSwept(chord, of: arcs, among: kept) && isSwept }
    return (isSwept, sweep.effort)
  }

  @Test func `a chord that sweeps over thousands of points looks at few of them once that has cost much`() {
    let (isSwept, effort) = Self.sweep(count: 400)
    #expect(isSwept)
    // Thirty thousand points each time would be twelve million.
    #expect(effort < 2_000_000, "\(effort)")
  }
}
