import MapPack
import MapTopology

/// What goes into a pack.
package struct PackContents: Sendable {
  /// The map's name; that of the generated enum.
  package var map: String
  /// The number that pack and enum share.
  package var identity: UInt64
  /// The shapes, on the plane in which they are drawn.
  package var coverage: Coverage
  /// Per region of the coverage: the raw value of its case. No two are equal.
  package var rawValues: [UInt16]
  /// What build tools make the enum of; nil if the pack is not to have it.
  package var cases: PackCases?

  package init(
    map: String, identity: UInt64, coverage: Coverage, rawValues: [UInt16], cases: PackCases? = nil
  ) {
    self.map = map
    self.identity = identity
    self.coverage = coverage
    self.rawValues = rawValues
    self.cases = cases
  }
}
