import MapPackGeometry
import TestSupport
import Testing

/// Lines and rings of random points; some short-stepped, some with segments across the whole plane.
private func randomPaths(seed: UInt64) -> Paths {
  var random = SplitMix64(seed: seed)
  let size = Int32([20, 300, 100_000, 1 << 30 - 1].randomElement(using: &random) ?? 20)
  var paths = Paths()
  for _ in 0..<Int.random(in: 1...12, using: &random) {
    var point = GridPoint(x: .random(in: 0...size, using: &random), y: .random(in: 0...size, using: &random))
    let step = Bool.random(using: &random) ? size : max(1, size / 30)
    let begin = paths.vertexCount
    for _ in 0..<Int.random(in: 3...40, using: &random) {
      if paths.vertexCount == begin || paths.point(paths.vertexCount - 1) != point { paths.append(point) }
      point.x = max(0, min(size, point.x + .random(in: -step...step, using: &random)))
      point.y = max(0, min(size, point.y + .random(in: -step...step, using: &random)))
    }
    let isRing = paths.vertexCount > begin + 2 && paths.point(paths.vertexCount - 1) != paths.point(begin)
    paths.endPath(isClosed: isRing && Bool.random(using: &random))
  }
  return paths
}

private func segments(of paths: Paths) -> [(first: Int, a: GridPoint, b: GridPoint)] {
  (0..<paths.count).flatMap { path in
    let range = paths.start[path]..<paths.start[path + 1]
    return range.compactMap { vertex -> (Int, GridPoint, GridPoint)? in
      if vertex + 1 < range.upperBound { return (vertex, paths.point(vertex), paths.point(vertex + 1)) }
      return paths.isClosed[path] && range.count > 1
        ? (vertex, paths.point(vertex), paths.point(range.lowerBound)) : nil
    }
  }
}

@Suite struct `The index of chains` {
  @Test(arguments: 0..<120 as Range<UInt64>)
  func `the index of chains finds the meetings that a comparison of all pairs finds`(seed: UInt64) {
    let paths = randomPaths(seed: seed)
    let all = segments(of: paths)
    var expected: [Interaction] = []
    for (i, s) in all.enumerated() {
      for t in all[(i + 1)...] {
        let relation = relation(s.a, s.b, t.a, t.b)
        if relation != .clean { expected.append(Interaction(first: s.first, second: t.first, relation: relation)) }
      }
    }
    #expect(interactions(of: paths, jobs: 1) == expected.sorted())
    #expect(interactions(of: paths, jobs: 3) == expected.sorted())
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func `the index of chains finds where the paths from a vertex on meet anything`(seed: UInt64) {
    let paths = randomPaths(seed: seed)
    let ends = Dictionary(uniqueKeysWithValues: segments(of: paths).map { ($0.first, ($0.a, $0.b)) })
    for first in [0, paths.start[paths.count / 2]] {
      var crossings: Set<GridPoint> = []
      var touches: Set<GridPoint> = []
      for pair in interactions(of: paths, jobs: 1) where pair.second >= first {
        guard let (a, b) = ends[pair.first], let (c, d) = ends[pair.second] else { continue }
        if pair.relation == .crossing {
          crossings.insert(roundedCrossing(a, b, c, d))
        } else {
          for p in [a, b] where p != c && p != d && segment(c, d, contains: p) { touches.insert(p) }
          for p in [c, d] where p != a && p != b && segment(a, b, contains: p) { touches.insert(p) }
        }
      }
      let found = ChainIndex(paths).intersectionPoints(from: first, jobs: 2)
      #expect(found.crossings == crossings.sorted())
      #expect(found.touches == touches.sorted())
    }
  }
}

@Suite struct `Paths some of which are replaced` {
  @Test(arguments: 0..<120 as Range<UInt64>) func `are those that are left and the new ones`(seed: UInt64) {
    let paths = randomPaths(seed: seed)
    var random = SplitMix64(seed: seed)
    let isReplaced = ContiguousArray((0..<paths.count).map { _ in Bool.random(using: &random) })
    // What replaces a path runs through its first and last vertex.
    var added = Paths()
    for path in 0..<paths.count where isReplaced[path] {
      let range = paths.vertices(of: path)
      added.append(paths.point(range.upperBound - 1))
      added.append(paths.point(range.lowerBound + range.count / 2))
      added.append(paths.point(range.lowerBound))
      added.endPath(isClosed: false)
    }
    var changed = paths
    changed.remove(isReplaced)
    changed.append(added)
    var expected = Paths()
    for path in 0..<paths.count where !isReplaced[path] { expected.append(path..<path + 1, of: paths) }
    expected.append(added)
    #expect(changed == expected)
  }
}

@Suite struct `The index of hot pixels` {
  @Test(arguments: 0..<120 as Range<UInt64>)
  func `the index of hot pixels finds the points through whose pixels a segment passes, once each`(
    seed: UInt64
  ) {
    let paths = randomPaths(seed: seed)
    let points = (0..<paths.vertexCount).map(paths.point)
    let pixels = PointIndex(distinct: points, jobs: 1)
    for (_, a, b) in segments(of: randomPaths(seed: seed + (seed % 2))) {
      var found: [GridPoint] = []
      pixels.forEachPoint(on: a, b) { found.append($0) }
      #expect(found.sorted() == Set(points).filter { segment(a, b, passesThroughPixelOf: $0) }.sorted())
    }
  }
}
