import MapPack
import MapTopology

extension Coverage {
  /// Appends the rings of a region's polygons that are present at a level, of the vertices that are.
  /// - Complexity: O(vertices of the region's arcs)
  func appendRings(of region: Int, level: Int, to rings: inout GridRings) {
    for polygon in polygonStart[region]..<polygonStart[region + 1] where Int(polygonLevel[polygon]) >= level {
      for ring in ringStart[polygon]..<ringStart[polygon + 1] {
        for place in referenceStart[ring]..<referenceStart[ring + 1] {
          appendVertices(references[place], level: level, to: &rings)
        }
        rings.endRing()
      }
      rings.endPolygon()
    }
  }

  /// Appends an arc's vertices as a ring walks it, all but the last, which the next arc brings; all of an arc that is
  /// a ring by itself.
  private func appendVertices(_ reference: ArcReference, level: Int, to rings: inout GridRings) {
    let arc = reference.arc
    let vertices = arcs.vertices(of: arc)
    let count = arcs.isClosed[arc] ? vertices.count : vertices.count - 1
    for step in 0..<count {
      let vertex = reference.isReversed ? vertices.upperBound - 1 - step : vertices.lowerBound + step
      if Int(arcs.vertexLevel[vertex]) >= level { rings.append(x: arcs.x[vertex], y: arcs.y[vertex]) }
    }
  }
}
