import MapPack
import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// Fills in the areas of polygons and regions, in m² on the WGS 84 ellipsoid, with edges straight in longitude and
  /// latitude.
  ///
  /// Each arc is measured once. Sums follow the order of the references, which is canonical, so they are the same on
  /// every machine. Only `merge` measures; later stages carry these areas over to the simplified shapes.
  /// - Precondition: the coverage lies on the grid.
  /// - Complexity: O(n + r) for n vertices and r arc references.
  mutating func measureAreas(_ grid: NodingGrid, jobs: Int) {
    let arcs = arcs.paths
    let groups = min(arcs.count, 64)
    let arcAreas = concurrentMap(groups, jobs: jobs) { group in
      (arcs.count * group / groups..<arcs.count * (group + 1) / groups).map { arcs.area(under: $0, grid) }
    }.flatMap { $0 }

    polygonArea = []
    for region in regions.indices {
      regions[region].area = 0
      for polygon in polygons(of: region) {
        var area = 0.0
        for reference in references(ofPolygon: polygon) {
          area += reference.isReversed ? -arcAreas[reference.arc] : arcAreas[reference.arc]
        }
        polygonArea.append(area)
        regions[region].area += area
      }
    }
  }
}

// How much a feature of areas weighs if a region's features disagree on its name. For lines it is `planarLength(of:)`.
extension FeatureTable {
  /// The area of a feature in square degrees: its shells less its holes.
  ///
  /// It is only good for comparing which of a region's names covers more land (`RegionGrouping`). Coordinates are
  /// rounded to 2⁻⁴⁰° and sums are exact, so the direction and the first vertex of a ring make no difference.
  /// - Complexity: O(n) for n vertices of the feature.
  func planarArea(of feature: Int) -> Double {
    var total = WideInteger()
    for polygon in polygons(of: feature) {
      let rings = rings(of: polygon)
      for ring in rings {
        let area = doubledPlanarArea(ofRing: ring)
        let opposite = WideInteger() - area
        // A shell is added and a hole is subtracted, whatever the sign of its sum.
        total = total - ((area.double > 0) == (ring == rings.lowerBound) ? opposite : area)
      }
    }
    return total.double * 0x1p-81
  }

  /// Twice the signed area of a ring, in units of 2⁻⁸⁰ square degrees.
  private func doubledPlanarArea(ofRing ring: Int) -> WideInteger {
    func whole(_ degrees: Double) -> Int64 { Int64(exactly: (degrees * 0x1p40).rounded()) ?? 0 }
    var doubled = WideInteger()
    let range = vertices(ofRing: ring)
    guard var previous = range.last else { return doubled }
    for vertex in range {
      doubled.add(whole(longitude[previous]), times: whole(latitude[vertex]))
      doubled.add(-whole(longitude[vertex]), times: whole(latitude[previous]))
      previous = vertex
    }
    return doubled
  }
}
