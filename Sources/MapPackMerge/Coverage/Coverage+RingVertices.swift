import MapPackGeometry

// How everything that draws or writes a coverage walks its rings: packs, pictures, exports and labels.
extension Coverage {
  /// Calls `body` with the vertices of a ring that are present at a level, in the ring's direction.
  ///
  /// The first vertex is not repeated at the end. In a coverage of lines, the vertices are those of the line, from end
  /// to end; in a coverage of points, the one vertex. A polygon that is absent at the level (`polygonLevel`) is not
  /// left out: the caller has to look.
  /// - Parameter ring: the index of a ring of the coverage.
  /// - Complexity: O(n) for n vertices of the ring's arcs.
  package func forEachVertex(ofRing ring: Int, level: Int, _ body: (GridPoint) -> Void) {
    for reference in references(of: ring) {
      arcs.forEachVertex(of: reference) { vertex in
        if Int(arcs.vertexLevel[vertex]) >= level { body(arcs.point(vertex)) }
      }
    }
    // Arcs leave out their last vertices, which begin the next arc of a ring. A line's last vertex is present at all
    // levels.
    if kind == .lines, let last = references(of: ring).last {
      body(arcs.point(arcs.start[last.arc + 1] - 1))
    }
  }
}
