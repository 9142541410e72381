import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Finds what differs between two editions of a map of areas. Regions are named by their indices.
struct Comparison {
  let old: Edition
  let new: Edition
  let overlap: ShapeOverlap
  let noise: RedrawingNoise
  let match: RegionMatch
  let reorganizations: [Reorganization]

  /// - Parameter share: how much of the smaller region has to change hands if lines were drawn anew, from 0 to 1.
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

  /// All but the counts of regions, vertices and bytes.
  func fill(_ difference: inout MapDifference) {
    difference.bound = .init(
      width: noise.bound.roundedLength, displacement: noise.displacement.roundedLength,
      share: noise.isRedrawn ? noise.share : 0)
    addRegions(&difference)
    addMoves(&difference)
    addCoasts(&difference)
  }

  func oldMember(_ region: Int) -> MapDifference.Member {
    let found = old.coverage.regions[region]
    return .init(code: found.code, name: found.name, area: overlap.old.area[region].roundedArea)
  }

  func newMember(_ region: Int) -> MapDifference.Member {
    let found = new.coverage.regions[region]
    return .init(code: found.code, name: found.name, area: overlap.new.area[region].roundedArea)
  }

  /// A region without a polygon is neither added nor removed.
  private func hasShape(_ region: Int, _ edition: Edition) -> Bool {
    !edition.coverage.polygons(of: region).isEmpty
  }

  // MARK: Regions

