import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A coverage in the drawing plane, with its vertices ranked once. Maps with any number of vertices are cut from it.
///
/// Its maps keep the promises of `simplify`, but are not proved: see `prove(_:jobs:)`.
package struct Simplifier: Sendable {
  private var options: SimplifyOptions
  private let projected: ProjectedCoverage
  private var scale: GroundScale
  /// The importance of the vertices; `nil` if nothing is to be removed.
  private var ranking: VertexRanking?
  /// How many vertices may go. The others stay, whatever the options ask for. 0 if nothing is to be removed.
  package private(set) var removableCount = 0

  /// Projects a coverage in longitude and latitude and ranks its vertices.
  /// - Throws: `.usage` for options that contradict themselves or the map, and for a coverage that was simplified
  ///   already; `.findings` if a region would have no shape.
  /// - Complexity: O(n log n) for n vertices and each pack grid that is tried; more by Ramer, Douglas and Peucker at
  ///   worst.
  package init(_ coverage: Coverage, options: SimplifyOptions) throws(StageError) {
    let nodingGrid = try Self.nodingGrid(of: coverage, options)
    self.options = options
    switch coverage.kind {
    case .areas:
      let islands = try IslandPolicy(coverage, on: nodingGrid, options: options)
      projected = try ProjectedCoverage(coverage, on: nodingGrid, islands: islands, options: options)
    case .lines, .points:
      projected = try ProjectedCoverage(linesOf: coverage, on: nodingGrid, options: options)
    }
    scale = Self.scale(of: projected, options.amount)
    rank()
  }

  /// Does the same, and reuses the work of another simplifier if the options allow it: the projection and, if that is
  /// the same, the ranking. The maps are the same as those of `init(_:options:)`.
  package init(_ coverage: Coverage, options: SimplifyOptions, reusing other: Simplifier?) throws(StageError) {
    guard let other else {
      self = try Simplifier(coverage, options: options)
      return
    }
    _ = try Self.nodingGrid(of: coverage, options)
    guard other.options.hasIslands(of: options),
      try GridChoice.isSame(other.options, options, for: other.projected.extent, of: coverage.kind)
    else {
      self = try Simplifier(coverage, options: options)
      return
    }
    self = other
    self.options = options
    let isRankedAlike =
      other.options.method == options.method && other.options.amount.isOfPlane == options.amount.isOfPlane
      && (other.options.amount == .none) == (options.amount == .none)
    guard !isRankedAlike else { return }
    scale = Self.scale(of: projected, options.amount)
    rank()
  }

  private static func nodingGrid(of coverage: Coverage, _ options: SimplifyOptions) throws(StageError) -> NodingGrid {
    try options.check(for: coverage.kind)
    guard case .lonlat(let nodingGrid) = coverage.plane else {
      throw StageError(
        .usage, "the coverage has already been simplified", remedy: "simplify the coverage that merge wrote")
    }
    for code in options.regionTolerances.keys.sorted() {
      _ = try coverage.region(withCode: code, namedIn: "the tolerances of single regions")
    }
    return nodingGrid
  }

  private mutating func rank() {
    guard options.amount != .none else {
      ranking = nil
      removableCount = 0
      return
    }
    var ranking = VertexRanking(
      projected.coverage.arcs, isPinned: projected.isPinned, scale: scale, method: options.method, jobs: options.jobs)
    if projected.coverage.kind == .lines { ranking.equalize(SharedVertices(projected.coverage.arcs)) }
    self.ranking = ranking
    removableCount = ranking.weight.count { $0 < .infinity }
  }

  /// The scale by which vertices are measured: in the plane for a zoom, on the ground for anything else.
  private static func scale(of projected: ProjectedCoverage, _ amount: SimplifyOptions.Amount) -> GroundScale {
    if amount.isOfPlane { return GroundScale(equatorOf: projected.grid) }
    let box = GridBox(of: projected.coverage.arcs.points)
    return GroundScale(projected.grid, minY: box.isEmpty ? 0 : box.minY, maxY: box.isEmpty ? 0 : box.maxY)
  }

  /// How many vertices the map has in full detail, each node counted once.
  package var vertexCount: Int { projected.coverage.arcs.distinctVertexCount }

  /// The map with as much detail as the options ask for.
  /// - Complexity: O(n log n) for n vertices.
  package func simplified() -> Coverage {
    guard let ranking else { return projected.coverage }
    switch options.amount {
    case .none:
      return projected.coverage
    case .tolerance(let meters):
      return cured(selection(ranking, tolerance: meters), ranking).draft.finished(jobs: options.jobs)
    case .zoom(let zoom):
      let meters = SimplifyOptions.Amount.mapPoints(atZoom: zoom) * WebMercator.metersPerMapPointAtEquator
      return cured(selection(ranking, tolerance: meters), ranking).draft.finished(jobs: options.jobs)
    case .keep(let share):
      return simplified(keeping: Int((share * Double(removableCount)).rounded()))
    }
  }

  /// The map with all vertices that may not go, and a number of those that may: the most important ones. If the options
  /// ask for nothing to be removed, it has all vertices.
  ///
  /// For each vertex that a cure brings back, another one goes. If the map needs more vertices to be valid, it has
  /// more, and a finding says so.
  /// - Parameter removable: how many of the vertices that may go stay. It is limited to 0…`removableCount`.
  /// - Complexity: O(n log n) for n vertices.
  package func simplified(keeping removable: Int) -> Coverage {
    guard let ranking else { return projected.coverage }
    let removable = max(0, min(removableCount, removable))
    // The area that a vertex adds is better known once most others have gone. So a few more are chosen at first.
    let spare = projected.coverage.kind == .areas ? removable / 32 + min(removable / 8, 500) : 0
    let selection = LevelSelection(
      ranking, keeping: removable + spare, levels: options.levels, jobs: options.jobs)
    let cure = cured(selection, ranking)
    let floor = ranking.weight.count - removableCount
    var draft = cure.draft
    let excess = draft.level.count { $0 >= 0 } - floor - removable
    if excess > 0, projected.coverage.kind == .areas {
      var thinning = Thinning(
        draft, among: cure.kept, candidates: 1000 + 8 * excess, scale: scale, jobs: options.jobs)
      thinning.remove(excess)
      draft = thinning.draft
    }
    var result = draft.finished(jobs: options.jobs)
    let kept = result.arcs.distinctVertexCount
    result.note(asked: vertexCount - removableCount + removable, kept: kept)
    if kept - removable > removable, removable < removableCount, projected.coverage.kind == .areas {
      let floors = FloorShare(
        projected.coverage, ranking, isKept: projected.isKept, kept: kept, removable: removable)
      result.findings.append(floors.finding)
    }
    return result
  }

  /// The vertices that stay at each level by a tolerance, in meters, or by the tolerances of single regions.
  private func selection(_ ranking: VertexRanking, tolerance: Double) -> LevelSelection {
    guard !options.regionTolerances.isEmpty else {
      return LevelSelection(ranking, tolerance: tolerance, levels: options.levels)
    }
    let arcs = projected.coverage.arcs
    let byRegion = regionTolerances(tolerance)
    let byArc = ContiguousArray(
      (0..<arcs.count).map { arc in
        [arcs.left[arc], arcs.right[arc]].filter { $0 >= 0 }.reduce(.infinity) { min($0, byRegion[Int($1)]) }
      })
    return LevelSelection(ranking, arcs, tolerance: tolerance, ofArc: byArc, levels: options.levels)
  }

  /// Per region: its tolerance at level 0, in meters.
  private func regionTolerances(_ tolerance: Double) -> ContiguousArray<Double> {
    ContiguousArray(projected.coverage.regions.map { options.regionTolerances[$0.code] ?? tolerance })
  }

  /// The draft of a selection, with all levels made valid. If lines meet too often for that, a finding says so.
  private func cured(_ selection: LevelSelection, _ ranking: VertexRanking) -> LevelCure {
    var coverage = projected.coverage
    let tolerances = regionTolerances(selection.tolerances[0])
    coverage.levels = selection.tolerances.map { Level(tolerance: $0) }
    coverage.polygonLevel = polygonLevels(coverage, tolerances: tolerances)
    coverage.ledger.droppedByLevel = (0..<options.levels).map { level in
      let absent = coverage.polygonLevel.count { Int($0) < level }
      return absent == 0 ? [:] : [.minimumIsland: absent]
    }
    var cure = LevelCure(
      Draft(coverage, ranking, level: selection.level), tolerances: tolerances, scale: scale, jobs: options.jobs)
    for level in (0..<options.levels).reversed() { cure.cure(level: level) }
    if !cure.isComplete { cure.draft.coverage.noteUncheckedCrossings() }
    return cure
  }

  /// Per polygon: the coarsest level at which it is present.
  ///
  /// Each level from 1 on lacks the islands that are smaller than a square of its tolerance, which is at most a pixel where
  /// the level is drawn. If islands are dropped from the map, it lacks those smaller than (4 × its tolerance)². A zoom's
  /// tolerance is a length in the plane, so it is compared with the island as it is drawn there.
  /// - Parameter tolerances: per region, its tolerance at level 0, in meters.
  private func polygonLevels(_ coverage: Coverage, tolerances: ContiguousArray<Double>) -> ContiguousArray<UInt8> {
    var levels = ContiguousArray(
      repeating: UInt8(truncatingIfNeeded: options.levels - 1), count: coverage.polygonCount)
    guard options.levels > 1, coverage.kind == .areas else { return levels }
    let rule = IslandRule(coverage, isKept: projected.isKept)
    for region in coverage.regions.indices {
      for part in rule.parts[region] where part.canGo {
        var coarsest = 0
        var side = (options.minimumIsland == nil ? 1 : 4) * tolerances[region]
        let share = groundShare(ofSquareAt: part.polygons[0], coverage)
        while coarsest + 1 < options.levels {
          side *= 2
          if part.area < side * side * share { break }
          coarsest += 1
        }
        for polygon in part.polygons { levels[polygon] = UInt8(truncatingIfNeeded: coarsest) }
      }
    }
    return levels
  }

  /// The area on the ground of a square at a polygon whose sides are the tolerance, divided by the square of the
  /// tolerance: 1 if the tolerance is a length on the ground. For a zoom, it is less the nearer the polygon is to a
  /// pole.
  private func groundShare(ofSquareAt polygon: Int, _ coverage: Coverage) -> Double {
    guard case .zoom = options.amount else { return 1 }
    var box = GridBox()
    let shell = coverage.shell(of: polygon)
    for reference in coverage.references(of: shell) {
      for vertex in coverage.arcs.vertices(of: reference.arc) { box.extend(to: coverage.arcs.point(vertex)) }
    }
    let cosine = WebMercator.cosineOfLatitude(y: projected.grid.y(box.minY + (box.maxY - box.minY) / 2))
    return cosine * cosine
  }
}

