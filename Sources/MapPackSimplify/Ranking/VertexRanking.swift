import MapPack
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
  /// - Complexity: O(n log m) for n vertices in arcs of at most m vertices; O(n m) at worst by the method of Ramer,
  ///   Douglas and Peucker, for arcs of which each vertex splits off only a few others, such as spirals.
  package init(
    _ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale, method: SimplifyOptions.Method, jobs: Int
  ) {
    self.arcs = arcs
    self.method = method
    let parts = Self.parts(of: arcs, verticesPerPart: 16384)
    let ranked = concurrentMap(parts.count, jobs: jobs) { part in
      let range = parts[part]
      let base = arcs.start[range.lowerBound]
      var weights = ContiguousArray<Double>(
        repeating: .infinity, count: arcs.start[range.upperBound] - arcs.start[range.lowerBound])
      if method == .douglasPeucker {
        for arc in range where arcs.vertices(of: arc).count > arcs.leastVertices(of: arc) {
          Self.split(ArcLine(arcs, arc: arc, scale: scale), arc, of: arcs, isPinned, into: &weights, base: base)
        }
      } else {
        var line = ArcCorners(arcs, scale: scale, isWeighted: method == .weightedVisvalingam)
        var queue = CornerQueue()
        for arc in range where arcs.vertices(of: arc).count > arcs.leastVertices(of: arc) {
          let vertices = arcs.vertices(of: arc)
          let inner = arcs.isClosed[arc] ? vertices : vertices.dropFirst().dropLast()
          queue.reset(count: vertices.count) { position in
            let vertex = vertices.lowerBound + position
            let point = arcs.point(vertex)
            return inner.contains(vertex) && !isPinned[vertex] ? GridPoint(x: point.y, y: point.x).key : nil
          }
          line.reset(arc: arc)
          line.weigh(
            &queue, keeping: arcs.leastVertices(of: arc), below: .infinity, into: &weights,
            base: vertices.lowerBound - base)
        }
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

  /// Writes the weights of an arc's vertices by the method of Ramer, Douglas and Peucker.
  ///
  /// These are **anchors** from the beginning, and must stay: the ends of an arc, its pinned vertices, and for a closed
  /// arc its smallest vertex and the vertex farthest from that one. If a ring would keep fewer than three vertices, its
  /// most important ones must stay too.
  ///
  /// - Parameter base: the vertex of the first weight.
  private static func split(
    _ line: ArcLine, _ arc: Int, of arcs: ArcTable, _ isPinned: ContiguousArray<Bool>,
    into weights: inout ContiguousArray<Double>, base: Int
  ) {
    var byPosition = ContiguousArray<Double>(repeating: 0, count: line.last + 1)
    let opposite = arcs.isClosed[arc] ? line.farthest(between: 0, and: line.last)?.position : nil
    byPosition[0] = .infinity
    var anchor = 0
    for position in 1...line.last
    where position == opposite || position == line.last || isPinned[line.vertex(position)] {
      byPosition[position] = .infinity
      line.weigh(between: anchor, and: position, above: 0, into: &byPosition)
      anchor = position
    }
    for position in byPosition.indices { weights[line.vertex(position) - base] = byPosition[position] }

    let range = arcs.vertices(of: arc)
    func order(_ vertex: Int) -> (Double, Int32, Int32) { (weights[vertex - base], arcs.y[vertex], arcs.x[vertex]) }
    let missing = arcs.leastVertices(of: arc) - range.count { weights[$0 - base] == .infinity }
    for _ in 0..<max(0, missing) {
      let best = range.filter { weights[$0 - base] < .infinity }.max { order($0) < order($1) }
      if let best { weights[best - base] = .infinity }
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
