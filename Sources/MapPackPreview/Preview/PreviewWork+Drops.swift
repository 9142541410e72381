import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackNames
import MapPackPage
import MapPackProject
import MapPackRun
import Yams

extension PreviewWork {
  /// Opens the files of a drop as a new map; without a drop, what the page began with.
  package mutating func open(_ asked: PreviewOpening) throws(StageError) -> PreviewResponse {
    guard let uploads else { return .nothing }
    guard !asked.isReset else {
      try show(try first?.asWritten())
      return try .json(state())
    }
    if let map = asked.map {
      let folder = PipelineFolder(ofProject: ".")
      guard folder.files.contains(where: { "\(folder.folder)/\($0)" == map }) else {
        throw StageError(.usage, "this folder no longer has the map \(map)")
      }
      return try shown(map)
    }
    let (drop, names) = try asked.dropped()
    if let example = PreviewExample.all.first(where: { $0.title == asked.example }) {
      for (name, file) in example.files {
        let upload = try uploads.begin(in: drop)
        try upload.write(ArraySlice(PreviewExample.bytes(file)))
        try uploads.finish(upload, called: name, in: drop)
      }
    }
    if names.count == 1, Self.isFinished(names[0]) { return try shown(finished(names[0], in: drop)) }
    let sources = try self.sources(of: drop, names)
    do {
      let draft = try PreviewDraft(
        sources, reading: asked.reading, file: published[drop], project: uploads.project(of: drop), jobs: jobs,
        progress: nil)
      try show(try PreviewSource.proposed(draft, jobs: jobs, progress: nil))
    } catch {
      // Of several layers, the page asks for one.
      let request = SourceRequest(location: sources[0], source: Source(path: sources[0]))
      guard asked.reading.layer == nil, sources.count == 1, let layers = try? layers(of: request), layers.count > 1
      else {
        throw error
      }
      return try .json(["layers": Self.choices(layers)])
    }
    return try .json(state())
  }

  /// Shows what a command line would name.
  private mutating func shown(_ path: String) throws(StageError) -> PreviewResponse {
    try show(try PreviewSource([path], reading: .init(), former: nil, jobs: jobs, progress: nil))
    return try .json(state())
  }

