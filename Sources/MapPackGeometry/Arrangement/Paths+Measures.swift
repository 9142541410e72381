/// Measures of each path of a set.
extension Paths {
  /// Per path: twice the signed area between it and the origin, in square cells, with wrapping arithmetic. Sums of
  /// these along a ring are the ring's doubled area, exactly; it is positive if the ring runs counter-clockwise.
  package func doubledAreas(jobs: Int = 1) -> ContiguousArray<Int64> {
    measures(jobs: jobs) { doubledArea(of: $0) }
  }

  /// Twice the signed area between a path and the origin, as `doubledAreas(jobs:)`.
  package func doubledArea(of path: Int) -> Int64 {
    var sum: Int64 = 0
    forEachSegment(of: path) { first, last in
      let (a, b) = (point(first), point(last))
      sum = sum &+ Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
    }
    return sum
  }

  /// Per path: `area(under:_:)`.
  package func areas(on grid: NodingGrid, jobs: Int) -> ContiguousArray<Double> {
    measures(jobs: jobs) { area(under: $0, grid) }
  }

  /// Per path: its smallest vertex; for a path without vertices the largest point that there is.
  package func smallestPoints(jobs: Int) -> ContiguousArray<GridPoint> {
    measures(jobs: jobs) { smallestPoint(of: $0) }
  }

  /// The smallest vertex of a path; the largest point that there is if it has none.
  package func smallestPoint(of path: Int) -> GridPoint {
    vertices(of: path).reduce(GridPoint(x: .max, y: .max)) { min($0, point($1)) }
  }

  /// Per path: the box of its vertices.
  package func boxes(jobs: Int) -> ContiguousArray<GridBox> {
    measures(jobs: jobs) { GridBox(of: points[vertices(of: $0)]) }
  }

  @inline(__always)
  private func measures<Value: BitwiseCopyable & Sendable>(
    jobs: Int, _ measure: @Sendable (_ path: Int) -> Value
  ) -> ContiguousArray<Value> {
    ContiguousArray(groups(ofVertices: 1 << 15), jobs: jobs, measure)
  }
}
