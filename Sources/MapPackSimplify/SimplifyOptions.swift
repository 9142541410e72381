import MapPackFeatures

/// What `simplify` is asked to do.
package struct SimplifyOptions: Hashable, Sendable {
  /// How much is removed.
  package enum Amount: Hashable, Sendable {
    /// Nothing: the map is only projected and rounded.
    case none
    /// Detail that is smaller than this length on the ground, in meters. Visvalingam's methods remove vertices that
    /// displace an area below its square. The method of Ramer, Douglas and Peucker removes vertices that are at most
    /// this far from the chord.
    case tolerance(meters: Double)
    /// Detail that cannot be seen on a tiled map at this zoom z. The tolerance is half a pixel of a tile of 256 pixels:
    /// 2¹⁹⁻ᶻ map points in the plane, whatever the latitude.
    case zoom(Int)
    /// All vertices that may go, except this share of them (0…1), each vertex counted once. Vertices that may not go
    /// stay in addition: nodes, vertices on the edge of the plane, and so many of each arc that a ring made of it alone
    /// keeps three.
    case keep(share: Double)
  }

  /// How the importance of a vertex is measured. All else is common to the methods.
  package enum Method: String, CaseIterable, Hashable, Sendable {
    /// By the area that its removal displaces: see `ArcCorners`.
    case visvalingam
    /// By the area of its triangle, weighted by the angle there. Sharp corners go sooner, so lines become smoother.
    case weightedVisvalingam = "weighted-visvalingam"
    /// By its distance from the chord: see `ArcLine`. Nothing moves farther than the tolerance.
    case douglasPeucker = "douglas-peucker"

    /// Its name in a menu. The first method is the default.
    package var title: String {
      switch self {
      case .visvalingam: "Visvalingam"
      case .weightedVisvalingam: "Visvalingam, smoother"
      case .douglasPeucker: "Douglas-Peucker"
      }
    }
  }

  /// How much is removed.
  package var amount: Amount = .none
  /// How the importance of a vertex is measured.
  package var method: Method = .visvalingam
  /// The exponent g of the pack grid, whose cells are 2ᵍ map points wide. If `nil`, it is chosen from the data.
  package var cellExponent: Int?
  /// The exponent that was chosen when the map was made before. It is kept if it still suits: see `GridChoice`.
  package var formerCellExponent: Int?
  /// The tolerances of single regions, in meters on the ground, by code. On an arc of two regions, the finer one
  /// counts. They require an amount that is a tolerance.
  package var regionTolerances: [String: Double] = [:]
  /// The published area in m² below which islands are dropped; `nil` if none is. The largest part of a region is never
  /// dropped. Levels from 1 on lack larger islands too: see `Simplifier`.
  package var minimumIsland: Double?
  /// How many parts a region has at most; `nil` if there is no limit. The largest ones stay, and of the others only
  /// islands are dropped.
  package var maximumParts: Int?
  /// The islands that stay, however small they are.
  package var keptIslands = KeptIslands()
  /// How many levels of detail the map has. Level k has 2ᵏ × the tolerance of level 0.
  package var levels = 1
  /// How many threads may be used. The result does not depend on it.
  package var jobs = 1

  package init() {}

  /// The islands that are named to be kept.
  package struct KeptIslands: Hashable, Sendable {
    /// The codes of regions that keep all their islands.
    package var codes: [String] = []
    /// Locations, each of which keeps the polygon that holds it, and what hangs together with it across ±180°.
    package var locations: [Degrees] = []

    package init() {}
  }
}

extension SimplifyOptions.Amount {
  /// The zooms that can be asked for: from the world on one tile to half a pixel of 5 mm at the equator.
  package static let zooms = 0...24

  /// Half a pixel of a tile of 256 pixels, in map points. The world is 2⁸⁺ᶻ pixels wide at zoom z, and 2²⁸ map points.
  package static func mapPoints(atZoom zoom: Int) -> Double {
    Double(sign: .plus, exponent: 19 - zoom, significand: 1)
  }
}

extension SimplifyOptions {
  /// The largest number of levels, equal to `PackFormat.levelLimit`. Each level doubles the tolerance, so no map needs
  /// more.
  package static let maximumLevels = 16

  /// Checks the options for regions of a kind, as far as they do not depend on the map.
  /// - Throws: `.usage` for values that make no sense, or that do not go together.
  func check(for kind: GeometryKind) throws(StageError) {
    guard kind != .points || amount == .none else {
      throw StageError(
        .usage, "points have nothing that can be simplified", remedy: "leave out what is said about simplifying")
    }
    guard (1...Self.maximumLevels).contains(levels) else {
      throw StageError(.usage, "\(levels) levels", remedy: "ask for 1 to \(Self.maximumLevels) levels")
    }
    var isTolerance = false
    switch amount {
    case .none:
      guard levels == 1 else {
        throw StageError(
          .usage, "\(levels) levels, but nothing is to be removed",
          remedy: "give a tolerance, a zoom or a share to keep, or ask for one level")
      }
    case .tolerance(let meters):
      isTolerance = true
      try Self.check(tolerance: meters)
    case .zoom(let zoom):
      guard Amount.zooms.contains(zoom) else {
        throw StageError(
          .usage, "zoom \(zoom)",
          remedy: "give a zoom from \(Amount.zooms.lowerBound) to \(Amount.zooms.upperBound)")
      }
    case .keep(let share):
      guard share >= 0, share <= 1 else {
        throw StageError(.usage, "a share of \(share) to keep", remedy: "give a share from 0 % to 100 %")
      }
    }
    for (_, tolerance) in regionTolerances.sorted(by: { $0.key < $1.key }) { try Self.check(tolerance: tolerance) }
    guard isTolerance || regionTolerances.isEmpty else {
      throw StageError(
        .usage, "single regions have tolerances, but the map has none",
        remedy: "give the map a tolerance on the ground, in meters or kilometers")
    }
    try checkIslands(of: kind)
  }

  private static func check(tolerance: Double) throws(StageError) {
    guard tolerance >= 0, tolerance < .infinity else {
      throw StageError(.usage, "a tolerance of \(tolerance) m", remedy: "give a length that is not negative")
    }
  }

  private func checkIslands(of kind: GeometryKind) throws(StageError) {
    guard kind == .areas || (minimumIsland == nil && maximumParts == nil && keptIslands == KeptIslands()) else {
      throw StageError(.usage, "\(kind.rawValue) have no islands", remedy: "leave out what is said about islands")
    }
    if let minimumIsland, !(minimumIsland >= 0 && minimumIsland < .infinity) {
      throw StageError(
        .usage, "a minimum island of \(minimumIsland) m²", remedy: "give an area that is not negative")
    }
    if let maximumParts, maximumParts < 1 {
      throw StageError(.usage, "at most \(maximumParts) parts a region", remedy: "give 1 or more")
    }
    for location in keptIslands.locations
    where !(abs(location.longitude) <= 180 && abs(location.latitude) <= 90) {
      throw StageError(
        .usage, "the islands to keep name the location \(location.longitude), \(location.latitude)",
        remedy: "give longitude within ±180 and latitude within ±90, in degrees")
    }
  }
}
