import MapPackFeatures

/// What happens to a feature with a fault: a ring with too few vertices, coordinates that are not longitude and
/// latitude, or a malformed geometry.
///
/// A `StageError` is a fault if it has a `rule`. Any other error ends the reading in both cases, such as a file that is
/// cut off, text that is not JSON, or a corrupt record of a Shapefile.
package enum Faults: Hashable, Sendable {
  /// The first fault ends the reading with an error.
  case fail
  /// Every fault becomes a finding, and reading goes on. The feature keeps its attributes and loses its shape. If its
  /// attributes cannot be read either, it is left out. Warnings and errors are listed one by one (see `FindingTally`).
  case report
}
