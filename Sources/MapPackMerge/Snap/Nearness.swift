import MapPackGeometry

/// How near each vertex of one-sided boundary comes to the boundaries of other regions. `NearRuns` makes runs of it.
///
/// A vertex approaches a region if the nearest point of the region's one-sided boundary is within a distance. If
/// several points are equally near, the one on the smaller segment counts; segments are compared by their ends. A
/// region does not count if it has a vertex at the same point, or if the vertex lies on its line: neither is a miss.
struct Nearness {
  /// The nearest point of another region's boundary to a vertex.
  struct Approach {
    /// The vertex that approaches.
    var vertex: Int32
    /// The square of the distance, in cells on the ground, rounded down.
    var square: Int64
    /// The region that is approached.
    var region: Int32
    /// The first vertex of the segment with the nearest point.
    var first: Int32
    /// The last vertex of that segment.
    var last: Int32
    /// The vertex that is the nearest point; −1 if the nearest point lies inside the segment.
    var nearestVertex: Int32
  }

  /// A point, rounded to the grid, at which lines of two regions meet without a common vertex.
  struct Crossing: Comparable {
    /// The lower of the two regions.
    var a: Int32
    /// The higher of the two regions.
    var b: Int32
    var point: GridPoint

    static func < (one: Crossing, other: Crossing) -> Bool {
      (one.a, one.b, one.point) < (other.a, other.b, other.point)
    }
  }

  /// The approaches of vertex v are `approaches[start[v] ..< start[v + 1]]`, sorted by region.
  private(set) var approaches: ContiguousArray<Approach> = []
  private(set) var start: ContiguousArray<Int>
  /// Sorted by regions, then by point; each once.
  private(set) var crossings: [Crossing] = []

  /// - Parameter reach: the distance, in cells on the ground.
  /// - Complexity: O(n log n) for n vertices if each has few others within the distance. The result does not depend on
  ///   `jobs`.
  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64, jobs: Int) {
    // With one region there is nothing to find, because a region does not approach itself.
    guard let first = boundary.region.first, boundary.region.contains(where: { $0 != first }) else {
      start = ContiguousArray(repeating: 0, count: boundary.paths.vertexCount + 1)
      return
    }
    let search = Search(boundary: boundary, index: ChainIndex(boundary.paths), ground: ground, reach: reach)
    let count = search.index.chainCount
    let groups = min(count, 256)
    let found = concurrentMap(groups, jobs: jobs) { group in
      search.results(in: count * group / groups..<count * (group + 1) / groups)
    }
    for result in found {
      approaches += result.approaches
      crossings += result.crossings
    }
    approaches.sort { ($0.vertex, $0.region) < ($1.vertex, $1.region) }
    start = ContiguousArray(repeating: 0, count: boundary.paths.vertexCount + 1)
    for approach in approaches { start[Int(approach.vertex) + 1] += 1 }
    for vertex in 0..<boundary.paths.vertexCount { start[vertex + 1] += start[vertex] }
    crossings.sort()
    crossings = crossings.indices.filter { $0 == 0 || crossings[$0] != crossings[$0 - 1] }.map { crossings[$0] }
  }

  /// The index of a vertex's approach to a region; `nil` if the region is not near.
  func approach(of vertex: Int, to region: Int32) -> Int? {
    (start[vertex]..<start[vertex + 1]).first { approaches[$0].region == region }
  }
}

/// The search for approaches and crossings, chain by chain.
private struct Search: Sendable {
  let boundary: OneSidedBoundary
  let index: ChainIndex
  let ground: GroundRows
  let reach: Int64

  struct Results: Sendable {
    var approaches: [Nearness.Approach] = []
    var crossings: [Nearness.Crossing] = []
  }

