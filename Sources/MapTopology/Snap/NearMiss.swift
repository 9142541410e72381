import MapArrangement
import MapGeometry

/// A run along which the boundaries of two regions pass close by each other without meeting.
///
/// Both are boundary that has a region on one side alone. A vertex of one belongs to a run where it **faces** the
/// other within the distance: the nearest place of the other lies inside a segment, or is a vertex whose own nearest
/// place is this vertex or on a segment that ends in it. So vertices of two coasts that run apart from the end of their
/// common border face nothing unless the coasts form an acute angle. What lies between vertices that face the other line and is within the distance
/// all the way belongs to the run as well. Vertices that follow each other are one run, and so are those of the two lines
/// that face each other.
///
/// A run beside a place where the two lines meet is a near miss only
/// - where one of its vertices is at least four times as far from all such places as from the other line (the angle
///   between the lines is below 15°), or it is at least eight times as long as wide; and it does not merely widen from
///   where the lines meet, both leading on beyond it; or
/// - where it is one of two pieces of line between the same common vertices all of which are near each other: a sliver.
///
/// All else is the wedge between lines that meet or cross. What lies on either side of a common vertex is judged by
/// itself, and is one run where both count.
package struct NearMiss: Hashable, Sendable {
  /// The regions, the lower first; twice the same where a region misses itself at ±180°, which `AntimeridianSnapping`
  /// joins.
  package var a: Int32
  package var b: Int32
  /// The vertex that is farthest from the other line, the smallest of several, and whose it is.
  package var place: GridPoint
  package var region: Int32
  /// A feature that has this vertex, by its index in the table.
  package var feature: Int
  /// The largest distance of a vertex of the run from the other line, in metres on the ground; a cell of the grid where
  /// it is less than one.
  package var width: Double
  /// How long the run is on the line on which it is longer, in metres on the ground; 0 for a single vertex.
  package var length: Double

  package init(
    a: Int32, b: Int32, place: GridPoint, region: Int32, feature: Int, width: Double, length: Double
  ) {
    self.a = a
    self.b = b
    self.place = place
    self.region = region
    self.feature = feature
    self.width = width
    self.length = length
  }
}

/// The near misses of lines.
///
/// - Parameters:
///   - lines: they end in every point in which lines part, and where they turn into an edge of the plane or out of it.
///     Those count that have a region on one side alone.
///   - region: per claim, its region; less than 0 for a claim that does not count.
///   - feature: per claim, its feature.
///   - metres: how far apart two lines may be at most.
/// - Complexity: O(m log m) for m vertices.
package func nearMisses(
  among lines: ClaimedPaths, region: ContiguousArray<Int32>, feature: ContiguousArray<Int32>, grid: NodingGrid,
  within metres: Double, jobs: Int
) -> [NearMiss] {
  guard lines.count > 0 else { return [] }
  let seams = SeamLines(grid)
  let boundary = OneSidedBoundary(lines, regionOfClaim: region, seams: seams)
  let ground = GroundRows(grid, lines.paths)
  let reach = ground.cells(metres: metres)
  let runs = NearRuns(boundary, ground, reach: reach, jobs: jobs)
  let owners = ClaimOwners(region: region, feature: feature)
  return runs.runs.indices.map { runs.miss($0, boundary, ground, owners) }
}

/// The strips of `AntimeridianSnapping` that regions leave at ±180°, whichever way their rings run.
///
/// - Parameters:
///   - rings: closed paths with one use each, a feature on the left: all that come within the distance of ±180°.
///   - isShell: per ring; the others are holes.
///   - region: per feature, its region.
///   - ground: of the rows of all rings of the map.
///   - metres: how far from ±180° a region may end at most.
/// - Complexity: O(n log n) for n vertices where few edges meet.
package func antimeridianStrips(
  along rings: ClaimedPaths, isShell: ContiguousArray<Bool>, region: ContiguousArray<Int32>, grid: NodingGrid,
  ground: GroundRows, within metres: Double, jobs: Int
) -> [NearMiss] {
  guard rings.count > 0 else { return [] }
  let owners = ClaimOwners(region: region, feature: ContiguousArray(region.indices.map { Int32($0) }))
  let snapping = AntimeridianSnapping(
    SidedRings(rings, isShell: isShell, jobs: jobs).paths, owners, ground, SeamLines(grid),
    reach: ground.cells(metres: metres), jobs: jobs)
  return snapping.joined.filter { $0.length > 0 }
}

extension NearRuns {
  /// A run in metres.
  func miss(_ run: Int, _ boundary: OneSidedBoundary, _ ground: GroundRows, _ owners: ClaimOwners) -> NearMiss {
    let run = runs[run]
    let path = Int(boundary.pathOfVertex[run.widest])
    return NearMiss(
      a: run.a, b: run.b, place: boundary.paths.point(run.widest), region: boundary.region[path],
      feature: Int(owners.feature[Int(boundary.claim[path])]),
      width: Double(max(1, run.square)).squareRoot() * ground.metresPerCell,
      length: Double(run.length) * ground.metresPerCell)
  }
}

extension GroundRows {
  init(_ grid: NodingGrid, _ paths: Paths) {
    self.init(grid, minY: paths.y.min() ?? 0, maxY: paths.y.max() ?? 0)
  }
}
