import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackProject
import MapPackRun
import Yams

/// What a pipeline file is proposed from: sources that no pipeline file names yet.
package struct PreviewDraft {
  var proposal: MapProposal
  /// As the pipeline file names them.
  let sources: [String]
  let reading: ReadingOptions
  /// The folder that the sources' names are relative to.
  let project: String

  /// Where its first source lies.
  var location: String? { sources.first.map { $0.hasPrefix("/") ? $0 : "\(project)/\(sources[0])" } }

  /// Where the pipeline file would lie. Nothing is written there.
  var path: String { path(of: proposal.map) }

  /// The same by another name of the map.
  func path(of map: String) -> String { project == "." ? "\(map).yml" : "\(project)/Pipelines/\(map).yml" }

  /// Reads sources, and proposes a map of them.
  /// - Parameters:
  ///   - file: the file of the catalog that the only source is.
  ///   - project: the folder that has the sources, as the folder RawData of a project; or the current one.
  init(
    _ paths: [String], reading: ReadingOptions, file: CatalogFile? = nil, project: String, jobs: Int,
    progress: ProgressHandler?
  ) throws(StageError) {
    let first = paths.first ?? ""
    var reading = reading
    reading.layer = reading.layer ?? file?.layer
    let table = try IngestStage.table(
      of: paths, reading: reading, map: MapProposal.mapName(ofSource: first), jobs: jobs, progress: progress)
    let map =
      file.flatMap(MapProposal.mapName(ofFile:))
      ?? MapProposal.mapName(
        ofSource: first, layer: reading.layer.flatMap { $0 == "*" ? nil : $0 }, fields: table.fields)
    guard let proposal = try MapProposal.all(of: [(table, nil)], map: map, file: file).first else {
      throw StageError(.findings, file: paths.first, "there is no feature with a \(table.kind.part)")
    }
    self.proposal = proposal.withoutHints
    self.reading = reading
    self.project = project
    let folder = ProjectFolder(ofPipeline: project == "." ? "\(map).yml" : "\(project)/Pipelines/\(map).yml")
    sources = paths.map(folder.name)
  }

  /// The pipeline file that is proposed.
  /// - Parameters:
  ///   - map: the name of the map; if `nil`, the one that is proposed.
  ///   - isSaved: whether the sources are where `copies` puts them, in the current project; else they are where they are.
  func text(of map: String? = nil, isSaved: Bool = false) -> String {
    var named = proposal
    named.map = map ?? named.map
    return named.text(sources: isSaved ? sources.map(savedName) : sources, reading: reading, names: nil)
  }

  /// The values of `sources` with the names that `copies` gives the files.
  func saved(_ values: Node) -> Node {
    guard let sources = values.sequence else { return values }
    return .sequence(
      Node.Sequence(
        sources.map { source in
          var source = source
          if let path = source["path"]?.string { source["path"] = Node(savedName(of: path)) }
          return source
        }))
  }

  /// The name under which a pipeline file in the current project has a source: a file elsewhere is copied to RawData; one of
  /// the catalog goes where `mappack init` puts it, `RawData/n03`.
  private func savedName(of source: String) -> String {
    guard copies(source) else { return source }
    let head = sources.contains(source) ? proposal.file?.entry.head : nil
    return (["RawData", head].compactMap(\.self) + [URL(fileURLWithPath: source).lastPathComponent])
      .joined(separator: "/")
  }

  /// Folders and patterns are too much to copy.
  private func copies(_ source: String) -> Bool {
    project != "." || source.hasPrefix("/") && FileReading.isFolder(source) == false
  }

  /// Those of some files that are to be copied into the current project: where each lies, and its new name.
  func copies(of files: [String]) -> [(from: String, to: String)] {
    files.canonicallyDistinct.filter(copies).flatMap { source in
      let location = source.hasPrefix("/") ? source : "\(project)/\(source)"
      return SourceFiles.parts(of: SourceFiles.File(name: savedName(of: source), location: location))
        .map { ($0.location, $0.name) }
    }
  }
}
