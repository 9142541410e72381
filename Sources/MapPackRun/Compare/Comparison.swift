import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Finds what differs between two editions of a map of areas. Regions are named by their indices.
struct Comparison {
  let overlap: ShapeOverlap
  let noise: RedrawingNoise
  let match: RegionMatch
  /// Of each regrouping, the land that changed hands.
  let regroupings: [[ShapeOverlap.Shared]]
  /// The regions of both editions.
  private let old: [MapDifference.Member]
  private let new: [MapDifference.Member]

  /// - Parameter share: how much of the smaller region has to change hands if lines were drawn anew, from 0 to 1.
  /// - Precondition: both editions have areas.
  init(_ old: Coverage, _ new: Coverage, _ overlap: ShapeOverlap, share: Double) {
    self.overlap = overlap
    let resolution = old.resolution + new.resolution
    let detail = old.lineDetail + new.lineDetail
    var match = RegionMatch(old, new, overlap, noise: max(resolution, detail))
    noise = RedrawingNoise(overlap, match, resolution: resolution, detail: detail, share: share)
    regroupings = match.regroupings(overlap, noise)
    self.match = match
    self.old = zip(old.regions, overlap.old.area).map { .init($0, area: $1.roundedArea) }
    self.new = zip(new.regions, overlap.new.area).map { .init($0, area: $1.roundedArea) }
  }

  /// All but the counts of regions, vertices and bytes.
  func fill(_ difference: inout MapDifference, _ before: Edition, _ after: Edition) {
    difference.bound = .init(
      width: noise.bound.roundedLength, displacement: noise.displacement.roundedLength,
      share: noise.isRedrawn ? noise.share : 0)
    difference.addRegions((before, old), (after, new), match, regroupings)
    addMoves(&difference)
    addCoasts(&difference)
  }

  // MARK: Borders

  struct Pair: Hashable, Comparable {
    package var old: Int
    package var new: Int

    static func < (a: Pair, b: Pair) -> Bool { (a.old, a.new) < (b.old, b.new) }
  }

  /// The pairs whose common land is not a move: they are one region, or one became the other.
  private var explained: Set<Pair> {
    var pairs = Set(regroupings.joined().map { Pair(old: $0.old, new: $0.new) })
    for (old, new) in match.newByOld.enumerated() { if let new { pairs.insert(Pair(old: old, new: new)) } }
    return pairs
  }

  /// Adds what is wide enough as a move, by pairs, and the rest to `redrawn`. Locations are rounded to 10⁻⁷ degrees.
  private func addMoves(_ difference: inout MapDifference) {
    let explained = explained
    let piecesByPair = overlap.piecesByPair.filter { !explained.contains($0.key) }
      .mapValues { $0.filter { overlap.pieces[$0].area > 0 } }
    let areaByPair = piecesByPair.mapValues { $0.reduce(0) { $0 + overlap.pieces[$1].area } }
    var redrawn: [Int] = []
    for (pair, pieces) in piecesByPair.sorted(by: { $0.key < $1.key }) {
      let wide = isBeyondNoise(pair, areaByPair) ? pieces.filter { overlap.isWider(piece: $0, than: noise.bound) } : []
      redrawn += Set(pieces).subtracting(wide)
      guard let largest = wide.max(by: { overlap.pieces[$0].area < overlap.pieces[$1].area }) else { continue }
      let (point, grid) = (overlap.pieces[largest].smallestPoint, overlap.ground.grid)
      difference.bordersMoved.append(
        .init(
          from: old[pair.old], to: new[pair.new],
          area: overlap.area(ofPieces: wide).roundedArea,
          width: wide.reduce(0) { max($0, overlap.width(ofPiece: $1)) }.roundedLength, places: wide.count,
          coordinates: [grid.longitude(x: point.x), grid.latitude(y: point.y)].map(\.roundedDegrees)))
    }
    difference.redrawn.places = redrawn.count
    difference.redrawn.area = overlap.area(ofPieces: redrawn).roundedArea
  }

  /// Whether a pair's net exchange of land is more than redrawn lines explain. Always `true` if none were redrawn.
  private func isBeyondNoise(_ pair: Pair, _ areaByPair: [Pair: Double]) -> Bool {
    guard noise.isRedrawn else { return true }
    var net = areaByPair[pair] ?? 0
    if let before = match.oldByNew[pair.new], let after = match.newByOld[pair.old] {
      net -= areaByPair[Pair(old: before, new: after)] ?? 0
    }
    return net >= noise.share * min(overlap.old.area[pair.old], overlap.new.area[pair.new])
  }
}

extension Comparison {
  /// A region's coast, or its part of the outer border.
  private struct Coast {
    var gained = Change()
    var lost = Change()
    /// The mean length of both editions, in meters.
    var length = 0.0
    /// In meters.
    var redrawnLength = 0.0
    var redrawnPieces = 0

