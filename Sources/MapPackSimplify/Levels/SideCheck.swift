import MapPackGeometry
import MapPackMerge

/// Finds what a chord has swept over: islands and other connected parts that lie on one side of a chain of removed
/// vertices and on the other side of the chord that replaces it. It is a check of `LevelCure`.
///
/// The level has no crossings, because that is checked before. So a connected part lies wholly on one side of a chord,
/// and one of its vertices tells on which. The part has changed sides if that vertex lies between the chain and the
/// chord, that is, inside the closed line of both. The number of segments above the vertex (at its x, with a larger y)
/// tells that, odd or even. Exact.
///
/// Of such a chain, the check names the vertex that would bring most of these parts back to their side. If several
/// bring back as many, it names the most important one of them. The most important vertex of the whole chain would not
/// do: it is often far away, and many more would have to come back until the line is close enough to the chain near the
/// parts.
struct SideCheck {
  /// One vertex of each connected part, sorted by (x, y).
  private let points: ContiguousArray<GridPoint>
  /// Per point: its part.
  private let part: ContiguousArray<Int32>
  /// Per path of the shape: its part.
  private let partByPath: ContiguousArray<Int32>
  /// The first vertices, in the coverage, of the segments that are new since the last check; `nil` before the first
  /// check.
  private var changed: Set<Int32>?

  /// Finds the connected parts.
  ///
  /// - Parameter shape: the level as it is at the first check. Vertices that come back later do not change its parts.
  /// - Complexity: O(p log p) for p paths.
  init(_ shape: LevelShape) {
    let parts = ConnectedParts(shape.paths)
    partByPath = parts.partByPath
    // Any kept vertex stands for its part; this takes the first one.
    var seen = ContiguousArray<Bool>(repeating: false, count: shape.paths.count)
    var entries: ContiguousArray<(key: UInt64, part: Int32)> = []
    for path in 0..<shape.paths.count where !seen[Int(partByPath[path])] {
      seen[Int(partByPath[path])] = true
      entries.append((shape.paths.point(shape.paths.start[path]).key, partByPath[path]))
    }
    entries.sort { $0.key < $1.key }
    points = ContiguousArray(entries.map { GridPoint(key: $0.key) })
    part = ContiguousArray(entries.map(\.part))
  }

  /// Notes segments that the next check has to look at.
  ///
  /// - Parameter segments: the segments that are new, by their first vertices in the shape.
  mutating func noteChanges(_ segments: ContiguousArray<Int32>, in shape: LevelShape) {
    changed?.formUnion(segments.lazy.map { shape.vertex[Int($0)] })
  }

  /// The vertices to bring back: one for each chain whose chord has swept over a part.
  ///
  /// Looks at the chains that have changed since the last check only; the first check looks at all.
  ///
  /// - Complexity: O(n log c) for n removed vertices and c parts, plus the parts in the range of x of each chain.
  mutating func promotions(_ shape: LevelShape, _ draft: Draft, jobs: Int) -> [Int] {
    guard points.count > 1 else { return [] }
    let segments = changed.map { shape.indices(of: $0.sorted()) } ?? shape.allSegments
    changed = []
    let groups = min(64, segments.count)
    return concurrentMap(groups, jobs: jobs) { [self] group in
      var promotions: [Int] = []
      var candidates = Candidates()
      for segment in segments[segments.count * group / groups..<segments.count * (group + 1) / groups]
      where hasSweptOver(Int(segment), shape, draft, &candidates) {
        if let best = best(ofSegment: Int(segment), shape, draft, candidates) { promotions.append(best) }
      }
      return promotions
    }.flatMap { $0 }
  }

  /// The points of other parts in the box of a chain, and whether an odd number of the segments that were passed so far
  /// lies above each.
  private struct Candidates {
    var points: ContiguousArray<GridPoint> = []
    var isInside: ContiguousArray<Bool> = []
  }

