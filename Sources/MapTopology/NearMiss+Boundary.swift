import MapGeometry

/// The near misses among boundary that has been found already; see `NearMiss`.
///
/// - Parameters:
///   - boundary: lines that have a region on one side alone, each with one use whose claim is a feature; they end in
///     every point in which lines part.
///   - region: per feature, its region.
///   - metres: how far apart two lines may be at most.
/// - Complexity: O(m log m) for m vertices.
package func nearMisses(
  among boundary: ClaimedPaths, region: ContiguousArray<Int32>, grid: NodingGrid, within metres: Double, jobs: Int
) -> [NearMiss] {
  guard boundary.count > 0 else { return [] }
  let oneSided = OneSidedBoundary(boundary, regionOfClaim: region)
  let ground = GroundRows(grid, oneSided.paths)
  let runs = NearRuns(oneSided, ground, reach: ground.cells(metres: metres), jobs: jobs)
  let owners = ClaimOwners(region: region, feature: ContiguousArray(region.indices.map { Int32($0) }))
  return runs.runs.indices.map { runs.miss($0, oneSided, ground, owners) }
}
