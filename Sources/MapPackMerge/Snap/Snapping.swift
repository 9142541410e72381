import MapPackGeometry

/// The near misses among the regions of a divided plane, those at ±180° too.
package struct Snapping: Sendable {
  /// The near misses on the plane, sorted by regions, then by point; then those at ±180°.
  package let misses: [NearMiss]
  /// The lines round their water, each with the region that gets it as its claim on that side.
  let outlines: ClaimedPaths
  /// The points at which a vertex of one region lies on a line of another to the cell.
  let touches: [GridPoint]

  /// - Parameters:
  ///   - owner: per face, its region; below 0 if nobody has it, `regionCount` if it is nobody's water either.
  ///   - meters: the largest distance between two boundaries, on the ground.
  /// - Complexity: O(n log n) for n vertices, if each vertex of a coast has few others within the distance.
  package init(
    _ plane: PlaneDivision, owner: ContiguousArray<Int32>, regionCount: Int, grid: NodingGrid, within meters: Double,
    jobs: Int
  ) {
    var misses: [NearMiss] = []
    var outlines = ClaimedPaths()
    var touches: [GridPoint] = []
    for isBeyondCut in [false, true] {
      let coasts = Coasts(
        plane, owner: owner, regionCount: regionCount, grid: grid, within: meters, isBeyondCut: isBeyondCut, jobs: jobs)
      guard coasts.paths.count > 0 else { continue }
      let runs = NearRuns(coasts, jobs: jobs)
      misses += runs.misses
      outlines.append(runs.outlines)
      touches += runs.touches
    }
    self.misses = misses
    self.outlines = outlines
    self.touches = touches
  }

  /// The outlines, with region r as the claim `first` + r.
  func outlines(firstClaim first: Int32) -> ClaimedPaths {
    var lines = outlines
    for use in lines.left.indices {
      if lines.left[use] >= 0 { lines.left[use] += first }
      if lines.right[use] >= 0 { lines.right[use] += first }
    }
    return lines
  }
}
