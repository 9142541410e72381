import MapArrangement
import MapGeometry
import MapTopology

/// A coverage on the pack grid, in full detail, and what stays of it at which level.
///
/// Between the second noding and the finished coverage all work is done on this. Nothing is ever moved: cures raise a
/// vertex or a polygon to a coarser level, and only `FurtherRemoval` takes vertices away, those of the finest level alone.
struct Draft {
  var coverage: Coverage
  let ranking: VertexRanking
  /// Per vertex: the coarsest level at which it stays; −1 where it stays at none.
  var level: ContiguousArray<Int8>
  /// Per arc: the coarsest level at which one of its polygons is present.
  let arcLevel: ContiguousArray<UInt8>

  /// - Precondition: `coverage.polygonLevel` is set.
  init(_ coverage: Coverage, _ ranking: VertexRanking, level: ContiguousArray<Int8>) {
    self.coverage = coverage
    self.ranking = ranking
    self.level = level
    var arcLevel = ContiguousArray<UInt8>(repeating: 0, count: coverage.arcs.count)
    for polygon in 0..<coverage.polygonCount {
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      for index in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        let arc = coverage.references[index].arc
        arcLevel[arc] = max(arcLevel[arc], coverage.polygonLevel[polygon])
      }
    }
    self.arcLevel = arcLevel
  }

  /// The most important vertex among those removed at a level between two that are kept and follow each other in an
  /// arc; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - first: the vertex where the chain begins.
  ///   - last: the vertex where it ends; not larger than `first` where it runs across the start of a closed arc.
  ///   - arc: the arc of both.
  func best(from first: Int, to last: Int, in arc: Int) -> Int? {
    var best: Int?
    forEachRemoved(from: first, to: last, in: arc) { vertex in
      if let current = best, ranking.precedes(vertex, current) { return }
      best = vertex
    }
    return best
  }

  /// Calls `body` with the vertices between two that are kept, in the order of the arc.
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
