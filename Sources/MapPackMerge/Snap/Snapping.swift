import MapPackGeometry

/// Claimed paths with their near misses joined: what `merge` nodes if a distance to snap is given (`snapped`).
struct Snapping {
  /// The paths after joining.
  private(set) var paths: ClaimedPaths
  /// The runs that were joined, as they were before; sorted by regions, then by point.
  private(set) var joined: [NearMiss] = []
  /// The rings from which the paths were made.
  let sided: SidedRings

  /// The largest number of rounds. Borders that are drawn twice take two, and points near which several regions miss
  /// each other take three or four.
  private static let rounds = 8

  /// Joins the one-sided boundaries of different regions: their runs that are near misses (`NearMiss`) within a
  /// distance become common lines.
  ///
  /// Before that, regions are joined to themselves at ±180° (`AntimeridianSnapping`). Lines along an edge of the plane
  /// are not joined to anything.
  ///
  /// Each vertex of a run moves
  /// - to the nearest vertex of a lower region within the distance, or rather to the point to which that one moves; or
  /// - if there is none, onto the nearest segment of a lower region, which gets a vertex there.
  ///
  /// A vertex of the lowest region stays, and the nearest segments of higher regions get a vertex there.
  ///
  /// A vertex in which other boundary ends (a border, or boundary of several regions) is fixed: it never moves, so
  /// shared borders stay. Lines and vertices near it move to it, whichever region is lower. If two lines have fixed
  /// vertices near each other, the higher region's line is led through the lower region's vertex.
  ///
  /// This is repeated with what is left, until nothing is left or `rounds` are over. No vertex ends up farther from its
  /// original points than the distance, rounded up to a cell, plus one cell for rounding. The same holds for the
  /// distance of an added vertex from its region's original line. The result depends on which of two regions is lower,
  /// but not on the order of the paths or on where they start.
  ///
  /// Afterwards, lines may cross and overlap. Rings that cross themselves were resolved before (`SidedRings`), so the
  /// direction in which a ring was drawn makes no difference.
  /// - Parameters:
  ///   - rings: the rings from which the paths are made.
  ///   - owners: the region and the feature of each claim.
  ///   - reach: the distance, in cells on the ground.
  /// - Complexity: O(n + m log m) a round, for n vertices of which m lie on one-sided boundary.
  init(
    _ rings: SidedRings, _ owners: ClaimOwners, _ ground: GroundRows, _ seams: SeamLines, reach: Int64, jobs: Int
  ) {
    sided = rings
    let atAntimeridian = AntimeridianSnapping(rings.paths, owners, ground, seams, reach: reach, jobs: jobs)
    paths = atAntimeridian.paths
    joined = atAntimeridian.joined
    var limits: SnapLimits?
    var points: Set<GridPoint> = []
    for _ in 0..<Self.rounds {
      let arcs = cutIntoArcs(paths, seams: seams, jobs: jobs)
      let boundary = OneSidedBoundary(arcs, regionOfClaim: owners.region, seams: seams)
      let runs = NearRuns(boundary, ground, reach: reach, jobs: jobs, also: points)
      guard !runs.runs.isEmpty else { break }
      var known = limits ?? SnapLimits(boundary, ground, reach: reach)
      let plan = SnapPlan(boundary, fixed: fixedPoints(arcs, boundary), runs, ground, &known)
      guard !plan.isEmpty else { break }
      // What a later round finds between the same regions is left over from a run that was reported before.
      let reported = Set(joined.map { [$0.a, $0.b] })
      joined += runs.runs.indices.filter { plan.changedRuns.contains($0) }
        .map { runs.miss($0, boundary, ground, owners) }.filter { !reported.contains([$0.a, $0.b]) }
      paths = plan.applied(to: arcs, boundary)
      limits = known
      points.formUnion(plan.points)
    }
    joined.sort { ($0.a, $0.b, $0.point, $0.region) < ($1.a, $1.b, $1.point, $1.region) }
  }
}

/// The points in which one-sided boundary ends in other boundary; their vertices never move.
private func fixedPoints(_ arcs: ClaimedPaths, _ boundary: OneSidedBoundary) -> Set<GridPoint> {
  var fixed = Set(boundary.commonEnds.points)
  var isOneSided = ContiguousArray<Bool>(repeating: false, count: arcs.count)
  for arc in boundary.arc { isOneSided[Int(arc)] = true }
  for arc in 0..<arcs.count where !isOneSided[arc] {
    let vertices = arcs.paths.start[arc]..<arcs.paths.start[arc + 1]
    if arcs.paths.isClosed[arc] {
      // A closed arc has no ends, but it may touch another arc in its first vertex.
      fixed.insert(arcs.paths.point(vertices.lowerBound))
    } else {
      fixed.insert(arcs.paths.point(vertices.lowerBound))
      fixed.insert(arcs.paths.point(vertices.upperBound - 1))
    }
  }
  return fixed
}
