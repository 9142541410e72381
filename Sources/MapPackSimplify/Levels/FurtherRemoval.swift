import MapPackGeometry
import MapPackMerge

/// Removes vertices from the cured level 0 until few enough are left, and keeps the level valid. `Simplifier` does so
/// for maps of areas of which a share is kept.
///
/// A cure brings back more vertices than were asked for. Some of them are no longer needed once others have come back,
/// or make the vertices beside them superfluous. So vertices are removed one by one, each time the one whose removal
/// adds the least area between the line and its source; the area is measured against the source itself, not against the
/// line as it is.
///
/// A vertex may go if no other vertex lies in the triangle of it and its two neighbors. Then the line sweeps over
/// nothing as it moves: no lines cross, no part changes sides, no ring turns over, and the order round each node stays.
/// A vertex that another one holds back is tried again once the other is gone. What is left in the end is needed for
/// validity.
///
/// Only vertices that stay at the finest level alone may go, so coarser levels do not change.
///
/// Source of the empty triangle: `TPVWSimplifier` of the JTS Topology Suite, with which JTS and GEOS simplify
/// coverages.
struct FurtherRemoval {
  private(set) var draft: Draft
  private let shape: LevelShape
  private let isPinned: ContiguousArray<Bool>
  private let scale: GroundScale
  private let index: Deferred<VertexBlocks>

  // Columns by the shape's vertices.

  /// Per vertex: the kept one before it.
  private var previous: ContiguousArray<Int32> = []
  /// Per vertex: the kept one behind it.
  private var next: ContiguousArray<Int32> = []
  private var isKept: ContiguousArray<Bool>
  /// The area between the segment that begins here and the source, in doubled cells².
  private var displaced: ContiguousArray<Double> = []
  /// By vertex: the vertices that it holds back, because it lies in their triangles.
  private var waiting: [Int32: [Int32]] = [:]
  private var heap = VertexHeap()

  /// Per path: how many vertices are left.
  private var remaining: ContiguousArray<Int> = []
  /// The pairs of nodes that an arc joins by a single segment.
  private var joined: Set<NodePair> = []

  /// Prepares level 0 of a draft whose levels are all cured.
  ///
  /// - Parameters:
  ///   - isPinned: per vertex of the coverage, whether it must stay.
  ///   - scale: the size of the grid's cells on the ground.
  /// - Complexity: O(n + k log k) for n vertices in full detail, k of them kept.
  init(_ draft: Draft, isPinned: ContiguousArray<Bool>, scale: GroundScale, jobs: Int) {
    self.draft = draft
    self.isPinned = isPinned
    self.scale = scale
    let shape = LevelShape(draft, level: 0)
    self.shape = shape
    let paths = shape.paths
    index = Deferred(jobs: jobs) { VertexBlocks(paths) }
    isKept = ContiguousArray(repeating: true, count: paths.vertexCount)
    for path in 0..<paths.count {
      let range = paths.start[path]..<paths.start[path + 1]
      remaining.append(range.count)
      for position in range {
        let before = position == range.lowerBound ? range.upperBound - 1 : position - 1
        let after = position + 1 == range.upperBound ? range.lowerBound : position + 1
        previous.append(Int32(truncatingIfNeeded: before))
        next.append(Int32(truncatingIfNeeded: after))
      }
      if range.count == 2 { joined.insert(NodePair(paths.point(range.lowerBound), paths.point(range.lowerBound + 1))) }
    }
    displaced.reserveCapacity(paths.vertexCount)
    heap.reset(ties: ContiguousArray(paths.x.indices.map { GridPoint(x: paths.y[$0], y: paths.x[$0]).key }))

    let groups = min(64, paths.count)
    let measured = concurrentMap(groups, jobs: jobs) { [self] group in
      measure(paths.count * group / groups..<paths.count * (group + 1) / groups)
    }
    for part in measured { displaced.append(contentsOf: part.displaced) }
    for part in measured { for (position, cost) in part.costs { heap.append(position, priority: cost) } }
    heap.build()
  }

  /// Removes `count` vertices, or as many as can go; `draft` is the result.
  ///
  /// - Complexity: O((c + √k log k + h) v) for v vertices that are tried, with c removed vertices between two kept ones
  ///   and k kept vertices, h of which lie in the box of a triangle.
  mutating func remove(_ count: Int) {
    var left = count
    let index = index.value
    while left > 0, let first = heap.first, first.priority < .infinity {
      if isHeld(first.vertex, among: index) {
        heap.update(first.vertex, priority: .infinity)
      } else {
        _ = heap.popFirst()
        remove(vertex: first.vertex)
        left -= 1
      }
    }
  }

  /// Whether a vertex may be removed, because it is not a node, is not pinned, and no coarser level keeps it.
  private func mayGo(_ position: Int) -> Bool {
    let path = Int(shape.path[position])
    let range = shape.paths.start[path]..<shape.paths.start[path + 1]
    let vertex = Int(shape.vertex[position])
    return (shape.paths.isClosed[path] || (position > range.lowerBound && position + 1 < range.upperBound))
      && !isPinned[vertex] && (draft.level[vertex] == 0 || draft.arcLevel[Int(shape.arcs[path])] == 0)
  }

