import MapPackGeometry
import MapPackMerge

/// Finds what differs between two editions of a map of areas, for `MapDifference`. `LineComparison` does it for lines
/// and points; Comparison+Coasts has the coasts and islands.
///
/// Regions are named by their indices in the old or in the new coverage.
struct Comparison {
  let old: Edition
  let new: Edition
  let overlap: ShapeOverlap
  let noise: RedrawingNoise
  let match: RegionMatch
  let reorganizations: [Reorganization]

  /// Matches the regions, and finds out whether lines were drawn anew.
  ///
  /// - Parameters:
  ///   - overlap: the overlap of the two editions, in the same order.
  ///   - share: how much of the smaller region has to change hands if lines were drawn anew, from 0 to 1; see
  ///     `RedrawingNoise`.
  /// - Precondition: both editions have areas.
  init(_ old: Edition, _ new: Edition, _ overlap: ShapeOverlap, share: Double) {
    self.old = old
    self.new = new
    self.overlap = overlap
    let resolution = old.coverage.resolution + new.coverage.resolution
    let detail = old.coverage.lineDetail + new.coverage.lineDetail
    var match = RegionMatch(old.coverage, new.coverage, overlap, noise: max(resolution, detail))
    noise = RedrawingNoise(overlap, match, resolution: resolution, detail: detail, share: share)
    reorganizations = Reorganization.all(&match, overlap, noise)
    self.match = match
  }

  /// Writes what differs into a difference, all but the counts of regions, vertices and bytes.
  func fill(_ difference: inout MapDifference) {
    difference.bound = .init(
      width: noise.bound, displacement: noise.displacement, share: noise.isRedrawn ? noise.share : 0)
    addRegions(&difference)
    addMoves(&difference)
    addCoasts(&difference)
  }

  func oldMember(_ region: Int) -> MapDifference.Member {
    let found = old.coverage.regions[region]
    return .init(code: found.code, name: found.name, size: .area(overlap.oldArea[region]))
  }

  func newMember(_ region: Int) -> MapDifference.Member {
    let found = new.coverage.regions[region]
    return .init(code: found.code, name: found.name, size: .area(overlap.newArea[region]))
  }

  /// Whether a region has a polygon. A region without one is neither added nor removed.
  private func hasShape(_ region: Int, _ edition: Edition) -> Bool {
    !edition.coverage.polygons(of: region).isEmpty
  }

  // MARK: Regions

  private func addRegions(_ difference: inout MapDifference) {
    for (region, other) in match.newByOld.enumerated() {
      guard let other else { continue }
      let renaming = MapDifference.Renaming(old: oldMember(region), new: newMember(other))
      if renaming.old.code != renaming.new.code {
        difference.recoded.append(renaming)
      } else if renaming.old.name != renaming.new.name {
        difference.renamed.append(renaming)
      }
      if old.ringVertices(of: region) != new.ringVertices(of: other) { difference.regionsWithOtherVertices += 1 }
    }
    for found in reorganizations {
      difference.regrouped.append(
        .init(
          kind: found.kind, from: found.from.map(oldMember), to: found.to.map(newMember),
          overlaps: found.overlaps.map {
            .init(from: oldMember($0.old), to: newMember($0.new), area: $0.area)
          }))
    }
    let ended = Set(reorganizations.flatMap(\.overlaps).map(\.old))
    let began = Set(reorganizations.flatMap(\.overlaps).map(\.new))
    difference.removed = old.coverage.regions.indices
      .filter { match.newByOld[$0] == nil && !ended.contains($0) && hasShape($0, old) }.map(oldMember)
    difference.added = new.coverage.regions.indices
      .filter { match.oldByNew[$0] == nil && !began.contains($0) && hasShape($0, new) }.map(newMember)
  }

  // MARK: Borders

  private struct Pair: Hashable, Comparable {
    var old: Int
    var new: Int

    static func < (a: Pair, b: Pair) -> Bool { (a.old, a.new) < (b.old, b.new) }
  }

  /// The pairs whose common land is not a move: they are one region, or one became the other.
  private var explained: Set<Pair> {
    var pairs = Set(reorganizations.flatMap(\.overlaps).map { Pair(old: $0.old, new: $0.new) })
    for (old, new) in match.newByOld.enumerated() { if let new { pairs.insert(Pair(old: old, new: new)) } }
    return pairs
  }

  /// Adds the land that passed between regions, by pairs: what is wide enough as a move, the rest to `redrawn`. Moves
  /// are in the order of the old regions, then of the new ones. Locations are rounded to 10⁻⁷ degrees.
  private func addMoves(_ difference: inout MapDifference) {
    let explained = explained
    var piecesByPair: [Pair: [Int]] = [:]
    var areaByPair: [Pair: Double] = [:]
    var redrawn: Int64 = 0
    for (index, piece) in overlap.pieces.enumerated() where piece.area > 0 {
      guard let old = piece.old, let new = piece.new else { continue }
      let pair = Pair(old: old, new: new)
      guard !explained.contains(pair) else { continue }
      piecesByPair[pair, default: []].append(index)
      areaByPair[pair, default: 0] += piece.area
    }
    for (pair, pieces) in piecesByPair.sorted(by: { $0.key < $1.key }) {
      let wide = isBeyondNoise(pair, areaByPair) ? pieces.filter { overlap.isWider(piece: $0, than: noise.bound) } : []
      let counted = Set(wide)
      for piece in pieces where !counted.contains(piece) {
        difference.redrawn.pieces += 1
        redrawn += overlap.pieces[piece].squareCentimeters
      }
      guard let largest = wide.max(by: { overlap.pieces[$0].area < overlap.pieces[$1].area }) else { continue }
      let point = overlap.pieces[largest].smallestPoint
      difference.moves.append(
        .init(
          from: oldMember(pair.old), to: newMember(pair.new),
          area: overlap.area(ofPieces: wide),
          width: wide.reduce(0) { max($0, overlap.width(ofPiece: $1)) },
          location: [overlap.ground.grid.longitude(x: point.x), overlap.ground.grid.latitude(y: point.y)].map {
            ($0 * 1e7).rounded() / 1e7
          },
          count: wide.count))
    }
    difference.redrawn.area = Double(redrawn) / 10_000
  }

  /// Whether the land that a pair exchanges, net of what goes the other way, is more than redrawn lines explain. Always
  /// `true` if the lines were not drawn anew.
  private func isBeyondNoise(_ pair: Pair, _ areaByPair: [Pair: Double]) -> Bool {
    guard noise.isRedrawn else { return true }
    var net = areaByPair[pair] ?? 0
    if let before = match.oldByNew[pair.new], let after = match.newByOld[pair.old] {
      net -= areaByPair[Pair(old: before, new: after)] ?? 0
    }
    return net >= noise.share * min(overlap.oldArea[pair.old], overlap.newArea[pair.new])
  }
}