  /// Whether a segment has swept over a part. Leaves the points in the box of its chain in `candidates`.
  private func hasSweptOver(
    _ segment: Int, _ shape: LevelShape, _ draft: Draft, _ candidates: inout Candidates
  ) -> Bool {
    let first = Int(shape.vertex[segment])
    let last = Int(shape.vertex[shape.end(ofSegment: segment)])
    if last == first + 1 { return false }
    let path = Int(shape.path[segment])
    let arc = Int(shape.arcs[path])
    let arcs = draft.coverage.arcs
    var box = GridBox(arcs.point(first), arcs.point(last))
    draft.forEachRemoved(from: first, to: last, in: arc) { box.extend(to: arcs.point($0)) }

    candidates.points.removeAll(keepingCapacity: true)
    candidates.isInside.removeAll(keepingCapacity: true)
    var index = firstIndex(ofX: box.minX, in: points)
    while index < points.count && points[index].x <= box.maxX {
      if points[index].y >= box.minY && points[index].y <= box.maxY && part[index] != partByPath[path] {
        candidates.points.append(points[index])
        candidates.isInside.append(false)
      }
      index += 1
    }
    if candidates.points.isEmpty { return false }

    var previous = arcs.point(first)
    draft.forEachRemoved(from: first, to: last, in: arc) { vertex in
      let point = arcs.point(vertex)
      pass(previous, point, &candidates)
      previous = point
    }
    pass(previous, arcs.point(last), &candidates)
    pass(arcs.point(last), arcs.point(first), &candidates)
    return candidates.isInside.contains(true)
  }

  /// How many of the points that a chord has swept over are looked at.
  private static let sampleSize = 32

  /// The removed vertex of a segment that would bring most of the points that the segment has swept over back to their
  /// side.
  ///
  /// - Complexity: O(n) for n removed vertices.
  private func best(
    ofSegment segment: Int, _ shape: LevelShape, _ draft: Draft, _ candidates: borrowing Candidates
  ) -> Int? {
    let inside = candidates.points.indices.filter { candidates.isInside[$0] }.map { candidates.points[$0] }
    let sample = (0..<min(inside.count, Self.sampleSize)).map {
      inside[$0 * inside.count / min(inside.count, Self.sampleSize)]
    }
    /// A bit for each point above which the segment ab lies.
    func mask(_ a: GridPoint, _ b: GridPoint) -> UInt32 {
      if a.x == b.x { return 0 }
      let left = a.x < b.x ? a : b
      let right = a.x < b.x ? b : a
      var mask: UInt32 = 0
      for (bit, point) in sample.enumerated()
      where left.x <= point.x && point.x < right.x && orientation(left, right, point) < 0 { mask |= 1 << UInt32(bit) }
      return mask
    }
    let arcs = draft.coverage.arcs
    let first = Int(shape.vertex[segment])
    let last = Int(shape.vertex[shape.end(ofSegment: segment)])
    let (start, end) = (arcs.point(first), arcs.point(last))
    // All points lie between the whole chain and its chord, so an odd number of their segments lies above each point.
    let chain = mask(start, end) ^ (sample.count == UInt32.bitWidth ? .max : 1 << UInt32(sample.count) - 1)
    var passed: UInt32 = 0
    var previous = start
    var best: (vertex: Int, score: Int)?
    shape.forEachRemoved(ofSegment: segment, draft) { vertex in
      let point = arcs.point(vertex)
      passed ^= mask(previous, point)
      previous = point
      // Counts the points inside neither of the two chains into which this vertex would cut the chain.
      let before = passed ^ mask(start, point)
      let after = chain ^ passed ^ mask(point, end)
      let score = sample.count - (before | after).nonzeroBitCount
      if let current = best {
        if score < current.score { return }
        if score == current.score && draft.ranking.precedes(vertex, current.vertex) { return }
      }
      best = (vertex, score)
    }
    return best?.vertex
  }

  /// Switches the side of each point above which the segment ab lies.
  @inline(__always)
  private func pass(_ a: GridPoint, _ b: GridPoint, _ candidates: inout Candidates) {
    if a.x == b.x { return }
    let left = a.x < b.x ? a : b
    let right = a.x < b.x ? b : a
    var index = firstIndex(ofX: left.x, in: candidates.points)
    // Includes the left end and excludes the right one, so that a vertex of the line counts once.
    while index < candidates.points.count && candidates.points[index].x < right.x {
      if orientation(left, right, candidates.points[index]) < 0 { candidates.isInside[index].toggle() }
      index += 1
    }
  }

  /// The first of the sorted points whose x is at least this; the end if there is none.
  @inline(__always)
  private func firstIndex(ofX x: Int32, in points: ContiguousArray<GridPoint>) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
