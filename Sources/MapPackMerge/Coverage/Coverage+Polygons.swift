import MapPackGeometry

// The polygons of regions, the rings of polygons, and the arc references of both. Other files than this one, the stage
// file and those that make coverages do not read the offset columns. All are O(1).
extension Coverage {
  /// The polygons of a region.
  @inlinable
  package func polygons(of region: Int) -> Range<Int> { polygonStart[region]..<polygonStart[region + 1] }

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

  /// The arc references of a ring.
  @inlinable
  package func references(of ring: Int) -> ArraySlice<ArcReference> {
    references[referenceStart[ring]..<referenceStart[ring + 1]]
  }

  /// The arc references of all rings of a polygon.
  @inlinable
  package func references(ofPolygon polygon: Int) -> ArraySlice<ArcReference> {
    references[referenceStart[ringStart[polygon]]..<referenceStart[ringStart[polygon + 1]]]
  }

  /// The only arc of a line or a point.
  @inlinable
  package func arc(ofLine line: Int) -> Int { references[referenceStart[ringStart[line]]].arc }
}
