import MapGeometry

extension Coverage {
  /// Calls `body` with the vertices of a ring that are present at a level, in the ring's direction, the first not
  /// repeated at the end.
  /// - Complexity: O(vertices of the ring's arcs)
  package func forEachVertex(ofRing ring: Int, level: Int, _ body: (GridPoint) -> Void) {
    for reference in references[referenceStart[ring]..<referenceStart[ring + 1]] {
      arcs.forEachVertex(of: reference) { vertex in
        if Int(arcs.vertexLevel[vertex]) >= level { body(arcs.point(vertex)) }
      }
    }
  }
}
