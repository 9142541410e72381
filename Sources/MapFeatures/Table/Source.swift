/// A source of a dataset: what was read and whose it is. Travels through every stage file into the pack.
package struct Source: Hashable, Codable, Sendable {
  /// The path as the user wrote it (in a pipeline file: relative to the project), for messages.
  package var path: String
  package var layer: String?
  /// The encoding in which attribute text was decoded, by IANA-like name ("UTF-8", "CP932").
  package var encoding: String?
  /// What was found to be the coordinate system, in words.
  package var coordinateSystem: String?
  package var publisher: String?
  package var license: String?
  package var edition: String?
  package var attribution: String?

  package init(path: String) { self.path = path }
}
