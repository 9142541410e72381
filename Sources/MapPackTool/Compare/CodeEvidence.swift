import MapPack
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
  private let sharedOfOld: [[ShapeOverlap.Shared]]
  private let sharedOfNew: [[ShapeOverlap.Shared]]
  /// In degrees; `nil` if the region has no shape.
  private let oldExtents: [DegreeBox?]
  private let newExtents: [DegreeBox?]

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
  /// - Precondition: both regions have land.
  func verdict(_ before: Int, _ after: Int) -> Verdict {
    let (a, b) = (old.regions[before], new.regions[after])
    let hasName = a.name == b.name && a.name != a.code && b.name != b.code
    let common = sharedOfOld[before].first { $0.new == after }?.area ?? 0
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
    return sharedOfOld[before].contains { $0.new != after && isLike($0) }
      || sharedOfNew[after].contains { $0.old != before && isLike($0) }
  }

  /// Whether two regions touch, to within the noise, and all land that only one of them has is at most as wide as that.
  func isWithinNoise(_ before: Int, _ after: Int) -> Bool {
    guard let oldExtent = oldExtents[before], let newExtent = newExtents[after],
      oldExtent.extentAndGap(to: newExtent).gap * WebMercator.metersPerDegreeAtEquator <= noise
    else { return false }
    return overlap.pieces.enumerated().allSatisfy { index, piece in
      (piece.old == before) == (piece.new == after) || !overlap.isWider(piece: index, than: noise)
    }
  }
}

/// Which region of one edition is which region of another, by code and name, and then by shape; for maps of areas.
///
/// - Two regions with the same code match if `CodeEvidence` says that they are the same region.
/// - Codes that differ only in leading zeros count as the same, because files lose such zeros on their way. A code that
///   several regions of one edition have decides nothing.
/// - Of the rest, two regions match, and have a new code, if each shares more land with the other than with any other
///   region, and that is at least three quarters of both, or half of both if they have the same name. The exceptions:
///   another old region without a match has half or more of its land in the new one (a merger), or another new region
///   without a match has half or more of its land from the old one (a division).
///
/// Matching is symmetric: if the editions are exchanged, the pairs are the same.
package struct RegionMatch: Hashable, Sendable {
  /// Per old region: the new region that it is; `nil` if it is gone.
  package private(set) var newByOld: [Int?]
  /// Per new region: the old region that it was; `nil` if it is new.
  package private(set) var oldByNew: [Int?]
  /// The old regions that are matched by code and name, although their land lies elsewhere.
  package private(set) var matchedByName: Set<Int> = []

  /// Matches the regions of two editions. Regions without land take no part.
  ///
  /// - Parameters:
  ///   - overlap: the overlap of the two editions, in the same order.
  ///   - noise: the width of land that differences of drawing may explain, in meters.
  /// - Complexity: O(s²) for s overlaps of regions that their codes do not match; for the others see
  ///   `CodeEvidence.verdict`.
  package init(_ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap, noise: Double) {
    newByOld = Array(repeating: nil, count: old.regions.count)
    oldByNew = Array(repeating: nil, count: new.regions.count)
    matchByCode(old.regions, new.regions, overlap, CodeEvidence(old, new, overlap, noise: noise))
    matchByShape(old.regions, new.regions, overlap)
  }

  /// Records that an old and a new region are one.
  /// - Precondition: neither has a match.
  package mutating func match(_ old: Int, _ new: Int) {
    newByOld[old] = new
    oldByNew[new] = old
  }

  /// As a share of the larger region, from 0 to 1.
  private static func likeness(_ shared: ShapeOverlap.Shared, _ overlap: ShapeOverlap) -> Double {
    let larger = max(overlap.old.area[shared.old], overlap.new.area[shared.new])
    return larger > 0 ? shared.area / larger : 0
  }

  private mutating func matchByCode(
    _ old: [Region], _ new: [Region], _ overlap: ShapeOverlap, _ evidence: CodeEvidence
  ) {
    for spelling in [{ $0 }, Self.withoutLeadingZeros] as [(String) -> String] {
      var oldByCode: [String: [Int]] = [:]
      var newByCode: [String: [Int]] = [:]
      for index in old.indices where newByOld[index] == nil && overlap.old.area[index] > 0 {
        oldByCode[spelling(old[index].code), default: []] += [index]
      }
      for index in new.indices where oldByNew[index] == nil && overlap.new.area[index] > 0 {
        newByCode[spelling(new[index].code), default: []] += [index]
      }
      for (code, candidates) in oldByCode {
        guard let index = candidates.first, let other = newByCode[code]?.first,
          candidates.count == 1, newByCode[code]?.count == 1
        else { continue }
        let verdict = evidence.verdict(index, other)
        guard verdict != .other else { continue }
        match(index, other)
        if verdict == .sameByName { matchedByName.insert(index) }
      }
    }
  }

  private static func withoutLeadingZeros(_ code: String) -> String {
    code.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? String(code.drop { $0 == "0" }) : code
  }

  private mutating func matchByShape(_ old: [Region], _ new: [Region], _ overlap: ShapeOverlap) {
    let open = overlap.shared.filter { newByOld[$0.old] == nil && oldByNew[$0.new] == nil }
    var bestOfOld: [Int: Double] = [:]
    var bestOfNew: [Int: Double] = [:]
    for shared in open {
      bestOfOld[shared.old] = max(bestOfOld[shared.old] ?? 0, shared.area)
      bestOfNew[shared.new] = max(bestOfNew[shared.new] ?? 0, shared.area)
    }
    for shared in open where newByOld[shared.old] == nil && oldByNew[shared.new] == nil {
      let isSameName = old[shared.old].name == new[shared.new].name
      guard Self.likeness(shared, overlap) >= (isSameName ? 0.5 : 0.75), shared.area == bestOfOld[shared.old],
        shared.area == bestOfNew[shared.new]
      else { continue }
      let isMerger = open.contains {
        $0.new == shared.new && $0.old != shared.old && 2 * $0.area >= overlap.old.area[$0.old]
      }
      let isDivision = open.contains {
        $0.old == shared.old && $0.new != shared.new && 2 * $0.area >= overlap.new.area[$0.new]
      }
      if !isMerger && !isDivision { match(shared.old, shared.new) }
    }
  }
}

