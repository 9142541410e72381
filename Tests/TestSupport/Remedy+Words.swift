import MapPackFeatures

extension Remedy {
  /// The remedy for those who run a stage.
  package var words: String { words(for: .stage) }
}
