import MapGeometry

extension Coverage {
  /// Calls `body` with the vertices of a ring that are present at a level, in the ring's direction, the first not
  /// repeated at the end.
  /// - Complexity: O(vertices of the ring's arcs)
  package func forEachVertex(ofRing ring: Int, level: Int, _ body: (GridPoint) -> Void) {
    for reference in references[referenceStart[ring]..<referenceStart[ring + 1]] {
      let vertices = arcs.vertices(of: reference.arc)
      // The last vertex of an arc is the next one's first, but where the arc is a ring by itself.
      let count = arcs.isClosed[reference.arc] ? vertices.count : vertices.count - 1
      for step in 0..<count {
        let vertex = reference.isReversed ? vertices.upperBound - 1 - step : vertices.lowerBound + step
        if Int(arcs.vertexLevel[vertex]) >= level { body(arcs.point(vertex)) }
      }
    }
  }
}
