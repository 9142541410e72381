import MapPack
import MapPackMerge

/// The part of `Coverage` that gives a region's rings to `geoJSON` and `RegionsInDegrees`. Those of a pack of areas
/// come from `RegionShape.appendGridRings(level:to:)`.
extension Coverage {
  /// Appends the rings of those polygons of a region that are present at a level, with the vertices that are present
  /// there. The shell of a polygon comes first. Rings are in the coverage's cells and direction, and do not repeat
  /// their first vertex. Lines and points are polygons of one ring each.
  /// - Complexity: O(vertices of the region's arcs)
  func appendRings(of region: Int, level: Int, to rings: inout GridRings) {
    for polygon in polygons(of: region) where Int(polygonLevel[polygon]) >= level {
      for ring in self.rings(of: polygon) {
        forEachVertex(ofRing: ring, level: level) { rings.append(x: $0.x, y: $0.y) }
        rings.endRing()
      }
      rings.endPolygon()
    }
  }
}
