import MapArrangement
import MapGeometry
import MapTopology

/// How important each vertex of a coverage is: the one order from which all levels are cut.
package struct VertexRanking: Sendable {
  /// Per vertex: its weight in m² on the ground; `infinity` where it must stay.
  package private(set) var weight: ContiguousArray<Double>
  private let arcs: ArcTable
  private let method: SimplifyOptions.Method

  /// Ranks all vertices.
  ///
  /// - Parameters:
  ///   - isPinned: per vertex, whether it must stay.
  ///   - scale: what is measured in the plane, on the ground.
  /// - Complexity: O(n log m) for n vertices in arcs of at most m; for Ramer's, Douglas' and Peucker's method see
  ///   `RamerDouglasPeucker`.
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
    var weight = ContiguousArray<Double>()
    weight.reserveCapacity(arcs.vertexCount)
    for weights in ranked { weight.append(contentsOf: weights) }
    self.weight = weight
  }

  /// Gives vertices of one place the largest weight that one of them has.
  mutating func equalize(_ shared: SharedVertices) {
    for group in shared.groups {
      let largest = group.reduce(0) { max($0, weight[$1]) }
      for vertex in group { weight[vertex] = largest }
    }
  }

  /// Ranges of arcs that hold about so many vertices each.
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

  /// The least weight with which a vertex stays at a tolerance on the ground, in metres.
  ///
  /// Visvalingam's methods remove what is smaller than the tolerance, Ramer's, Douglas' and Peucker's also what is
  /// equal to it: of a straight line a tolerance of 0 leaves the former all vertices, the latter both ends.
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
  /// How many vertices of an arc must remain, so that a ring made of this arc alone keeps three.
  func leastVertices(of arc: Int) -> Int {
    if isClosed[arc] { return 3 }
    let range = vertices(of: arc)
    let isLoop = !range.isEmpty && point(range.lowerBound) == point(range.upperBound - 1)
    return isLoop ? 4 : 2
  }
}
