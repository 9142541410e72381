import MapGeometry

extension Coverage {
  /// Where a region's name goes: the pole of inaccessibility of its largest polygon at level 0, in the plane's cells,
  /// to 1 % of its radius; nil where it has no polygon.
  ///
  /// The largest polygon is the one with the largest area as published; of equal areas (all of them, where they are
  /// not known) the first, which is the largest on the grid. A region that the cut at ±180° divides counts as the
  /// polygons that are stored.
  /// - Complexity: O(n log n) in the vertices of that polygon.
  package func labelPoint(of region: Int) -> PoleOfInaccessibility? {
    guard let polygon = largestPolygon(of: region) else { return nil }
    return poleOfInaccessibility(ofPolygon: polygon)
  }

  /// The pole of inaccessibility of a polygon at level 0, in the plane's cells, to 1 % of its radius.
  /// - Complexity: O(n log n) in the polygon's vertices.
  package func poleOfInaccessibility(ofPolygon polygon: Int) -> PoleOfInaccessibility {
    var rings = Paths()
    for ring in ringStart[polygon]..<ringStart[polygon + 1] {
      forEachVertex(ofRing: ring, level: 0) { rings.append($0) }
      rings.endPath(isClosed: true)
    }
    return MapGeometry.poleOfInaccessibility(of: rings)
  }

  /// The polygon with the largest published area; of equal ones the first.
  private func largestPolygon(of region: Int) -> Int? {
    let polygons = polygonStart[region]..<polygonStart[region + 1]
    guard var largest = polygons.first else { return nil }
    for polygon in polygons where polygonArea[polygon] > polygonArea[largest] { largest = polygon }
    return largest
  }
}
