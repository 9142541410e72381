import MapGeometry

/// The near misses among boundary that has been found already; see `NearMiss`. The strips of `AntimeridianSnapping`, which
/// regions leave at ±180°, are among them.
///
/// - Parameters:
///   - boundary: lines that have a region on one side alone, each with one use whose claim is a feature; they end in
///     every point in which lines part, and where they turn into an edge of the plane or out of it.
///   - region: per feature, its region.
///   - metres: how far apart two lines may be at most.
/// - Complexity: O(m log m) for m vertices.
package func nearMisses(
  among boundary: ClaimedPaths, region: ContiguousArray<Int32>, grid: NodingGrid, within metres: Double, jobs: Int
) -> [NearMiss] {
  guard boundary.count > 0 else { return [] }
  let seams = SeamLines(grid)
  let oneSided = OneSidedBoundary(boundary, regionOfClaim: region, seams: seams)
  let ground = GroundRows(grid, boundary.paths)
  let reach = ground.cells(metres: metres)
  let runs = NearRuns(oneSided, ground, reach: reach, jobs: jobs)
  let owners = ClaimOwners(region: region, feature: ContiguousArray(region.indices.map { Int32($0) }))
  let strips = AntimeridianSnapping(boundary, owners, ground, seams, reach: reach).joined.filter { $0.length > 0 }
  return runs.runs.indices.map { runs.miss($0, oneSided, ground, owners) } + strips
}
