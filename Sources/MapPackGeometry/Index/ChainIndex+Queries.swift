extension ChainIndex {
  /// The first segment that a ray from p toward falling y meets, and whether that segment runs toward growing x, so
  /// that p is on its left.
  ///
  /// A segment covers the half-open range from its smaller x to its larger one, so vertical segments do not count.
  /// Segments that contain p do not count either. Exact.
  /// - Precondition: segments that the ray meets do not cross each other.
  /// - Returns: the segment's first vertex; of two equal segments, either one; `nil` if the ray meets none.
  /// - Complexity: O(k) for the k chains in the column of p.
  package func firstSegment(below p: GridPoint) -> (segment: Int, runsTowardsGrowingX: Bool)? {
    var comparisons = 0
    return firstSegment(below: p, &comparisons)
  }

  /// The answers of `firstSegment(below:)` for several points, in their order.
  /// - Complexity: O(n log n) for n segments and points, if boxes overlap little or if no two segments meet in a point
  ///   that is not an end of both.
  package func firstSegments(
    below points: [GridPoint], jobs: Int = 1
  ) -> [(segment: Int, runsTowardsGrowingX: Bool)?] {
    let budget = PairBudget(chains: chainCount + points.count)
    let found = firstSegments(below: points, jobs: jobs, within: budget)
    if !budget.isExceeded { return found }
    return sweptFirstSegments(below: points)
      ?? firstSegments(below: points, jobs: jobs, within: PairBudget(limit: .max))
  }

  /// The same within a budget; incomplete if the budget is exceeded.
  private func firstSegments(
    below points: [GridPoint], jobs: Int, within budget: PairBudget
  ) -> [(segment: Int, runsTowardsGrowingX: Bool)?] {
    let size = 256
    return concurrentMap((points.count + size - 1) / size, jobs: jobs) { group in
      var meter = PairMeter(budget)
      var found: [(segment: Int, runsTowardsGrowingX: Bool)?] = []
      for p in points[group * size..<min((group + 1) * size, points.count)] where !meter.isStopped {
        var comparisons = 0
        found.append(firstSegment(below: p, &comparisons))
        meter.add(comparisons)
      }
      meter.flush()
      return found
    }.flatMap { $0 }
  }

  private func sweptFirstSegments(below points: [GridPoint]) -> [(segment: Int, runsTowardsGrowingX: Bool)?]? {
    let (segments, first) = sweptSegments
    guard let below = SegmentSweep.pass(over: segments, queries: points).below else { return nil }
    return below.map {
      guard $0 >= 0 else { return nil }
      let begin = Int(first[Int($0)])
      return (begin, paths.point(begin) == segments[Int($0)].left)
    }
  }

  private func firstSegment(
    below p: GridPoint, _ comparisons: inout Int
  ) -> (segment: Int, runsTowardsGrowingX: Bool)? {
    var best: (a: GridPoint, b: GridPoint, segment: Int, forwards: Bool)?
    let column = column(ofX: Int64(p.x))
    // From the top down, until all that remains ends below the best segment.
    for entry in (columnStart[column]..<firstEntry(ofColumn: column, beginningAbove: Int64(p.y))).reversed() {
      comparisons &+= 1
      let box = columnBoxes[entry]
      if let best, Int64(box.minY) + tallest[column] < Int64(min(best.a.y, best.b.y)) { break }
      guard box.minX <= p.x, p.x < box.maxX else { continue }
      if let best, box.maxY < min(best.a.y, best.b.y) { continue }
      let chain = chains[Int(columnChains[entry])]
      comparisons &+= Int(chain.count)
      for i in 0..<chain.count {
        let first = paths.point(Int(chain.first + i))
        let last = paths.point(end(ofSegment: i, in: chain))
        let forwards = first.x < last.x
        let a = forwards ? first : last
        let b = forwards ? last : first
        guard a.x <= p.x, p.x < b.x, orientation(a, b, p) > 0 else { continue }
        // Both are below p, so the upper one is nearer. If they meet at p.x, in a common left end, the one that is
        // upper to the right of it counts.
        if let current = best, !Self.isAbove(a, b, of: current.a, current.b) { continue }
        best = (a, b, Int(chain.first + i), forwards)
      }
    }
    return best.map { ($0.segment, $0.forwards) }
  }

  private static func isAbove(_ a: GridPoint, _ b: GridPoint, of c: GridPoint, _ d: GridPoint) -> Bool {
    // Compare at the larger of the two left ends, or a little to the right of it if they are one point.
    if a.x >= c.x {
      let side = orientation(c, d, a)
      return side != 0 ? side > 0 : orientation(c, d, b) > 0
    }
    let side = orientation(a, b, c)
    return side != 0 ? side < 0 : orientation(a, b, d) < 0
  }
}
