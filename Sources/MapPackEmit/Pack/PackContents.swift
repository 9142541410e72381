import MapPack
import MapPackCoverage
import MapPackGeometry

/// The contents of a pack.
package struct PackContents: Sendable {
  /// The map's name, which is also the name of the generated enum.
  package var map: String
  /// The number by which a pack and its enum know each other; see `NameLock.identity(map:)`.
  package var identity: UInt64
  /// The shapes, on a plane of Web Mercator: the result of `simplify`.
  package var coverage: Coverage
  /// Per region of the coverage: the raw value of its case, all of them different.
  package var rawValues: [UInt16]
  /// The cases of the enum; `nil` if the pack has none.
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