/// Regions that ended or began, with those that they have land in common with: a merger, an absorption, a division, or
/// several of these at once.
package struct Reorganization: Hashable, Sendable {
  /// What happened to the regions.
  package enum Kind: String, CaseIterable, Hashable, Encodable, Sendable {
    /// Several regions that ended became one that began.
    case merge
    /// Regions that ended went to one that goes on.
    case absorb
    /// One region became several. It ended, or it goes on and gave some of its land to regions that began.
    case split
    /// Several regions became several.
    case reorganize
  }

  package var kind: Kind
  /// The indices of the old regions, ascending. The region that absorbed others is not among them.
  package var from: [Int]
  /// The indices of the new regions, ascending. A region that was split and goes on is among them.
  package var to: [Int]
  /// The land that regions of `from` and `to` have in common, as far as it counts; sorted by old, then by new region.
  package var overlaps: [ShapeOverlap.Shared]

  /// All reorganizations, sorted by their old regions.
  ///
  /// An old and a new region without a match, whose only overlap that counts is with each other, are no reorganization.
  /// They are added to the match if they share at least half of the smaller one.
  package static func all(
    _ match: inout RegionMatch, _ overlap: ShapeOverlap, _ noise: RedrawingNoise
  ) -> [Reorganization] {
    let edges = significant(match, overlap, noise)
    let oldCount = overlap.old.area.count
    let count = oldCount + overlap.new.area.count
    var together = DisjointSets(count: count)
    // A region that goes on is one region in both editions.
    for (old, new) in match.newByOld.enumerated() { if let new { together.unite(old, oldCount + new) } }
    for edge in edges { together.unite(edge.old, oldCount + edge.new) }
    var edgesBySet: [Int: [ShapeOverlap.Shared]] = [:]
    for edge in edges { edgesBySet[together.find(edge.old), default: []].append(edge) }
    var all: [Reorganization] = []
    for (_, edges) in edgesBySet.sorted(by: { $0.key < $1.key }) {
      if let only = edges.first, edges.count == 1, match.newByOld[only.old] == nil, match.oldByNew[only.new] == nil {
        let smaller = min(overlap.old.area[only.old], overlap.new.area[only.new])
        if 2 * only.area >= smaller { match.match(only.old, only.new) }
        continue
      }
      all.append(Reorganization(edges, match, overlap))
    }
    return all.sorted { $0.from.lexicographicallyPrecedes($1.from) }
  }

  /// The overlaps of regions that ended or began, if they are wider than `noise.bound` and at least `noise.share` of
  /// the smaller region. They are sorted by old, then by new region.
  private static func significant(
    _ match: RegionMatch, _ overlap: ShapeOverlap, _ noise: RedrawingNoise
  ) -> [ShapeOverlap.Shared] {
    typealias Pair = Comparison.Pair
    var candidates: [Pair: ShapeOverlap.Shared] = [:]
    for shared in overlap.shared where match.newByOld[shared.old] == nil || match.oldByNew[shared.new] == nil {
      let smaller = min(overlap.old.area[shared.old], overlap.new.area[shared.new])
      if shared.area >= noise.share * smaller { candidates[Pair(old: shared.old, new: shared.new)] = shared }
    }
    var wide: Set<Pair> = []
    for (index, piece) in overlap.pieces.enumerated() {
      guard let old = piece.old, let new = piece.new else { continue }
      let pair = Pair(old: old, new: new)
      guard candidates[pair] != nil, !wide.contains(pair) else { continue }
      // Half of a region or more is not noise, however narrow the region is.
      let isMost = 2 * piece.area >= min(overlap.old.area[old], overlap.new.area[new])
      if isMost || overlap.isWider(piece: index, than: noise.bound) { wide.insert(pair) }
    }
    return wide.compactMap { candidates[$0] }.sorted { ($0.old, $0.new) < ($1.old, $1.new) }
  }

  private init(_ edges: [ShapeOverlap.Shared], _ match: RegionMatch, _ overlap: ShapeOverlap) {
    let from = Set(edges.map(\.old))
    var to = Set(edges.map(\.new))
    if to.count == 1 && to.allSatisfy({ match.oldByNew[$0] != nil }) {
      kind = .absorb
    } else if from.count == 1 {
      kind = .split
      // The region may go on beside those that were split off.
      to.formUnion(from.compactMap { match.newByOld[$0] })
    } else if to.count == 1 {
      kind = .merge
    } else {
      kind = .reorganize
    }
    self.from = from.sorted()
    self.to = to.sorted()
    overlaps = edges
  }
}
