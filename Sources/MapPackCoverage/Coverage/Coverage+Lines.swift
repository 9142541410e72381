import MapPackGeometry

extension Coverage {
  /// Adds a line or a point as the next polygon, with an arc of its own.
  /// - Parameters:
  ///   - line: the vertices; one if it is a point.
  ///   - region: the region that is on the arc's left. Its polygons are not ended in `polygonStart`.
  ///   - length: in meters; 0 for a point, or if it is not known.
  package mutating func appendLine(_ line: some Sequence<GridPoint>, of region: Int32, length: Double) {
    for point in line {
      arcs.points.append(point)
      arcs.vertexLevel.append(0)
    }
    references.append(ArcReference(arc: arcs.count, reversed: false))
    arcs.start.append(arcs.vertexCount)
    arcs.left.append(region)
    arcs.right.append(ArcTable.none)
    arcs.isClosed.append(kind == .points)
    arcs.isSeam.append(false)
    referenceStart.append(references.count)
    ringStart.append(referenceStart.count - 1)
    polygonLevel.append(0)
    polygonArea.append(length)
  }
}
