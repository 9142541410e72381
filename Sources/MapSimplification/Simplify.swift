import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// Brings a coverage into the drawing plane and removes what is not needed there.
///
/// The result is a coverage in Web Mercator on a pack grid, with `options.levels` levels of detail:
/// - vertices are projected, rounded to the grid and noded again; after that they are only ever removed;
/// - levels nest, and each of them keeps all that `Coverage` promises, which is proved once more at the end;
/// - every region keeps its largest polygon, by area as published, at every level;
/// - no two regions become neighbours or cease to be by simplification; where rounding does that, a finding names
///   them;
/// - the same coverage gives the same result, whatever the machine and the number of threads.
///
/// Findings: `clipped`, `below-grid`, `grid-halved`, `grid-noded`, `adjacency-changed`, `minimum-island`,
/// `keep-floor`. Dropped polygons are counted in the ledger.
/// - Throws: `.usage` for options that contradict themselves or the map; `.findings` where a region would have no
///   shape, or where the proof fails.
package func simplify(
  _ coverage: Coverage, options: SimplifyOptions, progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  try options.check()
  guard case .lonlat(let nodingGrid) = coverage.plane else {
    throw StageError(
      .usage, "the coverage has been simplified already", remedy: "simplify the coverage that merge wrote")
  }
  func report(_ activity: String, _ done: Int) {
    progress?(ProgressEvent(activity: activity, done: done, total: coverage.arcs.vertexCount, unit: "vertices"))
  }

  report("projecting", 0)
  let islands = droppedIslands(coverage, nodingGrid, options)
  var projected = try ProjectedCoverage(coverage, on: nodingGrid, isPresent: islands.isPresent, options: options)
  projected.note(droppedIslands: islands.count)

  report("simplifying", projected.coverage.arcs.vertexCount)
  let result = simplified(projected, options)
  report("proving", result.arcs.vertexCount)
  try prove(result, jobs: options.jobs)
  report("simplified", coverage.arcs.vertexCount)
  return result
}

/// The polygons that stay when islands below the minimum are dropped, and how many are.
private func droppedIslands(
  _ coverage: Coverage, _ grid: NodingGrid, _ options: SimplifyOptions
) -> (isPresent: ContiguousArray<Bool>, count: Int) {
  var isPresent = ContiguousArray<Bool>(repeating: true, count: coverage.polygonCount)
  guard let minimum = options.minimumIsland else { return (isPresent, 0) }
  let rule = IslandRule(coverage, isSeam: arcsOnTheCut(coverage.arcs, grid))
  var count = 0
  for polygon in isPresent.indices where rule.drops(polygon, below: minimum) {
    isPresent[polygon] = false
    count += 1
  }
  return (isPresent, count)
}

/// Per arc in longitude and latitude: whether some of it runs along ±180°.
private func arcsOnTheCut(_ arcs: ArcTable, _ grid: NodingGrid) -> ContiguousArray<Bool> {
  ContiguousArray(
    (0..<arcs.count).map { arc in
      var previousIsOnCut = false
      for vertex in arcs.vertices(of: arc) {
        let longitude = grid.longitude(x: arcs.x[vertex])
        let isOnCut = longitude == 180 || longitude == -180
        if isOnCut && previousIsOnCut { return true }
        previousIsOnCut = isOnCut
      }
      return false
    })
}

/// Ranks, selects and cures.
private func simplified(_ projected: ProjectedCoverage, _ options: SimplifyOptions) -> Coverage {
  var coverage = projected.coverage
  let arcs = coverage.arcs
  let repeatedEnds = arcs.repeatedEnds
  var asked: Int?
  let select: (VertexRanking) -> LevelSelection
  switch options.amount {
  case .none:
    return coverage
  case .tolerance(let metres):
    select = { LevelSelection($0, tolerance: metres, levels: options.levels) }
  case .zoom(let zoom):
    let metres = SimplifyOptions.Amount.mapPoints(atZoom: zoom) * WebMercator.metresPerMapPointAtEquator
    select = { LevelSelection($0, tolerance: metres, levels: options.levels) }
  case .keep(let share):
    let target = Int((share * Double(arcs.vertexCount - repeatedEnds)).rounded())
    asked = target
    select = { LevelSelection($0, keeping: target, repeatedEnds: repeatedEnds, levels: options.levels) }
  }

  let ranking = VertexRanking(
    arcs, isPinned: projected.isPinned, scale: scale(of: projected, options.amount), method: options.method,
    jobs: options.jobs)
  let selection = select(ranking)
  coverage.levels = selection.tolerances.map { Level(tolerance: $0) }
  coverage.setPolygonLevels(droppingIslands: options.minimumIsland != nil)
  var cure = LevelCure(Draft(coverage, ranking, level: selection.level), jobs: options.jobs)
  for level in (0..<options.levels).reversed() { cure.cure(level: level) }
  var result = cure.draft.finished()
  if let asked { result.note(asked: asked, kept: result.arcs.vertexCount - repeatedEnds) }
  return result
}

