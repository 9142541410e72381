import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Which land the places of `clean.places` lie in, and what becomes of it. The order of the places does not count.
///
/// A place means the land that it lies in; if it lies in none, the nearest within a meter.
struct DecidedPlaces {
  /// The gaps that go to their first neighbors.
  private(set) var filled: [Gap] = []
  /// The gaps that stay, and are no fault.
  private(set) var lakes: [Gap] = []
  /// The places that lie in no such land.
  private(set) var idle: [PlaceDecision] = []

  /// In meters on the ground.
  static let reach = 1.0

  private let overlaps: [PlaceDecision]
  private let gaps: [PlaceDecision]
  private let ground: Ground
  private let grouping: RegionGrouping

  init(_ places: [PlaceDecision], _ grouping: RegionGrouping, on ground: Ground) {
    let sorted = places.sorted { a, b in
      (a.place.longitude, a.place.latitude, a.verdict.order) < (b.place.longitude, b.place.latitude, b.verdict.order)
    }
    overlaps = sorted.filter { $0.verdict.code != nil }
    gaps = sorted.filter { $0.verdict.code == nil }
    (self.grouping, self.ground) = (grouping, ground)
  }

  var hasGaps: Bool { !gaps.isEmpty }

  /// The owners of contested land for which one of the claimants is named, by the indices of the land.
  func owners(of land: [ContestedLand]) -> [Int: Int32] {
    guard !overlaps.isEmpty else { return [:] }
    var owners: [Int: Int32] = [:]
    for (decision, piece) in meetings(of: overlaps, with: land.map(\.boundary)) {
      guard let piece, let region = claimant(of: land[piece], named: decision) else { continue }
      owners[piece] = region
    }
    return owners
  }

  private func claimant(of land: ContestedLand, named decision: PlaceDecision) -> Int32? {
    land.claimants.first { grouping.regions[Int($0)].code == decision.verdict.code }
  }

  /// Decides on the gaps of a division, and notes which places lie in no land.
  /// - Parameter isPart: whether the table is a part of a map, so that others may have the claimant that is named.
  /// - Throws: `usage` if two places decide on the same land in two ways, or the region that is named for land does not
  ///   claim it.
  mutating func settle(_ contested: [ContestedLand], _ found: [Gap], isPart: Bool) throws(StageError) {
    let onOverlaps = meetings(of: overlaps, with: contested.map(\.boundary))
    for (decision, piece) in onOverlaps {
      guard !isPart, let piece, claimant(of: contested[piece], named: decision) == nil else { continue }
      let claimants = contested[piece].claimants
      let names = claimants.map(grouping.name(of:)).joined(separator: " and ")
      throw StageError(
        .usage, at: decision.location,
        "the land at \(decision.words) is claimed by \(names), and not by \(decision.verdict.code ?? "")",
        remedy: "name one of them, as in `overlap: \"\(grouping.regions[Int(claimants[0])].code)\"`")
    }
    let onGaps = meetings(of: gaps, with: found.map(\.boundary))
    for meetings in [onOverlaps, onGaps] {
      idle += meetings.filter { $0.land == nil }.map(\.decision)
      for (land, several) in Dictionary(grouping: meetings.filter { $0.land != nil }, by: \.land).sorted(by: {
        ($0.key ?? 0) < ($1.key ?? 0)
      }) {
        guard land != nil, let first = several.first?.decision,
          let other = several.first(where: { $0.decision.verdict != first.verdict })?.decision
        else { continue }
        throw StageError(
          .usage, at: other.location,
          "`clean.places` decides in two ways on the land at \(first.words) and \(other.words)",
          remedy: "take one of the two lines out")
      }
    }
    for (decision, gap) in onGaps {
      guard let gap else { continue }
      if decision.verdict == .lake {
        if !lakes.contains(where: { $0.point == found[gap].point && $0.boundary == found[gap].boundary }) {
          lakes.append(found[gap])
        }
      } else if !filled.contains(where: { $0.point == found[gap].point && $0.boundary == found[gap].boundary }) {
        filled.append(found[gap])
      }
    }
  }

