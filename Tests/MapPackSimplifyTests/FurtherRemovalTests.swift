import MapPack
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackSimplify

/// What goes again after a cure, held against asking everything of everything at each step.
@Suite struct ThinningTests {
  @Test(arguments: 0..<12 as Range<UInt64>, [0.4, 0.6])
  func `a share is met, although cures bring vertices back`(seed: UInt64, share: Double) throws {
    let coverage = try RandomMapTests.merged(RandomMapTests.small(seed))
    for method in SimplifyOptions.Method.allCases {
      var options = RandomMapTests.options(.keep(share: share))
      options.method = method
      let result = try simplify(coverage, options: options)
      #expect(distinctVertices(result) == (try verticesToKeep(share, of: coverage, options)))
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the vertex goes that adds the least area of those that nothing holds`(seed: UInt64) throws {
    let coverage = tangle(seed: seed)
    let arcs = coverage.arcs
    let scale = GroundScale(equatorOf: PackGrid(cellExponent: 0, originX: 0, originY: 0))
    var random = SplitMix64(seed: seed)
    let isPinned = ContiguousArray((0..<arcs.vertexCount).map { _ in Int.random(in: 0..<20, using: &random) == 0 })
    let ranking = VertexRanking(arcs, isPinned: isPinned, scale: scale, method: .visvalingam, jobs: 1)
    // Some stay at a coarser level too.
    let level = ContiguousArray(
      (0..<arcs.vertexCount).map { _ in Int.random(in: 0..<10, using: &random) == 0 ? 1 : 0 as Int8 })
    var described = coverage
    described.polygonLevel = ContiguousArray(repeating: 1, count: coverage.polygonCount)
    var thinning = FurtherRemoval(
      Draft(described, ranking, level: level), isPinned: isPinned, scale: scale, jobs: 2)
    var reference = NaiveThinning(coverage, mayGo: { !isPinned[$0] && level[$0] == 0 }, scale)
    var gone = 0
    while true {
      let costs = reference.costs()
      thinning.remove(1)
      let removed = (0..<arcs.vertexCount).filter { thinning.draft.level[$0] < 0 && reference.isKept[$0] }
      guard let vertex = removed.first else {
        #expect(costs.isEmpty)
        break
      }
      #expect(removed.count == 1)
      let cost = try #require(costs[vertex])
      let least = try #require(costs.values.min())
      #expect(cost <= least + 1e-9 * costs.values.reduce(0) { max($0, $1.magnitude) })
      reference.isKept[vertex] = false
      gone += 1
    }
    #expect(gone > 0)
  }
}

/// The same with neither heap nor index, and with areas by clipping.
private struct NaiveThinning {
  let arcs: ArcTable
  let mayGo: (Int) -> Bool
  let scale: GroundScale
  var isKept: [Bool]

  init(_ coverage: Coverage, mayGo: @escaping (Int) -> Bool, _ scale: GroundScale) {
    arcs = coverage.arcs
    self.mayGo = mayGo
    self.scale = scale
    isKept = Array(repeating: true, count: arcs.vertexCount)
  }

  /// Of each vertex that can go: what it adds.
  func costs() -> [Int: Double] {
    var costs: [Int: Double] = [:]
    let all = (0..<arcs.vertexCount).filter { isKept[$0] }.map { arcs.point($0) }
    let lines = (0..<arcs.count).map { arc in arcs.vertices(of: arc).filter { isKept[$0] } }
    let joined = Set(lines.filter { $0.count == 2 }.map { Set($0.map { arcs.point($0) }) })
    for (arc, line) in lines.enumerated() where line.count > arcs.leastVertices(of: arc) {
      for index in line.indices where mayGo(line[index]) {
        if !arcs.isClosed[arc] && (index == 0 || index == line.count - 1) { continue }
        let before = line[index == 0 ? line.count - 1 : index - 1]
        let after = line[index == line.count - 1 ? 0 : index + 1]
        let (a, b, c) = (arcs.point(before), arcs.point(line[index]), arcs.point(after))
        if !arcs.isClosed[arc] && line.count == 3 && joined.contains([a, c]) { continue }
        if all.contains(where: { $0 != a && $0 != b && $0 != c && Self.triangle(a, b, c, contains: $0) }) { continue }
        costs[line[index]] =
          (area(before, after, arc) - area(before, line[index], arc) - area(line[index], after, arc))
          * scale.squareMetersPerDoubledCell(y: b.y)
      }
    }
    return costs
  }

  private static func triangle(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, contains p: GridPoint) -> Bool {
    let signs = Set([(a, b), (b, c), (c, a)].map { orientation($0.0, $0.1, p).signum() })
    if !signs.isSubset(of: [0, 1]) && !signs.isSubset(of: [0, -1]) { return false }
    return signs != [0] || segment(a, b, contains: p) || segment(b, c, contains: p) || segment(c, a, contains: p)
  }

  /// Twice the area between a chord and its chain, each side by itself.
  private func area(_ first: Int, _ last: Int, _ arc: Int) -> Double {
    let range = arcs.vertices(of: arc)
    var chain = [arcs.point(first)]
    var vertex = first
    while vertex != last {
      vertex = vertex + 1 == range.upperBound ? range.lowerBound : vertex + 1
      chain.append(arcs.point(vertex))
    }
    return [1.0, -1.0].reduce(0) { $0 + clipped(chain, side: $1) }
  }

  /// Twice the area of what a chain and its chord enclose on one side of the chord's line.
  private func clipped(_ chain: [GridPoint], side: Double) -> Double {
    let (start, end) = (chain[0], chain[chain.count - 1])
    func height(_ p: GridPoint) -> Double { side * Double(orientation(start, end, p)) }
    var ring: [SIMD2<Double>] = []
    for (p, q) in zip(chain, chain.dropFirst() + [start]) {
      let current = SIMD2(Double(p.x) - Double(start.x), Double(p.y) - Double(start.y))
      let next = SIMD2(Double(q.x) - Double(start.x), Double(q.y) - Double(start.y))
      let (here, there) = (height(p), height(q))
      if here >= 0 { ring.append(current) }
      if (here > 0 && there < 0) || (here < 0 && there > 0) {
        ring.append(current + (next - current) * (here / (here - there)))
      }
    }
    guard let last = ring.last else { return 0 }
    return zip([last] + ring, ring).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }.magnitude
  }
}
