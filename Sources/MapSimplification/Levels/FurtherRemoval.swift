import MapGeometry
import MapTopology

/// Takes vertices away from a finished level, as long as it stays valid, until few enough are left.
///
/// A cure brings back vertices that nobody counted: what was asked for is exceeded, and some of them are needed no
/// longer once others have come back, or make their neighbours superfluous. So the vertex goes, one after the other,
/// whose going adds the least area between the lines and their source, measured along the source itself, if no other
/// vertex lies in the triangle with its two neighbours. Then the line sweeps over nothing: nothing crosses, no part
/// changes sides, no ring turns over and the order round a node stays. A vertex that another one holds is asked again
/// once the other is gone. What is left in the end is what validity needs.
///
/// Only vertices that stay at the finest level alone may go, so coarser levels are what they were.
///
/// Source of the triangle that has to be empty: the JTS Topology Suite's `TPVWSimplifier`, by which it and GEOS simplify
/// coverages.
struct FurtherRemoval {
  private(set) var draft: Draft
  private let shape: LevelShape
  private let isPinned: ContiguousArray<Bool>
  private let scale: GroundScale
  private let index: Deferred<VertexBlocks>

  // By index into the shape's vertices.
  private var previous: ContiguousArray<Int32> = []
  private var next: ContiguousArray<Int32> = []
  private var isKept: ContiguousArray<Bool>
  /// Of the edge that begins there: the area between it and the source, in doubled cells².
  private var displaced: ContiguousArray<Double> = []
  /// The vertices that have this one in their triangle.
  private var waiting: [Int32: [Int32]] = [:]
  private var heap = VertexHeap()

  /// Per path: how many vertices it has left.
  private var remaining: ContiguousArray<Int> = []
  /// The nodes that an arc joins without any vertex between.
  private var joined: Set<NodePair> = []

  /// Prepares level 0 of a draft whose levels are all cured.
  ///
  /// - Parameters:
  ///   - isPinned: per vertex of the coverage, whether it must stay.
  ///   - scale: what is measured in the plane, on the ground.
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

  /// Takes away so many vertices, or as many as can go.
  ///
  /// - Complexity: O((c + √k log k + h) v) for v vertices that are asked whether they go, c removed ones between two
  ///   kept ones, k kept ones, h of them in the box of a triangle.
  mutating func remove(_ count: Int) {
    var left = count
    let index = index.value
    while left > 0, let first = heap.first, first.priority < .infinity {
      if isHeld(first.vertex, among: index) {
        heap.update(first.vertex, priority: .infinity)
      } else {
        _ = heap.popFirst()
        take(first.vertex)
        left -= 1
      }
    }
  }

  private func mayGo(_ position: Int) -> Bool {
    let path = Int(shape.path[position])
    let range = shape.paths.start[path]..<shape.paths.start[path + 1]
    let vertex = Int(shape.vertex[position])
    return (shape.paths.isClosed[path] || (position > range.lowerBound && position + 1 < range.upperBound))
      && !isPinned[vertex] && (draft.level[vertex] == 0 || draft.arcLevel[Int(shape.arcs[path])] == 0)
  }

  /// Whether the map would not be valid without a vertex; it is asked again when what holds it goes.
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

  private mutating func take(_ position: Int) {
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

  private mutating func reconsider(_ position: Int) {
    if mayGo(position) { heap.update(position, priority: cost(position)) }
  }

  // MARK: - Areas

  /// Of some paths: what their edges displace, and what each vertex that may go would add to that.
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

  /// The area in m² that is added where a vertex goes.
  ///
  /// - Parameter edges: what its two edges displace.
  private func cost(_ position: Int, edges: Double) -> Double {
    (area(from: Int(previous[position]), to: Int(next[position])) - edges)
      * scale.squareMetresPerDoubledCell(y: shape.paths.y[position])
  }

  /// The area between the chord of two vertices of a path and the source between them, in doubled cells²: on each side
  /// of the chord by itself, so that they do not cancel out.
  ///
  /// - Complexity: O(c) for c vertices of the source between them.
  private func area(from first: Int, to last: Int) -> Double {
    let start = shape.paths.point(first)
    let end = shape.paths.point(last)
    let dx = Int64(end.x) &- Int64(start.x)
    let dy = Int64(end.y) &- Int64(start.y)
    // A chord from a node to itself leaves nothing of a loop.
    if dx == 0 && dy == 0 { return .infinity }
    let arcs = draft.coverage.arcs
    // Distances along the chord and across it, both times its length.
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
    // The path's own vertices may have gone since the shape was made; the coverage has them all.
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

/// Two places, whichever comes first.
private struct NodePair: Hashable {
  let smaller: GridPoint
  let larger: GridPoint

  init(_ a: GridPoint, _ b: GridPoint) {
    smaller = min(a, b)
    larger = max(a, b)
  }
}
