/// What happens to a feature with a fault: a ring with too few vertices, coordinates that are not longitude and
/// latitude, or a malformed geometry.
package enum Faults: Hashable, Sendable {
  /// The first fault ends the reading with an error.
  case fail
  /// Every fault becomes a finding, and reading goes on. The feature keeps its attributes and loses its shape. Warnings
  /// and errors are listed one by one (see `FindingTally`).
  case report
}
