import MapPack
import MapPackCoverage
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
  func `of the vertices that nothing holds, the one goes that adds the least area`(seed: UInt64) throws {
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
    var cure = LevelCure(
      Draft(described, ranking, level: level), tolerances: ContiguousArray(coverage.regions.map { _ in 1 }),
      scale: scale, jobs: 2)
    cure.cure(level: 0)
    var thinning = Thinning(cure.draft, among: cure.kept, candidates: arcs.vertexCount, scale: scale, jobs: 2)
    var isKept = Array(repeating: true, count: arcs.vertexCount)
    var gone = 0
    // A vertex does not go before one that went, even if its own cost has fallen since.
    var most = 0.0
    while true {
      let free = (0..<arcs.count).flatMap { arc in
        arcs.vertices(of: arc).filter {
          isKept[$0] && level[$0] == 0 && ranking.weight[$0] < .infinity && mayGo($0, arc, arcs, isKept)
        }
      }
      thinning.remove(1)
      let removed = (0..<arcs.vertexCount).filter { thinning.draft.level[$0] < 0 && isKept[$0] }
      #expect(removed.count == min(1, free.count) && Set(free).isSuperset(of: removed))
      guard let vertex = removed.first else { break }
      let costs = free.map { cost($0, arcs, isKept) * scale.squareMetersPerDoubledCell(y: arcs.point($0).y) }
      let paid = costs[free.firstIndex(of: vertex) ?? 0]
      #expect(paid <= max(most, costs.min() ?? 0) + 1e-9 * (costs.max() ?? 0))
      most = max(most, paid)
      isKept[vertex] = false
      gone += 1
    }
    #expect(gone > 0)
  }

  /// What the removal of a vertex adds between the line and its source, in doubled cells².
  private func cost(_ vertex: Int, _ arcs: ArcTable, _ isKept: [Bool]) -> Double {
    let arc = (0..<arcs.count).first { arcs.vertices(of: $0).contains(vertex) } ?? 0
    let vertices = Array(arcs.vertices(of: arc))
    let round = arcs.isClosed[arc] ? vertices + vertices + vertices : vertices
    let here = (vertices.firstIndex(of: vertex) ?? 0) + (arcs.isClosed[arc] ? vertices.count : 0)
    guard let first = round[..<here].lastIndex(where: { isKept[$0] }),
      let last = round[(here + 1)...].firstIndex(where: { isKept[$0] })
    else { return 0 }
    func area(_ range: ClosedRange<Int>) -> Double {
      let chain = round[range].map { arcs.point($0) }
      return [1.0, -1.0].reduce(0) { $0 + Self.clipped(chain, side: $1) }
    }
    return max(0, area(first...last) - area(first...here) - area(here...last))
  }

  /// Twice the area of what a chain and its chord enclose on one side of the chord's line.
  private static func clipped(_ chain: [GridPoint], side: Double) -> Double {
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

  /// Whether the chord that would replace a vertex has no kept vertex on it, or between it and the source. Asks
  /// everything of everything.
  private func mayGo(_ vertex: Int, _ arc: Int, _ arcs: ArcTable, _ isKept: [Bool]) -> Bool {
    let vertices = Array(arcs.vertices(of: arc))
    guard let index = vertices.firstIndex(of: vertex) else { return false }
    // Twice round, so that a chain may run across the start of a closed arc.
    let round = arcs.isClosed[arc] ? vertices + vertices + vertices : vertices
    let here = arcs.isClosed[arc] ? index + vertices.count : index
    guard let first = round[..<here].lastIndex(where: { isKept[$0] }),
      let last = round[(here + 1)...].firstIndex(where: { isKept[$0] })
    else { return false }
    if !arcs.isClosed[arc] && first == 0 && last == vertices.count - 1 { return false }
    let chain = round[first...last].map { arcs.point($0) }
    let (a, b) = (chain[0], chain[chain.count - 1])
    for other in 0..<arcs.vertexCount where isKept[other] && other != vertex {
      let point = arcs.point(other)
      if point == a || point == b { continue }
      if segment(a, b, contains: point) { return false }
      // A ray to growing y crosses the closed line an odd number of times.
      var isInside = false
      var p = b
      for q in chain {
        if (p.x <= point.x) != (q.x <= point.x) && (orientation(p, q, point) < 0) == (p.x < q.x) { isInside.toggle() }
        p = q
      }
      if isInside { return false }
    }
    return true
  }
}
