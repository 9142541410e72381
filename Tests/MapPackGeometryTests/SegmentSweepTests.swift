import MapPackGeometry
import TestSupport
import Testing

/// Drawings of which many are clean: stars, grids, steps, lines side by side; and some with duplicates, overlaps and ends
/// inside other segments.
private func drawing(seed: UInt64) -> Paths {
  var random = SplitMix64(seed: seed)
  let size = Int32([4, 8, 20, 60, 400, 1 << 30 - 1].randomElement(using: &random) ?? 20)
  func coordinate() -> Int32 { .random(in: 0...size, using: &random) }
  var paths = Paths()
  func add(_ points: [GridPoint], isClosed: Bool = false) {
    for (index, point) in points.enumerated() where index == 0 || points[index - 1] != point { paths.append(point) }
    paths.endPath(isClosed: isClosed && points.count > 2 && points.first != points.last)
  }
  let kind = seed % 4
  for line in 0..<Int32.random(in: 1...8, using: &random) {
    switch kind {
    case 0:
      let points = (0..<Int.random(in: 2...5, using: &random)).map { _ in GridPoint(x: coordinate(), y: coordinate()) }
      add(points, isClosed: Bool.random(using: &random))
    case 1: add([GridPoint(x: size / 2, y: size / 2), GridPoint(x: coordinate(), y: coordinate())])
    case 2:
      let here = coordinate()
      let ends = [coordinate(), coordinate()]
      let isUpright = Bool.random(using: &random)
      add(ends.map { isUpright ? GridPoint(x: here, y: $0) : GridPoint(x: $0, y: here) })
    default:
      let y = line * max(1, size / 9)
      add([GridPoint(x: 0, y: y), GridPoint(x: coordinate(), y: y), GridPoint(x: size, y: min(size, y + line % 3))])
    }
  }
  return paths
}

/// Lines from one point; each a path of its own, so that each is a chain.
private func star(_ count: Int32) -> Paths {
  var paths = Paths()
  for line in 0..<count {
    paths.append(GridPoint(x: 0, y: 0))
    paths.append(GridPoint(x: 100_000_000, y: 5000 * (line - count / 2)))
    paths.endPath(isClosed: false)
  }
  return paths
}

/// A line that winds inwards, four vertices a turn.
private func spiral(_ turns: Int32) -> Paths {
  var paths = Paths()
  for turn in 0..<turns {
    let (low, high) = (1000 * turn, 200_000_000 - 1000 * turn)
    for (x, y) in [(low, low), (high, low), (high, high), (low + 1000, high)] { paths.append(GridPoint(x: x, y: y)) }
    if turn + 1 == turns { paths.endPath(isClosed: false) }
  }
  return paths
}

@Suite struct `A sweep over segments` {
  @Test(arguments: 0..<600 as Range<UInt64>) func `the sweep certifies exactly the segments of which no two meet`(
    seed: UInt64
  ) {
    let index = ChainIndex(drawing(seed: seed))
    let segments = index.sweptSegments.segments
    var isClean = true
    for (i, s) in segments.enumerated() {
      for t in segments[(i + 1)...] where relation(s.left, s.right, t.left, t.right) != .clean { isClean = false }
    }
    #expect(index.isCertifiedClean() == isClean)
  }

  @Test(arguments: 0..<600 as Range<UInt64>) func `the sweep finds the same segment below a point as the index`(
    seed: UInt64
  ) {
    let paths = drawing(seed: seed)
    let index = ChainIndex(paths)
    let (segments, first) = index.sweptSegments
    var random = SplitMix64(seed: seed)
    let points = (0..<paths.vertexCount).flatMap { vertex in
      let p = paths.point(vertex)
      let (dx, dy) = (Int32.random(in: -2...2, using: &random), Int32.random(in: -2...2, using: &random))
      return [p, GridPoint(x: max(0, min(1 << 30 - 1, p.x + dx)), y: max(0, min(1 << 30 - 1, p.y + dy)))]
    }
    guard let below = SegmentSweep.pass(over: segments, queries: points).below else { return }
    for (p, answer) in zip(points, below) {
      #expect(index.firstSegment(below: p)?.segment == (answer < 0 ? nil : Int(first[Int(answer)])))
    }
  }

  @Test func `the sweep costs n log n if boxes overlap`() {
    for (small, large) in [(star(2000), star(4000)), (spiral(2000), spiral(4000))] {
      let counts = [small, large].map { SegmentSweep.pass(over: ChainIndex($0).sweptSegments.segments).comparisons }
      // n log n; a quadratic cost would be four times as much.
      #expect(counts[1] < counts[0] * 5 / 2)
    }
  }
}

@Suite struct `A search in an index of chains` {
  @Test func `a search in the index gives way to a sweep if boxes overlap`() {
    for paths in [star(4000), star(8000)] {
      let index = ChainIndex(paths)
      let budget = PairBudget(chains: index.chainCount)
      _ = index.interactions(jobs: 1, within: budget)
      #expect(budget.isExceeded)
      #expect(budget.spent < budget.limit + budget.limit / 8)
      #expect(index.interactions(jobs: 2).isEmpty)
    }
  }

  @Test func `a search that gives way to a sweep finds the one crossing of a star`() {
    var paths = star(4000)
    let last = paths.vertexCount
    paths.append(GridPoint(x: 99_999_990, y: 1))
    paths.append(GridPoint(x: 99_999_990, y: 9000))
    paths.endPath(isClosed: false)
    let index = ChainIndex(paths)
    #expect(!index.isCertifiedClean())
    let crossings = index.interactions(jobs: 2)
    #expect(crossings.map(\.second) == [last])
  }

  @Test func `the index finds what is below many points as it does one by one`() {
    var paths = star(4000)
    // Squares between the lines.
    for line in 0..<3999 as Range<Int32> {
      let (x, y) = (95_000_000 as Int32, 4750 * (line - 2000) + 2000)
      for (dx, dy) in [(0, 0), (10, 0), (10, 10), (0, 10)] as [(Int32, Int32)] {
        paths.append(GridPoint(x: x + dx, y: y + dy))
      }
      paths.endPath(isClosed: true)
    }
    let index = ChainIndex(paths)
    let points = (0..<paths.count).map { paths.point(paths.start[$0]) }
    #expect(index.isCertifiedClean())
    let found = index.firstSegments(below: points, jobs: 2)
    let expected = points.map { index.firstSegment(below: $0) }
    #expect(found.map { $0?.segment } == expected.map { $0?.segment })
    #expect(found.map { $0?.runsTowardsGrowingX } == expected.map { $0?.runsTowardsGrowingX })
  }
}
