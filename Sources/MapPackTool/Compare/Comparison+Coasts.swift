import MapPackMerge

/// The part of `Comparison` that compares coasts and islands; `fill` calls it last.
extension Comparison {
  /// A region's coast, or its part of the outer border.
  private struct Coast {
    /// The indices of the pieces of land that the region gained at the coast.
    var gained: [Int] = []
    /// The indices of the pieces of land that it lost there.
    var lost: [Int] = []
    /// The mean length of both editions, in meters.
    var length = 0.0
    /// How much of the coast lies elsewhere, in meters.
    var redrawnLength = 0.0
    /// In how many pieces it lies elsewhere.
    var redrawnPieces = 0
    /// The areas of the islands that appeared, in m².
    var appeared: [Double] = []
    /// The areas of the islands that vanished, in m².
    var vanished: [Double] = []
  }

  /// A polygon appeared or vanished as an island if regions of the other edition cover less than this share of it.
  private static let covered = 0.05

  /// Adds the coasts and the islands of regions that are in both editions. A coast is any line beyond which nobody has
  /// the land, also the outer border of a map of a part of a country.
  ///
  /// A coast counts as drawn anew if the whole map was, or if more than half of its length lies elsewhere, in four
  /// pieces or more. Then nothing can be said of the land there, because each edition decides whether an estuary or a
  /// tidal flat is land, and that is a matter of kilometers. Such land is summed up in `redrawn`. So are islands at
  /// such a coast that are smaller than `noise.share` of their region. `RedrawingNoise` has that share and the width
  /// from which land counts as moved.
  ///
  /// The lists are in the order of the old regions, and name each region as the new edition does.
  func addCoasts(_ difference: inout MapDifference) {
    var coasts: [Int: Coast] = [:]
    for border in overlap.oldBorders where border.other == nil {
      if match.newByOld[border.region] != nil { coasts[border.region, default: Coast()].length += border.length / 2 }
    }
    for border in overlap.newBorders where border.other == nil {
      if let old = match.oldByNew[border.region] { coasts[old, default: Coast()].length += border.length / 2 }
    }
    for (index, piece) in overlap.pieces.enumerated() where piece.area > 0 {
      if let old = piece.old, piece.new == nil, match.newByOld[old] != nil {
        let isIsland = piece.oldPolygon.map { isAlone(overlap.oldPolygons[$0]) } ?? false
        if isIsland {
          coasts[old, default: Coast()].vanished.append(piece.area)
        } else {
          coasts[old, default: Coast()].lost.append(index)
          note(piece, in: &coasts[old, default: Coast()])
        }
      } else if piece.old == nil, let new = piece.new, let old = match.oldByNew[new] {
        let isIsland = piece.newPolygon.map { isAlone(overlap.newPolygons[$0]) } ?? false
        if isIsland {
          coasts[old, default: Coast()].appeared.append(piece.area)
        } else {
          coasts[old, default: Coast()].gained.append(index)
          note(piece, in: &coasts[old, default: Coast()])
        }
      }
    }
    // The pieces of all regions are summed together, so that the sums do not depend on the order of regions.
    var redrawnGains: [Int] = []
    var redrawnLosses: [Int] = []
    for (region, coast) in coasts.sorted(by: { $0.key < $1.key }) {
      add(coast, of: region, to: &difference, &redrawnGains, &redrawnLosses)
    }
    difference.redrawn.gained = overlap.area(ofPieces: redrawnGains)
    difference.redrawn.lost = overlap.area(ofPieces: redrawnLosses)
  }

  /// Whether a polygon lies outside all regions of the other edition, or nearly so.
  private func isAlone(_ polygon: (covered: Double, area: Double)) -> Bool {
    polygon.covered < Self.covered * polygon.area
  }

  /// Counts a strip between the old and the new line as redrawn, unless rounding explains it. Its length is half its
  /// perimeter.
  private func note(_ piece: ShapeOverlap.Piece, in coast: inout Coast) {
    guard piece.meanWidth > noise.resolution else { return }
    coast.redrawnLength += piece.perimeter / 2
    coast.redrawnPieces += 1
  }

  /// Whether a coast was drawn anew. A line that was drawn anew swings from side to side; one that moved does not.
  private func isRedrawn(_ coast: Coast) -> Bool {
    noise.isRedrawn || (2 * coast.redrawnLength > coast.length && coast.redrawnPieces >= Self.swings)
  }

  /// The fewest pieces in which a coast that was drawn anew lies elsewhere.
  private static let swings = 4

  private func add(
    _ coast: Coast, of region: Int, to difference: inout MapDifference, _ redrawnGains: inout [Int],
    _ redrawnLosses: inout [Int]
  ) {
    guard let new = match.newByOld[region] else { return }
    let isRedrawn = isRedrawn(coast)
    func isMoved(_ piece: Int) -> Bool { !isRedrawn && overlap.isWider(piece: piece, than: noise.bound) }
    let gained = Set(coast.gained.filter(isMoved))
    let lost = Set(coast.lost.filter(isMoved))
    if !gained.isEmpty || !lost.isEmpty {
      difference.coasts.append(
        .init(region: newMember(new), gained: overlap.area(ofPieces: gained), lost: overlap.area(ofPieces: lost)))
    }
    if gained.count < coast.gained.count || lost.count < coast.lost.count {
      difference.redrawn.coasts += 1
      redrawnGains += coast.gained.filter { !gained.contains($0) }
      redrawnLosses += coast.lost.filter { !lost.contains($0) }
    }
    var islands = MapDifference.IslandChange(region: newMember(new))
    let least = isRedrawn ? noise.share * min(overlap.oldArea[region], overlap.newArea[new]) : 0
    for area in coast.appeared {
      guard area >= least else {
        difference.redrawn.islands += 1
        continue
      }
      islands.appeared += 1
      islands.appearedArea += area
    }
    for area in coast.vanished {
      guard area >= least else {
        difference.redrawn.islands += 1
        continue
      }
      islands.vanished += 1
      islands.vanishedArea += area
    }
    if islands.appeared + islands.vanished > 0 { difference.islands.append(islands) }
  }
}
