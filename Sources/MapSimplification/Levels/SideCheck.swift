import MapArrangement
import MapGeometry
import MapTopology

/// Finds what a chord has swept over: islands and other parts that lay beside a chain of removed vertices and would
/// lie on the other side of the line that replaces it.
///
/// No line crosses another at the level (that is checked before), so a connected part of the drawing lies wholly on
/// one side of a chord, and one of its vertices tells which. It has changed sides where that vertex lies between the
/// chain and its chord: inside the closed line of both, by the parity of the edges above it. Exact.
///
/// A vertex of the chain is named to come back by which the line would have most of these on their own side again; of
/// such vertices the most important one. (The most important one of all is often far from them, and many more have to
/// come back before the line is as close to the chain as it must be there.)
struct SideCheck {
  /// A vertex of each connected part, sorted by (x, y).
  private let points: ContiguousArray<GridPoint>
  /// The part of each.
  private let part: ContiguousArray<Int32>
  /// Per path of the shape: its part.
  private let partByPath: ContiguousArray<Int32>
  /// The vertices of the coverage in which segments begin that were drawn since the last check; `nil` before the first.
  private var changed: Set<Int32>?

  /// - Parameter shape: the level as it is checked for the first time. Vertices that come back later leave its parts what
  ///   they are.
  init(_ shape: LevelShape) {
    let parts = ConnectedParts(shape.paths)
    partByPath = parts.partByPath
    // Any kept vertex of a part does: the first one met.
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

  /// Segments that are drawn anew, by their first vertices in the shape.
  mutating func noteChanges(_ segments: ContiguousArray<Int32>, in shape: LevelShape) {
    changed?.formUnion(segments.lazy.map { shape.vertex[Int($0)] })
  }

  /// One vertex for each chain that something lies inside of; of the chains that changed since the last check.
  ///
  /// - Complexity: O(n log c) for n removed vertices and c parts, plus the parts in the range of x of each chain.
  mutating func promotions(_ shape: LevelShape, _ draft: Draft, jobs: Int) -> [Int] {
    guard points.count > 1 else { return [] }
    let segments = changed.map { shape.positions(of: $0.sorted()) } ?? shape.allSegments
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

  /// The parts' points in the box of a chain, and on which side of what was passed so far they lie.
  private struct Candidates {
    var points: ContiguousArray<GridPoint> = []
    var isInside: ContiguousArray<Bool> = []
  }

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

  /// How many of the points that a chain has swept over are asked.
  private static let pointsAsked = 32

  /// The removed vertex of a segment that brings most of the points inside of its chain back to their side.
  ///
  /// - Complexity: O(n) for n removed vertices.
  private func best(
    ofSegment segment: Int, _ shape: LevelShape, _ draft: Draft, _ candidates: borrowing Candidates
  ) -> Int? {
    let inside = candidates.points.indices.filter { candidates.isInside[$0] }.map { candidates.points[$0] }
    let asked = (0..<min(inside.count, Self.pointsAsked)).map {
      inside[$0 * inside.count / min(inside.count, Self.pointsAsked)]
    }
    /// A bit for each point that has an edge above it.
    func mask(_ a: GridPoint, _ b: GridPoint) -> UInt32 {
      if a.x == b.x { return 0 }
      let left = a.x < b.x ? a : b
      let right = a.x < b.x ? b : a
      var mask: UInt32 = 0
      for (bit, point) in asked.enumerated()
      where left.x <= point.x && point.x < right.x && orientation(left, right, point) < 0 { mask |= 1 << UInt32(bit) }
      return mask
    }
    let arcs = draft.coverage.arcs
    let first = Int(shape.vertex[segment])
    let last = Int(shape.vertex[shape.end(ofSegment: segment)])
    let (start, end) = (arcs.point(first), arcs.point(last))
    // All of them are inside of the chain and its chord.
    let chain = mask(start, end) ^ (asked.count == UInt32.bitWidth ? .max : 1 << UInt32(asked.count) - 1)
    var passed: UInt32 = 0
    var previous = start
    var best: (vertex: Int, score: Int)?
    shape.forEachRemoved(ofSegment: segment, draft) { vertex in
      let point = arcs.point(vertex)
      passed ^= mask(previous, point)
      previous = point
      // Inside of neither of the two chains that it would make of the one.
      let before = passed ^ mask(start, point)
      let after = chain ^ passed ^ mask(point, end)
      let score = asked.count - (before | after).nonzeroBitCount
      if let current = best {
        if score < current.score { return }
        if score == current.score && draft.ranking.precedes(vertex, current.vertex) { return }
      }
      best = (vertex, score)
    }
    return best?.vertex
  }

  /// Turns the side of each point that has the edge ab above it.
  @inline(__always)
  private func pass(_ a: GridPoint, _ b: GridPoint, _ candidates: inout Candidates) {
    if a.x == b.x { return }
    let left = a.x < b.x ? a : b
    let right = a.x < b.x ? b : a
    var index = firstIndex(ofX: left.x, in: candidates.points)
    // From the left end, included, to the right one, excluded: a vertex of the line counts once.
    while index < candidates.points.count && candidates.points[index].x < right.x {
      if orientation(left, right, candidates.points[index]) < 0 { candidates.isInside[index].toggle() }
      index += 1
    }
  }

  /// The first of the sorted points whose x is not smaller.
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
