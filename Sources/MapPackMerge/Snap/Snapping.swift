import MapPackCoverage
import MapPackFeatures
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
  ///   - owner: per face, its region; below 0 if it is water, `regionCount` if it is land of nobody.
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
}

extension RegionDivision {
  /// A finding for each run of water that was filled because two boundaries miss each other, and for each overlap that
  /// is narrower than the distance; a note.
  func snapFindings(_ table: FeatureRecords) -> [Finding] {
    let labels = RegionLabels(table, self)
    func name(_ region: Int32) -> String { regions[Int(region)].title }
    func finding(_ region: Int32, _ point: GridPoint, _ message: String) -> Finding {
      labels.finding(.snapped, of: region, at: point, message)
    }
    let filled = joined.map { miss in
      let width = Quantity.length(meters: miss.width).words
      let lengths = "\(width) along \(Quantity.length(meters: miss.length).words)"
      return finding(
        miss.region, miss.point,
        miss.a != miss.b
          ? "the boundaries of \(name(miss.a)) and \(name(miss.b)) missed each other by \(lengths); they are joined"
          : miss.length > 0
            ? "the boundary of \(name(miss.a)) missed ±180°, beyond which the region goes on, by \(lengths); it was "
              + "moved there"
            : "the boundary of \(name(miss.a)) reached ±180° \(width) from where it does on the other side; the two "
              + "ends are joined")
    }
    return filled
      + joinedOverlaps.map { land in
        let area = Quantity.area(squareMeters: Ground(grid).squareMeters(within: land.boundary)).words
        let names = land.claimants.prefix(8).map(name).joined(separator: " and ")
        return finding(land.owner, land.point, "the boundaries of \(names) overlapped (\(area)); they are joined")
      }
  }
}
