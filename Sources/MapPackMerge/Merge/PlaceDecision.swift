import MapPackFeatures

/// What is to become of the land at one place, where borders do not fit: a line of `clean.places`.
package struct PlaceDecision: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    /// The gap goes to the neighbor with the longest border.
    case fill
    /// The gap stays, and is no fault.
    case lake
    /// The land goes to the region with this code, which is one of those that claim it.
    case give(to: String)
  }

  /// In the land, as published.
  package var place: Degrees
  package var verdict: Verdict
  /// The line of the pipeline file.
  package var location: Location

  package init(at place: Degrees, _ verdict: Verdict, location: Location = Location()) {
    (self.place, self.verdict, self.location) = (place, verdict, location)
  }

  /// The place as a pipeline file has it: `5.93, 60.71`.
  package var words: String { place.pair.joined(separator: ", ") }
}
