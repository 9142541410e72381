/// What becomes of a feature that cannot be taken in: a ring with too few points, coordinates that are no longitude and
/// latitude, a geometry that is none.
package enum Faults: Hashable, Sendable {
  /// It ends the reading.
  case fail
  /// Each fault is a finding, the feature keeps its attributes and loses its shape, and reading goes on. Findings that
  /// matter are listed one by one.
  case report
}
