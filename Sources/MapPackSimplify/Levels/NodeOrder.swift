import MapPackGeometry
import MapPackMerge

/// The order of the arcs round each node in full detail, and the check that a level keeps it. It is a check of
/// `LevelCure`.
///
/// Removing vertices can break the order without a crossing: a loop that hangs on a node can flip to the other side of
/// the arc beside it.
struct NodeOrder {
  private let halves: HalfEdges

  /// Notes the order of the arcs.
  ///
  /// - Parameter arcs: the arcs in full detail.
  init(_ arcs: ArcTable) {
    halves = HalfEdges(Paths(x: arcs.x, y: arcs.y, start: arcs.start, isClosed: arcs.isClosed))
  }

  /// The vertices to bring back: one for each node at which the order has changed.
  ///
  /// It is the most important of the vertices that are removed from the segments at the node.
  ///
  /// - Complexity: O(a) for a arcs, plus the removed vertices of the segments at nodes whose order has changed.
  func promotions(_ shape: LevelShape, _ draft: Draft) -> [Int] {
    var pathByArc = ContiguousArray<Int32>(repeating: -1, count: draft.coverage.arcs.count)
    for (path, arc) in shape.arcs.enumerated() { pathByArc[Int(arc)] = Int32(truncatingIfNeeded: path) }
    var promotions: [Int] = []
    // The half-edges of one node that are present at the level, with the shape's path in place of the arc; in their
    // counter-clockwise order in full detail.
    var present: ContiguousArray<Int> = []
    for node in halves.nodes.indices {
      present.removeAll(keepingCapacity: true)
      for index in halves.outgoingStart[node]..<halves.outgoingStart[node + 1] {
        let half = Int(halves.outgoing[index])
        let path = pathByArc[half >> 1]
        if path >= 0 { present.append(2 * Int(path) + (half & 1)) }
      }
      guard present.count > 2 else { continue }
      // The order is still counter-clockwise if exactly one step passes the direction of growing x.
      var steps = 0
      for position in present.indices {
        let here = HalfEdges.secondPoint(of: present[position], shape.paths)
        let following = HalfEdges.secondPoint(
          of: present[position + 1 == present.count ? 0 : position + 1], shape.paths)
        if !precedes(here, following, around: halves.nodes[node]) { steps += 1 }
      }
      if steps == 1 { continue }
      let candidates = present.compactMap { half -> Int? in
        let range = shape.segments(of: half >> 1)
        return shape.best(ofSegment: half & 1 == 0 ? range.lowerBound : range.upperBound - 1, draft)
      }
      if let best = candidates.max(by: draft.ranking.precedes) { promotions.append(best) }
    }
    return promotions
  }
}
