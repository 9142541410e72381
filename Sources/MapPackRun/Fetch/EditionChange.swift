import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// Takes other editions of the files of a map that are from the catalog.
package struct EditionChange {
  /// As it is on the disk now.
  package var pipeline: PipelineFile
  package var catalog: Catalog

  package init(pipeline: PipelineFile, catalog: Catalog) { (self.pipeline, self.catalog) = (pipeline, catalog) }

  /// The map's entries that are from the catalog, each file once, in the edition that the map has.
  package func files() throws(StageError) -> [(entry: PipelineFile.SourceEntry, file: CatalogFile)] {
    var files: [(entry: PipelineFile.SourceEntry, file: CatalogFile)] = []
    for entry in pipeline.entries {
      guard let id = entry.catalog, !files.contains(where: { $0.entry.catalog == id }) else { continue }
      guard var file = try catalog.file(id) else {
        throw StageError(
          .usage, file: pipeline.path, "the catalog has no file \(id)", remedy: "correct `catalog`, or take it out")
      }
      file.edition = entry.request.source.edition
      files.append((entry, file))
    }
    return files
  }

  /// Downloads the files of an edition beside those that are here, and writes the pipeline file anew, which names them.
  ///
  /// Nothing is written unless all are here.
  /// - Returns: what there is to say of each.
  /// - Throws: `usage` if no source is from the catalog; else as `Download`.
  package func take(_ edition: String, progress: ProgressHandler?) throws(StageError) -> [String] {
    let data = try FileReading.contents(of: pipeline.path, called: pipeline.path)
    var text = String(decoding: data, as: UTF8.self)
    var said: [String] = []
    for (entry, old) in try files() {
      var file = try old.edition(edition).confirmed(isAsked: true)
      let folder = entry.path.lastIndex(of: "/").map { String(entry.path[...$0]) } ?? ""
      let next = PipelineFile.SourceEntry(path: folder + file.fileName)
      let location = try SourceFetch(pipeline: pipeline, entry: next).checkedLocation()
      said.append(try file.fetch(to: location, called: next.path, progress: progress))
      let filled = [
        "path": next.path, "url": file.addresses.first, "sha256": file.digest, "edition": file.edition,
        "layer": entry.request.layer.map { file.layer ?? $0 }, "attribution": file.entry.attribution.map(file.filled),
        "license": file.entry.foundLicense == nil ? nil : file.entry.license,
      ].compactMapValues(\.self)
      text = try PipelineRevision(text, file: pipeline.path).setting(filled, where: "catalog", is: entry.catalog ?? "")
    }
    guard !said.isEmpty else {
      throw StageError(
        .usage, file: pipeline.path, "no source is from the catalog, so another edition cannot be found",
        remedy: "name its id, as `mappack search` lists it: `catalog: n03:17`")
    }
    try OutputSet.write(.data(Data(text.utf8)), to: pipeline.path)
    return said
  }
}
