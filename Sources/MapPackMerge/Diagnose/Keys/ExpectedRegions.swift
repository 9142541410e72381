import MapPackCoverage
import MapPackFeatures

/// The regions that a map has to have by its pipeline file and its name lock. Codes are those after `names.codes`.
package struct ExpectedRegions: Sendable {
  /// The file that says so, for messages.
  package var file: String
  /// All codes, if the pipeline file lists them; no other code may occur then. `nil` if it does not.
  package var codes: [String]?
  /// The regions that are live in the name lock. They have to occur, but others may too.
  package var live: [(code: String, name: String)]
  /// The number of codes, if the pipeline file says it.
  package var count: Int?

  package init(
    file: String, codes: [String]? = nil, live: [(code: String, name: String)] = [], count: Int? = nil
  ) {
    self.file = file
    self.codes = codes
    self.live = live
    self.count = count
  }
}
