import MapFeatures
import MapTopology

/// From a feature table to a coverage whose regions bear their final names.
struct MergeStage {
  var options: MergeOptions
  var names: NameTable?

  /// What a pipeline file asks for. Throws where its name table cannot be read.
  init(_ pipeline: PipelineFile, jobs: Int) throws(StageError) {
    options = pipeline.merge
    options.jobs = jobs
    if let table = pipeline.names.table {
      names = try NameTable(contentsOf: pipeline.project.location(of: table), called: table)
    }
  }

  init(options: MergeOptions) { self.options = options }

  func run(_ table: FeatureTable, progress: ProgressHandler?) throws(StageError) -> Coverage {
    var coverage = try merge(table, options: options, progress: progress)
    names?.apply(to: &coverage)
    return coverage
  }
}
