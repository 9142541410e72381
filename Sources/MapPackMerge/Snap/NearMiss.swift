import MapPackGeometry

/// A run along which the boundaries of two regions pass close by each other without meeting. `merge` joins such runs
/// (`Snapping`), and `NearMisses` reports them.
///
/// Both boundaries are one-sided: they have a region on one side only. A vertex of one line **faces** the other line if
/// the nearest point of that line is within the distance and
/// - lies inside a segment, or
/// - is a vertex whose own nearest point is this vertex, or lies on a segment that ends in it.
///
/// So the vertices of two coasts that run apart from the end of their common border face nothing, unless the coasts
/// form an acute angle. A run consists of the vertices that face the other line and of those between them, if these are
/// within the distance all the way. The vertices of both lines that face each other belong to one run.
///
/// A run that ends in a point at which the two lines meet is a near miss only if
/// - one of its vertices is at least four times as far from all such points as from the other line (so the angle
///   between the lines is below 15°), or it is at least eight times as long as wide; and it does not merely widen from
///   the meeting while both lines lead on beyond it; or
/// - it is a sliver: two pieces of line between the same common vertices, near each other all the way.
///
/// Everything else is the wedge between lines that meet or cross. The two sides of a common vertex are judged
/// separately, and become one run if both count. `NearRuns` has the numbers.
package struct NearMiss: Hashable, Sendable {
  /// The lower of the two regions.
  package var a: Int32
  /// The higher of the two regions; the same as `a` if the region misses itself at ±180° (see `AntimeridianSnapping`).
  package var b: Int32
  /// The vertex that is farthest from the other line; the smallest of several.
  package var point: GridPoint
  /// The region on whose boundary that vertex lies.
  package var region: Int32
  /// A feature that has this vertex, by its index in the table.
  package var feature: Int
  /// The largest distance of a vertex of the run from the other line, in meters on the ground; at least one cell of the
  /// grid.
  package var width: Double
  /// The length of the run on the line on which it is longer, in meters on the ground; 0 for a single vertex.
  package var length: Double

  package init(
    a: Int32, b: Int32, point: GridPoint, region: Int32, feature: Int, width: Double, length: Double
  ) {
    self.a = a
    self.b = b
    self.point = point
    self.region = region
    self.feature = feature
    self.width = width
    self.length = length
  }
}

/// The near misses among lines, sorted by regions, then by point. `validate` asks for them; nothing is moved.
///
/// Lines count if they have a region on one side only. Seams do not count; for those see `antimeridianStrips`.
/// - Parameters:
///   - lines: paths that end in every junction, and in every point at which they enter or leave an edge of the plane.
///   - region: per claim, its region; negative for a claim that does not count.
///   - feature: per claim, its feature.
///   - meters: the largest distance between two lines, in meters on the ground.
/// - Complexity: O(n log n) for n vertices. The result does not depend on `jobs`.
package func nearMisses(
  among lines: ClaimedPaths, region: ContiguousArray<Int32>, feature: ContiguousArray<Int32>, grid: NodingGrid,
  within meters: Double, jobs: Int
) -> [NearMiss] {
  guard lines.count > 0 else { return [] }
  let seams = SeamLines(grid)
  let boundary = OneSidedBoundary(lines, regionOfClaim: region, seams: seams)
  let ground = GroundRows(grid, lines.paths)
  let reach = ground.cells(meters: meters)
  let runs = NearRuns(boundary, ground, reach: reach, jobs: jobs)
  let owners = ClaimOwners(region: region, feature: feature)
  return runs.runs.indices.map { runs.miss($0, boundary, ground, owners) }
}

/// The strips that regions leave at ±180° (see `AntimeridianSnapping`), whichever way their rings run; unsorted. Ends
/// that are apart along ±180° are not among them. `validate` asks for the strips.
/// - Parameters:
///   - rings: the rings that come within the distance of ±180°: closed paths with one use each, and a feature on the
///     left.
///   - isShell: per ring, whether it is a shell; the others are holes.
///   - region: per feature, its region.
///   - ground: the measures for the rows of all rings of the map.
///   - meters: how far from ±180° a region may end, in meters on the ground.
/// - Complexity: O(n log n) for n vertices if few edges meet. The result does not depend on `jobs`.
package func antimeridianStrips(
  along rings: ClaimedPaths, isShell: ContiguousArray<Bool>, region: ContiguousArray<Int32>, grid: NodingGrid,
  ground: GroundRows, within meters: Double, jobs: Int
) -> [NearMiss] {
  guard rings.count > 0 else { return [] }
  let owners = ClaimOwners(region: region, feature: ContiguousArray(region.indices.map { Int32($0) }))
  let snapping = AntimeridianSnapping(
    SidedRings(rings, isShell: isShell, jobs: jobs).paths, owners, ground, SeamLines(grid),
    reach: ground.cells(meters: meters), jobs: jobs)
  return snapping.joined.filter { $0.length > 0 }
}

extension NearRuns {
  /// A run as a near miss, measured in meters.
  func miss(_ run: Int, _ boundary: OneSidedBoundary, _ ground: GroundRows, _ owners: ClaimOwners) -> NearMiss {
    let run = runs[run]
    let path = Int(boundary.pathOfVertex[run.widest])
    return NearMiss(
      a: run.a, b: run.b, point: boundary.paths.point(run.widest), region: boundary.region[path],
      feature: Int(owners.feature[Int(boundary.claim[path])]),
      width: Double(max(1, run.square)).squareRoot() * ground.metersPerCell,
      length: Double(run.length) * ground.metersPerCell)
  }
}

extension GroundRows {
  /// The measures for the rows on which paths lie.
  init(_ grid: NodingGrid, _ paths: Paths) {
    self.init(grid, minY: paths.y.min() ?? 0, maxY: paths.y.max() ?? 0)
  }
}
