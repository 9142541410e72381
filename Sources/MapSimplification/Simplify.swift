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
  func report(_ activity: String, _ done: Int) {
    progress?(ProgressEvent(activity: activity, done: done, total: coverage.arcs.vertexCount, unit: "vertices"))
  }
  report("projecting", 0)
  let simplifier = try Simplifier(coverage, options: options)
  report("simplifying", simplifier.vertexCount)
  let result = simplifier.simplified()
  report("proving", result.arcs.vertexCount)
  try prove(result, jobs: options.jobs)
  report("simplified", coverage.arcs.vertexCount)
  return result
}
