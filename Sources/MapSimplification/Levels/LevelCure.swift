import MapArrangement
import MapGeometry
import MapTopology

/// Makes a level valid by keeping more vertices, until nothing is found.
///
/// Removing vertices arc by arc can let lines cross or touch, let a line sweep over an island or over another part,
/// turn a ring over, and turn a loop that hangs on a node to the other side of a neighbour there. Each check names
/// the chains of removed vertices concerned; the most important vertex of one of them comes back, and what changed is
/// checked again. In full detail nothing is wrong, so this ends; in practice after a few rounds that bring back less
/// than one vertex in a hundred.
///
/// Levels are cured from the coarsest to the finest. What is brought back at a level is there at all finer ones and
/// was at no coarser one, so no level that is finished is touched again.
struct LevelCure {
  private(set) var draft: Draft
  private let corners: NodeOrder
  private let jobs: Int

  init(_ draft: Draft, jobs: Int) {
    self.draft = draft
    self.jobs = jobs
    corners = NodeOrder(draft.coverage.arcs)
  }

  /// Cures one level; all coarser ones are cured already.
  ///
  /// - Complexity: O(n log n) for n vertices in full detail, plus as much of the kept ones for each round.
  mutating func cure(level: Int) {
    var shape = LevelShape(draft, level: level)
    // Where nothing has been removed there is nothing to find.
    guard shape.paths.vertexCount < shape.fullVertexCount(draft) else { return }
    var promotions = crossings(interactions(of: shape.paths, jobs: jobs), shape)
    var sides: SideCheck?
    while true {
      if promotions.isEmpty {
        var check = sides ?? SideCheck(shape)
        promotions =
          windings(shape) + corners.promotions(shape, draft) + check.promotions(shape, draft, jobs: jobs)
        sides = check
      }
      if promotions.isEmpty { return }
      let added = Self.sortedOnce(promotions)
      for vertex in added { draft.level[vertex] = Int8(truncatingIfNeeded: level) }
      let refined = shape.adding(added, draft)
      shape = refined.shape
      sides?.noteChanges(refined.changed, in: shape)
      promotions = crossings(ChangedSegments(shape.paths, changed: refined.changed, shape: shape).interactions(), shape)
    }
  }

  private static func sortedOnce(_ vertices: [Int]) -> [Int] {
    var result: [Int] = []
    for vertex in vertices.sorted() where result.last != vertex { result.append(vertex) }
    return result
  }

  /// A removed vertex, and how many of the segments that its own meets it would keep clear of.
  private struct Candidate {
    var vertex: Int
    var clears: Int
  }

  /// Of the segments that one meets, so many are asked.
  private static let segmentsAsked = 8

  /// One vertex for each pair of segments that cross, touch or overlap: of the two segments' removed vertices the one
  /// that keeps clear of most of what its segment meets; of equal ones the most important one.
  ///
  /// - Complexity: O(p) for p pairs, plus the removed vertices of each segment once, however many it meets.
  private func crossings(_ found: [Interaction], _ shape: LevelShape) -> [Int] {
    var met: [Int: [Int]] = [:]
    func note(_ segment: Int, _ other: Int) {
      let known = met[segment, default: []]
      if known.count < Self.segmentsAsked && !known.contains(other) { met[segment, default: []].append(other) }
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

  /// One vertex for each ring that has lost its third vertex or its winding.
  private func windings(_ shape: LevelShape) -> [Int] {
    let coverage = draft.coverage
    let areas = shape.paths.doubledAreas
    var pathByArc = ContiguousArray<Int32>(repeating: -1, count: coverage.arcs.count)
    for (path, arc) in shape.arcs.enumerated() { pathByArc[Int(arc)] = Int32(truncatingIfNeeded: path) }
    var promotions: [Int] = []
    for polygon in 0..<coverage.polygonCount where Int(coverage.polygonLevel[polygon]) >= shape.level {
      for ring in coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1] {
        var area: Int64 = 0
        var vertices = 0
        let references = coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]]
        for reference in references {
          let path = Int(pathByArc[reference.arc])
          // Single sums may wrap, the whole cannot: a ring lies in a square of 2³⁰ cells.
          area = reference.isReversed ? area &- areas[path] : area &+ areas[path]
          vertices += shape.segments(of: path).count
        }
        let isShell = ring == coverage.ringStart[polygon]
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
