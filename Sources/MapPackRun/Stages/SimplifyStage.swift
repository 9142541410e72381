import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackNames
import MapPackProject
import MapPackSimplify

/// How far some settings can go by share and by size.
package struct SimplifyLimits {
  /// How many vertices stay if all that may go are to go: those that may not, and those that the map needs to be valid.
  package var floor: Int
  /// How many vertices may go.
  package var removable: Int
  /// How many vertices there are, each node counted once.
  package var vertices: Int
  /// The sizes of the packs with the fewest vertices and with all.
  package var bytes: ClosedRange<Int>
  /// The sizes of the packs at some tolerances, in meters, from fine to coarse; empty for points.
  package var curve: [(tolerance: Double, bytes: Int)] = []

  /// The share of the vertices that may go below which nothing changes.
  package var leastShare: Double {
    removable == 0 ? 0 : Double(max(0, floor - (vertices - removable))) / Double(removable)
  }
}

/// Simplifies a merged coverage. This type adds what depends on files: the cell that the name lock keeps, and the
/// search for a pack of a given size.
package struct SimplifyStage {
  package var settings: PipelineFile.Simplify
  /// How the pack is made, because the result may be chosen by the pack's size.
  package var emit: EmitStage

  package init(settings: PipelineFile.Simplify, emit: EmitStage) {
    (self.settings, self.emit) = (settings, emit)
  }

  /// Projects a coverage to the pack grid and simplifies it. The result is proved.
  ///
  /// If there is a pipeline file and the cell is not the lock's, the result has a note:
  /// `grid-fixed` for a first cell, `grid-changed` for another one.
  ///
  /// - Parameter coverage: a merged coverage, in longitude and latitude.
  /// - Throws: `usage` if the options do not fit, or if no pack is small enough; `findings` if the proof fails.
  package func run(_ coverage: consuming Coverage, progress: ProgressHandler?) throws(StageError) -> Coverage {
    var simplifier: Simplifier?
    return try run(consume coverage, reusing: &simplifier, progress: progress)
  }

  /// Does the same as `run(_:progress:)`, for one coverage that is simplified again and again with other settings.
  ///
  /// - Parameter simplifier: the simplifier of an earlier run on the same coverage, for reuse; replaced by this run's.
  ///   The result does not depend on it.
  package func run(
    _ coverage: consuming Coverage, reusing simplifier: inout Simplifier?, progress: ProgressHandler?
  ) throws(StageError) -> Coverage {
    let coverage = consume coverage
    var result: Coverage
    if let bytes = settings.packSize {
      let made = try Simplifier(coverage, options: options, reusing: simplifier)
      simplifier = made
      // The pack also has names and codes, which do not depend on the shapes.
      let naming = try emit.naming.run(coverage)
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

  /// How far the settings can go by share and by size, whatever amount they ask for.
  ///
  /// - Parameters:
  ///   - simplifier: the simplifier of an earlier run on the same coverage, for reuse.
  ///   - tolerances: those of the curve.
  ///   - isWanted: is asked between two maps; if it says no, the answer is `nil`.
  package func limits(
    _ coverage: Coverage, reusing simplifier: Simplifier?, tolerances: [Double], isWanted: () -> Bool
  ) throws(StageError) -> SimplifyLimits? {
    var options = options
    options.amount = .keep(share: 1)
    // Regions have tolerances of their own only if the map has one.
    options.regionTolerances = [:]
    let simplifier = try Simplifier(coverage, options: options, reusing: simplifier)
    let naming = try emit.naming.run(coverage)
    guard isWanted() else { return nil }
    let fewest = simplifier.simplified(keeping: 0)
    let least = try emit.pack(of: fewest, naming).count
    guard isWanted() else { return nil }
    let most = try emit.pack(of: simplifier.simplified(keeping: simplifier.removableCount), naming).count
    var curve: [(tolerance: Double, bytes: Int)] = []
    for tolerance in tolerances {
      guard isWanted() else { return nil }
      options.amount = .tolerance(meters: tolerance)
      // What the settings refuse has no point.
      guard let map = try? Simplifier(coverage, options: options, reusing: simplifier).simplified() else { continue }
      curve.append((tolerance, try emit.pack(of: map, naming).count))
    }
    return SimplifyLimits(
      floor: fewest.arcs.distinctVertexCount, removable: simplifier.removableCount, vertices: simplifier.vertexCount,
      bytes: min(least, most)...max(least, most), curve: curve)
  }

  /// The cell of the pack grid is the one in the pipeline file. If there is none, it is the lock's, so a map that is
  /// made again keeps its grid. If a pipeline file once set the lock's cell, it stays. If the tool chose it, it stays
  /// only while it suits the map (`GridChoice`).
  private var options: SimplifyOptions {
    var options = settings.options
    if settings.packSize != nil { options.amount = .keep(share: 1) }
    if options.cellExponent == nil {
      switch emit.naming.lock?.cellOrigin {
      case .written: options.cellExponent = emit.naming.lock?.cellExponent
      case nil: options.formerCellExponent = emit.naming.lock?.cellExponent
      }
    }
    options.jobs = emit.jobs
    return options
  }

  /// `nil` if the lock has this cell already.
  private func cellFinding(_ result: Coverage) -> Finding? {
    let former = emit.naming.lock?.cellExponent
    guard emit.naming.output != nil, case .mercator(let grid) = result.plane, grid.cellExponent != former else {
      return nil
    }
    let width = "cells of \(PackGrid.width(ofExponent: grid.cellExponent).words) at the equator"
    guard let former else {
      return Finding(
        .gridFixed,
        settings.options.cellExponent == nil
          ? "the pack grid has \(width); the name lock keeps them as long as they suit the map"
          : "the pack grid has \(width), the nearest to what is asked for; the name lock keeps them")
    }
    return Finding(
      .gridChanged,
      "the pack grid has \(width) instead of \(PackGrid.width(ofExponent: former).words): all coordinates are rounded anew"
    )
  }
}
