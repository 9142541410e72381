import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// The files that maps are made from and those that are made, for programs that run jobs. Paths are relative to the
/// working folder, or absolute if they lie elsewhere. The names of the properties in this file are the keys of the JSON.
package struct MapFiles: Encodable {
  /// What makes the maps. Another version may give other bytes.
  let tool = "mappack \(ToolVersion.current), algorithm \(Provenance.currentAlgorithm)"
  private(set) var maps: [Map] = []

  struct Map: Encodable {
    /// The pipeline file's name without its ending.
    let name: String
    let pipeline: String
    /// The files of the sources. Those that belong together are one part, which `ingest --part` reads.
    let parts: [[String]]
    /// All other files that are read: the pipeline file, masks and tables.
    let inputs: [String]
    /// All files that are written. The name locks are read too.
    let outputs: [String]

    init(_ pipeline: PipelineFile) throws(StageError) {
      let here = FileManager.default.currentDirectoryPath + "/"
      func path(_ location: String) -> String {
        location.hasPrefix(here) ? String(location.dropFirst(here.count)) : location
      }
      let parts = try IngestStage(pipeline).files.map { $0.map { path($0.location) } }
      // An absent mask or table is an error, as an absent source is.
      for mask in pipeline.masks { _ = try IngestStage(mask, in: pipeline) }
      for table in pipeline.tables where FileReading.isFolder(table.location) == nil {
        throw StageError(
          .noInput, file: table.name, "there is no such file",
          remedy: "put it there, or correct its path in \(pipeline.path)")
      }
      name = URL(fileURLWithPath: pipeline.path).deletingPathExtension().lastPathComponent
      self.pipeline = path(pipeline.path)
      self.parts = parts
      inputs = pipeline.inputFiles.map { path($0.location) }.filter { file in !parts.contains { $0.contains(file) } }
      outputs = pipeline.outputNames.map { path(pipeline.location(ofOutput: $0, in: nil)) }
    }
  }

  /// Adds a map.
  /// - Throws: what reading the map would throw for an absent source, mask or table.
  package mutating func add(_ pipeline: PipelineFile) throws(StageError) { maps.append(try Map(pipeline)) }

  package init() {}
}
