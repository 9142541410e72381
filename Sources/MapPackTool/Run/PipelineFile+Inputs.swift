import MapPackFeatures
import MapPackMerge

/// The digests of a pipeline's files. `mappack ingest` and `mappack merge` write them into stage files, so that
/// `merge` and `run --merged` can tell whether they go on with the work of an earlier stage.
extension PipelineFile {
  /// Seals the pipeline file and the source files that a stage is going to read.
  ///
  /// - Throws: `noInput` if one cannot be read.
  func seal(_ files: [SourceFiles.File]) throws(StageError) -> InputSeal {
    var seal = InputSeal()
    try seal.note(path, at: path)
    for file in files { try seal.note(file.name, at: file.location) }
    return seal
  }

  /// The name and the digest of the pipeline file, as stage files have them.
  ///
  /// - Throws: `unreadableData` if it was changed since it was sealed; `noInput` if it cannot be read.
  func asInput(_ seal: InputSeal) throws(StageError) -> InputFile {
    InputFile(path: fileName, sha256: try seal.digest(path, at: path))
  }

  /// Makes sure that features or a coverage were made by this pipeline file, in its present state.
  ///
  /// - Parameters:
  ///   - inputs: the inputs that the stage file names, the pipeline file first.
  ///   - file: the stage file's path, for messages.
  ///   - now: this pipeline file.
  /// - Throws: `usage` if they were made without a pipeline file, by another one, or by this one before it was changed.
  func checkThatMade(_ inputs: [InputFile], file: String, now: InputFile) throws(StageError) {
    let remedy = "make it again: `mappack ingest --pipeline \(path)`, then `mappack merge --pipeline \(path)`"
    guard let first = inputs.first else {
      throw StageError(
        .usage, file: file, "it does not say by which pipeline file it was made, or flags won over that", remedy: remedy
      )
    }
    guard first.path == now.path else {
      throw StageError(.usage, file: file, "it was made by \(first.path), not by \(now.path)", remedy: remedy)
    }
    guard first == now else {
      throw StageError(.usage, file: file, "\(now.path) was changed since it was made", remedy: remedy)
    }
  }
}

// The check of the coverage that `run --merged` names.
extension MapRun {
  /// Makes sure that a coverage was merged from all sources of the pipeline. The sources are compared by their names;
  /// their bytes are not read again.
  ///
  /// - Parameters:
  ///   - file: the coverage's path, for messages.
  ///   - files: the source files that the pipeline names now.
  /// - Throws: `usage` if it was made by another pipeline file or by this one before it was changed, or of other
  ///   sources or another name table; `unreadableData` if the pipeline file or the table was changed since it was noted
  ///   in the seal; `noInput` if one cannot be read.
  func check(_ coverage: Coverage, file: String, files: [SourceFiles.File]) throws(StageError) {
    try pipeline.checkThatMade(coverage.inputs, file: file, now: pipeline.asInput(seal))
    let table = try pipeline.names.table.map { name throws(StageError) in
      InputFile(path: name, sha256: try seal.digest(name, at: pipeline.project.location(of: name)))
    }
    let expected = files.map(\.name) + (table.map { [$0.path] } ?? [])
    let found = coverage.inputs.dropFirst().map(\.path)
    let remedy = "join all parts again: `mappack merge --pipeline \(pipeline.path)`"
    if let absent = expected.first(where: { !found.contains($0) }) {
      throw StageError(.usage, file: file, "it was made without \(absent)", remedy: remedy)
    }
    if let other = found.first(where: { !expected.contains($0) }) {
      throw StageError(
        .usage, file: file, "it was made of \(other), which the pipeline file does not name", remedy: remedy)
    }
    if let table, !coverage.inputs.contains(table) {
      throw StageError(.usage, file: file, "\(table.path) was changed since it was made", remedy: remedy)
    }
  }
}
