import MapPackGeometry
import MapPackMerge

/// Regions that ended or began, with those that they have land in common with: a merger, an absorption, a division, or
/// several of these at once. `Comparison` asks for them.
package struct Reorganization: Hashable, Sendable {
  /// What happened to the regions.
  package enum Kind: String, Hashable, Sendable {
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
  /// The land that regions of `from` have in common with regions of `to`, as far as it counts; sorted by old, then by
  /// new region.
  package var overlaps: [ShapeOverlap.Shared]

  /// All reorganizations, sorted by their old regions.
  ///
  /// An old and a new region without a match, whose only overlap that counts is with each other, are no reorganization.
  /// They are added to the match if they share at least half of the smaller one.
  package static func all(
    _ match: inout RegionMatch, _ overlap: ShapeOverlap, _ noise: RedrawingNoise
  ) -> [Reorganization] {
    let edges = significant(match, overlap, noise)
    let oldCount = overlap.oldArea.count
    let count = oldCount + overlap.newArea.count
    var together = DisjointSets(count: count)
    // A region that goes on is one region in both editions.
    for (old, new) in match.newByOld.enumerated() { if let new { together.unite(old, oldCount + new) } }
    for edge in edges { together.unite(edge.old, oldCount + edge.new) }
    var edgesBySet: [Int: [ShapeOverlap.Shared]] = [:]
    for edge in edges { edgesBySet[together.find(edge.old), default: []].append(edge) }
    var all: [Reorganization] = []
    for (_, edges) in edgesBySet.sorted(by: { $0.key < $1.key }) {
      if let only = edges.first, edges.count == 1, match.newByOld[only.old] == nil, match.oldByNew[only.new] == nil {
        let smaller = min(overlap.oldArea[only.old], overlap.newArea[only.new])
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
    struct Pair: Hashable {
      var old: Int
      var new: Int
    }
    var candidates: [Pair: ShapeOverlap.Shared] = [:]
    for shared in overlap.shared where match.newByOld[shared.old] == nil || match.oldByNew[shared.new] == nil {
      let smaller = min(overlap.oldArea[shared.old], overlap.newArea[shared.new])
      if shared.area >= noise.share * smaller { candidates[Pair(old: shared.old, new: shared.new)] = shared }
    }
    var wide: Set<Pair> = []
    for (index, piece) in overlap.pieces.enumerated() {
      guard let old = piece.old, let new = piece.new else { continue }
      let pair = Pair(old: old, new: new)
      guard candidates[pair] != nil, !wide.contains(pair) else { continue }
      // Half of a region or more is not noise, however narrow the region is.
      let isMost = 2 * piece.area >= min(overlap.oldArea[old], overlap.newArea[new])
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
