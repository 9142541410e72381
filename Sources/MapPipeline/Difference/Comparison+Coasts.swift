import MapTopology

extension Comparison {
  /// A region's coast, or its part of the outer border.
  private struct Coast {
    var gained: [Int] = []
    var lost: [Int] = []
    /// In metres, the mean of both editions.
    var length = 0.0
    /// How much of it lies elsewhere, in metres.
    var redrawnLength = 0.0
    /// In how many places.
    var redrawnPlaces = 0
    var appeared: [Double] = []
    var vanished: [Double] = []
  }

  /// Of a polygon that is new, less than this share of its land belonged to anybody.
  private static let covered = 0.05

  /// Coasts of regions that are in both editions, and islands.
  ///
  /// Where a region's coast was drawn anew, for more than half of its length in four places or
  /// more, or with the whole map, nothing can be said of the land there:
  /// whether an estuary or a tidal flat is land is for each edition to say, and is a matter of kilometres. It is summed
  /// up.
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
    // Of all regions together, so that the sums do not depend on their order.
    var redrawnGains: [Int] = []
    var redrawnLosses: [Int] = []
    for (region, coast) in coasts.sorted(by: { $0.key < $1.key }) {
      add(coast, of: region, to: &difference, &redrawnGains, &redrawnLosses)
    }
    difference.redrawn.gained = overlap.area(ofPieces: redrawnGains)
    difference.redrawn.lost = overlap.area(ofPieces: redrawnLosses)
  }

  private func isAlone(_ polygon: (covered: Double, area: Double)) -> Bool {
    polygon.covered < Self.covered * polygon.area
  }

  /// Counts half of what goes round a strip between the old and the new line.
  private func note(_ piece: ShapeOverlap.Piece, in coast: inout Coast) {
    guard piece.meanWidth > noise.resolution else { return }
    coast.redrawnLength += piece.perimeter / 2
    coast.redrawnPlaces += 1
  }

  /// A line that is drawn anew swings from side to side; one that moved does not.
  private func isRedrawn(_ coast: Coast) -> Bool {
    noise.isRedrawn || (2 * coast.redrawnLength > coast.length && coast.redrawnPlaces >= Self.swings)
  }

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
