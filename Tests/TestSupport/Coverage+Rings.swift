import MapPackCoverage
import MapPackGeometry
import MapPackMerge

extension Coverage {
  /// A region's polygons at a level, as lists of rings.
  ///
  /// They are assembled vertex by vertex from the coverage's columns, without code of the reader or the exporters.
  package func rings(of region: Int, level: Int) -> [[[GridPoint]]] {
    (polygonStart[region]..<polygonStart[region + 1]).filter { Int(polygonLevel[$0]) >= level }.map { polygon in
      (ringStart[polygon]..<ringStart[polygon + 1]).map { ring in
        var points: [GridPoint] = []
        for reference in references[referenceStart[ring]..<referenceStart[ring + 1]] {
          var vertices = Array(arcs.vertices(of: reference.arc))
          if reference.isReversed { vertices.reverse() }
          let isClosed = arcs.isClosed[reference.arc]
          for vertex in isClosed ? vertices[...] : vertices.dropLast() where Int(arcs.vertexLevel[vertex]) >= level {
            points.append(arcs.point(vertex))
          }
        }
        return points
      }
    }
  }
}
