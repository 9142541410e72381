import MapPackFeatures
import MapPackMerge

/// Projects a coverage into the drawing plane and removes the vertices that are not needed there. `SimplifyStage` calls
/// it, for pipeline files and for `mappack simplify`.
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
///
/// - Parameters:
///   - coverage: a coverage in longitude and latitude.
///   - progress: hears when projecting, simplifying and proving begin, and of the end.
/// - Throws: `.usage` for options that contradict themselves or the map, and for a coverage that was simplified
///   already; `.findings` if a region would have no shape or the proof fails.
package func simplify(
  _ coverage: Coverage, options: SimplifyOptions, progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  var simplifier: Simplifier?
  return try simplify(coverage, options: options, reusing: &simplifier, progress: progress)
}

/// Does the same as `simplify(_:options:progress:)`, for callers that make several maps of one coverage.
///
/// - Parameter simplifier: the work of the last call for this coverage, which this call reuses and replaces; `nil`
///   before the first call. The result does not depend on it.
/// - Throws: `.usage` and `.findings`, as `simplify(_:options:progress:)`.
package func simplify(
  _ coverage: Coverage, options: SimplifyOptions, reusing simplifier: inout Simplifier?,
  progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  func report(_ activity: String, _ done: Int) {
    progress?(ProgressEvent(activity: activity, done: done, total: coverage.arcs.vertexCount, unit: "vertices"))
  }
  report("projecting", 0)
  let current = try Simplifier(coverage, options: options, reusing: simplifier)
  simplifier = current
  report("simplifying", current.vertexCount)
  let result = current.simplified()
  report("proving", result.arcs.vertexCount)
  try prove(result, jobs: options.jobs)
  report("simplified", coverage.arcs.vertexCount)
  return result
}
