import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

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
  /// - Complexity: O(n log n) for n overlaps and pieces, if no region has very many of them.
  package init(_ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap, noise: Double) {
    let evidence = CodeEvidence(old, new, overlap, noise: noise)
    let spellings: [(Region) -> String?] = [{ $0.code }, { Self.withoutLeadingZeros($0.code) }]
    self.init(
      old, old.regions.indices.filter { overlap.old.area[$0] > 0 }, new,
      new.regions.indices.filter { overlap.new.area[$0] > 0 }, by: spellings, evidence.verdict)
    matchByShape(old.regions, new.regions, overlap)
  }

  /// Matches, by one text after the other, the regions that alone in their edition have a text, unless they are others.
  ///
  /// - Parameters:
  ///   - oldLive: the old regions that take part.
  ///   - newLive: the new regions that take part.
  init(
    _ old: Coverage, _ oldLive: [Int], _ new: Coverage, _ newLive: [Int], by texts: [(Region) -> String?],
    _ verdict: (Int, Int) -> CodeEvidence.Verdict
  ) {
    newByOld = Array(repeating: nil, count: old.regions.count)
    oldByNew = Array(repeating: nil, count: new.regions.count)
    for text in texts {
      let open = Dictionary(grouping: newLive.filter { oldByNew[$0] == nil }) { text(new.regions[$0]) }
      let found = Dictionary(grouping: oldLive.filter { newByOld[$0] == nil }) { text(old.regions[$0]) }
      for (text, found) in found where text != nil && found.count == 1 {
        guard let others = open[text], others.count == 1 else { continue }
        let verdict = verdict(found[0], others[0])
        if verdict != .other { match(found[0], others[0]) }
        if verdict == .sameByName { matchedByName.insert(found[0]) }
      }
    }
  }

  /// Records that an old and a new region are one.
  /// - Precondition: neither has a match.
  package mutating func match(_ old: Int, _ new: Int) {
    newByOld[old] = new
    oldByNew[new] = old
  }

  private static func withoutLeadingZeros(_ code: String) -> String {
    code.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? String(code.drop { $0 == "0" }) : code
  }

  private mutating func matchByShape(_ old: [Region], _ new: [Region], _ overlap: ShapeOverlap) {
    let open = overlap.shared.filter { newByOld[$0.old] == nil && oldByNew[$0.new] == nil }
    let openOfOld = Dictionary(grouping: open, by: \.old)
    let openOfNew = Dictionary(grouping: open, by: \.new)
    let bestOfOld = openOfOld.mapValues { $0.reduce(0) { max($0, $1.area) } }
    let bestOfNew = openOfNew.mapValues { $0.reduce(0) { max($0, $1.area) } }
    for shared in open where newByOld[shared.old] == nil && oldByNew[shared.new] == nil {
      let isSameName = old[shared.old].name == new[shared.new].name
      let larger = max(overlap.old.area[shared.old], overlap.new.area[shared.new])
      guard larger > 0, shared.area / larger >= (isSameName ? 0.5 : 0.75), shared.area == bestOfOld[shared.old],
        shared.area == bestOfNew[shared.new]
      else { continue }
      let isMerger = openOfNew[shared.new, default: []].contains {
        $0.old != shared.old && 2 * $0.area >= overlap.old.area[$0.old]
      }
      let isDivision = openOfOld[shared.old, default: []].contains {
        $0.new != shared.new && 2 * $0.area >= overlap.new.area[$0.new]
      }
      if !isMerger && !isDivision { match(shared.old, shared.new) }
    }
  }
}

extension RegionMatch {
  /// Regions that ended or began, with those that they have land in common with: a merger, an absorption, a division, or
  /// several of these at once. Of each, the land that counts; sorted by old, then by new region.
  ///
  /// An old and a new region without a match, whose only overlap that counts is with each other, are not regrouped. They
  /// are added to the match if they share at least half of the smaller one.
  mutating func regroupings(_ overlap: ShapeOverlap, _ noise: RedrawingNoise) -> [[ShapeOverlap.Shared]] {
    let edges = significant(overlap, noise)
    var together = DisjointSets(count: newByOld.count + oldByNew.count)
    // A region that goes on is one region in both editions.
    for (old, new) in newByOld.enumerated() { if let new { together.unite(old, newByOld.count + new) } }
    for edge in edges { together.unite(edge.old, newByOld.count + edge.new) }
    var regroupings: [[ShapeOverlap.Shared]] = []
    for edges in Dictionary(grouping: edges, by: { together.find($0.old) }).values {
      let only = edges[0]
      if edges.count == 1, newByOld[only.old] == nil, oldByNew[only.new] == nil {
        let smaller = min(overlap.old.area[only.old], overlap.new.area[only.new])
        if 2 * only.area >= smaller { match(only.old, only.new) }
      } else {
        regroupings.append(edges)
      }
    }
    return regroupings.sorted { $0[0].old < $1[0].old }
  }

  /// The overlaps of regions that ended or began, if they are wider than `noise.bound` and at least `noise.share` of
  /// the smaller region. They are sorted by old, then by new region.
  private func significant(_ overlap: ShapeOverlap, _ noise: RedrawingNoise) -> [ShapeOverlap.Shared] {
    let pieces = overlap.piecesByPair
    return overlap.shared.filter { shared in
      guard newByOld[shared.old] == nil || oldByNew[shared.new] == nil else { return false }
      let smaller = min(overlap.old.area[shared.old], overlap.new.area[shared.new])
      // Half of a region or more is not noise, however narrow the region is.
      return shared.area >= noise.share * smaller
        && pieces[Comparison.Pair(old: shared.old, new: shared.new), default: []].contains {
          2 * overlap.pieces[$0].area >= smaller || overlap.isWider(piece: $0, than: noise.bound)
        }
    }
  }
}