    struct Change {
      /// Pieces of land, by their indices.
      var pieces: [Int] = []
      /// In m².
      var islands: [Double] = []
    }
  }

  /// A polygon appeared or vanished as an island if regions of the other edition cover less than this share of it.
  private static let covered = 0.05

  /// Adds the coasts and the islands of regions that are in both editions. A coast is any line beyond which nobody has
  /// the land, also the outer border of a map of a part of a country.
  ///
  /// A coast counts as drawn anew if the whole map was, or if more than half of its length lies elsewhere, in four
  /// pieces or more. Then nothing can be said of the land there, because each edition decides whether an estuary or a
  /// tidal flat is land, and that is a matter of kilometers. Such land is summed up in `redrawn`. So are islands at
  /// such a coast that are smaller than `noise.share` of their region. The lists are in the order of the old regions.
  func addCoasts(_ difference: inout MapDifference) {
    var coasts = [Coast](repeating: Coast(), count: old.count)
    for border in overlap.old.borders where border.other == nil { coasts[border.region].length += border.length / 2 }
    for border in overlap.new.borders where border.other == nil {
      if let region = match.oldByNew[border.region] { coasts[region].length += border.length / 2 }
    }
    for (index, piece) in overlap.pieces.enumerated() where piece.area > 0 && (piece.old == nil) != (piece.new == nil) {
      guard let region = piece.old ?? piece.new.flatMap({ match.oldByNew[$0] }) else { continue }
      let change = piece.old == nil ? \Coast.gained : \Coast.lost
      let polygon =
        piece.oldPolygon.map { overlap.old.polygons[$0] } ?? piece.newPolygon.map { overlap.new.polygons[$0] }
      // A polygon that lies outside all regions of the other edition, or nearly so.
      if let polygon, polygon.covered < Self.covered * polygon.area {
        coasts[region][keyPath: change].islands.append(piece.area)
        continue
      }
      coasts[region][keyPath: change].pieces.append(index)
      // A strip between the old and the new line, unless rounding explains it.
      if piece.meanWidth > noise.resolution {
        coasts[region].redrawnLength += piece.perimeter / 2
        coasts[region].redrawnPieces += 1
      }
    }
    // The pieces of all regions are summed together, so that the sums do not depend on the order of regions.
    var redrawnGains: [Int] = []
    var redrawnLosses: [Int] = []
    for (coast, (region, other)) in zip(coasts, match.newByOld.enumerated()) {
      guard let other else { continue }
      // A line that was drawn anew swings from side to side; one that moved does not.
      let isRedrawn =
        noise.isRedrawn || (2 * coast.redrawnLength > coast.length && coast.redrawnPieces >= Self.swings)
      func moved(_ pieces: [Int], _ redrawn: inout [Int]) -> [Int] {
        let moved = isRedrawn ? [] : pieces.filter { overlap.isWider(piece: $0, than: noise.bound) }
        redrawn += Set(pieces).subtracting(moved)
        return moved
      }
      let redrawnBefore = redrawnGains.count + redrawnLosses.count
      let gained = moved(coast.gained.pieces, &redrawnGains)
      let lost = moved(coast.lost.pieces, &redrawnLosses)
      if redrawnGains.count + redrawnLosses.count > redrawnBefore { difference.redrawn.coasts += 1 }
      if !gained.isEmpty || !lost.isEmpty {
        difference.coastsMoved.append(
          .init(
            region: new[other], gained: overlap.area(ofPieces: gained).roundedArea,
            lost: overlap.area(ofPieces: lost).roundedArea))
      }
      let least = isRedrawn ? noise.share * min(overlap.old.area[region], overlap.new.area[other]) : 0
      let appeared = coast.gained.islands.filter { $0 >= least }
      let vanished = coast.lost.islands.filter { $0 >= least }
      let count = appeared.count + vanished.count
      difference.redrawn.islands += coast.gained.islands.count + coast.lost.islands.count - count
      guard count > 0 else { continue }
      difference.islands.append(
        .init(
          region: new[other], appeared: appeared.count, appearedArea: appeared.reduce(0, +).roundedArea,
          vanished: vanished.count, vanishedArea: vanished.reduce(0, +).roundedArea))
    }
    difference.redrawn.gained = overlap.area(ofPieces: redrawnGains).roundedArea
    difference.redrawn.lost = overlap.area(ofPieces: redrawnLosses).roundedArea
  }

  /// The fewest pieces in which a coast that was drawn anew lies elsewhere.
  private static let swings = 4
}

extension ShapeOverlap {
  /// The pieces that pass from one region to another or stay with it, in order.
  var piecesByPair: [Comparison.Pair: [Int]] {
    var found: [Comparison.Pair: [Int]] = [:]
    for (index, piece) in pieces.enumerated() {
      if let old = piece.old, let new = piece.new { found[.init(old: old, new: new), default: []].append(index) }
    }
    return found
  }
}
