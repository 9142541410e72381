import Foundation
import MapFeatures
import MapTopology

/// Reads the stage files that commands take.
enum StageInput {
  /// The features of the tables at some paths, as one table.
  static func featureTable(_ paths: [String]) throws(StageError) -> FeatureTable {
    var tables: [FeatureTable] = []
    for path in paths {
      let data = try FileReading.contents(of: path, called: path, remedy: "`mappack ingest` writes such a file")
      tables.append(try FeatureTable(encoded: data, file: path))
    }
    guard let table = tables.first, tables.count == 1 else { return FeatureTable(joining: tables) }
    return table
  }

  static func coverage(_ path: String) throws(StageError) -> Coverage {
    let data = try FileReading.contents(
      of: path, called: path, remedy: "`mappack merge` and `mappack simplify` write such files")
    return try Coverage(encoded: data, file: path)
  }

  /// What a coverage holds, in words.
  static func figures(_ coverage: Coverage) -> String {
    "\(Figures.counted(coverage.regions.count, "region")), \(Figures.counted(coverage.polygonCount, "polygon")), "
      + "\(Figures.grouped(coverage.arcs.vertexCount)) vertices"
  }
}
