import Foundation
import MapPackFeatures

/// A case that somebody has chosen for a region.
package struct CaseOverride: Hashable, Sendable {
  package var caseName: String
  /// Where it stands in a name table, for messages; `nil` if it stands in the pipeline file.
  package var location: Location?

  package init(_ caseName: String, at location: Location? = nil) {
    self.caseName = caseName
    self.location = location
  }
}