  func results(in chains: Range<Int>) -> Results {
    var results = Results()
    var others: [Int] = []
    for chain in chains {
      let vertices = index.vertices(ofChain: chain)
      let region = boundary.region(ofVertex: vertices.first.lowerBound)
      others.removeAll(keepingCapacity: true)
      index.forEachChain(meeting: ground.box(index.box(ofChain: chain), widenedBy: reach)) { other in
        if boundary.region(ofVertex: index.vertices(ofChain: other).first.lowerBound) != region { others.append(other) }
      }
      guard !others.isEmpty else { continue }
      collectCrossings(chain, others, into: &results)
      for vertex in vertices.first { collect(vertex, others, into: &results) }
      // The last vertex of an open path begins no segment.
      if vertices.last == vertices.first.upperBound,
        vertices.last + 1 == boundary.paths.start[Int(boundary.pathOfVertex[vertices.last]) + 1]
      {
        collect(vertices.last, others, into: &results)
      }
    }
    return results
  }

  /// Adds the approaches of a vertex to the regions of other chains.
  private func collect(_ vertex: Int, _ others: [Int], into results: inout Results) {
    let paths = boundary.paths
    let p = paths.point(vertex)
    let box = ground.box(GridBox(p, p), widenedBy: reach)
    let begin = results.approaches.count
    var met: [Int32] = []
    for other in others where index.box(ofChain: other).intersects(box) {
      let region = boundary.region(ofVertex: index.vertices(ofChain: other).first.lowerBound)
      if boundary.touches(vertex, region) { continue }
      index.forEachSegment(ofChain: other) { first, last in
        let a = paths.point(first)
        let b = paths.point(last)
        guard GridBox(a, b).intersects(box) else { return }
        if segment(a, b, contains: p) { met.append(region) }
        let (square, nearest) = ground.squaredDistance(p, fromSegment: a, b)
        guard square <= reach * reach else { return }
        let end = nearest == .first ? Int32(first) : nearest == .last ? Int32(last) : -1
        let found = Nearness.Approach(
          vertex: Int32(vertex), square: square, region: region, first: Int32(first), last: Int32(last),
          nearestVertex: end)
        guard let known = results.approaches[begin...].firstIndex(where: { $0.region == region }) else {
          results.approaches.append(found)
          return
        }
        if isNearer(found, than: results.approaches[known]) { results.approaches[known] = found }
      }
    }
    // A vertex that lies on the other line is left to noding.
    if !met.isEmpty {
      let kept = results.approaches[begin...].filter { !met.contains($0.region) }
      results.approaches.replaceSubrange(begin..., with: kept)
    }
  }

  private func isNearer(_ one: Nearness.Approach, than other: Nearness.Approach) -> Bool {
    if one.square != other.square { return one.square < other.square }
    func ends(_ approach: Nearness.Approach) -> (GridPoint, GridPoint) {
      let (a, b) = (boundary.paths.point(Int(approach.first)), boundary.paths.point(Int(approach.last)))
      return (min(a, b), max(a, b))
    }
    return ends(one) < ends(other)
  }

  /// Adds the points at which a chain meets those of other regions, each pair of chains once.
  private func collectCrossings(_ chain: Int, _ others: [Int], into results: inout Results) {
    let paths = boundary.paths
    for other in others where other > chain && index.box(ofChain: other).intersects(index.box(ofChain: chain)) {
      index.forEachSegment(ofChain: chain) { first, last in
        let (a, b) = (paths.point(first), paths.point(last))
        guard GridBox(a, b).intersects(index.box(ofChain: other)) else { return }
        index.forEachSegment(ofChain: other) { otherFirst, otherLast in
          let (c, d) = (paths.point(otherFirst), paths.point(otherLast))
          let relation = relation(a, b, c, d)
          guard relation != .clean else { return }
          let one = boundary.region(ofVertex: first)
          let two = boundary.region(ofVertex: otherFirst)
          func add(_ point: GridPoint) {
            results.crossings.append(Nearness.Crossing(a: min(one, two), b: max(one, two), point: point))
          }
          if relation == .crossing {
            add(roundedCrossing(a, b, c, d))
          } else {
            for p in [a, b] where segment(c, d, contains: p) { add(p) }
            for p in [c, d] where segment(a, b, contains: p) { add(p) }
          }
        }
      }
    }
  }
}
