import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Which faults of rings on the grid are in the coordinates as published, and which of these the grid does not show.
struct PublishedVerdict {
  /// Faults of two rings, or of one, that the grid does not show: the first of them, and how many there are.
  struct Untold {
    var rule: Rule
    var isAlongLine: Bool
    var ring: Int
    var other: Int
    var point: SIMD2<Double>
    /// The vertex of the table that lies at the point, or begins the segment on which it lies.
    var vertex: Int
    var count: Int
  }

  private struct Pair: Hashable, Comparable {
    var ring: Int
    var other: Int

    static func < (one: Pair, other: Pair) -> Bool { (one.ring, one.other) < (other.ring, other.other) }
  }

  /// Per pair of rings: how they meet against the rules.
  private var meetings: [Pair: [PublishedMeetings.Meeting]] = [:]
  private var divisions: [PublishedMeetings.Meeting] = []
  /// The pairs of which a fault has been found to be published.
  private var told: Set<Pair> = []
  /// Rings that are the same as earlier ones, and rings that enclose nothing: nothing else is said of them.
  private var settled: Set<Int> = []
  /// The polygons whose inside is divided.
  private(set) var divided: Set<Int> = []
  private let grid: NodingGrid

  /// - Complexity: O(n log n) for n vertices of the features.
  init(
    _ table: FeatureRecords, _ published: PublishedCoordinates, _ features: [Int], _ grid: NodingGrid, jobs: Int
  ) {
    self.grid = grid
    let chunks = features.indices.chunks(of: 1 << 14) { table.vertices(ofFeature: features[$0]).count }
    let found = concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].map { PublishedMeetings(table, published, feature: features[$0]).meetings }.filter { !$0.isEmpty }
    }
    for meeting in found.joined().joined() {
      if meeting.kind == .division {
        divisions.append(meeting)
        divided.insert(table.ringStart.owner(of: meeting.ring))
      } else {
        meetings[Pair(ring: meeting.ring, other: meeting.other), default: []].append(meeting)
      }
    }
  }

  /// The rules that are judged here. Where rings lie in each other, the grid tells.
  private static let rules: Set<Rule> = [
    .selfIntersection, .ringSelfIntersection, .spike, .duplicateRings,
  ]

  /// Whether a fault of two rings, or of one, is published. A ring that crosses itself only on the grid may touch itself.
  mutating func has(_ fault: inout RingFault, _ ring: Int, _ other: Int) -> Bool {
    guard Self.rules.contains(fault.rule) else { return true }
    let pair = Pair(ring: min(ring, other), other: max(ring, other))
    guard let all = meetings[pair] else { return false }
    var isPublished = fault.isAlongLine && all.contains { $0.kind == .along }
    if !isPublished {
      let near = all.filter { isNear($0.point, fault.witnesses) }
      isPublished = !near.isEmpty
      if fault.rule == .selfIntersection, !fault.isAlongLine, ring == other, isPublished,
        near.allSatisfy({ $0.kind == .touch })
      {
        fault.rule = .ringSelfIntersection
      }
    }
    if isPublished {
      told.insert(pair)
      if fault.rule == .duplicateRings { settled.insert(ring) }
    }
    return isPublished
  }

  /// Whether a ring that encloses no land on the grid encloses nothing as published: all its vertices are on one line.
  mutating func isFlat(_ ring: Int, _ table: FeatureRecords, _ published: PublishedCoordinates) -> Bool {
    let range = table.vertices(ofRing: ring)
    let shift = published.shift(at: range.lowerBound)
    let first = published.position(range.lowerBound, shift)
    guard let second = range.map({ published.position($0, shift) }).first(where: { $0 != first }) else { return true }
    guard range.allSatisfy({ side(first, second, of: published.position($0, shift)) == 0 }) else { return false }
    settled.insert(ring)
    return true
  }

  /// Rounding, of vertices and of crossings, moves a point less than two cells.
  private func isNear(_ point: SIMD2<Double>, _ others: [GridPoint]) -> Bool {
    let cell = grid.point(longitude: point.x, latitude: point.y)
    return others.contains { GridBox($0, $0).widened(by: 2).contains(cell) }
  }

  /// The faults of pairs of rings of which none has been found to be published, and all divisions of an inside.
  var untold: [Untold] {
    func isOpen(_ ring: Int, _ other: Int) -> Bool { !settled.contains(ring) && !settled.contains(other) }
    let pairs = meetings.filter { !told.contains($0.key) && isOpen($0.key.ring, $0.key.other) }
      .sorted { $0.key < $1.key }
    let faults = pairs.compactMap { pair, all in
      let worst = all.first { $0.kind != .touch } ?? all.first
      return worst.map {
        Untold(
          rule: $0.kind == .touch ? .ringSelfIntersection : .selfIntersection, isAlongLine: $0.kind == .along,
          ring: pair.ring, other: pair.other, point: $0.point, vertex: $0.vertex, count: all.count)
      }
    }
    let divided = divisions.filter { isOpen($0.ring, $0.other) }.map {
      Untold(
        rule: .disconnectedInterior, isAlongLine: false, ring: $0.other, other: $0.ring, point: $0.point,
        vertex: $0.otherVertex, count: 1)
    }
    return faults + divided
  }
}
