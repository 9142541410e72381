import MapGeometry

/// For each vertex of one-sided boundary, the place of other regions' that is nearest to it within a distance.
///
/// Regions whose boundary has a vertex in the same place do not count: there it is not a miss. Of places equally
/// near, the one of the lower region counts, then the one on the smaller segment, by its ends.
struct Nearness {
  struct Place {
    /// The squared distance, in cells on the ground, rounded down.
    var square: Int64
    var region: Int32
    /// The nearest segment, by its vertices.
    var first: Int32
    var last: Int32
    /// The vertex that is the nearest place, or −1 where a place inside the segment is.
    var vertex: Int32
  }

  /// Where lines of two regions meet without a common vertex, rounded to the grid.
  struct Crossing: Comparable {
    /// The regions, the lower first.
    var a: Int32
    var b: Int32
    var point: GridPoint

    static func < (one: Crossing, other: Crossing) -> Bool {
      (one.a, one.b, one.point) < (other.a, other.b, other.point)
    }
  }

  /// Per vertex: its nearest place.
  private(set) var place: ContiguousArray<Place?>
  /// Sorted, each once.
  private(set) var crossings: [Crossing] = []

  /// - Parameter reach: the distance, in cells on the ground.
  /// - Complexity: O(n log n) for n vertices of which each has few others within the distance.
  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64, jobs: Int) {
    let search = Search(boundary: boundary, index: ChainIndex(boundary.paths), ground: ground, reach: reach)
    let count = search.index.chainCount
    let groups = min(count, 256)
    let found = concurrentMap(groups, jobs: jobs) { group in
      search.results(in: count * group / groups..<count * (group + 1) / groups)
    }
    place = ContiguousArray(repeating: nil, count: boundary.paths.vertexCount)
    for result in found {
      for entry in result.places { place[entry.vertex] = entry.place }
      crossings += result.crossings
    }
    crossings.sort()
    crossings = crossings.indices.filter { $0 == 0 || crossings[$0] != crossings[$0 - 1] }.map { crossings[$0] }
  }
}

private struct Search: Sendable {
  let boundary: OneSidedBoundary
  let index: ChainIndex
  let ground: GroundRows
  let reach: Int64

  struct Results: Sendable {
    var places: [(vertex: Int, place: Nearness.Place)] = []
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

  private func collect(_ vertex: Int, _ others: [Int], into results: inout Results) {
    let paths = boundary.paths
    let p = paths.point(vertex)
    let box = ground.box(GridBox(p, p), widenedBy: reach)
    var best: Nearness.Place?
    var isMet = false
    for other in others where index.box(ofChain: other).intersects(box) {
      let region = boundary.region(ofVertex: index.vertices(ofChain: other).first.lowerBound)
      if boundary.touches(vertex, region) { continue }
      index.forEachSegment(ofChain: other) { first, last in
        let a = paths.point(first)
        let b = paths.point(last)
        guard GridBox(a, b).intersects(box) else { return }
        if segment(a, b, contains: p) { isMet = true }
        let (square, place) = ground.squaredDistance(p, fromSegment: a, b)
        guard square <= reach * reach else { return }
        if let best {
          guard square <= best.square else { return }
          if square == best.square {
            guard region <= best.region else { return }
            if region == best.region {
              let known = (paths.point(Int(best.first)), paths.point(Int(best.last)))
              guard (min(a, b), max(a, b)) < (min(known.0, known.1), max(known.0, known.1)) else { return }
            }
          }
        }
        let end = place == .first ? Int32(first) : place == .last ? Int32(last) : -1
        best = Nearness.Place(square: square, region: region, first: Int32(first), last: Int32(last), vertex: end)
      }
    }
    // What lies on the other line is a matter of noding.
    if let best, !isMet { results.places.append((vertex, best)) }
  }

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
