/// Which regions a map is to have, by its pipeline file and its name lock.
package struct ExpectedRegions: Sendable {
  /// The file that says so, for messages.
  package var file: String
  /// All codes, where the pipeline file lists them: then no other may come.
  package var codes: [String]?
  /// The codes of regions that the name lock holds to be live, with their names.
  package var live: [(code: String, name: String)]
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
