import MapArrangement
import MapFeatures
import MapGeometry

/// How the features of a table divide the plane among regions: what `merge` makes a coverage of, and `validate` looks
/// for gaps and overlaps in.
package struct RegionDivision {
  /// The finest noding grid for the features that belong to a region.
  package let grid: NodingGrid
  /// Sorted by the UTF-8 bytes of their codes; areas not yet known.
  package var regions: [Region] { grouping.regions }
  /// The arcs between regions, what noding mended, the land that several claim, the gaps that were filled.
  package let arrangement: Arrangement

  let grouping: RegionGrouping
  let claims: RingClaims
  /// The runs of boundary that were joined before noding.
  let joined: [NearMiss]
  /// Per region: twice the area, in cells, by which joining has made what its rings enclose smaller.
  let lostBySnapping: [Int64]
  /// What became of rings that cross themselves or run the other way round before that; `nil` where nothing was joined.
  let sided: SidedRings?
  /// Per region: by how much its rings as they were drawn enclose more than `sided`: twice the area, in cells, and cm² on
  /// the ground.
  let rewoundBeforeSnapping: [Int64]
  let rewoundSquareCentimetres: [Int64]
  let plane: PlaneDivision
  let owners: FaceOwners

  /// Throws `StageError` where a template names an unknown field, or a distance to snap is given and no repair allowed
  /// (usage), where two features without a key have one id,
  /// and where no polygon belongs to a region.
  /// - Complexity: O(n log n) for n vertices where few lines cross.
  package init(
    _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    progress?(ProgressEvent(activity: "grouping", done: 0, total: table.featureCount, unit: "features"))
    let grouping = try RegionGrouping(table, options)
    guard
      let grid = table.nodingGrid(of: grouping.region, snap: options.snap, jobs: options.jobs)
        ?? (options.isPart ? NodingGrid(west: 0, south: 0, east: 0, north: 0) : nil)
    else {
      throw StageError(
        .findings, file: table.sources.first?.path, "there is no polygon to merge",
        remedy: "look at what select and drop leave")
    }

    progress?(ProgressEvent(activity: "noding", done: 0, total: table.vertexCount, unit: "vertices"))
    let claims = RingClaims(table, grouping.region, regionCount: grouping.regions.count, grid, jobs: options.jobs)
    let ground = Ground(grid)
    let lines = try snapped(claims, grouping, grid, options)
    joined = lines.joined
    sided = lines.sided
    let count = grouping.regions.count
    if let sided {
      lostBySnapping = claims.areaLost(from: sided.paths, to: lines.paths, grouping.region, regionCount: count)
      rewoundBeforeSnapping = claims.areaLost(from: claims.paths, to: sided.paths, grouping.region, regionCount: count)
      rewoundSquareCentimetres = claims.squareCentimetresLost(
        by: sided.changed, from: claims.paths, to: sided.paths, grid, grouping.region, regionCount: count)
    } else {
      lostBySnapping = Array(repeating: 0, count: count)
      rewoundBeforeSnapping = lostBySnapping
      rewoundSquareCentimetres = lostBySnapping
    }
    plane = PlaneDivision(lines.paths, minimalRounds: 8, jobs: options.jobs)
    var owners = FaceOwners(plane, regionCount: grouping.regions.count, on: ground) {
      claims.claimants(of: $0, grouping.region)
    }
    arrangement = Arrangement(
      plane, &owners, regionCount: grouping.regions.count, seams: SeamLines(grid), on: ground,
      fills: options.fillGaps.map { limit in { limit.includes($0, on: ground) } })
    self.grid = grid
    self.grouping = grouping
    self.claims = claims
    self.owners = owners
  }

  /// The gaps among the regions that are left, sorted by place.
  /// - Complexity: O(n) for n vertices.
  package func gaps() -> [Gap] { arrangement.gaps(on: Ground(grid)) }
}
