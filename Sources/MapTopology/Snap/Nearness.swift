import MapGeometry

/// For each vertex of one-sided boundary, the nearest place within a distance on that of each other region.
///
/// Regions whose boundary has a vertex in the same place do not count: there it is not a miss. Of places equally
/// near, the one on the smaller segment counts, by its ends.
struct Nearness {
  struct Place {
    var vertex: Int32
    /// The squared distance, in cells on the ground, rounded down.
    var square: Int64
    var region: Int32
    /// The nearest segment, by its vertices.
    var first: Int32
    var last: Int32
    /// The vertex that is the nearest place, or −1 where a place inside the segment is.
    var nearestVertex: Int32
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

  /// The places of vertex v are `places[start[v] ..< start[v + 1]]`, by region.
  private(set) var places: ContiguousArray<Place> = []
  private(set) var start: ContiguousArray<Int>
  /// Sorted, each once.
  private(set) var crossings: [Crossing] = []

  /// - Parameter reach: the distance, in cells on the ground.
  /// - Complexity: O(n log n) for n vertices of which each has few others within the distance.
  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64, jobs: Int) {
    // A region is not near itself.
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
      places += result.places
      crossings += result.crossings
    }
    places.sort { ($0.vertex, $0.region) < ($1.vertex, $1.region) }
    start = ContiguousArray(repeating: 0, count: boundary.paths.vertexCount + 1)
    for place in places { start[Int(place.vertex) + 1] += 1 }
    for vertex in 0..<boundary.paths.vertexCount { start[vertex + 1] += start[vertex] }
    crossings.sort()
    crossings = crossings.indices.filter { $0 == 0 || crossings[$0] != crossings[$0 - 1] }.map { crossings[$0] }
  }

  /// The place of a vertex on the boundary of a region; `nil` where that is not near.
  func place(of vertex: Int, on region: Int32) -> Int? {
    (start[vertex]..<start[vertex + 1]).first { places[$0].region == region }
  }
}

private struct Search: Sendable {
  let boundary: OneSidedBoundary
  let index: ChainIndex
  let ground: GroundRows
  let reach: Int64

  struct Results: Sendable {
    var places: [Nearness.Place] = []
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
    let begin = results.places.count
    var met: [Int32] = []
    for other in others where index.box(ofChain: other).intersects(box) {
      let region = boundary.region(ofVertex: index.vertices(ofChain: other).first.lowerBound)
      if boundary.touches(vertex, region) { continue }
      index.forEachSegment(ofChain: other) { first, last in
        let a = paths.point(first)
        let b = paths.point(last)
        guard GridBox(a, b).intersects(box) else { return }
        if segment(a, b, contains: p) { met.append(region) }
        let (square, place) = ground.squaredDistance(p, fromSegment: a, b)
        guard square <= reach * reach else { return }
        let end = place == .first ? Int32(first) : place == .last ? Int32(last) : -1
        let found = Nearness.Place(
          vertex: Int32(vertex), square: square, region: region, first: Int32(first), last: Int32(last),
          nearestVertex: end)
        guard let known = results.places[begin...].firstIndex(where: { $0.region == region }) else {
          results.places.append(found)
          return
        }
        if isNearer(found, than: results.places[known]) { results.places[known] = found }
      }
    }
    // What lies on the other line is a matter of noding.
    if !met.isEmpty {
      results.places.replaceSubrange(begin..., with: results.places[begin...].filter { !met.contains($0.region) })
    }
  }

  private func isNearer(_ one: Nearness.Place, than other: Nearness.Place) -> Bool {
    if one.square != other.square { return one.square < other.square }
    func ends(_ place: Nearness.Place) -> (GridPoint, GridPoint) {
      let (a, b) = (boundary.paths.point(Int(place.first)), boundary.paths.point(Int(place.last)))
      return (min(a, b), max(a, b))
    }
    return ends(one) < ends(other)
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
