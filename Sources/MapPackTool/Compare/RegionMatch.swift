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
/// Matching is symmetric: if the editions are exchanged, the pairs are the same. `Comparison` and `LandCheck` ask it.
package struct RegionMatch: Hashable, Sendable {
  /// Per old region: the new region that it is; `nil` if it is gone.
  package private(set) var newByOld: [Int?]
  /// Per new region: the old region that it was; `nil` if it is new.
  package private(set) var oldByNew: [Int?]
  /// The old regions that are matched by code and name, although their land lies elsewhere.
  package private(set) var matchedByName: Set<Int> = []

  /// Matches the regions of two editions.
  ///
  /// - Parameters:
  ///   - old: the old edition. Regions without land take no part.
  ///   - new: the new edition. Regions without land take no part.
  ///   - overlap: the overlap of the two editions, in the same order.
  ///   - noise: the width of land that differences of drawing may explain, in meters. `Comparison` and `LandCheck` have
  ///     the same formula for it, each its own copy.
  /// - Complexity: O(s²) for s overlaps of regions that their codes do not match; for the others see
  ///   `CodeEvidence.verdict`.
  package init(_ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap, noise: Double) {
    newByOld = Array(repeating: nil, count: old.regions.count)
    oldByNew = Array(repeating: nil, count: new.regions.count)
    matchByCode(old.regions, new.regions, overlap, CodeEvidence(old, new, overlap, noise: noise))
    matchByShape(old.regions, new.regions, overlap)
  }

  /// Records that an old and a new region are one. `Reorganization` adds such pairs.
  /// - Precondition: neither has a match.
  package mutating func match(_ old: Int, _ new: Int) {
    newByOld[old] = new
    oldByNew[new] = old
  }

  /// The land that a pair has in common, as a share of the larger region, from 0 to 1.
  private static func likeness(_ shared: ShapeOverlap.Shared, _ overlap: ShapeOverlap) -> Double {
    let larger = max(overlap.oldArea[shared.old], overlap.newArea[shared.new])
    return larger > 0 ? shared.area / larger : 0
  }

  private mutating func matchByCode(
    _ old: [Region], _ new: [Region], _ overlap: ShapeOverlap, _ evidence: CodeEvidence
  ) {
    for spelling in [{ $0 }, Self.withoutLeadingZeros] as [(String) -> String] {
      var oldByCode: [String: [Int]] = [:]
      var newByCode: [String: [Int]] = [:]
      for index in old.indices where newByOld[index] == nil && overlap.oldArea[index] > 0 {
        oldByCode[spelling(old[index].code), default: []] += [index]
      }
      for index in new.indices where oldByNew[index] == nil && overlap.newArea[index] > 0 {
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
        $0.new == shared.new && $0.old != shared.old && 2 * $0.area >= overlap.oldArea[$0.old]
      }
      let isDivision = open.contains {
        $0.old == shared.old && $0.new != shared.new && 2 * $0.area >= overlap.newArea[$0.new]
      }
      if !isMerger && !isDivision { match(shared.old, shared.new) }
    }
  }
}
