import MapGeometry

extension Coverage {
  /// Calls `body` with the vertices of a ring that are present at a level, in the ring's direction, the first not
  /// repeated at the end; of a line from end to end.
  /// - Complexity: O(vertices of the ring's arcs)
  package func forEachVertex(ofRing ring: Int, level: Int, _ body: (GridPoint) -> Void) {
    for reference in references[referenceStart[ring]..<referenceStart[ring + 1]] {
      arcs.forEachVertex(of: reference) { vertex in
        if Int(arcs.vertexLevel[vertex]) >= level { body(arcs.point(vertex)) }
      }
    }
    // A line has its last vertex too; it is there at every level.
    if kind == .lines, let last = references[..<referenceStart[ring + 1]].last {
      body(arcs.point(arcs.start[last.arc + 1] - 1))
    }
  }
}
