import MapFeatures
import MapNaming
import MapSimplification
import MapTopology

extension PipelineFile.Simplify {
  /// What the simplification is asked for. The cell is the one that is written, else the lock's, so that a map made
  /// again keeps its grid.
  func options(lock: NameLock?, jobs: Int) -> SimplifyOptions {
    var options = SimplifyOptions()
    options.amount =
      switch amount {
      case .none: .none
      case .tolerance(let metres): .tolerance(metres: metres)
      case .zoom(let zoom): .zoom(zoom)
      case .keep(let share): .keep(share: share)
      }
    options.method = method
    options.cellExponent = grid.map(Quantity.cellExponent(nearestTo:)) ?? lock?.cellExponent
    options.minimumIsland = minimumIsland
    options.levels = levels
    options.jobs = jobs
    return options
  }
}
