// The polygons of features, the rings of polygons, and the vertices of both. Other files than this one, the stage file
// and those that make tables do not read the offset columns. All are O(1).
extension FeatureTable {
  /// The polygons of a feature; of a table of lines or points, its lines or points.
  @inlinable
  package func polygons(of feature: Int) -> Range<Int> { polygonStart[feature]..<polygonStart[feature + 1] }

  /// The rings of a polygon, the shell first.
  @inlinable
  package func rings(of polygon: Int) -> Range<Int> { ringStart[polygon]..<ringStart[polygon + 1] }

  /// The rings of consecutive polygons.
  @inlinable
  package func rings(ofAll polygons: Range<Int>) -> Range<Int> {
    ringStart[polygons.lowerBound]..<ringStart[polygons.upperBound]
  }

  /// The shell of a polygon; of a line or a point, its only ring.
  @inlinable
  package func shell(of polygon: Int) -> Int { ringStart[polygon] }

  /// The vertices of a ring.
  @inlinable
  package func vertices(ofRing ring: Int) -> Range<Int> { vertexStart[ring]..<vertexStart[ring + 1] }

  /// The vertices of all rings of a polygon.
  @inlinable
  package func vertices(ofPolygon polygon: Int) -> Range<Int> {
    vertexStart[ringStart[polygon]]..<vertexStart[ringStart[polygon + 1]]
  }
}
