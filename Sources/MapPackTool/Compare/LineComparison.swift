import MapPack
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

extension MapDifference {
  /// Finds what differs between two editions of a map of lines or of points: all but the counts of regions, vertices
  /// and bytes. Nothing is regrouped.
  ///
  /// Regions with the same code are one region. Of the rest, two are one region with a new code if they alone have
  /// their name. A region has moved if some of it lies farther from the other edition's than the tolerances and grids
  /// of both editions explain: the sum of both `resolution`s. Regions without a shape take no part.
  mutating func compareLines(_ old: Edition, _ new: Edition, jobs: Int) {
    let limit = old.coverage.resolution + new.coverage.resolution
    bound.width = limit.roundedLength
    let match = RegionMatch(
      old.coverage, old.liveRegions, new.coverage, new.liveRegions,
      by: [{ $0.code.isEmpty ? nil : $0.code }, { $0.name.isEmpty ? nil : $0.name }]
    ) { _, _ in .same }
    let members = new.coverage.lineMembers
    addRegions((old, old.coverage.lineMembers), (new, members), match)
    let pairs = match.newByOld.enumerated().compactMap { old, new in new.map { (old: old, new: $0) } }
    moved = concurrentMap(pairs.count, jobs: jobs) { index -> Displacement? in
      let (before, after) = pairs[index]
      let former = GroundTrace(old.coverage, region: before)
      let present = GroundTrace(new.coverage, region: after)
      let appeared = Departure(of: present, from: former, limit)
      let vanished = Departure(of: former, from: present, limit)
      guard let farthest = [appeared, vanished].compactMap(\.farthest).max(by: { $0.distance < $1.distance }) else {
        return nil
      }
      let degrees = [WebMercator.longitude(x: farthest.point.x), WebMercator.latitude(y: farthest.point.y)]
      return Displacement(
        region: members[after], distance: farthest.distance.roundedLength, appeared: appeared.amount.roundedLength,
        vanished: vanished.amount.roundedLength, coordinates: degrees.map(\.roundedDegrees))
    }
    .compactMap(\.self)
  }
}

extension Coverage {
  /// Its regions, with the length of their lines or the number of their points.
  fileprivate var lineMembers: [MapDifference.Member] {
    regions.enumerated().map { index, region in
      kind == .lines
        ? .init(region, length: (region.length ?? 0).roundedLength) : .init(region, points: polygons(of: index).count)
    }
  }
}

/// The part of a region that lies farther than a bound from the same region in the other edition.
private struct Departure {
  /// The length of the part in meters, or the number of its points.
  var amount = 0.0
  /// The farthest point and its distance in meters, to 1 %; `nil` if all of the region is near.
  var farthest: (distance: Double, point: MapPoint)?

  /// - Parameter bound: in meters.
  init(of trace: GroundTrace, from other: GroundTrace, _ bound: Double) {
    var open: [(piece: GroundTrace.Piece, share: ClosedRange<Double>)] = []
    for piece in trace.pieces {
      let stretches = other.uncovered(piece, farther: bound / piece.scale)
      let isPoint = piece.length == 0
      amount += stretches.reduce(0) { $0 + (isPoint ? 1 : ($1.upperBound - $1.lowerBound) * piece.length) }
      open += stretches.map { (piece, $0) }
    }
    for (piece, share) in open {
      for end in [share.lowerBound, share.upperBound] { note(piece, end, from: other) }
    }
    // A stretch is skipped if none of its points can be farther than the farthest so far. Along the line, the distance
    // changes by at most the length of the way. And the distance to any one piece is largest at an end of the stretch,
    // because a segment is convex, which settles lines that run beside each other.
    while let (piece, share) = open.popLast() {
      let (start, end) = (piece.point(at: share.lowerBound), piece.point(at: share.upperBound))
      let (first, last) = (other.nearest(to: start), other.nearest(to: end))
      let way = (share.upperBound - share.lowerBound) * piece.length / piece.scale
      let most = min(
        (first.distance + last.distance + way) / 2, max(first.distance, first.distance(from: end)),
        max(last.distance, last.distance(from: start)))
      guard let farthest, most * piece.scale > 1.01 * farthest.distance else { continue }
      let middle = (share.lowerBound + share.upperBound) / 2
      note(piece, middle, from: other)
      open.append((piece, share.lowerBound...middle))
      open.append((piece, middle...share.upperBound))
    }
  }

  private mutating func note(_ piece: GroundTrace.Piece, _ share: Double, from other: GroundTrace) {
    let point = piece.point(at: share)
    let distance = other.nearest(to: point).distance * piece.scale
    if distance > farthest?.distance ?? 0 { farthest = (distance, point) }
  }
}
