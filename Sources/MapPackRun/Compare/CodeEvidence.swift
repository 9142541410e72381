import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Decides by land and names whether a code means the same region in two editions.
struct CodeEvidence {
  enum Verdict: Hashable {
    case same
    /// The land lies elsewhere, although nearby. The name alone says that the region is the same.
    case sameByName
    case other
  }

  private let old: Coverage
  private let new: Coverage
  private let overlap: ShapeOverlap
  /// In meters: the width of land that differences of drawing may explain.
  private let noise: Double
  private let sharedOfOld: [Int: [ShapeOverlap.Shared]]
  private let sharedOfNew: [Int: [ShapeOverlap.Shared]]
  /// By old and by new region: the indices of the pieces of land that it had or has.
  private let piecesOfOld: [Int: [Int]]
  private let piecesOfNew: [Int: [Int]]
  /// In degrees; `nil` if the region has no shape.
  private let oldExtents: [Bounds?]
  private let newExtents: [Bounds?]

  init(_ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap, noise: Double) {
    (self.old, self.new, self.overlap, self.noise) = (old, new, overlap, noise)
    sharedOfOld = Dictionary(grouping: overlap.shared, by: \.old)
    sharedOfNew = Dictionary(grouping: overlap.shared, by: \.new)
    piecesOfOld = Dictionary(grouping: overlap.pieces.indices.filter { overlap.pieces[$0].old != nil }) {
      overlap.pieces[$0].old ?? -1
    }
    piecesOfNew = Dictionary(grouping: overlap.pieces.indices.filter { overlap.pieces[$0].new != nil }) {
      overlap.pieces[$0].new ?? -1
    }
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
  /// - Precondition: both regions have land.
  func verdict(_ before: Int, _ after: Int) -> Verdict {
    let (a, b) = (old.regions[before], new.regions[after])
    let hasName = a.name == b.name && a.name != a.code && b.name != b.code
    let common = sharedOfOld[before]?.first { $0.new == after }?.area ?? 0
    if 2 * common >= min(overlap.old.area[before], overlap.new.area[after]) {
      return hasName || !isTaken(before, after, share: 0.75) ? .same : .other
    }
    guard let oldExtent = oldExtents[before], let newExtent = newExtents[after], !isTaken(before, after, share: 0.5)
    else { return .other }
    let (extent, gap) = oldExtent.extentAndGap(to: newExtent)
    if isWithinNoise(before, after) { return .same }
    return hasName && gap <= extent ? .sameByName : .other
  }

  /// Whether one of the two shares that much of both areas with another region of the other edition.
  private func isTaken(_ before: Int, _ after: Int, share: Double) -> Bool {
    func isLike(_ shared: ShapeOverlap.Shared) -> Bool {
      shared.area >= share * max(overlap.old.area[shared.old], overlap.new.area[shared.new])
    }
    return [sharedOfOld[before], sharedOfNew[after]].compactMap(\.self).joined().contains {
      ($0.old != before || $0.new != after) && isLike($0)
    }
  }

  /// Whether two regions touch, to within the noise, and all land that only one of them has is at most as wide as that.
  func isWithinNoise(_ before: Int, _ after: Int) -> Bool {
    guard let oldExtent = oldExtents[before], let newExtent = newExtents[after],
      oldExtent.extentAndGap(to: newExtent).gap * WebMercator.metersPerDegreeAtEquator <= noise
    else { return false }
    return [piecesOfOld[before], piecesOfNew[after]].compactMap(\.self).joined().allSatisfy { index in
      let piece = overlap.pieces[index]
      return (piece.old == before) == (piece.new == after) || !overlap.isWider(piece: index, than: noise)
    }
  }
}

extension MapDifference.Regrouping {
  /// - Parameters:
  ///   - overlaps: the land that changed hands, sorted by old, then by new region.
  ///   - old: all old regions.
  ///   - new: all new regions.
  init(
    _ overlaps: [ShapeOverlap.Shared], _ match: RegionMatch, _ old: [MapDifference.Member],
    _ new: [MapDifference.Member]
  ) {
    let from = Set(overlaps.map(\.old))
    var to = Set(overlaps.map(\.new))
    if to.count == 1 && to.allSatisfy({ match.oldByNew[$0] != nil }) {
      kind = .absorb
    } else if from.count == 1 {
      kind = .split
      // The region may go on beside those that were split off.
      to.formUnion(from.compactMap { match.newByOld[$0] })
    } else {
      kind = to.count == 1 ? .merge : .reorganize
    }
    self.from = from.sorted().map { old[$0] }
    self.to = to.sorted().map { new[$0] }
    self.overlaps = overlaps.map { shared in
      let (from, to) = (old[shared.old], new[shared.new])
      return Overlap(from: from.code, to: to.code, area: shared.area.roundedArea, old: from, new: to)
    }
  }
}
