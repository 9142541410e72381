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

  package init(name: String, coverage: Coverage, bytes: Int? = nil) {
    (self.name, self.coverage, self.bytes) = (name, coverage, bytes)
  }

  /// The editions that its sources name, each once, sorted and joined by commas.
  package var published: String? {
    let editions = Set(coverage.sources.compactMap(\.edition).filter { !$0.isEmpty }).sorted()
    return editions.isEmpty ? nil : editions.joined(separator: ", ")
  }
}