  /// The lines round the gaps that are decided on. Those that are filled have their region as the claim inside, lakes
  /// have `regionCount`.
  func outlines(regionCount: Int) -> ClaimedPaths {
    var outlines = ClaimedPaths()
    let decided =
      filled.compactMap { gap in gap.neighbors.first.map { (gap, $0.region) } }
      + lakes.map { ($0, Int32(truncatingIfNeeded: regionCount)) }
    for (gap, claim) in decided {
      let lines = gap.boundary
      for path in 0..<lines.count {
        outlines.append(
          rounded: lines.vertices(of: path).lazy.map(lines.point), isClosed: lines.isClosed[path], left: claim,
          right: ClaimedPaths.none)
      }
    }
    return outlines
  }

  private func meetings(
    of decisions: [PlaceDecision], with land: [Paths]
  ) -> [(decision: PlaceDecision, land: Int?)] {
    guard !decisions.isEmpty else { return [] }
    let boxes = land.map { GridBox(of: $0.points) }
    return decisions.map { decision in
      let x = decision.place.longitude / ground.grid.unit - Double(ground.grid.originX)
      let y = decision.place.latitude / ground.grid.unit - Double(ground.grid.originY)
      let cell = ground.metersPerCell(y: y)
      // Near the poles a cell has no width.
      let (across, up) = (Self.reach / max(cell.across, cell.up / 1_000), Self.reach / cell.up)
      var nearest: (land: Int, distance: Double)?
      for (index, box) in boxes.enumerated() {
        guard Double(box.minX) - across <= x, x <= Double(box.maxX) + across, Double(box.minY) - up <= y,
          y <= Double(box.maxY) + up
        else { continue }
        let spot = Spot(x: x, y: y, in: land[index], across: cell.across, up: cell.up)
        if spot.isInside { return (decision, index) }
        if spot.distance <= Self.reach, nearest.map({ spot.distance < $0.distance }) ?? true {
          nearest = (index, spot.distance)
        }
      }
      return (decision, nearest?.land)
    }
  }
}

/// Where a point lies to land.
struct Spot {
  private(set) var isInside = false
  /// From the lines round the land, in meters.
  private(set) var distance = Double.infinity

  /// - Parameters:
  ///   - x: in cells, like `y`.
  ///   - boundary: lines that together are rings.
  ///   - across: the width of a cell in meters.
  ///   - up: the height of a cell in meters.
  init(x: Double, y: Double, in boundary: Paths, across: Double, up: Double) {
    for path in 0..<boundary.count {
      boundary.forEachSegment(of: path) { first, last in
        let (a, b) = (boundary.point(first), boundary.point(last))
        let (ax, ay) = (Double(a.x) - x, Double(a.y) - y)
        let (bx, by) = (Double(b.x) - x, Double(b.y) - y)
        if (ay > 0) != (by > 0), (ax * by - bx * ay > 0) == (by > ay) { isInside.toggle() }
        let (px, py, qx, qy) = (ax * across, ay * up, bx * across, by * up)
        let (dx, dy) = (qx - px, qy - py)
        let length = dx * dx + dy * dy
        let along = length > 0 ? min(1, max(0, -(px * dx + py * dy) / length)) : 0
        let (nx, ny) = (px + along * dx, py + along * dy)
        distance = min(distance, (nx * nx + ny * ny).squareRoot())
      }
    }
  }
}

extension PlaceDecision.Verdict {
  fileprivate var code: String? { if case .give(let code) = self { code } else { nil } }

  fileprivate var order: String {
    switch self {
    case .fill: "1"
    case .lake: "2"
    case .give(let code): "3" + code
    }
  }
}

extension RegionDivision {
  /// A warning for each place of `clean.places` that decides nothing.
  var idlePlaces: [Finding] {
    idle.map { decision in
      var location = decision.location
      (location.longitude, location.latitude) = (decision.place.longitude, decision.place.latitude)
      let isOverlap = decision.verdict != .fill && decision.verdict != .lake
      return Finding(
        .placeWithoutEffect, at: location,
        "the place \(decision.words) lies in no \(isOverlap ? "land that several regions claim" : "gap"), and decides "
          + "nothing",
        remedy: Rule.placeWithoutEffect.remedy)
    }
  }
}
