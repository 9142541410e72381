import MapPackFeatures

/// The part of `SimplifyOptions`, the options of `simplify`, that checks them. `Simplifier` asks it before any work.
/// Pipeline files and flags are checked when they are read, too, with messages of their own.
extension SimplifyOptions {
  /// The largest number of levels, which is what a pack holds: `PackFormat.levelLimit` has to be the same number. Each
  /// level doubles the tolerance, so no map needs more.
  package static let maximumLevels = 16

  /// Checks the options for regions of a kind. What depends on the map is checked elsewhere: the cell of the pack grid
  /// by `GridChoice`, the codes of tolerances by `Simplifier`, the codes and locations of islands by `IslandPolicy`.
  ///
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
