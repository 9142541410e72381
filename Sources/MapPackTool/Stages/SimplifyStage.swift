import MapPackFeatures
import MapPackMerge
import MapPackNames
import MapPackSimplify

/// Simplifies a merged coverage. This type adds what depends on files: the cell that the name lock keeps, and the
/// search for a pack of a given size.
struct SimplifyStage {
  var settings: PipelineFile.Simplify
  /// How the pack is made, because the result may be chosen by the pack's size.
  var emit: EmitStage

  /// Projects a coverage to the pack grid and simplifies it. The result is proved.
  ///
  /// If the stage has a name lock's path (`emit.lockFile`) and the cell is not the lock's, the result has a note:
  /// `grid-fixed` for a first cell, `grid-changed` for another one.
  ///
  /// - Parameter coverage: a merged coverage, in longitude and latitude.
  /// - Throws: `usage` if the options do not fit, or if no pack is small enough; `findings` if the proof fails.
  func run(_ coverage: consuming Coverage, progress: ProgressHandler?) throws(StageError) -> Coverage {
    var simplifier: Simplifier?
    return try run(consume coverage, reusing: &simplifier, progress: progress)
  }

  /// Does the same as `run(_:progress:)`, for one coverage that is simplified again and again with other settings.
  ///
  /// - Parameter simplifier: the simplifier of an earlier run on the same coverage, for reuse; replaced by this run's.
  ///   The result does not depend on it.
  func run(
    _ coverage: consuming Coverage, reusing simplifier: inout Simplifier?, progress: ProgressHandler?
  ) throws(StageError) -> Coverage {
    let coverage = consume coverage
    var result: Coverage
    if let bytes = settings.packSize {
      let made = try Simplifier(coverage, options: options, reusing: simplifier)
      simplifier = made
      // The pack also has names and codes, which do not depend on the shapes.
      let naming = try emit.naming(of: coverage)
      let search = SizeSearch(limit: bytes) { done in
        progress?(ProgressEvent(activity: "fitting", done: done, total: bytes, unit: "bytes"))
      }
      result = try search.largest(upTo: made.removableCount) { (vertices: Int) throws(StageError) in
        let candidate = made.simplified(keeping: vertices)
        return (candidate, try emit.pack(of: candidate, naming).count)
      }
      try prove(result, jobs: emit.jobs)
    } else {
      result = try simplify(consume coverage, options: options, reusing: &simplifier, progress: progress)
    }
    if let finding = cellFinding(result) { result.findings.append(finding) }
    return result
  }

  /// The cell of the pack grid is the one in the pipeline file. If there is none, it is the lock's, so a map that is
  /// made again keeps its grid. If a pipeline file once set the lock's cell, it stays. If the tool chose it, it stays
  /// only while it suits the map (`GridChoice`).
  private var options: SimplifyOptions {
    var options = settings.options
    if settings.packSize != nil { options.amount = .keep(share: 1) }
    if options.cellExponent == nil {
      switch emit.lock?.cellOrigin {
      case .written: options.cellExponent = emit.lock?.cellExponent
      case nil: options.formerCellExponent = emit.lock?.cellExponent
      }
    }
    options.jobs = emit.jobs
    return options
  }

  /// `nil` if the lock has this cell already.
  private func cellFinding(_ result: Coverage) -> Finding? {
    guard emit.lockFile != nil, case .mercator(let grid) = result.plane, grid.cellExponent != emit.lock?.cellExponent
    else { return nil }
    let width = "cells of \(GridChoice.length(grid.cellExponent)) at the equator"
    guard let former = emit.lock?.cellExponent else {
      return Finding(
        .gridFixed,
        settings.options.cellExponent == nil
          ? "the pack grid has \(width); the name lock keeps them as long as they suit the map"
          : "the pack grid has \(width), the nearest to what is asked for; the name lock keeps them")
    }
    return Finding(
      .gridChanged,
      "the pack grid has \(width) instead of \(GridChoice.length(former)): all coordinates are rounded anew")
  }
}
