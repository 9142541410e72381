import MapPackFeatures
import MapPackGeometry

/// The plane, divided among regions by the features of a table.
///
/// A coverage is made of it, and a `Diagnosis`.
package struct RegionDivision {
  /// The finest noding grid for the features that belong to a region.
  package let grid: NodingGrid
  /// The regions, sorted by the UTF-8 bytes of their codes; their areas are not known yet.
  package var regions: [Region] { grouping.regions }
  /// The arcs between regions, what noding mended, the land that several regions claim, and the gaps that were filled.
  package let arrangement: Arrangement

  let grouping: RegionGrouping
  let claims: RingClaims
  /// The land that several regions claim, without what is so narrow that boundaries were joined there.
  let overlaps: [ContestedLand]
  /// The land that several regions claim where boundaries were joined.
  let joinedOverlaps: [ContestedLand]
  /// The near misses whose water was filled.
  let joined: [NearMiss]
  /// The faces of that water.
  let joinedFaces: Set<Int32>
  let plane: PlaneDivision
  let owners: FaceOwners

  /// - Throws: `StageError`:
  ///   - `usage` if a template names an unknown field, or a distance to snap is given although repairs are forbidden;
  ///   - `findings` if no polygon belongs to a region, or keys are missing or ambiguous.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(
    _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    if options.snap != nil && options.clean == .none {
      throw StageError(
        .usage, "a distance to snap is given, and no repair is allowed",
        remedy: "leave out one of `clean.snap` and `clean: { mode: none }`")
    }
    progress?(ProgressEvent(activity: "grouping", done: 0, total: table.featureCount, unit: "features"))
    try self.init(table, RegionGrouping(table, options), options: options, progress: progress)
  }

  /// - Throws: `StageError`: `usage` if a distance to snap is given although repairs are forbidden; `findings` if no
  ///   polygon belongs to a region.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(
    _ table: FeatureTable, _ grouping: RegionGrouping, options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    guard
      let grid = table.nodingGrid(of: grouping.region, snap: options.snap, jobs: options.jobs)
        ?? (options.isPart ? NodingGrid(west: 0, south: 0, east: 0, north: 0) : nil)
    else {
      throw StageError(
        .findings, file: table.sources.first?.path, "there is no polygon to merge",
        remedy: "look at what select and drop leave")
    }

    progress?(ProgressEvent(activity: "noding", done: 0, total: table.vertexCount, unit: "vertices"))
    var claims = RingClaims(table, grouping.region, regionCount: grouping.regions.count, grid, jobs: options.jobs)
    let ground = Ground(grid)
    let count = grouping.regions.count
    var plane = PlaneDivision(claims.takePaths(), jobs: options.jobs)
    let ringCount = Int32(truncatingIfNeeded: claims.ring.count)
    func faceOwners(_ plane: PlaneDivision) -> FaceOwners {
      FaceOwners(plane, regionCount: count, on: ground) { [claims] label in
        let isDrawn = label.last.map { $0.claim < ringCount } ?? true
        return claims.claimants(of: isDrawn ? label : label.filter { $0.claim < ringCount }, grouping.region)
      }
    }
    var owners = faceOwners(plane)
    var joined: [NearMiss] = []
    var joinedFaces: Set<Int32> = []
    if let snap = options.snap {
      let snapping = Snapping(
        plane, owner: owners.owner, regionCount: count, grid: grid, within: snap, jobs: options.jobs)
      if snapping.outlines.count > 0 || !snapping.touches.isEmpty {
        joined = snapping.misses
        plane = plane.divided(
          by: snapping.outlines(firstClaim: ringCount), through: snapping.touches, jobs: options.jobs)
        owners = faceOwners(plane)
        joinedFaces = owners.give(plane) { $0.last.flatMap { $0.claim < ringCount ? nil : $0.claim - ringCount } }
        plane.removeClaims(from: ringCount)
      }
    }
    arrangement = Arrangement(
      plane, &owners, regionCount: grouping.regions.count, seams: SeamLines(grid), on: ground,
      fills: options.fillGaps.map { limit in { limit.includes($0.boundary, on: ground) } }, jobs: options.jobs)
    let isNarrow = arrangement.contested.map { land in
      options.snap.map { MergeOptions.GapLimit.width($0).includes(land.boundary, on: ground) } ?? false
    }
    overlaps = zip(arrangement.contested, isNarrow).filter { !$1 }.map(\.0)
    joinedOverlaps = zip(arrangement.contested, isNarrow).filter { $1 }.map(\.0)
    self.grid = grid
    self.grouping = grouping
    self.claims = claims
    self.joined = joined
    self.joinedFaces = joinedFaces
    self.plane = plane
    self.owners = owners
  }

  /// The gaps that are left among the regions, sorted by their smallest points. Only tests ask for them.
  /// - Complexity: O(n) for n vertices.
  package func gaps() -> [Gap] { arrangement.gaps(on: Ground(grid)) }
}
