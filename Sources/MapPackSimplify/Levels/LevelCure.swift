import MapPackGeometry
import MapPackMerge

/// Makes a level of a map of areas valid by bringing back removed vertices until the checks find nothing. `Simplifier`
/// does so for each level. Lines have `LineDeviation` and `LineCrossings` instead.
///
/// Removing vertices arc by arc can make lines cross or touch. A line can sweep over an island or another connected
/// part, a ring can turn over, and a loop that hangs on a node can flip to the other side of the arc beside it. For
/// each such fault, a check names a removed vertex of a chain that is involved. These vertices come back, and what has
/// changed is checked again. Full detail has no faults, so this ends; in practice after a few rounds, which bring back
/// less than one vertex in a hundred.
///
/// Levels are cured from the coarsest to the finest. A vertex that comes back at a level is there at all finer levels
/// and at no coarser one, so levels that are finished do not change.
struct LevelCure {
  private(set) var draft: Draft
  private let nodes: NodeOrder
  private let jobs: Int

  init(_ draft: Draft, jobs: Int) {
    self.draft = draft
    self.jobs = jobs
    nodes = NodeOrder(draft.coverage.arcs)
  }

  /// Cures one level. All coarser levels must be cured already.
  ///
  /// - Complexity: O(n log n) for n vertices in full detail, plus O(k log k) for each round, for k kept vertices.
  mutating func cure(level: Int) {
    var shape = LevelShape(draft, level: level)
    // If nothing has been removed, there is nothing to find.
    guard shape.paths.vertexCount < shape.fullVertexCount(draft) else { return }
    var promotions = crossings(interactions(of: shape.paths, jobs: jobs), shape)
    var sides: SideCheck?
    while true {
      if promotions.isEmpty {
        var check = sides ?? SideCheck(shape)
        promotions =
          windings(shape) + nodes.promotions(shape, draft) + check.promotions(shape, draft, jobs: jobs)
        sides = check
      }
      if promotions.isEmpty { return }
      let added = Self.sortedOnce(promotions)
      for vertex in added { draft.level[vertex] = Int8(truncatingIfNeeded: level) }
      let refined = shape.adding(added, draft)
      shape = refined.shape
      sides?.noteChanges(refined.changed, in: shape)
      let meetings = ChangedSegments(shape.paths, changed: refined.changed, shape: shape).interactions(jobs: jobs)
      promotions = crossings(meetings, shape)
    }
  }

  private static func sortedOnce(_ vertices: [Int]) -> [Int] {
    var result: [Int] = []
    for vertex in vertices.sorted() where result.last != vertex { result.append(vertex) }
    return result
  }

  /// A removed vertex of a segment, and how many of the segments that this one meets would be clear of the line if the
  /// vertex came back.
  private struct Candidate {
    var vertex: Int
    var clears: Int
  }

  /// How many of the segments that a segment meets are looked at.
  private static let segmentsTried = 8

  /// The vertices to bring back: one for each pair of segments that cross, touch or overlap.
  ///
  /// It is the removed vertex of either segment with which the line is clear of most of the segments that its segment
  /// meets. If several vertices clear as many, it is the most important one of them.
  ///
  /// - Complexity: O(p) for p pairs, plus the removed vertices of each segment once, however many segments it meets.
  private func crossings(_ found: [Interaction], _ shape: LevelShape) -> [Int] {
    var met: [Int: [Int]] = [:]
    func note(_ segment: Int, _ other: Int) {
      let known = met[segment, default: []]
      if known.count < Self.segmentsTried && !known.contains(other) { met[segment, default: []].append(other) }
    }
    for pair in found {
      note(pair.first, pair.second)
      note(pair.second, pair.first)
    }
    var candidates: [Int: Candidate] = [:]
    for (segment, others) in met { candidates[segment] = candidate(ofSegment: segment, meeting: others, shape) }
    return found.compactMap { pair in
      guard let first = candidates[pair.first], let second = candidates[pair.second] else {
        return (candidates[pair.first] ?? candidates[pair.second])?.vertex
      }
      return isBetter(first, than: second) ? first.vertex : second.vertex
    }
  }

  private func isBetter(_ a: Candidate, than b: Candidate) -> Bool {
    a.clears != b.clears ? a.clears > b.clears : !draft.ranking.precedes(a.vertex, b.vertex)
  }

  /// The best vertex to bring back into a segment; `nil` if none is removed from it.
  private func candidate(ofSegment segment: Int, meeting others: [Int], _ shape: LevelShape) -> Candidate? {
    func ends(_ segment: Int) -> (GridPoint, GridPoint) {
      (shape.paths.point(segment), shape.paths.point(shape.end(ofSegment: segment)))
    }
    let (a, b) = ends(segment)
    let lines = others.map(ends)
    var best: Candidate?
    shape.forEachRemoved(ofSegment: segment, draft) { vertex in
      let point = draft.coverage.arcs.point(vertex)
      let clears = lines.count { relation(a, point, $0.0, $0.1) == .clean && relation(point, b, $0.0, $0.1) == .clean }
      let candidate = Candidate(vertex: vertex, clears: clears)
      if let current = best, !isBetter(candidate, than: current) { return }
      best = candidate
    }
    return best
  }

  /// The vertices to bring back: one for each ring that has fewer than three vertices, has no area or has turned over.
  /// It is the most important one that is removed from the ring.
  private func windings(_ shape: LevelShape) -> [Int] {
    let coverage = draft.coverage
    let areas = shape.paths.doubledAreas(jobs: jobs)
    var pathByArc = ContiguousArray<Int32>(repeating: -1, count: coverage.arcs.count)
    for (path, arc) in shape.arcs.enumerated() { pathByArc[Int(arc)] = Int32(truncatingIfNeeded: path) }
    var promotions: [Int] = []
    for polygon in 0..<coverage.polygonCount where Int(coverage.polygonLevel[polygon]) >= shape.level {
      for ring in coverage.rings(of: polygon) {
        var area: Int64 = 0
        var vertices = 0
        let references = coverage.references(of: ring)
        for reference in references {
          let path = Int(pathByArc[reference.arc])
          // A partial sum may wrap; the whole cannot, because a ring lies in a square of 2³⁰ cells.
          area = reference.isReversed ? area &- areas[path] : area &+ areas[path]
          vertices += shape.segments(of: path).count
        }
        let isShell = ring == coverage.shell(of: polygon)
        if vertices >= 3 && (isShell ? area > 0 : area < 0) { continue }
        let candidates = references.flatMap { reference in
          shape.segments(of: Int(pathByArc[reference.arc])).compactMap { shape.best(ofSegment: $0, draft) }
        }
        if let best = candidates.max(by: draft.ranking.precedes) { promotions.append(best) }
      }
    }
    return promotions
  }
}

extension LevelShape {
  /// How many vertices the arcs that are present have in full detail.
  func fullVertexCount(_ draft: Draft) -> Int {
    arcs.reduce(0) { $0 + draft.coverage.arcs.vertices(of: Int($1)).count }
  }
}
