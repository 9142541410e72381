import MapPack
import MapPackGeometry

/// Removes vertices from the cured level 0 until few enough are left, and keeps the level valid.
///
/// A cure brings back more vertices than were asked for. Some of them are no longer needed once others have come back,
/// or make the vertices beside them superfluous. So vertices are removed one by one, each time the one whose removal
/// adds the least area between the line and its source; the area is measured against the source itself, not against the
/// line as it is. One stays if its line would sweep over a vertex (`Sweep`), until that vertex is gone. What is left in
/// the end is needed for validity.
///
/// Only vertices that stay at the finest level alone may go, so coarser levels do not change.
struct Thinning {
  private(set) var draft: Draft
  private let arcs: ArcTable
  private let scale: GroundScale
  private let kept: KeptVertices
  /// The keys of those of the points that are gone.
  private var gone: Set<UInt64> = []
  private var sweep = Sweep()
  /// The kept vertices, by position in the order of the arcs.
  private var corners = CornerQueue<Corner>()
  /// By the key of a point: the positions of the vertices that it holds back.
  private var waiting: [UInt64: [Int]] = [:]

  // Columns by position.

  private var vertex: ContiguousArray<Int32> = []
  private var arc: ContiguousArray<Int32> = []
  private var isFree: ContiguousArray<Bool> = []
  /// The area between the segment that begins here and the source, in doubled cells².
  private var displaced: ContiguousArray<Double> = []

  private struct Corner: CornerPoint {
    let point: GridPoint

    func tie(at position: Int) -> UInt64 { GridPoint(x: point.y, y: point.x).key }
  }

  /// Prepares level 0 of a draft whose levels are all cured.
  /// - Parameter candidates: how many of the vertices that may go are looked at: the least important ones.
  init(_ draft: Draft, among kept: KeptVertices, candidates: Int, scale: GroundScale, jobs: Int) {
    self.draft = draft
    self.kept = kept
    self.scale = scale
    let arcs = draft.coverage.arcs
    self.arcs = arcs
    let (level, weight) = (draft.level, draft.ranking.weight)
    let count = level.count { $0 >= 0 }
    vertex.reserveCapacity(count)
    arc.reserveCapacity(count)
    isFree.reserveCapacity(count)
    var weights: ContiguousArray<Double> = []
    for arc in 0..<arcs.count {
      for vertex in arcs.vertices(of: arc) where level[vertex] >= 0 {
        self.vertex.append(Int32(truncatingIfNeeded: vertex))
        self.arc.append(Int32(truncatingIfNeeded: arc))
        let isOfLevel0 = level[vertex] == 0 || draft.arcLevel[arc] == 0
        isFree.append(isOfLevel0 && weight[vertex] < .infinity)
        if isOfLevel0 && weight[vertex] < .infinity { weights.append(weight[vertex]) }
      }
    }
    if weights.count > candidates {
      let most = LevelSelection.weight(ofRank: candidates, among: weights, jobs: jobs)
      for position in vertex.indices where weight[Int(vertex[position])] > most { isFree[position] = false }
    }
    var corners = CornerQueue<Corner>()
    corners.reset(count: vertex.count) { position in
      (Corner(point: arcs.point(Int(vertex[position]))), isFree[position])
    }
    var begin = 0
    for position in vertex.indices where position + 1 == arc.count || arc[position + 1] != arc[position] {
      if arcs.isClosed[Int(arc[position])] { corners.join(position, begin) }
      begin = position + 1
    }
    self.corners = corners

    let chunks = vertex.indices.chunks(of: 1 << 14)
    displaced = ContiguousArray(chunks, jobs: jobs) { [self] position in
      let next = self.corners.neighbors(of: position).next
      let isMeasured = arc[position] == arc[next] && (isFree[position] || isFree[next])
      return isMeasured ? area(from: position, to: next) : 0
    }
    let costs = ContiguousArray(chunks, jobs: jobs) { [self] in isFree[$0] ? cost($0) : 0 }
    for position in costs.indices where isFree[position] { self.corners.set(position, costs[position]) }
  }

  /// Removes `count` vertices, or as many as can go; `draft` is the result.
  mutating func remove(_ count: Int) {
    var left = count
    while left > 0, let (position, least) = corners.popFirst() {
      let (previous, next) = corners.neighbors(of: position)
      let (first, last) = (Int(vertex[previous]), Int(vertex[next]))
      let arc = Int(arc[position])
      let vertices = arcs.vertices(of: arc)
      // Lines between the same two nodes must differ.
      if !arcs.isClosed[arc] && first == vertices.lowerBound && last == vertices.upperBound - 1 { continue }
      if sweep.isSwept(arcs.chord(from: first, to: last, in: arc), of: arcs, among: kept, except: gone) {
        if let holder = sweep.points.first { waiting[holder.key, default: []].append(position) }
        continue
      }
      let key = arcs.point(Int(vertex[position])).key
      draft.level[Int(vertex[position])] = -1
      isFree[position] = false
      gone.insert(key)
      left -= 1
      corners.join(previous, next)
      displaced[previous] = area(from: previous, to: next)
      for other in [previous, next] + (waiting.removeValue(forKey: key) ?? []) where isFree[other] {
        corners.set(other, max(least, cost(other)))
      }
    }
  }

  /// The area in m² that the removal of a vertex adds between its line and the source; 0 if it adds none.
  private func cost(_ position: Int) -> Double {
    let (previous, next) = corners.neighbors(of: position)
    let added = area(from: previous, to: next) - displaced[previous] - displaced[position]
    return max(0, added * scale.squareMetersPerDoubledCell(y: arcs.point(Int(vertex[position])).y))
  }

  /// Twice the area between a chord and the source between its ends, in cells². The two sides of the chord are summed
  /// apart, so that they do not cancel out.
  private func area(from first: Int, to last: Int) -> Double {
    let chord = Chord(first: vertex[first], last: vertex[last], arc: arc[first], box: GridBox())
    let (start, end) = (arcs.point(Int(chord.first)), arcs.point(Int(chord.last)))
    let dx = Int64(end.x) &- Int64(start.x)
    let dy = Int64(end.y) &- Int64(start.y)
    if dx == 0 && dy == 0 { return 0 }
    // Distances along the chord and across it, both multiplied by its length.
    var (along, across) = (0.0, 0.0)
    var (left, right) = (0.0, 0.0)
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
      (along, across) = (nextAlong, nextAcross)
    }
    arcs.forEachVertex(inside: chord) { vertex in
      let ex = Int64(arcs.point(vertex).x) &- Int64(start.x)
      let ey = Int64(arcs.point(vertex).y) &- Int64(start.y)
      pass(Double(dx &* ex &+ dy &* ey), Double(dx &* ey &- dy &* ex))
    }
    let squaredLength = Double(dx &* dx &+ dy &* dy)
    pass(squaredLength, 0)
    return (left.magnitude + right.magnitude) / squaredLength
  }
}