  private static func isFinished(_ name: String) -> Bool {
    ["mappack", "yml", "yaml"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
  }

  /// Where a pack was dropped, or where the current project has a pipeline file that was: it names files of its project.
  private func finished(_ name: String, in drop: PreviewUploads.Drop) throws(StageError) -> String {
    let location = uploads?.location(of: name, in: drop) ?? ""
    guard !name.lowercased().hasSuffix(".mappack") else { return location }
    let text = try FileReading.contents(of: location, called: name)
    guard
      let path = ["Pipelines/\(name)", name].first(where: { (try? FileReading.contents(of: $0, called: $0)) == text })
    else {
      throw StageError(
        .usage, file: name, "a pipeline file names files of its project, and this folder is another one",
        remedy: "start `mappack preview` in its project, or drop the boundaries")
    }
    return path
  }

  /// The files of a drop that can be sources. What cannot be read is told as `inspect` tells it.
  private func sources(of drop: PreviewUploads.Drop, _ names: [String]) throws(StageError) -> [String] {
    guard let uploads else { return [] }
    let folder = uploads.folder(of: drop)
    let paths = names.map { uploads.location(of: $0, in: drop) }
    guard paths.allSatisfy({ FileReading.isFolder($0) == false }) else {
      throw StageError(.usage, "no file of this name was dropped")
    }
    let sources = try SourceFiles.everyFile(at: folder).map(\.location).filter(paths.contains)
    if sources.isEmpty, let first = paths.first {
      // A file of its own is read whatever its name says, and refused with what it is.
      _ = try IngestStage.table(of: [first], reading: ReadingOptions(), map: nil, jobs: jobs, progress: nil)
      return [first]
    }
    return sources
  }

  // MARK: Drops on a map

  /// What the files of a drop can be to the map that is shown.
  mutating func uses(of asked: PreviewOpening) throws(StageError) -> PreviewUses {
    let (drop, names) = try asked.dropped()
    guard let uploads, let source else { return PreviewUses(words: "", uses: [Self.newMap(instead: nil)]) }
    let map = source.emit.naming.map
    guard let pipeline = source.pipeline, let shown = source.table, names.count > 1 || !Self.isFinished(names[0]) else {
      return PreviewUses(words: "\(map) stays as it is.", uses: [Self.newMap(instead: map)])
    }
    if names.count == 1, PreviewTable.isTable(names[0]) {
      return tableUses(try PreviewTable(at: uploads.location(of: names[0], in: drop), names[0]), map)
    }
    let paths = try sources(of: drop, names)
    let layers =
      paths.count == 1 ? try layers(of: SourceRequest(location: paths[0], source: Source(path: paths[0]))) : []
    guard layers.count < 2 || asked.reading.layer != nil else {
      return PreviewUses(words: "", layers: Self.choices(layers))
    }
    let table = try IngestStage.table(of: paths, reading: asked.reading, map: nil, jobs: jobs, progress: nil)
    guard table.featureCount > 0 else { throw StageError(.usage, file: names[0], "it has no features") }
    let codes = pipeline.merge.key?.fields ?? []
    let lacking = codes.filter { field in
      ImpliedField(rawValue: field) == nil && !table.fields.contains { $0.lowercased() == field.lowercased() }
    }
    let isAreas = table.kind == .areas && shown.kind == .areas
    let (own, other) = (Self.bounds(of: shown), Self.bounds(of: table))
    let isInside = own.flatMap { own in other.map { own.contains($0) } } ?? false
    let origin = PreviewOrigin(table, layers: [], layer: nil)
    var uses = PreviewUses(
      words: origin.words + (codes.isEmpty || lacking.isEmpty ? "." : " · no codes.")
        + (isInside ? " It lies inside \(map)." : ""))
    // The pipeline file has one of each, and none is replaced without a word.
    func refusal(_ use: LandMask.Use) -> String? {
      guard isAreas else { return "Not possible: only areas can be cut with areas." }
      return pipeline.masks.first { $0.use == use }.map { "Not possible: the map has \($0.entry.path) for it." }
    }
    let (noWater, noLand) = (refusal(.erase), refusal(.clip))
    uses.uses = [
      .init(
        use: .water, title: "Water: take it out of the regions",
        words: noWater ?? "What lies in these polygons becomes water.",
        button: "Take out the water", isPossible: noWater == nil),
      .init(
        use: .land, title: "Land: keep only what lies inside it",
        words: noLand ?? "Everything outside these polygons goes.", button: "Keep the land", isPossible: noLand == nil),
      .init(
        use: .regions, title: "More regions: add it to the sources",
        words: table.kind != shown.kind
          ? "Not possible: its features have no \(shown.kind.part)."
          : lacking.isEmpty
            ? "\(Figures.counted(table.featureCount, "feature")) join \(map)."
            : "Not possible: its features have no \(lacking[0]).",
        button: "Add it", isPossible: table.kind == shown.kind && lacking.isEmpty && !codes.isEmpty),
      Self.newMap(instead: map),
    ]
    // What has codes and lies where the map lies is another edition of it.
    let likely: [PreviewUse] =
      lacking.isEmpty && !codes.isEmpty ? (isInside ? [.map] : [.regions]) : isInside ? [.water] : [.land, .map]
    uses.likely = likely.first { use in uses.uses.contains { $0.use == use && $0.isPossible } } ?? .map
    return uses
  }

  private static func choices(_ layers: [SourceLayer]) -> [PreviewOrigin.Layer] {
    layers.map { PreviewOrigin.Layer(layer: $0.name, words: $0.words.line(atMost: 80)) }
  }

  private static func bounds(of table: FeatureTable) -> Bounds? {
    Bounds(around: Bounds.boxes(of: Array(0..<table.featureCount), in: table))
  }

  private static func newMap(instead map: String?) -> PreviewUses.Choice {
    .init(
      use: .map, title: map.map { "A new map: put \($0) aside" } ?? "A new map",
      words: "Undo brings back what is shown.", button: "Open it")
  }

  /// What a table can be: numbers of the regions, or their names.
  private func tableUses(_ table: PreviewTable, _ map: String) -> PreviewUses {
    var uses = PreviewUses(words: table.words)
    let old = source?.pipeline?.join?.table
    let join = old == nil ? table.join(to: source?.coverage.regions ?? []) : nil
    let isNames = table.names != nil
    uses.uses = [
      .init(
        use: .numbers, title: "Numbers: keep them with the regions",
        words: join.map {
          "\($0.columns.joined(separator: ", ")) by \($0.key); \($0.matches) of its codes are regions of \(map)."
        }
          ?? (old.map { "Not possible: numbers are taken from \($0). Take those out first, in Regions." }
            ?? "Not possible: no column has the codes of the regions, beside one with numbers."),
        button: "Keep the numbers", isPossible: join != nil),
      .init(
        use: .names, title: "Names and readings of the regions",
        words: isNames
          ? "They name regions and cases." : "Not possible: no column is called code, beside one called name or kana.",
        button: "Use the names", isPossible: isNames),
    ]
    uses.likely = join == nil || isNames && table.names?.hasReadings == true ? .names : .numbers
    return uses
  }

  /// Takes the files of a drop into the map.
  /// - Returns: the keys of the pipeline file that change, and what each is to have; a list goes behind the one that is there.
  mutating func adopt(_ asked: PreviewOpening) throws(StageError) -> JSON {
    let (drop, names) = try asked.dropped()
    guard let uploads, let source, let pipeline = source.pipeline, let use = asked.use else { return .null }
    func change(_ path: String..., value: JSON) -> JSON { ["path": .list(path.map(JSON.text)), "value": value] }
    let first = uploads.location(of: names[0], in: drop)
    switch use {
    case .map: return .null
    case .names:
      let name = Self.tableFolder + (names[0] as NSString).deletingPathExtension + ".csv"
      tables[name] = try PreviewTable(at: first, names[0]).namesText
      return .list([change("names", "table", value: .text(name))])
    case .numbers:
      guard let join = try PreviewTable(at: first, names[0]).join(to: source.coverage.regions) else { return .null }
      let name = "RawData/" + (names[0] as NSString).deletingPathExtension + ".csv"
      try keep([(Data(join.text.utf8), name)], in: pipeline.project)
      let columns = JSON.list(join.columns.map(JSON.text))
      return .list([change("join", value: ["table": .text(name), "key": .text(join.key), "columns": columns])])
    case .water, .land, .regions:
      let files = try names.map { name throws(StageError) in
        (try FileReading.contents(of: uploads.location(of: name, in: drop), called: name), "RawData/" + name)
      }
      try keep(files, in: pipeline.project)
      let sources = try sources(of: drop, names).map { "RawData/" + URL(fileURLWithPath: $0).lastPathComponent }
      let layer = asked.reading.layer.map { [("layer", JSON.text($0))] } ?? []
      func entry(_ key: String, _ path: String) -> JSON { .members([(key, .text(path))] + layer) }
      guard use != .regions else {
        return .list([change("sources", value: .list(sources.map { entry("path", $0) }))])
      }
      var mask = PipelineFile.Mask(use == .water ? .erase : .clip)
      mask.entry = PipelineFile.SourceEntry(path: sources[0])
      mask.entry.request.layer = asked.reading.layer
      let lost = try codes(lostBy: mask, in: source, pipeline)
      let cut =
        use == .water
        ? change("erase", value: entry("with", sources[0])) : change("clip", value: entry("to", sources[0]))
      guard !lost.isEmpty else { return .list([cut]) }
      guard let field = source.keyField, lost.count < source.coverage.regions.count else {
        throw StageError(
          .usage, file: names[0], "\(Figures.counted(lost.count, "region")) would have no land left",
          remedy: "leave them out first, in Source")
      }
      // The shorter list is written.
      let left = Set(source.coverage.regions.map(\.code)).subtracting(lost).sortedByBytes
      let keeps = pipeline.select == nil && left.count < lost.count
      return .list([cut, change(keeps ? "select" : "drop", field, value: .list((keeps ? left : lost).map(JSON.text)))])
    }
  }

  /// The codes of the regions that have no land left with another mask.
  private func codes(
    lostBy mask: PipelineFile.Mask, in source: PreviewSource, _ pipeline: PipelineFile
  ) throws(StageError) -> [String] {
    guard let table = source.table else { return [] }
    var pipeline = pipeline
    pipeline.masks.append(mask)
    var stage = try MergeStage(pipeline, tables: tables, jobs: jobs)
    stage.options.isPart = true
    let map = try stage.run(table, progress: nil)
    return map.regions.indices.filter { map.polygons(of: $0).isEmpty }.map { map.regions[$0].code }
  }

  /// Puts files into the project of the map: of a draft, where its sources lie until it is saved; else the map's own, in which
  /// no file is overwritten.
  private mutating func keep(_ files: [(data: Data, name: String)], in project: ProjectFolder) throws(StageError) {
    for (data, name) in files {
      let location = project.location(of: name)
      if FileReading.isFolder(location) != nil {
        try checkIsSame(data, as: location, called: name)
      } else {
        try OutputSet.write(.data(data), to: location)
      }
      adopted.insert(name)
    }
  }
}
