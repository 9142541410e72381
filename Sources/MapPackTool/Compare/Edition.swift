import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// One of the two editions of a map that are compared.
package struct Edition: Sendable {
  /// The path, which messages call it by.
  package var name: String
  package var coverage: Coverage
  /// In bytes; `nil` if the edition is not a pack, or if sizes are not compared.
  package var bytes: Int?

  /// The number of vertices of a region's rings at the finest level, to compare editions. Vertices of a border count
  /// for both regions. Of a line, it is one less than its vertices. Points count one each.
  package func ringVertices(of region: Int) -> Int {
    let references = coverage.polygons(of: region).lazy.flatMap { coverage.references(ofPolygon: $0) }
    return references.reduce(0) { count, reference in
      count + coverage.arcs.vertices(of: reference.arc).count - (coverage.arcs.isClosed[reference.arc] ? 0 : 1)
    }
  }

  /// The editions that its sources name, each once, sorted and joined by commas.
  package var published: String? {
    let editions = Set(coverage.sources.compactMap(\.edition).filter { !$0.isEmpty }).sorted()
    return editions.isEmpty ? nil : editions.joined(separator: ", ")
  }

  /// The indices of the regions that have a shape.
  package var liveRegions: [Int] {
    coverage.regions.indices.filter { !coverage.polygons(of: $0).isEmpty }
  }
}
