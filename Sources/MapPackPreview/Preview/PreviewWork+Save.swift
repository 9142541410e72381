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
    let (base, path, values) = try saving(asked)
    guard let source, let pipeline = source.pipeline else { return try state() }
    var outputs = OutputSet()
    if let draft = source.draft {
      try PipelineFolder(ofProject: ".").checkHasNone(of: asked.map ?? "")
      try addCopies(of: draft, pipeline, to: &outputs)
      let schema = "Pipelines/" + PipelineSchema.fileName
      outputs.add(try PipelineSchema.encoded(), to: schema, called: schema)
    }
    // A run ends with a feature that cannot be read, of which the page makes a finding.
    _ = try IngestStage(pipeline).run(jobs: jobs, progress: nil)
    var (new, newTables) = try revision(asked, values, in: base)
    new = try counted(new, asked)
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

  /// The pipeline file that Save would write, and the one that is there.
  func savedText(_ asked: PreviewEdits) throws(StageError) -> JSON {
    guard let source, let pipeline = source.pipeline else { return .null }
    let (base, path, values) = try saving(asked)
    let text = try counted(revision(asked, values, in: base).text, asked)
    return [
      "path": .text(path), "text": .text(text),
      "written": source.draft == nil ? .text(try Self.text(of: pipeline)) : .null,
    ]
  }

  /// What Save writes into, where, and what.
  private func saving(_ asked: PreviewEdits) throws(StageError) -> (base: String, path: String, values: Node.Mapping) {
    guard let source, let pipeline = source.pipeline else {
      throw StageError(.usage, "there is no pipeline file to save to", remedy: "make one with `mappack init`")
    }
    var values = asked.newValues
    // The file is read anew, because it may have been changed since the page was opened.
    guard let draft = source.draft else { return (try Self.text(of: pipeline), pipeline.path, values) }
    let map = try Self.checked(mapName: asked.map ?? "")
    if let sources = values["sources"] { values["sources"] = draft.saved(sources) }
    return (draft.text(of: map, isSaved: true), "Pipelines/\(map).yml", values)
  }

  /// The text of a pipeline file with the number of regions that there are, if it expects one and others are asked for.
  private func counted(_ text: String, _ asked: PreviewEdits) throws(StageError) -> String {
    let written = try PipelineRevision(text, file: source?.name ?? "")
    guard source?.draft != nil || Self.countsAnew(asked), let count = last?.map.regions.count,
      var expect = written["expect"]?.mapping, expect["count"] != nil
    else { return text }
    expect["count"] = Node(String(count))
    return try written.replacing(["expect": .mapping(expect)])
  }

  private func addCopies(
    of draft: PreviewDraft, _ pipeline: PipelineFile, to outputs: inout OutputSet
  ) throws(StageError) {
    let copies = draft.copies(of: pipeline.inputs)
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
  func checkIsSame(_ data: Data, as location: String, called name: String) throws(StageError) {
    guard try FileReading.contents(of: location, called: name) != data else { return }
    throw StageError(
      .cannotCreate, file: name, "\(name) is there already, with other content",
      remedy: "rename the file that you drop, or the one that is there")
  }
}
