import MapFeatures
import MapTopology

/// One of two editions of a map that are compared.
package struct Edition: Sendable {
  /// How messages call it: the path.
  package var name: String
  package var coverage: Coverage
  /// The bytes of a pack; `nil` for what is no finished map.
  package var bytes: Int?

  /// A coverage of regions that have land: one without is no live region.
  package init(name: String, coverage: Coverage, bytes: Int? = nil) {
    self.name = name
    self.coverage = coverage
    self.bytes = bytes
  }

  /// The vertices of all rings at the finest level, borders counted on both sides.
  package func ringVertices(of region: Int) -> Int {
    var count = 0
    for polygon in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] {
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      for index in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        let arc = coverage.references[index].arc
        let vertices = coverage.arcs.vertices(of: arc).count
        count += coverage.arcs.isClosed[arc] ? vertices : vertices - 1
      }
    }
    return count
  }

  /// The editions that its sources name, joined; `nil` where they name none.
  package var published: String? {
    let editions = Set(coverage.sources.compactMap(\.edition).filter { !$0.isEmpty }).sorted()
    return editions.isEmpty ? nil : editions.joined(separator: ", ")
  }

  /// Regions that have a shape.
  package var liveRegions: [Int] {
    coverage.regions.indices.filter { coverage.polygonStart[$0] < coverage.polygonStart[$0 + 1] }
  }
}
