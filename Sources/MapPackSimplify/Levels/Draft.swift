import MapPackGeometry
import MapPackMerge

/// A coverage of areas or lines on the pack grid in full detail, with the levels at which each vertex and each arc
/// stays.
///
/// `Simplifier` makes one for each map that it cuts. All work between the second noding and the finished coverage is
/// done on a draft. It never moves a vertex: cures raise vertices to a coarser level. Only `FurtherRemoval` takes
/// vertices away, and only those that stay at the finest level alone.
struct Draft {
  var coverage: Coverage
  let ranking: VertexRanking
  /// Per vertex: the coarsest level at which it stays; −1 if it stays at none.
  var level: ContiguousArray<Int8>
  /// Per arc: the coarsest level at which one of its polygons is present.
  let arcLevel: ContiguousArray<UInt8>

  /// Finds the levels of the arcs.
  ///
  /// - Parameter level: per vertex, the coarsest level at which it stays; see `LevelSelection.level`.
  /// - Precondition: `coverage.polygonLevel` is set.
  /// - Complexity: O(r) for r references to arcs.
  init(_ coverage: Coverage, _ ranking: VertexRanking, level: ContiguousArray<Int8>) {
    self.coverage = coverage
    self.ranking = ranking
    self.level = level
    var arcLevel = ContiguousArray<UInt8>(repeating: 0, count: coverage.arcs.count)
    for polygon in 0..<coverage.polygonCount {
      for reference in coverage.references(ofPolygon: polygon) {
        let arc = reference.arc
        arcLevel[arc] = max(arcLevel[arc], coverage.polygonLevel[polygon])
      }
    }
    self.arcLevel = arcLevel
  }

  /// The most important of the vertices that are removed between two consecutive kept vertices of an arc; `nil` if
  /// there is none.
  ///
  /// - Parameters:
  ///   - first: the kept vertex at which the chain begins.
  ///   - last: the kept vertex at which it ends; at most `first` if the chain runs across the start of a closed arc.
  ///   - arc: the arc of both.
  /// - Complexity: O(c) for c removed vertices.
  func best(from first: Int, to last: Int, in arc: Int) -> Int? {
    var best: Int?
    forEachRemoved(from: first, to: last, in: arc) { vertex in
      if let current = best, ranking.precedes(vertex, current) { return }
      best = vertex
    }
    return best
  }

  /// Calls `body` with the vertices between two consecutive kept vertices, in the order of the arc.
  @inline(__always)
  func forEachRemoved(from first: Int, to last: Int, in arc: Int, _ body: (Int) -> Void) {
    if last > first {
      for vertex in first + 1..<last { body(vertex) }
    } else {
      for vertex in first + 1..<coverage.arcs.start[arc + 1] { body(vertex) }
      for vertex in coverage.arcs.start[arc]..<last { body(vertex) }
    }
  }
}
