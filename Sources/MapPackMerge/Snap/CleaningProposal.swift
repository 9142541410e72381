import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// What `clean: { snap, fillGaps }` does to borders that miss each other, which leave overlaps and gaps.
package struct CleaningEffect: Sendable {
  /// How many pieces of land several regions claim, without cleaning and with it.
  package var overlaps: (before: Int, after: Int)
  /// How many gaps lie between several regions, without cleaning and with it.
  package var gaps: (before: Int, after: Int)
  /// The land that nobody claims and that regions get, in m² on the ground. Contested land goes to one region anyway.
  package var movedSquareMeters: Double

  /// The effect on a table. It divides the plane as `merge` does, so the counts are what a merge with these options
  /// leaves.
  package init(of options: MergeOptions, on table: FeatureTable) throws(StageError) {
    let before = CleaningTrial(try RegionDivision(table, options: options.withoutCleaning))
    self.init(before, CleaningTrial(try RegionDivision(table, options: options)))
  }

  fileprivate init(_ before: CleaningTrial, _ after: CleaningTrial) {
    overlaps = (before.overlaps, after.overlaps)
    gaps = (before.gaps, after.gaps)
    movedSquareMeters = after.movedSquareMeters
  }
}

extension MergeOptions {
  /// Without `snap` and `fillGaps`. What was decided on single places stays.
  package var withoutCleaning: MergeOptions {
    var options = self
    (options.clean, options.snap, options.fillGaps) = (.repair, nil, nil)
    return options
  }
}

/// A length for `clean: { snap, fillGaps }` that would join most borders of a table that miss each other, and what it
/// would do. Both options take the same length. Several lengths are tried: those that the widths of narrow overlaps name.
///
/// A wide overlap is land that is drawn twice, and a gap alone may be another country or water, so neither names a length.
/// No length is proposed that is more than a fiftieth of the width of half of the regions, or with which a region would gain
/// or lose more than a fiftieth of its land.
package struct CleaningProposal: Sendable {
  /// The length in meters: 1, 2 or 5 times a power of ten.
  package var length: Double
  package var effect: CleaningEffect

  /// The shares of narrow overlaps whose widths are tried.
  private static let shares = [0.5, 0.8, 0.95, 1]
  /// The share of its land by which a region may change, and of its width that a length may have.
  private static let most = 0.02

  /// Finds the smallest length that leaves at most a tenth of the overlaps and gaps, else the one that leaves the
  /// fewest; `nil` if no overlap is narrow, or if none leaves less than half of them.
  /// - Parameter options: how features become regions; what they say of cleaning does not count.
  package init?(_ table: FeatureTable, options: MergeOptions) throws(StageError) {
    let plain = options.withoutCleaning
    let before = CleaningTrial(try RegionDivision(table, options: plain))
    let widths = before.narrow.sorted()
    guard let widest = widths.last else { return nil }
    let longest = Self.most * before.land.sorted()[before.land.count / 2].squareRoot()
    var lengths: [Double] = []
    for share in Self.shares {
      let width = share == 1 ? widest : widths[Int(Double(widths.count) * share)]
      let length = Self.round(above: width)
      if lengths.last != length, length <= longest { lengths.append(length) }
    }
    var best: (length: Double, trial: CleaningTrial)?
    for length in lengths {
      var cleaned = plain
      (cleaned.snap, cleaned.fillGaps) = (length, .width(length))
      let trial = CleaningTrial(try RegionDivision(table, options: cleaned))
      guard !zip(before.land, trial.land).contains(where: { ($1 - $0).magnitude > Self.most * $0 }) else { break }
      if let known = best, known.trial.count <= trial.count { continue }
      best = (length, trial)
      if 10 * trial.count <= before.count { break }
    }
    guard let best, 2 * best.trial.count < before.count else { return nil }
    length = best.length
    effect = CleaningEffect(before, best.trial)
  }

  /// The smallest of 1, 2 and 5 times a power of ten that is above a width, in meters; at least a millimeter.
  private static func round(above width: Double) -> Double {
    var power = 0.001
    while true {
      for digit in [1.0, 2, 5] where digit * power > width { return digit * power }
      power *= 10
    }
  }
}

/// The overlaps and gaps of one division.
private struct CleaningTrial {
  var overlaps: Int
  var gaps: Int
  /// The widths of overlaps whose boundary is at least six times as long, in meters. That of a square is four times.
  var narrow: [Double]
  /// Per region: its land in m².
  var land: [Double]
  var movedSquareMeters: Double

  var count: Int { overlaps + gaps }

  init(_ division: RegionDivision) {
    let ground = Ground(division.grid)
    // Land beside one region alone, such as a lake in it, is no gap between borders.
    let between = division.gaps().filter { $0.neighbors.count > 1 }
    overlaps = division.overlaps.count
    gaps = between.count
    narrow = division.overlaps.compactMap { overlap in
      let width = ground.width(of: overlap.boundary)
      return ground.meters(along: overlap.boundary) >= 6 * width ? width : nil
    }
    let areas = division.plane.squareCentimeters(on: ground)
    land = [Double](repeating: 0, count: division.regions.count)
    for (owner, area) in zip(division.owners.owner, areas) where owner >= 0 {
      land[Int(owner)] += Double(area) / 10_000
    }
    let filled = division.arrangement.filled.reduce(0) { $0 + ground.squareMeters(within: $1.boundary) }
    movedSquareMeters = filled + Double(division.joinedFaces.reduce(0) { $0 + areas[Int($1)] }) / 10_000
  }
}

extension CleaningProposal {
  /// The proposal as a line of a pipeline file and what it would do.
  package var words: String {
    let length = Quantity.length(meters: length).words
    return "clean: { snap: \(length), fillGaps: \(length) }   # would join "
      + "\(effect.overlaps.before - effect.overlaps.after) of "
      + "\(Figures.counted(effect.overlaps.before, "overlap")) and \(effect.gaps.before - effect.gaps.after) of "
      + "\(Figures.counted(effect.gaps.before, "gap")), and move "
      + Quantity.area(squareMeters: effect.movedSquareMeters).words
  }
}

/// The distance that near misses suggest for `snap`, in meters; `nil` if they suggest none.
///
/// It is the smallest round length L (1, 2 or 5 times a power of ten, at least a millimeter) with these properties:
/// - At least half of the near misses that run side by side are at most L wide. They run side by side if they are at
///   least ten times as long as wide: borders miss each other along their way, capes and straits only at a point.
/// - The widths of all near misses leave a gap between L and 5 L, so what is wider is of another kind.
/// - The search reached at least 5 L, so that a near miss in that gap would have been found.
/// - Parameter searched: the distance up to which near misses were searched for, in meters.
/// - Complexity: O(n log s) for n near misses and a search up to s.
package func proposedSnap(_ misses: [NearMiss], searched: Double) -> Double? {
  let sideBySide = misses.filter { $0.length >= 10 * $0.width }.count
  guard sideBySide > 0, searched.isFinite else { return nil }
  var power = 1.0
  while true {
    for digit in [1.0, 2.0, 5.0] {
      let length = digit * power / 1000
      guard 5 * length <= searched else { return nil }
      let within = misses.count { $0.length >= 10 * $0.width && $0.width <= length }
      if 2 * within >= sideBySide, !misses.contains(where: { $0.width > length && $0.width <= 5 * length }) {
        return length
      }
    }
    power *= 10
  }
}
