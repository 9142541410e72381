import MapPack
import MapPackFeatures
import MapPackGeometry

/// The plane, divided among regions by the features of a table.
package struct RegionDivision {
  /// The finest noding grid for the features that belong to a region.
  package let grid: NodingGrid
  /// The regions, sorted by the UTF-8 bytes of their codes; their areas are not known yet.
  package var regions: [Region] { grouping.regions }
  /// The arcs between regions, what noding mended, the land that several regions claim, and the gaps that were filled.
  package let arrangement: Arrangement

  let grouping: RegionGrouping
  let claims: RingClaims
  /// The runs of boundary that were joined before noding.
  let joined: [NearMiss]
  /// Per region: by how much its rings enclose less because of joining, doubled, in square cells; negative if they
  /// enclose more.
  let lostBySnapping: [Int64]
  /// Per region: by how much its rings enclosed more as they were drawn than with those resolved that cross themselves
  /// or run the wrong way, doubled, in square cells.
  let rewoundBeforeSnapping: [Int64]
  /// Per region: the same area on the ground, in cm².
  let rewoundSquareCentimeters: [Int64]
  let plane: PlaneDivision
  let owners: FaceOwners

  /// - Throws: `usage` if a template names an unknown field, or a distance to snap is given although repairs are
  ///   forbidden; `findings` if no polygon belongs to a region, or keys are missing or ambiguous.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(
    _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    progress?(ProgressEvent(activity: "grouping", done: 0, total: table.featureCount, unit: "features"))
    try self.init(table, RegionGrouping(table, options), options: options, progress: progress)
  }

  /// - Throws: `usage` if a distance to snap is given although repairs are forbidden; `findings` if no polygon belongs
  ///   to a region.
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
    let snapping = try snapped(claims, grouping, grid, options)
    joined = snapping?.joined ?? []
    if let snapping {
      let sided = snapping.sided
      lostBySnapping = claims.areaLost(from: sided.paths, to: snapping.paths, grouping.region, regionCount: count)
      rewoundBeforeSnapping = claims.areaLost(from: claims.paths, to: sided.paths, grouping.region, regionCount: count)
      rewoundSquareCentimeters = claims.squareCentimetersLost(
        by: sided.changed, from: claims.paths, to: sided.paths, grid, grouping.region, regionCount: count)
    } else {
      lostBySnapping = Array(repeating: 0, count: count)
      rewoundBeforeSnapping = lostBySnapping
      rewoundSquareCentimeters = lostBySnapping
    }
    var lines = claims.takePaths()
    if let snapping { lines = snapping.paths }
    plane = PlaneDivision(consume lines, jobs: options.jobs)
    var owners = FaceOwners(plane, regionCount: grouping.regions.count, on: ground) { [claims] in
      claims.claimants(of: $0, grouping.region)
    }
    arrangement = Arrangement(
      plane, &owners, regionCount: grouping.regions.count, seams: SeamLines(grid), on: ground,
      fills: options.fillGaps.map { limit in { limit.includes($0, on: ground) } }, jobs: options.jobs)
    self.grid = grid
    self.grouping = grouping
    self.claims = claims
    self.owners = owners
  }

  /// The gaps that are left among the regions, sorted by their smallest points.
  package func gaps() -> [Gap] { arrangement.gaps(on: Ground(grid)) }
}

extension FeatureTable {
  /// The finest noding grid for the features that belong to a region; `nil` if they have no vertex.
  /// - Parameters:
  ///   - region: per feature, its region, or `ArcTable.none`.
  ///   - snap: how far lines may be moved, in meters on the ground. If features come within this distance of ±180° on
  ///     both sides, the grid reaches ±180°.
  func nodingGrid(of region: ContiguousArray<Int32>, snap: Double? = nil, jobs: Int) -> NodingGrid? {
    let chunks = (0..<featureCount).chunks(of: 1 << 16) { vertices(of: $0)?.count ?? 0 }
    let parts = concurrentMap(chunks.count, jobs: jobs) { chunk in
      extent(of: chunks[chunk].lazy.filter { region[$0] >= 0 }, snap: snap)
    }
    var whole = parts.reduce(into: Extent()) { $0.formUnion($1) }
    if whole.reachesWest && whole.reachesEast { (whole.west, whole.east) = (-180, 180) }
    return whole.west <= whole.east
      ? NodingGrid(west: whole.west, south: whole.south, east: whole.east, north: whole.north) : nil
  }

  private struct Extent {
    var west = Double.infinity
    var south = Double.infinity
    var east = -Double.infinity
    var north = -Double.infinity
    /// Whether vertices come so near to ±180° on the west and on the east that they may be moved there.
    var reachesWest = false
    var reachesEast = false

    mutating func formUnion(_ other: Extent) {
      west = min(west, other.west)
      east = max(east, other.east)
      south = min(south, other.south)
      north = max(north, other.north)
      reachesWest = reachesWest || other.reachesWest
      reachesEast = reachesEast || other.reachesEast
    }
  }

  private func extent(of features: some Sequence<Int>, snap: Double?) -> Extent {
    var extent = Extent()
    for feature in features {
      guard let vertices = vertices(of: feature) else { continue }
      for vertex in vertices {
        extent.west = min(extent.west, longitude[vertex])
        extent.east = max(extent.east, longitude[vertex])
        extent.south = min(extent.south, latitude[vertex])
        extent.north = max(extent.north, latitude[vertex])
        // A little more than the distance, because snapping measures in whole cells.
        if let snap, abs(longitude[vertex]) > 90, metersToAntimeridian(from: vertex) <= 1.01 * snap + 0.1 {
          if longitude[vertex] < 0 { extent.reachesWest = true } else { extent.reachesEast = true }
        }
      }
    }
    return extent
  }

  private func metersToAntimeridian(from vertex: Int) -> Double {
    let degree = WebMercator.metersPerMapPointAtEquator * 0x1p28 / 360
    return (180 - abs(longitude[vertex])) * degree * Series.cosine(Series.radians(degrees: latitude[vertex]))
  }

  /// All vertices of a feature, by their indices; `nil` if it has no ring.
  func vertices(of feature: Int) -> Range<Int>? {
    let rings = rings(ofAll: polygons(of: feature))
    return rings.isEmpty ? nil : vertexStart[rings.lowerBound]..<vertexStart[rings.upperBound]
  }
}
