import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackPage
import MapPackProject
import MapPackRun
import Yams

extension PreviewWork {
  /// Writes what a request asks for: into the pipeline file, and nothing else there; or a new pipeline file with the
  /// sources that it names, and tables. A map is made before, so that nothing is saved with which `mappack run` would
  /// fail.
  mutating func save(_ asked: PreviewEdits) throws(StageError) -> PreviewState {
    _ = try made(asked)
    guard let source, let pipeline = source.pipeline else {
      throw StageError(.usage, "there is no pipeline file to save to", remedy: "make one with `mappack init`")
    }
    var outputs = OutputSet()
    var path = pipeline.path
    var values = asked.newValues
    let base: String
    if let draft = source.draft {
      let map = asked.map ?? ""
      path = try newPath(of: map)
      try addCopies(of: draft, to: &outputs)
      base = draft.text(savedAs: map)
      if let sources = values["sources"] { values["sources"] = draft.saved(sources) }
      let schema = "Pipelines/" + PipelineSchema.fileName
      outputs.add(try PipelineSchema.encoded(), to: schema, called: schema)
    } else {
      // The file is read anew, because it may have been changed since the page was opened.
      base = try Self.text(of: pipeline)
    }
    // A run ends with a feature that cannot be read, of which the page makes a finding.
    _ = try IngestStage(pipeline).run(jobs: jobs, progress: nil)
    var (new, newTables) = try revision(asked, values, in: base)
    if let draft = source.draft, let count = last?.map.regions.count {
      new = try draft.expecting(count, in: new)
    }
    if let table = try PipelineFile(text: new, path: path).names.table, let text = newTables[table] {
      let location = ProjectFolder(ofPipeline: path).location(of: table)
      // A new table takes the place of no other; one that the map had may be a newer edition.
      let isNew = try PipelineFile(text: base, path: path).names.table != table
      if isNew, source.draft != nil || tables[table] != nil, FileReading.isFolder(location) != nil {
        try checkIsSame(Data(text.utf8), as: location, called: table)
      }
      outputs.add(Data(text.utf8), to: location, called: table)
    }
    outputs.add(Data(new.utf8), to: path, called: path)
    try outputs.commit()
    if source.draft == nil {
      takeSaved(new)
    } else {
      try show(try PreviewSource([path], reading: .init(), former: nil, jobs: jobs, progress: nil))
    }
    return try state()
  }

  /// The path of a new pipeline file.
  private func newPath(of map: String) throws(StageError) -> String {
    if let remedy = PipelineFile.remedy(forMapName: map) {
      throw StageError(.usage, "“\(map)” cannot be the name of a Swift type", remedy: remedy)
    }
    try PipelineFolder(ofProject: ".").checkHasNone(of: map)
    return "Pipelines/\(map).yml"
  }

  private func addCopies(of draft: PreviewDraft, to outputs: inout OutputSet) throws(StageError) {
    let copies = draft.copies()
    guard Set(copies.map(\.to)).count == copies.count else {
      throw StageError(
        .usage, "two files have one name, and would be one file in RawData", remedy: "rename one of them")
    }
    for (from, to) in copies {
      let data = try FileReading.contents(of: from, called: to)
      if FileReading.isFolder(to) != nil { try checkIsSame(data, as: to, called: to) }
      outputs.add(data, to: to, called: to)
    }
  }

  /// Checks that a file has some bytes, so that saving them overwrites nothing.
  private func checkIsSame(_ data: Data, as location: String, called name: String) throws(StageError) {
    guard try FileReading.contents(of: location, called: name) != data else { return }
    throw StageError(
      .cannotCreate, file: name, "\(name) is there already, with other content",
      remedy: "rename the file that you drop, or the one that is there")
  }
}
