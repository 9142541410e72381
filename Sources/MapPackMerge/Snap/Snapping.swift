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

extension ClaimedPaths {
  /// The paths with a number added to each claim.
  func claimed(from first: Int32) -> ClaimedPaths {
    var lines = self
    for use in left.indices {
      if left[use] >= 0 { lines.left[use] += first }
      if right[use] >= 0 { lines.right[use] += first }
    }
    return lines
  }
}

/// A run of water between the boundaries of two regions that pass close by each other: what `snap` fills, and what is
/// reported as `near-miss`. `NearRuns` says what counts.
package struct NearMiss: Hashable, Sendable {
  /// The lower of the two regions.
  package var a: Int32
  /// The higher of the two regions; the same as `a` if the region misses itself at ±180°.
  package var b: Int32
  /// The region that gets the water.
  package var region: Int32
  /// The smaller end of the widest bridge.
  package var point: GridPoint
  /// The length of the widest bridge, in meters on the ground.
  package var width: Double
  /// The length of the boundary along the run, of the region that has more of it, in meters on the ground.
  package var length: Double

  package init(a: Int32, b: Int32, region: Int32, point: GridPoint, width: Double, length: Double) {
    (self.a, self.b, self.region) = (a, b, region)
    (self.point, self.width, self.length) = (point, width, length)
  }
}

extension RegionDivision {
  /// A finding for each run of water that was filled because two boundaries miss each other, and for each overlap that
  /// is narrower than the distance; a note.
  func snapFindings(_ table: FeatureTable) -> [Finding] {
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