  /// Whether the map might not be valid without a vertex. If another vertex holds it back, notes that it is tried again
  /// once the other goes.
  private mutating func isHeld(_ position: Int, among index: VertexBlocks) -> Bool {
    let path = Int(shape.path[position])
    if remaining[path] <= draft.coverage.arcs.leastVertices(of: Int(shape.arcs[path])) { return true }
    let a = shape.paths.point(Int(previous[position]))
    let c = shape.paths.point(Int(next[position]))
    if remaining[path] == 3 && !shape.paths.isClosed[path] && joined.contains(NodePair(a, c)) { return true }
    guard let holder = index.first(inTriangle: a, shape.paths.point(position), c, where: isKept) else { return false }
    waiting[holder, default: []].append(Int32(truncatingIfNeeded: position))
    return true
  }

  private mutating func remove(vertex position: Int) {
    let path = Int(shape.path[position])
    let before = Int(previous[position])
    let after = Int(next[position])
    next[before] = Int32(truncatingIfNeeded: after)
    previous[after] = Int32(truncatingIfNeeded: before)
    displaced[before] = area(from: before, to: after)
    isKept[position] = false
    draft.level[Int(shape.vertex[position])] = -1
    remaining[path] -= 1
    if remaining[path] == 2 { joined.insert(NodePair(shape.paths.point(before), shape.paths.point(after))) }
    reconsider(before)
    reconsider(after)
    for other in waiting.removeValue(forKey: Int32(truncatingIfNeeded: position)) ?? [] where isKept[Int(other)] {
      reconsider(Int(other))
    }
  }

  /// Sets the priority of a vertex whose surroundings have changed.
  private mutating func reconsider(_ position: Int) {
    if mayGo(position) { heap.update(position, priority: cost(position)) }
  }

  // MARK: - Areas

  /// Measures some paths: the displaced area of each segment, in doubled cells², and the cost of each vertex that may
  /// go, in m².
  private func measure(_ range: Range<Int>) -> (displaced: ContiguousArray<Double>, costs: [(Int, Double)]) {
    var displaced: ContiguousArray<Double> = []
    var costs: [(Int, Double)] = []
    for path in range {
      let begin = displaced.count
      let vertices = shape.paths.start[path]..<shape.paths.start[path + 1]
      let segments = shape.segments(of: path)
      for position in vertices {
        displaced.append(segments.contains(position) ? area(from: position, to: Int(next[position])) : 0)
      }
      for position in vertices where mayGo(position) {
        let edges =
          displaced[begin + Int(previous[position]) - vertices.lowerBound]
          + displaced[begin + position - vertices.lowerBound]
        costs.append((position, cost(position, edges: edges)))
      }
    }
    return (displaced, costs)
  }

  private func cost(_ position: Int) -> Double {
    cost(position, edges: displaced[Int(previous[position])] + displaced[position])
  }

  /// The area in m² that the removal of a vertex adds between its line and the source.
  ///
  /// - Parameter edges: what its two segments displace now, in doubled cells².
  private func cost(_ position: Int, edges: Double) -> Double {
    (area(from: Int(previous[position]), to: Int(next[position])) - edges)
      * scale.squareMetersPerDoubledCell(y: shape.paths.y[position])
  }

  /// Twice the area between a chord and the source between its ends, in cells².
  ///
  /// The two sides of the chord are summed apart, so that they do not cancel out. Infinite if the ends are one point.
  ///
  /// - Complexity: O(c) for c vertices of the source between them.
  private func area(from first: Int, to last: Int) -> Double {
    let start = shape.paths.point(first)
    let end = shape.paths.point(last)
    let dx = Int64(end.x) &- Int64(start.x)
    let dy = Int64(end.y) &- Int64(start.y)
    // A chord from a node to itself would leave nothing of a loop.
    if dx == 0 && dy == 0 { return .infinity }
    let arcs = draft.coverage.arcs
    // Distances along the chord and across it, both multiplied by its length.
    var along = 0.0
    var across = 0.0
    var left = 0.0
    var right = 0.0
    func pass(_ nextAlong: Double, _ nextAcross: Double) {
      if across >= 0 && nextAcross >= 0 {
        left += (across + nextAcross) * (nextAlong - along)
      } else if across <= 0 && nextAcross <= 0 {
        right += (across + nextAcross) * (nextAlong - along)
      } else {
        let middle = along + (nextAlong - along) * (across / (across - nextAcross))
        let here = across * (middle - along)
        let there = nextAcross * (nextAlong - middle)
        left += across > 0 ? here : there
        right += across > 0 ? there : here
      }
      along = nextAlong
      across = nextAcross
    }
    // Vertices of the shape may be gone by now, so this takes the vertices of the coverage, which has them all.
    draft.forEachRemoved(
      from: Int(shape.vertex[first]), to: Int(shape.vertex[last]), in: Int(shape.arcs[Int(shape.path[first])])
    ) { vertex in
      let ex = Int64(arcs.x[vertex]) &- Int64(start.x)
      let ey = Int64(arcs.y[vertex]) &- Int64(start.y)
      pass(Double(dx &* ex &+ dy &* ey), Double(dx &* ey &- dy &* ex))
    }
    let squaredLength = Double(dx &* dx &+ dy &* dy)
    pass(squaredLength, 0)
    return (left.magnitude + right.magnitude) / squaredLength
  }
}

/// An unordered pair of points.
private struct NodePair: Hashable {
  let smaller: GridPoint
  let larger: GridPoint

  init(_ a: GridPoint, _ b: GridPoint) {
    smaller = min(a, b)
    larger = max(a, b)
  }
}
