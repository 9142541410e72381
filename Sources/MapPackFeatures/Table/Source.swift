import MapPack

/// A source of a dataset: what was read and who published it.
package struct Source: Hashable, Codable, Sendable {
  /// The path as the user wrote it (in a pipeline file: relative to the project), for messages.
  package var path: String
  /// The layer that was read, if the source has layers.
  package var layer: String?
  /// The encoding by which attribute text was decoded, by an IANA-like name ("UTF-8", "CP932").
  package var encoding: String?
  /// The coordinate system that was found, in words.
  package var coordinateSystem: String?
  /// Who published the source.
  package var publisher: String?
  /// The license under which it was published.
  package var license: String?
  /// The edition or date of the source.
  package var edition: String?
  /// The attribution that the license asks to show.
  package var attribution: String?

  package init(path: String) { self.path = path }
}

extension Source {
  /// A source as a pack describes it, for a coverage or an enum that is made from a pack. The pack says who published
  /// it, but not which file it was.
  /// - Parameter map: the name of the map, which is used instead of the path.
  package init(_ published: PackSource, ofMap map: String) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(path: map)
    publisher = known(published.publisher)
    license = known(published.license)
    edition = known(published.edition)
    attribution = known(published.attribution)
  }
}