extension SimplifyOptions {
  fileprivate func hasIslands(of other: SimplifyOptions) -> Bool {
    minimumIsland == other.minimumIsland && maximumParts == other.maximumParts && keptIslands == other.keptIslands
  }
}

extension SimplifyOptions.Amount {
  /// Whether lengths are in the plane and not on the ground.
  fileprivate var isOfPlane: Bool {
    if case .zoom = self { return true }
    return false
  }
}

extension Coverage {
  fileprivate mutating func note(asked: Int, kept: Int) {
    guard kept > asked else { return }
    findings.append(
      Finding(
        .keepFloor, severity: .note,
        "\(kept) vertices stay, and \(asked) were asked for: the others are needed to keep the map valid",
        count: kept - asked))
  }
  fileprivate mutating func noteUncheckedCrossings() {
    findings.append(
      Finding(
        .crossingsUnchecked, severity: .warning,
        "the lines cross so often that simplifying them may have made more crossings",
        remedy: "keep more vertices, or make a map of fewer lines"))
  }
}

/// Projects a coverage in longitude and latitude into the drawing plane, and removes the vertices that are not needed
/// there.
///
/// The result is a coverage in Web Mercator on a pack grid, with `options.levels` levels of detail:
/// - vertices are projected, rounded to the grid and noded again; after that, vertices are removed and never moved;
/// - levels nest, and each level keeps all that `Coverage` promises, which is proved at the end;
/// - every region keeps its largest polygon, by published area, at every level;
/// - the same regions are neighbors before and after vertices are removed; if rounding changes that, a finding names
///   them;
/// - the same coverage gives the same result, whatever the machine and the number of threads.
///
/// Lines are not noded again, so they may go on crossing, and each region keeps at least one of them. Points are only
/// projected and rounded.
///
/// Findings: `clipped`, `below-grid`, `grid-coarse`, `grid-halved`, `grid-noded`, `adjacency-changed`,
/// `minimum-island`, `maximum-parts`, `keep-floor`, `mostly-floor`, `crossings-unchecked`. Dropped polygons are counted
/// in the ledger.
/// - Parameter progress: hears when projecting, simplifying and proving begin, and of the end.
/// - Throws: `.usage` for options that contradict themselves or the map, and for a coverage that was simplified
///   already; `.findings` if a region would have no shape or the proof fails.
package func simplify(
  _ coverage: Coverage, options: SimplifyOptions, progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  var simplifier: Simplifier?
  return try simplify(coverage, options: options, reusing: &simplifier, progress: progress)
}

/// Does the same as `simplify(_:options:progress:)`, for several maps of one coverage.
/// - Parameters:
///   - coverage: is let go of once it is projected, if the caller gives it away (`consume`).
///   - simplifier: the work of the last call for this coverage, which this call reuses and replaces; `nil` before the
///     first call. The result does not depend on it.
package func simplify(
  _ coverage: consuming Coverage, options: SimplifyOptions, reusing simplifier: inout Simplifier?,
  progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  let total = coverage.arcs.vertexCount
  func report(_ activity: String, _ done: Int) {
    progress?(ProgressEvent(activity: activity, done: done, total: total, unit: "vertices"))
  }
  report("projecting", 0)
  let current = try Simplifier(consume coverage, options: options, reusing: simplifier)
  simplifier = current
  report("simplifying", current.vertexCount)
  let result = current.simplified()
  report("proving", result.arcs.vertexCount)
  try prove(result, jobs: options.jobs)
  report("simplified", total)
  return result
}
