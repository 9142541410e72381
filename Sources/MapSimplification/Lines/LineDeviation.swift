import MapGeometry
import MapTopology

/// Keeps simplified lines near the lines: at each level no vertex that was removed is farther from the segment that stands for
/// it than twice the tolerance.
///
/// Triangles alone do not see to that. A route out to a place and back on the same way has a sharp tip, whose triangle is thin
/// however long it is; tip after tip would go, and the whole route with them.
///
/// What is too far comes back, the farthest first, as Ramer, Douglas and Peucker split a line.
struct LineDeviation {
  /// Per region: the tolerance at level 0, in meters.
  let tolerances: ContiguousArray<Double>
  let scale: GroundScale
  let shared: SharedVertices

  /// How many times the tolerance a line may deviate. A triangle as wide as the tolerance whose area is the tolerance's
  /// square is twice as high.
  static let reach = 2.0

  /// Cures one level; all coarser ones are cured already.
  /// - Returns: whether a vertex came back.
  /// - Complexity: O(n log n) for n vertices that lie well, O(n²) at worst.
  func cure(_ draft: inout Draft, level: Int) -> Bool {
    var hasRaised = false
    // What comes back in one line comes back in those that run together with it.
    while true {
      let far = self.far(draft, level: level)
      if far.isEmpty { return hasRaised }
      for vertex in far { draft.level[vertex] = max(draft.level[vertex], Int8(truncatingIfNeeded: level)) }
      hasRaised = true
    }
  }

  private func far(_ draft: Draft, level: Int) -> [Int] {
    let arcs = draft.coverage.arcs
    var far: [Int] = []
    for arc in 0..<arcs.count {
      let tolerance = tolerances[Int(arcs.left[arc])] * Double(sign: .plus, exponent: level, significand: 1)
      let limit = Self.reach * tolerance * Self.reach * tolerance
      var parts: [(first: Int, last: Int)] = []
      var first = arcs.start[arc]
      for vertex in arcs.vertices(of: arc).dropFirst() where Int(draft.level[vertex]) >= level {
        if vertex > first + 1 { parts.append((first, vertex)) }
        first = vertex
      }
      while let (first, last) = parts.popLast() {
        guard let farthest = farthest(between: first, last, arcs.paths), farthest.distance > limit else { continue }
        far.append(contentsOf: shared.vertices(with: farthest.vertex))
        for part in [(first, farthest.vertex), (farthest.vertex, last)] where part.1 > part.0 + 1 { parts.append(part) }
      }
    }
    return far
  }

  /// The vertex between two others that is farthest from the segment between these, and the square of its distance, in m².
  private func farthest(between first: Int, _ last: Int, _ paths: Paths) -> (vertex: Int, distance: Double)? {
    let (a, b) = (paths.point(first), paths.point(last))
    var best: (vertex: Int, distance: Double)?
    for vertex in first + 1..<last {
      let point = paths.point(vertex)
      let distance = squaredDistance(of: point, a, b) * 2 * scale.squareMetersPerDoubledCell(y: point.y)
      if let found = best, (distance, point) <= (found.distance, paths.point(found.vertex)) { continue }
      best = (vertex, distance)
    }
    return best
  }

  /// In cells², the same whichever end comes first.
  private func squaredDistance(of point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Double {
    let (a, b) = (min(a, b), max(a, b))
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    let (x, y) = (Double(point.x) - Double(a.x), Double(point.y) - Double(a.y))
    let squared = dx * dx + dy * dy
    let share = squared > 0 ? min(max((x * dx + y * dy) / squared, 0), 1) : 0
    let (offX, offY) = (x - share * dx, y - share * dy)
    return offX * offX + offY * offY
  }
}
