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
  /// Tolerances in metres on the ground that regions have of their own, by code; where two regions share an arc the
  /// finer one counts. Goes with an amount that is a tolerance.
  package var regionTolerances: [String: Double] = [:]
  /// Islands below this area, in m² as published, are dropped; never the largest polygon of a region.
  package var minimumIsland: Double?
  /// How many polygons a region has at most, as far as the others are islands; the largest stay.
  package var maximumParts: Int?
  /// Islands that stay however small they are.
  package var keptIslands = KeptIslands()
  /// How many levels of detail; level k is made at 2ᵏ × the tolerance of level 0.
  package var levels = 1
  /// How many threads may be used. The result does not depend on it.
  package var jobs = 1

  package init() {}

  /// Islands that are named to be kept.
  package struct KeptIslands: Hashable, Sendable {
    /// Codes of regions that keep all their islands.
    package var codes: [String] = []
    /// Places of which each keeps the polygon that lies there.
    package var places: [Place] = []

    package init() {}
  }

  /// A place on the earth, in degrees.
  package struct Place: Hashable, Sendable {
    package var longitude: Double
    package var latitude: Double

    package init(longitude: Double, latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }
}
