import MapPackGeometry
import TestSupport
import Testing

@Suite struct ExactOrientationTests {
  /// Small integers times a power of two, moved by a large one: the plain sum loses them, the answer must not.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the orientation of doubles has the sign of that of integers`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let unit = 0x1p-45
    for _ in 0..<200 {
      func next() -> Int32 { Int32.random(in: 0..<64, using: &random) }
      let points = (0..<3).map { _ in GridPoint(x: next(), y: next()) }
      let doubles = points.map { SIMD2(128 + Double($0.x) * unit, 32 + Double($0.y) * unit) }
      let exact = orientation(points[0], points[1], points[2]).signum()
      let found = orientation(doubles[0], doubles[1], doubles[2])
      #expect((found > 0 ? 1 : found < 0 ? -1 : 0) == exact)
      let other = GridPoint(x: next(), y: next())
      let otherDouble = SIMD2(128 + Double(other.x) * unit, 32 + Double(other.y) * unit)
      if points[0] != points[1], points[2] != other {
        #expect(
          relation(doubles[0], doubles[1], doubles[2], otherDouble)
            == relation(points[0], points[1], points[2], other))
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `meetings are the interactions, and all pairs that come close`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var paths = Paths()
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 2..<12, using: &random) {
        paths.append(
          GridPoint(x: Int32.random(in: 0..<300, using: &random), y: Int32.random(in: 0..<300, using: &random)))
      }
      paths.endPath(isClosed: false)
    }
    let meetings = ChainIndex(paths).meetings(jobs: 2)
    #expect(meetings.interactions == interactions(of: paths, jobs: 1))
    var near: [[Int]] = []
    let segments = (0..<paths.count).flatMap { Array(paths.start[$0]..<paths.start[$0 + 1] - 1) }
    func isNear(_ p: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
      if p == a || p == b { return false }
      let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      let along = ((Double(p.x) - Double(a.x)) * dx + (Double(p.y) - Double(a.y)) * dy) / (dx * dx + dy * dy)
      let share = max(0, min(1, along))
      let (x, y) = (Double(a.x) + share * dx - Double(p.x), Double(a.y) + share * dy - Double(p.y))
      return x * x + y * y <= 2
    }
    for (index, s) in segments.enumerated() {
      for t in segments[(index + 1)...] {
        let (a, b, c, d) = (paths.point(s), paths.point(s + 1), paths.point(t), paths.point(t + 1))
        guard a != b, c != d else { continue }
        if isNear(a, c, d) || isNear(b, c, d) || isNear(c, a, b) || isNear(d, a, b) { near.append([s, t]) }
      }
    }
    let found = Set(meetings.near.map { [$0.first, $0.second] })
    #expect(found.count == meetings.near.count)
    #expect(near.allSatisfy(found.contains), "\(near.filter { !found.contains($0) })")
    #expect(!near.isEmpty)
  }
}
