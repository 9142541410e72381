import MapPackFeatures
import MapPackMerge

/// One of the two editions of a map that are compared by `MapDifference`. `EditionStage` reads those of `mappack diff`.
package struct Edition: Sendable {
  /// The path, which messages call it by.
  package var name: String
  package var coverage: Coverage
  /// The size of the pack in bytes; `nil` if the edition is not a pack, or if sizes are not compared.
  package var bytes: Int?

  /// - Parameters:
  ///   - name: the path.
  ///   - coverage: the regions. Those without a shape are not live.
  ///   - bytes: the size of the pack in bytes, if sizes are compared.
  package init(name: String, coverage: Coverage, bytes: Int? = nil) {
    self.name = name
    self.coverage = coverage
    self.bytes = bytes
  }

  /// The number of vertices of a region's rings at the finest level. Vertices of a border count for both regions.
  ///
  /// Of a line, it is one less than its vertices, so it serves to compare editions only. Points count one each.
  ///
  /// - Complexity: O(n) for n arcs of the region.
  package func ringVertices(of region: Int) -> Int {
    var count = 0
    for polygon in coverage.polygons(of: region) {
      for reference in coverage.references(ofPolygon: polygon) {
        let arc = reference.arc
        let vertices = coverage.arcs.vertices(of: arc).count
        count += coverage.arcs.isClosed[arc] ? vertices : vertices - 1
      }
    }
    return count
  }

  /// The editions that its sources name, each once, sorted and joined by commas; `nil` if they name none.
  package var published: String? {
    let editions = Set(coverage.sources.compactMap(\.edition).filter { !$0.isEmpty }).sorted()
    return editions.isEmpty ? nil : editions.joined(separator: ", ")
  }

  /// The indices of the regions that have a shape.
  package var liveRegions: [Int] {
    coverage.regions.indices.filter { !coverage.polygons(of: $0).isEmpty }
  }
}
