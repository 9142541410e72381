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
      try reset()
      return try .json(state())
    }
    let (drop, names) = try asked.dropped()
    let sources = try self.sources(of: drop, names)
    do {
      let draft = try PreviewDraft(
        sources, reading: asked.reading, project: uploads.project(of: drop), jobs: jobs, progress: nil)
      try show(try PreviewSource.proposed(draft, jobs: jobs, progress: nil))
    } catch {
      // Of several layers, the page asks for one.
      let request = SourceRequest(location: sources[0], source: Source(path: sources[0]))
      guard asked.reading.layer == nil, sources.count == 1, let layers = try? layers(of: request), layers.count > 1
      else {
        throw error
      }
      let words = layers.map { layer in
        JSON.members([("layer", .text(layer.name)), ("words", .text(layer.words.line(atMost: 80)))])
      }
      return try .json(JSON.members([("layers", .list(words))]))
    }
    return try .json(state())
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
    guard let uploads, let source, let pipeline = source.pipeline, let shown = source.table else {
      return PreviewUses(words: "", uses: [Self.newMap(instead: nil)])
    }
    let map = source.emit.naming.map
    if names.count == 1, Self.isTable(names[0]) {
      return try tableUses(uploads.location(of: names[0], in: drop), names[0], map)
    }
    let paths = try sources(of: drop, names)
    let layers =
      paths.count == 1 ? try layers(of: SourceRequest(location: paths[0], source: Source(path: paths[0]))) : []
    guard layers.count < 2 || asked.reading.layer != nil else {
      return PreviewUses(
        words: "\(names[0]) has \(layers.count) layers.", uses: [Self.newMap(instead: map)])
    }
    let table = try IngestStage.table(of: paths, reading: asked.reading, map: nil, jobs: jobs, progress: nil)
    let codes = pipeline.merge.key?.fields ?? []
    let lacking = codes.filter { field in
      ImpliedField(rawValue: field) == nil && !table.fields.contains { $0.lowercased() == field.lowercased() }
    }
    let isAreas = table.kind == .areas && shown.kind == .areas
    let (own, other) = (Self.bounds(of: shown), Self.bounds(of: table))
    let isInside = own.flatMap { own in other.map { own.contains($0) } } ?? false
    let origin = PreviewOrigin(table, layers: [], layer: nil)
    var uses = PreviewUses(
      words: origin.words + (codes.isEmpty || lacking.isEmpty ? "." : ", no codes.")
        + (isInside ? " It lies inside \(map)." : ""))
    let count = Figures.counted(source.coverage.regions.count, "region")
    // The pipeline file has one of each, and none is replaced without a word.
    func refusal(_ use: LandMask.Use) -> String? {
      guard isAreas else { return "Not possible: only areas can be cut with areas." }
      return pipeline.masks.first { $0.use == use }.map { "Not possible: the map has \($0.entry.path) for it." }
    }
    let (noWater, noLand) = (refusal(.erase), refusal(.clip))
    uses.uses = [
      .init(
        use: .water, title: "Water: take it out of the regions", words: noWater ?? "Lakes become water. \(count) stay.",
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
    let likely: [PreviewUse] = [.regions] + (isInside ? [.water] : [.land]) + [.map]
    uses.likely = likely.first { use in uses.uses.contains { $0.use == use && $0.isPossible } } ?? .map
    return uses
  }

  private static func bounds(of table: FeatureTable) -> Bounds? {
    Bounds(around: Bounds.boxes(of: Array(0..<table.featureCount), in: table))
  }

  private static func newMap(instead map: String?) -> PreviewUses.Choice {
    .init(
      use: .map, title: map.map { "A new map: put \($0) aside" } ?? "A new map",
      words: "Undo brings back what is shown.", button: "Open it")
  }

  private static func isTable(_ name: String) -> Bool {
    ["csv", "tsv", "txt", "xlsx"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
  }

  /// What a table can be: numbers of the regions, or their names.
  private func tableUses(_ location: String, _ name: String, _ map: String) throws(StageError) -> PreviewUses {
    let rows = try CSVText.rows(of: try Self.table(at: location, name), file: name).map(\.fields)
    var uses = PreviewUses(
      words:
        "\(Figures.counted(max(rows.count - 1, 0), "row")), the columns \(rows.first?.joined(separator: ", ") ?? "")."
        .line(atMost: 200))
    let old = source?.pipeline?.join?.table
    let join = old == nil ? join(rows, name) : nil
    let isNames = (try? NameTable(text: try NameTable.text(at: location, name), file: name)) != nil
    let columns = join?.columns.joined(separator: ", ") ?? ""
    uses.uses = [
      .init(
        use: .numbers, title: "Numbers: keep them with the regions",
        words: join.map { "\(columns) by \($0.key); \($0.matches) of its codes are regions of \(map)." }
          ?? (old.map { "Not possible: numbers are taken from \($0)." }
            ?? "Not possible: no column has the codes of the regions, beside one with numbers."),
        button: "Keep the numbers", isPossible: join != nil),
      .init(
        use: .names, title: "Names and readings of the regions",
        words: isNames
          ? "They name regions and cases." : "Not possible: no column is called code, beside one called name or kana.",
        button: "Use the names", isPossible: isNames),
    ]
    uses.likely = isNames && join.map({ $0.columns.isEmpty }) ?? true ? .names : join != nil ? .numbers : .names
    return uses
  }

  /// Which column of a table has the codes of most regions, and which have numbers.
  private func join(_ rows: [[String]], _ name: String) -> (key: String, columns: [String], matches: Int)? {
    guard let source, let head = rows.first, rows.count > 1 else { return nil }
    let codes = Set(source.coverage.regions.map(\.code))
    func cells(_ column: Int) -> [String] { rows.dropFirst().map { column < $0.count ? $0[column] : "" } }
    let matches = head.indices.map { cells($0).count { $0.asCode.map(codes.contains) ?? false } }
    guard let key = matches.indices.max(by: { (matches[$0], $1) < (matches[$1], $0) }),
      2 * matches[key] >= min(codes.count, rows.count - 1),
      matches[key] > 0
    else { return nil }
    let numbers = head.indices.filter { column in
      let written = cells(column).filter { !$0.trimmingWhitespace.isEmpty }
      return column != key && !written.isEmpty && written.allSatisfy { Double($0.trimmingWhitespace) != nil }
    }
    return numbers.isEmpty ? nil : (head[key], numbers.map { head[$0] }, matches[key])
  }

  /// The text of a table with commas between its fields.
  private static func table(at location: String, _ name: String) throws(StageError) -> String {
    let text = try NameTable.text(at: location, name)
    let line = text.prefix { !$0.isNewline }
    guard !line.contains(","), let separator = [";", "\t"].first(where: { line.contains($0) }) as Character? else {
      return text
    }
    var isQuoted = false
    return String(
      text.map { letter in
        if letter == "\"" { isQuoted.toggle() }
        return letter == separator && !isQuoted ? "," : letter
      })
  }

  /// Takes the files of a drop into the map.
  /// - Returns: the keys of the pipeline file that change, and what each is to have.
  mutating func adopt(_ asked: PreviewOpening) throws(StageError) -> JSON {
    let (drop, names) = try asked.dropped()
    guard let uploads, let source, source.pipeline != nil, let use = asked.use else { return .null }
    let first = uploads.location(of: names[0], in: drop)
    switch use {
    case .map: return .null
    case .names:
      let text = try NameTable.text(at: first, names[0])
      _ = try NameTable(text: text, file: names[0])
      let name = Self.tableFolder + (names[0] as NSString).deletingPathExtension + ".csv"
      tables[name] = text
      return ["path": .list(["names", "table"]), "value": .text(name)]
    case .numbers:
      let text = try Self.table(at: first, names[0])
      guard let join = join(try CSVText.rows(of: text, file: names[0]).map(\.fields), names[0]) else { return .null }
      let name = "RawData/" + (names[0] as NSString).deletingPathExtension + ".csv"
      try keep([(Data(text.utf8), name)], of: source)
      return [
        "path": .list(["join"]),
        "value": ["table": .text(name), "key": .text(join.key), "columns": .list(join.columns.map(JSON.text))],
      ]
    case .water, .land, .regions:
      let files = try names.map { name throws(StageError) in
        (try FileReading.contents(of: uploads.location(of: name, in: drop), called: name), "RawData/" + name)
      }
      try keep(files, of: source)
      let sources = try sources(of: drop, names).map { "RawData/" + URL(fileURLWithPath: $0).lastPathComponent }
      let layer = asked.reading.layer.map { [("layer", JSON.text($0))] } ?? []
      func entry(_ key: String, _ path: String) -> JSON { .members([(key, .text(path))] + layer) }
      switch use {
      case .water: return ["path": .list(["erase"]), "value": entry("with", sources[0])]
      case .land: return ["path": .list(["clip"]), "value": entry("to", sources[0])]
      default: return ["path": .list(["sources"]), "value": .list(sources.map { entry("path", $0) })]
      }
    }
  }

  /// Puts files into the project of the map: of a draft, where its sources lie until it is saved; else the map's own, in which
  /// no file is overwritten.
  private mutating func keep(_ files: [(data: Data, name: String)], of source: PreviewSource) throws(StageError) {
    for (data, name) in files {
      let location =
        source.draft.map { $0.project == "." ? name : "\($0.project)/\(name)" } ?? source.pipeline?.project.location(
          of: name) ?? name
      if FileReading.isFolder(location) != nil {
        guard try FileReading.contents(of: location, called: name) == data else {
          throw StageError(
            .cannotCreate, file: name, "\(name) is there already, with other content",
            remedy: "rename the file that you drop, or the one that is there")
        }
      } else {
        try OutputSet.write(.data(data), to: location)
      }
      adopted.insert(name)
      if source.draft?.project != ".", !(self.source?.draft?.more.contains(name) ?? true) { addToDraft(name) }
    }
  }
}
