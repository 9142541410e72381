/// What `simplify` is asked for.
package struct SimplifyOptions: Hashable, Sendable {
  /// How much is removed.
  package enum Amount: Hashable, Sendable {
    /// Nothing: the map is projected and rounded, no more.
    case none
    /// What is smaller than this length on the ground, in metres: by Visvalingam's methods vertices that displace
    /// an area below its square, by Ramer's, Douglas' and Peucker's those no farther away than it.
    case tolerance(metres: Double)
    /// What cannot be seen on a tiled map at this zoom: the tolerance is half a pixel of a tile of 256, 2¹⁹⁻ᶻ map
    /// points in the plane, whatever the latitude.
    case zoom(Int)
    /// This share (0…1) of the vertices that may go stays, each vertex counted once. What may not go stays besides:
    /// nodes, what lies on the edge of the plane, and as many vertices as the smallest ring has.
    case keep(share: Double)
  }

  /// By what the importance of a vertex is measured. All else is common to the methods.
  package enum Method: String, CaseIterable, Hashable, Sendable {
    /// By the area that is displaced where it goes: see `VisvalingamWhyatt`.
    case visvalingam
    /// By the area of its triangle, weighted by how flat the line is there: sharp corners go sooner, so lines become
    /// smoother.
    case weightedVisvalingam = "weighted-visvalingam"
    /// By its distance from the chord: see `RamerDouglasPeucker`. Nothing moves farther than the tolerance.
    case douglasPeucker = "douglas-peucker"
  }

  package var amount: Amount = .none
  package var method: Method = .visvalingam
  /// g: a cell of the pack grid is 2ᵍ map points wide. Chosen from the data where `nil`.
  package var cellExponent: Int?
  /// What g was chosen to be when the map was made before: it is kept where it still suits. See `GridChoice`.
  package var formerCellExponent: Int?
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

extension SimplifyOptions.Amount {
  /// The zooms that can be asked for: from the world on one tile to half a pixel of 5 mm at the equator.
  package static let zooms = 0...24

  /// Half a pixel of a tile of 256 pixels, in map points: the world has 2⁸⁺ᶻ pixels at zoom z and 2²⁸ map points.
  package static func mapPoints(atZoom zoom: Int) -> Double {
    Double(sign: .plus, exponent: 19 - zoom, significand: 1)
  }
}
