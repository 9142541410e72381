import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackProject

package enum StageInput {
  /// Reads feature tables, and coverages that keep their features, as one table.
  ///
  /// - Parameter pipeline: a pipeline file. Files that were made by it are joined in the order of its sources; others
  ///   in the order of `paths`.
  /// - Throws: `usage` if a coverage keeps no features, or if the files do not go together.
  package static func featureTable(
    _ paths: [String], in pipeline: PipelineFile? = nil
  ) throws(StageError) -> FeatureTable {
    var tables: [FeatureTable] = []
    for path in paths {
      let table = try features(path)
      if let first = tables.first, first.kind != table.kind {
        throw StageError(
          .usage, file: path,
          "it holds \(table.kind.rawValue), and \(paths[0]) holds \(first.kind.rawValue): they cannot be joined",
          remedy: "a map has areas, lines or points: merge files of one kind, and make a map of each")
      }
      if let other = tables.firstIndex(where: { $0.inputs.first != table.inputs.first }) {
        throw StageError(
          .usage, file: path, "it was not made by the same pipeline file as \(paths[other])",
          remedy: "make both again, with the pipeline file as it is now, or both without one")
      }
      for input in table.inputs.dropFirst() {
        guard let other = tables.firstIndex(where: { $0.inputs.contains { $0.path == input.path } }) else { continue }
        throw StageError(
          .usage, file: path, "\(input.path) is already in \(paths[other])", remedy: "name each part once")
      }
      tables.append(table)
    }
    if let pipeline, let first = tables.first, !first.inputs.isEmpty {
      try pipeline.checkThatMade(first.inputs, file: paths[0], now: pipeline.asInput(pipeline.seal([])))
      let order = pipeline.inputFiles.map(\.name)
      func position(_ table: FeatureTable) -> Int {
        table.inputs.dropFirst().first.flatMap { order.firstIndex(of: $0.path) } ?? order.count
      }
      // The sort is stable: others stay in the order of `paths`.
      tables.sort { position($0) < position($1) }
    }
    guard let table = tables.first, tables.count == 1 else { return FeatureTable(joining: tables) }
    return table
  }

  private static func features(_ path: String) throws(StageError) -> FeatureTable {
    let data = try FileReading.contents(of: path, called: path, remedy: "`mappack ingest` writes such a file")
    guard StageFile.kind(of: data) == .coverage else { return try FeatureTable(encoded: data, file: path) }
    guard let table = try FeatureTable(keptByCoverage: data, file: path) else {
      throw StageError(
        .usage, file: path, "the coverage does not keep the features that it was made of, so it cannot be joined",
        remedy: "make it again with `mappack merge --keep-features`")
    }
    return table
  }

  package static func coverage(_ path: String) throws(StageError) -> Coverage {
    let data = try FileReading.contents(
      of: path, called: path, remedy: "`mappack merge` and `mappack simplify` write such files")
    return try Coverage(encoded: data, file: path)
  }

  /// The numbers of features, of their polygons, lines or points, and of vertices, in words.
  package static func figures(_ table: FeatureTable) -> String {
    "\(Figures.counted(table.featureCount, "feature")), \(Figures.counted(table.polygonCount, table.kind.part)), "
      + "\(Figures.grouped(table.vertexCount)) vertices"
  }

  /// The numbers of regions, of their polygons, lines or points, and of vertices, in words.
  package static func figures(_ coverage: Coverage) -> String {
    "\(Figures.counted(coverage.regions.count, "region")), \(Figures.counted(coverage.polygonCount, coverage.kind.part)), "
      + "\(Figures.grouped(coverage.arcs.vertexCount)) vertices"
  }
}
