import MapFeatures
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
/// Findings: `clipped`, `below-grid`, `grid-coarse`, `grid-halved`, `grid-noded`, `adjacency-changed`, `minimum-island`,
/// `maximum-parts`, `keep-floor`, `mostly-floor`. Dropped polygons are counted in the ledger.
/// - Throws: `.usage` for options that contradict themselves or the map; `.findings` where a region would have no
///   shape, or where the proof fails.
package func simplify(
  _ coverage: Coverage, options: SimplifyOptions, progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  var simplifier: Simplifier?
  return try simplify(coverage, options: options, reusing: &simplifier, progress: progress)
}

/// As `simplify(_:options:progress:)`, for who asks for several maps of one coverage.
///
/// - Parameter simplifier: what another map of this coverage has left, which need not be done anew; the result does not
///   depend on it.
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
