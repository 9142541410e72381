import MapFeatures
import MapNaming
import MapSimplification
import MapTopology

/// From a merged coverage to the finished one.
struct SimplifyStage {
  var settings: PipelineFile.Simplify
  /// How the pack is made: what is asked for by its size depends on it.
  var emit: EmitStage
  var jobs: Int

  func run(_ coverage: Coverage, progress: ProgressHandler?) throws(StageError) -> Coverage {
    guard let bytes = settings.packSize else {
      return try simplify(coverage, options: options, progress: progress)
    }
    let simplifier = try Simplifier(coverage, options: options)
    // Names and codes are in the pack too, but are the same whatever the shapes.
    let naming = try emit.naming(of: coverage)
    let search = SizeSearch(limit: bytes) { done in
      progress?(ProgressEvent(activity: "fitting", done: done, total: bytes, unit: "bytes"))
    }
    let result = try search.largest(upTo: simplifier.removableCount) {
      (vertices: Int) throws(StageError) in
      let candidate = simplifier.simplified(keeping: vertices)
      return (candidate, try emit.pack(of: candidate, naming).count)
    }
    try prove(result, jobs: jobs)
    return result
  }

  /// What the simplification is asked for. The cell is the one that is written, else the lock's, so that a map made
  /// again keeps its grid.
  private var options: SimplifyOptions {
    var options = settings.options
    if settings.packSize != nil { options.amount = .keep(share: 1) }
    options.cellExponent = options.cellExponent ?? emit.lock?.cellExponent
    options.jobs = jobs
    return options
  }
}
