/// What `simplify` is asked for.
package struct SimplifyOptions: Hashable, Sendable {
  /// How much is removed.
  package enum Amount: Hashable, Sendable {
    /// Nothing: the map is projected and rounded, no more.
    case none
    /// A vertex goes while its triangle is smaller than the square of this length on the ground, in metres.
    case tolerance(metres: Double)
    /// This share (0…1) of the vertices of all arcs stays, each vertex counted once.
    case keep(share: Double)
  }

  package var amount: Amount = .none
  /// g: a cell of the pack grid is 2ᵍ map points wide. Chosen from the data where `nil`.
  package var cellExponent: Int?
  /// Islands below this area, in m² as published, are dropped; never the largest polygon of a region.
  package var minimumIsland: Double?
  /// How many levels of detail; level k is made at 2ᵏ × the tolerance of level 0.
  package var levels = 1
  /// How many threads may be used. The result does not depend on it.
  package var jobs = 1

  package init() {}
}
