import MapPackMerge

/// Decides by land and names whether a code means the same region in two editions.
///
/// A code that was given to other land means another region. `diff`, which tells what happened to regions, and `run`,
/// which does not let a published code change its meaning (`LandCheck`), use the same rule: both match regions by
/// `RegionMatch`. The shares by which `RegionMatch` matches regions with different codes are numbers of its own.
struct CodeEvidence {
  /// What the evidence says of two regions with one code.
  enum Verdict: Hashable {
    case same
    /// The land lies elsewhere, although nearby. The name alone says that the region is the same.
    case sameByName
    /// They are two regions.
    case other
  }

  private let old: Coverage
  private let new: Coverage
  private let overlap: ShapeOverlap
  /// The width of land that differences of drawing may explain, in meters.
  private let noise: Double
  /// Per old region: the land that it shares with new ones.
  private let sharedOfOld: [[ShapeOverlap.Shared]]
  /// Per new region: the land that it shares with old ones.
  private let sharedOfNew: [[ShapeOverlap.Shared]]
  /// Per region: its box in degrees; `nil` if it has no shape.
  private let oldExtents: [DegreeBox?]
  private let newExtents: [DegreeBox?]

  /// - Parameters:
  ///   - overlap: the overlap of the two editions, in the same order.
  ///   - noise: the width of land that differences of drawing may explain, in meters.
  init(_ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap, noise: Double) {
    (self.old, self.new, self.overlap, self.noise) = (old, new, overlap, noise)
    var sharedOfOld = [[ShapeOverlap.Shared]](repeating: [], count: old.regions.count)
    var sharedOfNew = [[ShapeOverlap.Shared]](repeating: [], count: new.regions.count)
    for shared in overlap.shared {
      sharedOfOld[shared.old].append(shared)
      sharedOfNew[shared.new].append(shared)
    }
    (self.sharedOfOld, self.sharedOfNew) = (sharedOfOld, sharedOfNew)
    (oldExtents, newExtents) = (old.extents, new.extents)
  }

  /// Decides whether an old and a new region with one code are the same region.
  ///
  /// - If they share at least half of the smaller one's land, they are the same. The exception: their names differ, and
  ///   one of them shares three quarters of both areas with another region.
  /// - If they share less, they are different regions if one of them shares half of both areas with another region.
  ///   Else they are the same if they touch, to within the noise, and all land that only one of them has is at most as
  ///   wide as the noise. They are the same by name if they have the same name and their gap is at most the extent of
  ///   the larger one.
  /// - A name that is merely the code is no evidence.
  ///
  /// If the two editions are exchanged, the answer is the same.
  ///
  /// - Parameters:
  ///   - before: the index of the old region.
  ///   - after: the index of the new region.
  /// - Precondition: both regions have land.
  /// - Complexity: O(n) for n regions that share land with one of the two. If they are near each other and share little
  ///   land, O(p) for all p pieces of the overlap, and the widths of their own.
  func verdict(_ before: Int, _ after: Int) -> Verdict {
    let (a, b) = (old.regions[before], new.regions[after])
    let hasName = a.name == b.name && a.name != a.code && b.name != b.code
    let common = sharedOfOld[before].first { $0.new == after }?.area ?? 0
    if 2 * common >= min(overlap.oldArea[before], overlap.newArea[after]) {
      return hasName || !isTaken(before, after, share: 0.75) ? .same : .other
    }
    guard let oldExtent = oldExtents[before], let newExtent = newExtents[after], !isTaken(before, after, share: 0.5)
    else { return .other }
    let (extent, gap) = oldExtent.extentAndGap(to: newExtent)
    if isWithinNoise(before, after) { return .same }
    return hasName && gap <= extent ? .sameByName : .other
  }

  /// At the equator; `Coverage.resolution` has the same number.
  private static let metersPerDegree = 111_319.49

  /// Whether one of the two shares at least this share of both areas with another region of the other edition.
  private func isTaken(_ before: Int, _ after: Int, share: Double) -> Bool {
    func isLike(_ shared: ShapeOverlap.Shared) -> Bool {
      shared.area >= share * max(overlap.oldArea[shared.old], overlap.newArea[shared.new])
    }
    return sharedOfOld[before].contains { $0.new != after && isLike($0) }
      || sharedOfNew[after].contains { $0.old != before && isLike($0) }
  }

  /// Whether an old and a new region touch, to within the noise, and all land that only one of them has is at most as
  /// wide as the noise.
  func isWithinNoise(_ before: Int, _ after: Int) -> Bool {
    guard let oldExtent = oldExtents[before], let newExtent = newExtents[after],
      oldExtent.extentAndGap(to: newExtent).gap * Self.metersPerDegree <= noise
    else { return false }
    return overlap.pieces.enumerated().allSatisfy { index, piece in
      (piece.old == before) == (piece.new == after) || !overlap.isWider(piece: index, than: noise)
    }
  }
}
