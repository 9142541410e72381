import MapPack

extension Source {
  /// A source as a pack describes it, for a coverage or an enum that is made from a pack. The pack says who published
  /// it, but not which file it was.
  ///
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
