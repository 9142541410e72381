import MapPackCoverage
import MapPackFeatures
import MapPackProject

extension PipelineFile {
  package func seal(_ files: [SourceFiles.File]) throws(StageError) -> InputSeal {
    var seal = InputSeal()
    try seal.note(path, at: path)
    for file in files { try seal.note(file.name, at: file.location) }
    return seal
  }

  /// The name and the digest of the pipeline file, as stage files have them.
  package func asInput(_ seal: InputSeal) throws(StageError) -> InputFile {
    try seal.input(SourceFiles.File(name: fileName, location: path))
  }

  /// Makes sure that features or a coverage were made by this pipeline file, in its present state.
  ///
  /// - Parameter inputs: the inputs that the stage file names, the pipeline file first.
  package func checkThatMade(_ inputs: [InputFile], file: String, now: InputFile) throws(StageError) {
    guard inputs.first != now else { return }
    let fault =
      if let first = inputs.first {
        first.path == now.path
          ? "\(now.path) was changed since it was made" : "it was made by \(first.path), not by \(now.path)"
      } else {
        "it does not say by which pipeline file it was made, or flags won over that"
      }
    throw StageError(
      .usage, file: file, fault,
      remedy: "make it again: `mappack ingest --pipeline \(path)`, then `mappack merge --pipeline \(path)`")
  }
}

extension MapRun {
  /// Makes sure that a coverage was merged from all sources of the pipeline. The sources are compared by their names;
  /// their bytes are not read again.
  func check(_ coverage: Coverage, file: String, files: [SourceFiles.File]) throws(StageError) {
    try pipeline.checkThatMade(coverage.inputs, file: file, now: pipeline.asInput(seal))
    let tables = try pipeline.mergeTables.map { file throws(StageError) in try seal.input(file) }
    let expected = files.map(\.name) + tables.map(\.path)
    let found = coverage.inputs.dropFirst().map(\.path)
    let fault =
      expected.first { !found.contains($0) }.map { "it was made without \($0)" }
      ?? found.first { !expected.contains($0) }.map { "it was made of \($0), which the pipeline file does not name" }
      ?? tables.first { !coverage.inputs.contains($0) }.map { "\($0.path) was changed since it was made" }
    guard let fault else { return }
    throw StageError(
      .usage, file: file, fault, remedy: "join all parts again: `mappack merge --pipeline \(pipeline.path)`")
  }
}
