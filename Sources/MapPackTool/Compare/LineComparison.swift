import MapPack
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Finds what differs between two editions of a map of lines or of points.
///
/// Regions with the same code are one region. Of the rest, two are one region with a new code if they alone have their
/// name. A region has moved if some of it lies farther from the other edition's than the tolerances and grids of both
/// editions explain. Regions without a shape take no part.
struct LineComparison {
  let old: Edition
  let new: Edition
  /// How far lines and points may lie apart without having moved, in meters: the sum of both editions' `resolution`.
  private let bound: Double
  private let jobs: Int
  /// Per old region: the new region that it is; `nil` if it is gone.
  private let newByOld: [Int?]

  /// - Precondition: both editions have lines, or both have points.
  init(_ old: Edition, _ new: Edition, jobs: Int) {
    self.old = old
    self.new = new
    self.jobs = jobs
    bound = old.coverage.resolution + new.coverage.resolution
    newByOld = Self.match(old, new)
  }

  private static func match(_ old: Edition, _ new: Edition) -> [Int?] {
    var newByOld = [Int?](repeating: nil, count: old.coverage.regions.count)
    var isTaken = Set<Int>()
    for text in [\Region.code, \Region.name] {
      func regions(_ edition: Edition, where isOpen: (Int) -> Bool) -> [String: [Int]] {
        Dictionary(grouping: edition.liveRegions.filter(isOpen)) { edition.coverage.regions[$0][keyPath: text] }
      }
      let open = regions(new) { !isTaken.contains($0) }
      for (text, found) in regions(old, where: { newByOld[$0] == nil }) where !text.isEmpty && found.count == 1 {
        guard let others = open[text], others.count == 1 else { continue }
        newByOld[found[0]] = others[0]
        isTaken.insert(others[0])
      }
    }
    return newByOld
  }

  /// All but the counts of regions, vertices and bytes. Nothing is regrouped.
  func fill(_ difference: inout MapDifference) {
    difference.bound.width = bound.roundedLength
    let pairs = newByOld.enumerated().compactMap { old, new in new.map { (old: old, new: $0) } }
    for pair in pairs {
      difference.note(.init(old: member(pair.old, old), new: member(pair.new, new)))
      if old.ringVertices(of: pair.old) != new.ringVertices(of: pair.new) { difference.regionsWithOtherVertices += 1 }
    }
    let found = Set(pairs.map(\.new))
    difference.removed = old.liveRegions.filter { newByOld[$0] == nil }.map { member($0, old) }
    difference.added = new.liveRegions.filter { !found.contains($0) }.map { member($0, new) }
    difference.moved = concurrentMap(pairs.count, jobs: jobs) { move(pairs[$0].old, pairs[$0].new) }
      .compactMap(\.self)
  }

  private func member(_ region: Int, _ edition: Edition) -> MapDifference.Member {
    let coverage = edition.coverage
    let found = coverage.regions[region]
    return MapDifference.Member(
      code: found.code, name: found.name, length: coverage.kind == .lines ? (found.length ?? 0).roundedLength : nil,
      points: coverage.kind == .points ? coverage.polygons(of: region).count : nil)
  }

  /// `nil` if it has not moved. The region is named as in the new edition.
  private func move(_ before: Int, _ after: Int) -> MapDifference.Displacement? {
    let (former, present) = (
      GroundTrace(old.coverage, region: before), GroundTrace(new.coverage, region: after)
    )
    let (appeared, vanished) = (
      Departure(of: present, from: former, bound), Departure(of: former, from: present, bound)
    )
    guard let farthest = [appeared, vanished].compactMap(\.farthest).max(by: { $0.distance < $1.distance }) else {
      return nil
    }
    return MapDifference.Displacement(
      region: member(after, new), distance: farthest.distance.roundedLength, appeared: appeared.amount.roundedLength,
      vanished: vanished.amount.roundedLength,
      coordinates: [
        WebMercator.longitude(x: farthest.point.x), WebMercator.latitude(y: farthest.point.y),
      ].map { ($0 * 1e7).rounded() / 1e7 })
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
    // Along the line, the distance changes by at most the length of the way. So a stretch is skipped if none of its
    // points can be farther than the farthest so far.
    while let (piece, share) = open.popLast() {
      let ends = [share.lowerBound, share.upperBound].map { other.distance(from: piece.point(at: $0)) * piece.scale }
      let most = (ends[0] + ends[1] + (share.upperBound - share.lowerBound) * piece.length) / 2
      guard let farthest, most > 1.01 * farthest.distance else { continue }
      let middle = (share.lowerBound + share.upperBound) / 2
      note(piece, middle, from: other)
      open.append((piece, share.lowerBound...middle))
      open.append((piece, middle...share.upperBound))
    }
  }

  private mutating func note(_ piece: GroundTrace.Piece, _ share: Double, from other: GroundTrace) {
    let point = piece.point(at: share)
    let distance = other.distance(from: point) * piece.scale
    if distance > farthest?.distance ?? 0 { farthest = (distance, point) }
  }
}
