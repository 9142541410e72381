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
  return runs.runs.map { run in
    NearMiss(
      a: run.a, b: run.b, place: oneSided.paths.point(run.widest), region: oneSided.region(ofVertex: run.widest),
      feature: Int(oneSided.claim[Int(oneSided.pathOfVertex[run.widest])]),
      width: Double(run.square).squareRoot() * ground.metresPerCell, length: Double(run.length) * ground.metresPerCell)
  }
}