/// A zoom is about the plane, all else about the ground.
private func scale(of projected: ProjectedCoverage, _ amount: SimplifyOptions.Amount) -> GroundScale {
  if case .zoom = amount { return GroundScale(equatorOf: projected.grid) }
  let y = projected.coverage.arcs.y
  return GroundScale(projected.grid, minY: y.min() ?? 0, maxY: y.max() ?? 0)
}

extension SimplifyOptions {
  /// The largest number of levels, as many as a pack holds; each doubles the tolerance, so no map has a use for more.
  package static let maximumLevels = 16

  /// - Throws: `.usage` for values that make no sense.
  fileprivate func check() throws(StageError) {
    guard (1...Self.maximumLevels).contains(levels) else {
      throw StageError(.usage, "\(levels) levels", remedy: "ask for 1 to \(Self.maximumLevels) levels")
    }
    switch amount {
    case .none:
      guard levels == 1 else {
        throw StageError(
          .usage, "\(levels) levels, but nothing is to be removed",
          remedy: "give a tolerance, a zoom or a share to keep, or ask for one level")
      }
    case .tolerance(let metres):
      guard metres >= 0, metres < .infinity else {
        throw StageError(.usage, "a tolerance of \(metres) m", remedy: "give a length that is not negative")
      }
    case .zoom(let zoom):
      guard Amount.zooms.contains(zoom) else {
        throw StageError(
          .usage, "zoom \(zoom)",
          remedy: "give a zoom from \(Amount.zooms.lowerBound) to \(Amount.zooms.upperBound)")
      }
    case .keep(let share):
      guard share >= 0, share <= 1 else {
        throw StageError(.usage, "a share of \(share) to keep", remedy: "give a share from 0 % to 100 %")
      }
    }
    if let minimumIsland, !(minimumIsland >= 0 && minimumIsland < .infinity) {
      throw StageError(
        .usage, "a minimum island of \(minimumIsland) m²", remedy: "give an area that is not negative")
    }
  }
}

extension Coverage {
  /// Every polygon is present at all levels; but where islands are dropped, level k lacks those under
  /// (4 × its tolerance)².
  fileprivate mutating func setPolygonLevels(droppingIslands: Bool) {
    let coarsest = UInt8(truncatingIfNeeded: levels.count - 1)
    polygonLevel = ContiguousArray(repeating: coarsest, count: polygonCount)
    guard droppingIslands else { return }
    let rule = IslandRule(self, isSeam: arcs.isSeam)
    for polygon in 0..<polygonCount {
      var coarsest = 0
      while coarsest + 1 < levels.count {
        let side = 4 * levels[coarsest + 1].tolerance
        if rule.drops(polygon, below: side * side) { break }
        coarsest += 1
      }
      polygonLevel[polygon] = UInt8(truncatingIfNeeded: coarsest)
    }
  }

  fileprivate mutating func note(asked: Int, kept: Int) {
    guard kept > asked else { return }
    var finding = Finding(
      rule: "keep-floor", severity: .note,
      message:
        "\(kept) vertices stay where the share asked for is \(asked): the others are needed to keep the map valid")
    finding.count = kept - asked
    findings.append(finding)
  }
}

extension ProjectedCoverage {
  fileprivate mutating func note(droppedIslands count: Int) {
    drop(count, rule: "minimum-island", "are islands below the minimum and were dropped")
  }
}

extension ArcTable {
  /// How many vertices repeat a node that another arc's end, or an arc's other end, counts already.
  var repeatedEnds: Int {
    var ends: [UInt64] = []
    for arc in 0..<count where !isClosed[arc] {
      ends.append(point(start[arc]).key)
      ends.append(point(start[arc + 1] - 1).key)
    }
    ends.sort()
    return zip(ends, ends.dropFirst()).count { $0 == $1 }
  }
}
