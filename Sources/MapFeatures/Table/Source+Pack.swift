import MapPack

extension Source {
  /// A source as a pack names it: who published what, and not which file it was.
  package init(_ published: PackSource, ofMap map: String) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(path: map)
    publisher = known(published.publisher)
    license = known(published.license)
    edition = known(published.edition)
    attribution = known(published.attribution)
  }
}
