import MapTopology

/// Whether a code means the same region in two editions: what their land and their names say.
///
/// A code that was given to other land is another region. The rule is one for `diff`, which tells what happened to
/// regions, and for `run`, which does not let a published code change its meaning.
struct CodeEvidence {
  enum Verdict: Hashable {
    case same
    /// The land lies elsewhere, if near; the name alone says that the region is the same.
    case sameByName
    case other
  }

  private let old: Coverage
  private let new: Coverage
  private let overlap: ShapeOverlap
  /// What is no wider than this, in metres, the drawings may explain.
  private let noise: Double
  private let sharedOfOld: [[ShapeOverlap.Shared]]
  private let sharedOfNew: [[ShapeOverlap.Shared]]
  private let oldExtents: [DegreeBox?]
  private let newExtents: [DegreeBox?]

  /// - Parameter noise: in metres.
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

  /// What the land and the names of two regions with one code say.
  ///
  /// - With at least half of the smaller one's land in common they are the same, but where their names differ and another
  ///   region has three quarters of both in common with one of them.
  /// - With less in common, and no other region that has half of both in common with one of them, they are the same
  ///   where they bear the same name and lie nearer to each other than the larger of them is wide, or where what they do
  ///   not have in common is nowhere wider than the drawings explain.
  /// - A name that is merely the code is no evidence.
  ///
  /// The two editions exchanged give the same answer.
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
    if gap * Self.metresPerDegree <= noise, isWithinNoise(before, after) { return .same }
    return hasName && gap <= extent ? .sameByName : .other
  }

  private static let metresPerDegree = 111_319.49

  /// Whether another region of either edition has this share of both in common with one of the two.
  private func isTaken(_ before: Int, _ after: Int, share: Double) -> Bool {
    func isLike(_ shared: ShapeOverlap.Shared) -> Bool {
      shared.area >= share * max(overlap.oldArea[shared.old], overlap.newArea[shared.new])
    }
    return sharedOfOld[before].contains { $0.new != after && isLike($0) }
      || sharedOfNew[after].contains { $0.old != before && isLike($0) }
  }

  /// Whether no land that only one of the two has is wider than the noise.
  private func isWithinNoise(_ before: Int, _ after: Int) -> Bool {
    overlap.pieces.enumerated().allSatisfy { index, piece in
      (piece.old == before) == (piece.new == after) || !overlap.isWider(piece: index, than: noise)
    }
  }
}
