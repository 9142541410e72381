import MapPackGeometry
import TestSupport
import Testing

@Suite struct `The first vertices at points` {
  /// A walk that comes back to points again and again, on a lattice of so many points a side.
  private static func walk(_ vertexCount: Int, side: Int32, pitch: Int32, seed: UInt64) -> Paths {
    var random = SplitMix64(seed: seed)
    var paths = Paths()
    var point = GridPoint(x: side / 2, y: side / 2)
    for _ in 0..<vertexCount {
      paths.append(GridPoint(x: point.x * pitch, y: point.y * pitch))
      if Int.random(in: 0..<50, using: &random) == 0 { paths.endPath(isClosed: Bool.random(using: &random)) }
      point.x = (point.x + .random(in: -1...1, using: &random) + side) % side
      point.y = (point.y + .random(in: -1...1, using: &random) + side) % side
    }
    paths.endPath(isClosed: false)
    return paths
  }

  private static func expected(_ paths: Paths) -> ContiguousArray<Int32> {
    var first: [GridPoint: Int32] = [:]
    return ContiguousArray(
      (0..<paths.vertexCount).map { vertex in
        let point = paths.point(vertex)
        if let known = first[point] { return known }
        first[point] = Int32(vertex)
        return Int32(vertex)
      })
  }

  /// Up to 16,384 vertices are one deal.
  @Test(arguments: [0, 1, 2, 500, 16_384, 16_385, 70_000, 200_000])
  func `the first vertices at points are those that a dictionary finds, for any number of threads`(vertexCount: Int) {
    for (side, pitch) in [(5, 1), (40, 1), (900, 1), (900, 1000), (900, 1_000_000)] as [(Int32, Int32)] {
      let paths = Self.walk(vertexCount, side: side, pitch: pitch, seed: UInt64(vertexCount))
      let expected = Self.expected(paths)
      for jobs in [1, 3] { #expect(paths.firstVertices(jobs: jobs) == expected) }
    }
  }
}