  private func addRegions(_ difference: inout MapDifference) {
    for (region, other) in match.newByOld.enumerated() {
      guard let other else { continue }
      difference.note(.init(old: oldMember(region), new: newMember(other)))
      if old.ringVertices(of: region) != new.ringVertices(of: other) { difference.regionsWithOtherVertices += 1 }
    }
    for found in reorganizations {
      difference.regrouped.append(
        .init(
          kind: found.kind, from: found.from.map(oldMember), to: found.to.map(newMember),
          overlaps: found.overlaps.map {
            .init(from: oldMember($0.old), to: newMember($0.new), area: $0.area.roundedArea)
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

  struct Pair: Hashable, Comparable {
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

  /// Adds what is wide enough as a move, by pairs, and the rest to `redrawn`. Locations are rounded to 10⁻⁷ degrees.
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
        difference.redrawn.places += 1
        redrawn += overlap.pieces[piece].squareCentimeters
      }
      guard let largest = wide.max(by: { overlap.pieces[$0].area < overlap.pieces[$1].area }) else { continue }
      let point = overlap.pieces[largest].smallestPoint
      difference.bordersMoved.append(
        .init(
          from: oldMember(pair.old), to: newMember(pair.new),
          area: overlap.area(ofPieces: wide).roundedArea,
          width: wide.reduce(0) { max($0, overlap.width(ofPiece: $1)) }.roundedLength, places: wide.count,
          coordinates: [overlap.ground.grid.longitude(x: point.x), overlap.ground.grid.latitude(y: point.y)].map {
            ($0 * 1e7).rounded() / 1e7
          }))
    }
    difference.redrawn.area = (Double(redrawn) / 10_000).roundedArea
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
    var coasts: [Int: Coast] = [:]
    for border in overlap.old.borders where border.other == nil {
      if match.newByOld[border.region] != nil { coasts[border.region, default: Coast()].length += border.length / 2 }
    }
    for border in overlap.new.borders where border.other == nil {
      if let old = match.oldByNew[border.region] { coasts[old, default: Coast()].length += border.length / 2 }
    }
    for (index, piece) in overlap.pieces.enumerated() where piece.area > 0 {
      let (region, change, polygon): (Int, WritableKeyPath<Coast, Coast.Change>, (covered: Double, area: Double)?)
      if let old = piece.old, piece.new == nil, match.newByOld[old] != nil {
        (region, change, polygon) = (old, \.lost, piece.oldPolygon.map { overlap.old.polygons[$0] })
      } else if piece.old == nil, let new = piece.new, let old = match.oldByNew[new] {
        (region, change, polygon) = (old, \.gained, piece.newPolygon.map { overlap.new.polygons[$0] })
      } else {
        continue
      }
      if let polygon, isAlone(polygon) {
        coasts[region, default: Coast()][keyPath: change].islands.append(piece.area)
      } else {
        coasts[region, default: Coast()][keyPath: change].pieces.append(index)
        note(piece, in: &coasts[region, default: Coast()])
      }
    }
    // The pieces of all regions are summed together, so that the sums do not depend on the order of regions.
    var redrawnGains: [Int] = []
    var redrawnLosses: [Int] = []
    for (region, coast) in coasts.sorted(by: { $0.key < $1.key }) {
      add(coast, of: region, to: &difference, &redrawnGains, &redrawnLosses)
    }
    difference.redrawn.gained = overlap.area(ofPieces: redrawnGains).roundedArea
    difference.redrawn.lost = overlap.area(ofPieces: redrawnLosses).roundedArea
  }

  /// Whether a polygon lies outside all regions of the other edition, or nearly so.
  private func isAlone(_ polygon: (covered: Double, area: Double)) -> Bool {
    polygon.covered < Self.covered * polygon.area
  }

  /// Counts a strip between the old and the new line, whose length is half its perimeter, unless rounding explains it.
  private func note(_ piece: ShapeOverlap.Piece, in coast: inout Coast) {
    guard piece.meanWidth > noise.resolution else { return }
    coast.redrawnLength += piece.perimeter / 2
    coast.redrawnPieces += 1
  }

  /// A line that was drawn anew swings from side to side; one that moved does not.
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
    let gained = Set(coast.gained.pieces.filter(isMoved))
    let lost = Set(coast.lost.pieces.filter(isMoved))
    if !gained.isEmpty || !lost.isEmpty {
      difference.coastsMoved.append(
        .init(
          region: newMember(new), gained: overlap.area(ofPieces: gained).roundedArea,
          lost: overlap.area(ofPieces: lost).roundedArea))
    }
    if gained.count < coast.gained.pieces.count || lost.count < coast.lost.pieces.count {
      difference.redrawn.coasts += 1
      redrawnGains += coast.gained.pieces.filter { !gained.contains($0) }
      redrawnLosses += coast.lost.pieces.filter { !lost.contains($0) }
    }
    let least = isRedrawn ? noise.share * min(overlap.old.area[region], overlap.new.area[new]) : 0
    let appeared = coast.gained.islands.filter { $0 >= least }
    let vanished = coast.lost.islands.filter { $0 >= least }
    let count = appeared.count + vanished.count
    difference.redrawn.islands += coast.gained.islands.count + coast.lost.islands.count - count
    guard count > 0 else { return }
    difference.islands.append(
      .init(
        region: newMember(new), appeared: appeared.count, appearedArea: appeared.reduce(0, +).roundedArea,
        vanished: vanished.count, vanishedArea: vanished.reduce(0, +).roundedArea))
  }
}

/// One of the two editions of a map that are compared.
package struct Edition: Sendable {
  /// The path, which messages call it by.
  package var name: String
  package var coverage: Coverage
  /// In bytes; `nil` if the edition is not a pack, or if sizes are not compared.
  package var bytes: Int?

  /// - Parameters:
  ///   - coverage: the regions. Those without a shape are not live.
  ///   - bytes: the size of the pack in bytes, if sizes are compared.
  package init(name: String, coverage: Coverage, bytes: Int? = nil) {
    self.name = name
    self.coverage = coverage
    self.bytes = bytes
  }

  /// The number of vertices of a region's rings at the finest level, to compare editions. Vertices of a border count
  /// for both regions. Of a line, it is one less than its vertices. Points count one each.
  package func ringVertices(of region: Int) -> Int {
    var count = 0
    for polygon in coverage.polygons(of: region) {
      for reference in coverage.references(ofPolygon: polygon) {
        let arc = reference.arc
        let vertices = coverage.arcs.vertices(of: arc).count
        count += coverage.arcs.isClosed[arc] ? vertices : vertices - 1
      }
    }
    return count
  }

  /// The editions that its sources name, each once, sorted and joined by commas.
  package var published: String? {
    let editions = Set(coverage.sources.compactMap(\.edition).filter { !$0.isEmpty }).sorted()
    return editions.isEmpty ? nil : editions.joined(separator: ", ")
  }

  /// The indices of the regions that have a shape.
  package var liveRegions: [Int] {
    coverage.regions.indices.filter { !coverage.polygons(of: $0).isEmpty }
  }
}
