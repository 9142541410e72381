import MapPackGeometry
import MapPackMerge

/// The importance of each vertex of a coverage on the pack grid. `Simplifier` makes it once. All levels are cut from
/// this one order, by `LevelSelection`.
package struct VertexRanking: Sendable {
  /// Per vertex: its weight in m² on the ground (by the scale of the equator for a zoom); `infinity` if it must stay.
  package private(set) var weight: ContiguousArray<Double>
  private let arcs: ArcTable
  private let method: SimplifyOptions.Method

  /// Ranks all vertices, arc by arc.
  ///
  /// These must stay: pinned vertices, the ends of open arcs, and so many of each arc that a ring made of it alone
  /// keeps three. Vertices that lines share are ranked apart, until `equalize` is called.
  ///
  /// - Parameters:
  ///   - isPinned: per vertex, whether it must stay.
  ///   - scale: the size of the grid's cells on the ground.
  ///   - jobs: how many threads may be used. The result does not depend on it.
  /// - Complexity: O(n log m) for n vertices in arcs of at most m vertices. For the method of Ramer, Douglas and
  ///   Peucker, see `RamerDouglasPeucker`.
  package init(
    _ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale, method: SimplifyOptions.Method, jobs: Int
  ) {
    self.arcs = arcs
    self.method = method
    let parts = Self.parts(of: arcs, verticesPerPart: 16384)
    let ranked = concurrentMap(parts.count, jobs: jobs) { part in
      let range = parts[part]
      let base = arcs.start[range.lowerBound]
      var weights = ContiguousArray<Double>(repeating: .infinity, count: arcs.start[range.upperBound] - base)
      switch method {
      case .visvalingam, .weightedVisvalingam:
        var ranker = VisvalingamWhyatt(
          arcs, isPinned: isPinned, scale: scale, isWeighted: method == .weightedVisvalingam)
        for arc in range { ranker.rank(arc, into: &weights, base: base) }
      case .douglasPeucker:
        var ranker = RamerDouglasPeucker(arcs, isPinned: isPinned, scale: scale)
        for arc in range { ranker.rank(arc, into: &weights, base: base) }
      }
      return weights
    }
    weight = ContiguousArray(joining: ranked, jobs: jobs)
  }

  /// Gives all vertices at one point the largest of their weights.
  mutating func equalize(_ shared: SharedVertices) {
    for group in shared.groups {
      let largest = group.reduce(0) { max($0, weight[$1]) }
      for vertex in group { weight[vertex] = largest }
    }
  }

  /// Ranges of arcs with about `verticesPerPart` vertices each.
  private static func parts(of arcs: ArcTable, verticesPerPart: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var first = 0
    for arc in 0..<arcs.count
    where arcs.start[arc + 1] - arcs.start[first] >= verticesPerPart || arc == arcs.count - 1 {
      parts.append(first..<arc + 1)
      first = arc + 1
    }
    return parts
  }

  /// The least weight in m² with which a vertex stays at a tolerance.
  ///
  /// Visvalingam's methods remove what is smaller than the tolerance. The method of Ramer, Douglas and Peucker also
  /// removes what is equal to it. So at a tolerance of 0, a straight line keeps all its vertices by the former, and its
  /// two ends by the latter.
  ///
  /// - Parameter tolerance: a length on the ground, in meters.
  package func leastWeight(stayingAt tolerance: Double) -> Double {
    let square = tolerance * tolerance
    switch method {
    case .visvalingam, .weightedVisvalingam: return square
    case .douglasPeucker: return square.nextUp
    }
  }

  /// Whether vertex a is less important than b: by (weight, y, x).
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    if weight[a] != weight[b] { return weight[a] < weight[b] }
    if arcs.y[a] != arcs.y[b] { return arcs.y[a] < arcs.y[b] }
    return arcs.x[a] < arcs.x[b]
  }
}

extension ArcTable {
  /// How many vertices of an arc must stay, so that a ring that is made of this arc alone keeps three.
  func leastVertices(of arc: Int) -> Int {
    if isClosed[arc] { return 3 }
    let range = vertices(of: arc)
    let isLoop = !range.isEmpty && point(range.lowerBound) == point(range.upperBound - 1)
    return isLoop ? 4 : 2
  }
}
