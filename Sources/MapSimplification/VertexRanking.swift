import MapGeometry
import MapTopology

/// How important each vertex of a coverage is: the one order from which all levels are cut.
package struct VertexRanking: Sendable {
  /// Per vertex: its weight in m² on the ground; `infinity` where it must stay.
  package let weight: ContiguousArray<Double>
  private let arcs: ArcTable

  /// Ranks all vertices by the method of Visvalingam and Whyatt.
  ///
  /// - Parameter isPinned: per vertex, whether it must stay.
  /// - Complexity: O(n log m) for n vertices in arcs of at most m.
  package init(_ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale, jobs: Int) {
    self.arcs = arcs
    let parts = Self.parts(of: arcs, verticesPerPart: 16384)
    let ranked = concurrentMap(parts.count, jobs: jobs) { part in
      let range = parts[part]
      let base = arcs.start[range.lowerBound]
      var weights = ContiguousArray<Double>(repeating: .infinity, count: arcs.start[range.upperBound] - base)
      var method = VisvalingamWhyatt(arcs, isPinned: isPinned, scale: scale)
      for arc in range { method.rank(arc, into: &weights, base: base) }
      return weights
    }
    var weight = ContiguousArray<Double>()
    weight.reserveCapacity(arcs.vertexCount)
    for weights in ranked { weight.append(contentsOf: weights) }
    self.weight = weight
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

  /// Whether vertex a is less important than b: by (weight, y, x).
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    if weight[a] != weight[b] { return weight[a] < weight[b] }
    if arcs.y[a] != arcs.y[b] { return arcs.y[a] < arcs.y[b] }
    return arcs.x[a] < arcs.x[b]
  }
}
