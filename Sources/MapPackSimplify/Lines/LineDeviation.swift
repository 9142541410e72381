import MapPackGeometry
import MapPackMerge

/// Keeps simplified lines near the original ones: at each level, a removed vertex is at most twice the tolerance away
/// from the segment that replaces it.
///
/// Areas of triangles do not ensure that. A route that comes back on its own way has a sharp tip, whose triangle is
/// thin however long the way is. One tip after the other would be removed, until the whole route is gone.
///
/// Vertices that are too far away are restored, the farthest first, as the method of Ramer, Douglas and Peucker splits
/// a line. `Simplifier` alternates this with `LineCrossings`, for maps of lines.
struct LineDeviation {
  /// Per region: the tolerance at level 0, in meters. It doubles from level to level.
  let tolerances: ContiguousArray<Double>
  let scale: GroundScale
  /// The vertices that are removed and restored together.
  let shared: SharedVertices

  /// How far a line may deviate, as a multiple of the tolerance. It is 2 because a triangle as wide as the tolerance
  /// whose area is the tolerance's square is twice as high.
  static let reach = 2.0

  /// Restores the vertices that are too far away at a level. All coarser levels must be done.
  ///
  /// - Returns: whether a vertex was restored.
  /// - Complexity: O(n log n) for n vertices if they split the lines evenly, O(n²) at worst.
  func cure(_ draft: inout Draft, level: Int) -> Bool {
    var hasRaised = false
    // A vertex is also restored in the lines that share it. They are split there, so they are checked again.
    while true {
      let far = self.far(draft, level: level)
      if far.isEmpty { return hasRaised }
      for vertex in far { draft.level[vertex] = max(draft.level[vertex], Int8(truncatingIfNeeded: level)) }
      hasRaised = true
    }
  }

  /// The vertices to restore at a level, with those that they are shared with.
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

  /// The vertex between two others that is farthest from the segment between them, and the square of its distance, in
  /// m². Of several equally far ones, it is the largest by (x, y).
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

  /// The square of the distance from a point to the segment from a to b, in cells². The order of a and b does not
  /// matter.
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
