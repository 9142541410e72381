import Foundation
import MapPackEmit
import MapPackFeatures
import MapPackMerge

/// Reads an edition of a map for `mappack diff`, from a pack, a stage file, a source or a pipeline file. The ending of
/// the path tells which it is.
///
/// `key` and `name` are used for sources and feature tables, `reading` for sources alone. A pipeline file brings its
/// own.
struct EditionStage {
  /// The template of codes, for features that have none yet.
  var key: Template?
  /// The template of names, for features that have none yet.
  var name: Template?
  /// How sources are read.
  var reading = IngestStage.Reading()
  var jobs: Int

  /// Reads the edition at a path. Features are merged for that, and nothing is simplified.
  ///
  /// The coverage of a pack is on its pack grid. That of features is in longitude and latitude. Only an edition from a
  /// pack has a size in bytes.
  ///
  /// - Throws: `noInput` if the file is absent or cannot be read; `unreadableData` if it is damaged or has a wrong
  ///   format; `usage` if the path has features and there is no `key`; else what `IngestStage.run` and `merge` throw.
  func run(_ path: String, progress: ProgressHandler?) throws(StageError) -> Edition {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "mappack":
      let pack = try OpenPack.verified(path)
      return Edition(
        name: path, coverage: Coverage(pack),
        bytes: try FileReading.contents(of: path, called: path).count)
    case "coverage":
      return Edition(name: path, coverage: try StageInput.coverage(path))
    case "yml", "yaml":
      let pipeline = try PipelineFile(contentsOf: path)
      let table = try IngestStage(pipeline).run(jobs: jobs, progress: progress)
      return Edition(
        name: path,
        coverage: try MergeStage(pipeline, jobs: jobs).run(table, progress: progress))
    case "features":
      return try merged(try StageInput.featureTable([path]), path, progress)
    default:
      let stage = try IngestStage(arguments: [path], reading: reading, map: nil, select: nil, drop: nil)
      return try merged(try stage.run(jobs: jobs, progress: progress), path, progress)
    }
  }

  private func merged(
    _ table: FeatureTable, _ path: String, _ progress: ProgressHandler?
  ) throws(StageError) -> Edition {
    guard let key else {
      throw StageError(
        .usage, file: path, "features are compared by their codes, and no field is named that holds them",
        remedy: "name it with --key")
    }
    var options = MergeOptions(jobs: jobs)
    options.key = key
    options.name = name
    return Edition(
      name: path,
      coverage: try MergeStage(options: options).run(table, progress: progress))
  }
}
