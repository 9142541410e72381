import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackProject

/// Merges a feature table into a coverage whose regions have their final codes and names.
///
/// Codes are replaced before the merge. Names are taken from the name table after it, numbers and texts from the
/// joined table. Rows of both belong to codes as the data has them (`RowCodes`).
package struct MergeStage {
  package var options: MergeOptions
  /// `nil` if regions keep the names of the data.
  package var names: NameTable?
  /// Whether regions get their English names from the table.
  package var english = false
  /// The columns of the name table that the joined table has, if both are one file.
  private var joinedColumns: Set<String> = []
  /// Whether the name table is that of the map of groups too.
  private var sharesNames = false
  /// `nil` if regions have no numbers but those of the data.
  package var join: JoinTable?
  /// Codes that replace those of the data: the new code by the old one.
  package var codes: [String: String] = [:]
  /// The masks, which are read when the stage runs.
  package var masks: [(use: LandMask.Use, ingest: IngestStage)] = []

  /// The stage that a pipeline file asks for.
  /// - Parameter tables: texts of name tables that are read instead of the files, by the files' names.
  package init(_ pipeline: PipelineFile, tables: [String: String] = [:], jobs: Int) throws(StageError) {
    options = pipeline.merge
    options.jobs = jobs
    codes = pipeline.names.codes
    english = pipeline.names.english
    names = try NameTable.named(by: pipeline.names, in: pipeline.project, tables: tables)
    sharesNames = pipeline.sharesNames
    if let join = pipeline.join, join.table == pipeline.names.table, join.layer == pipeline.names.layer {
      joinedColumns = Set([join.key] + join.columns.map(\.field) + join.attributes)
    }
    masks = try pipeline.masks.map { mask throws(StageError) in (mask.use, try IngestStage(mask, in: pipeline)) }
    join = try pipeline.join.map { join throws(StageError) in
      try JoinTable(join, at: pipeline.project.location(of: join.table))
    }
  }

  package init(options: MergeOptions) { self.options = options }

  /// Merges a table. The coverage is in longitude and latitude, on the noding grid, and has one level.
  ///
  /// - Throws: `usage` if `codes`, a template or an option does not fit; `findings` if the features cannot be merged, or
  ///   if a joined table fits no region.
  package func run(
    _ table: consuming FeatureTable, rereading shapes: SourceShapes? = nil, progress: ProgressHandler?
  ) throws(StageError) -> Coverage {
    let table = (consume table).addingImpliedFields(among: options.fields)
    var recodedOptions = options
    let recoded = try recoded(table, key: &recodedOptions.key)
    recodedOptions.masks = try masks.map { mask throws(StageError) in
      LandMask(mask.use, try mask.ingest.run(jobs: options.jobs, progress: progress))
    }
    let key = options.isPart ? nil : options.key
    let doubts = try key.map { key throws(StageError) in try KeyDoubts(table, key: key) }
    let namesakes = key.flatMap { doubts?.namesakes(key: $0, in: table) }
    // The merge lets go of coordinates if nobody else has them.
    _ = consume table
    var coverage = try merge(
      consume recoded, options: recodedOptions, rereading: shapes, progress: progress)
    try applyTables(to: &coverage)
    try setMain(of: &coverage)
    let repeated = key.flatMap { key in
      options.name.flatMap { doubts?.repeatedNames(coverage.regions, key: key, name: $0) }
    }
    coverage.findings += [namesakes, repeated].compactMap(\.self)
    return coverage
  }

  /// Gives regions the names, numbers and texts of the tables.
  /// - Throws: `findings` if a joined table fits no region.
  func applyTables(to coverage: inout Coverage) throws(StageError) {
    names?.apply(to: &coverage, english: english)
    if let names, !options.isPart {
      coverage.findings += names.notes(on: coverage.regions, columnsInUse: joinedColumns, isShared: sharesNames)
    }
    let join = join?.fitted(to: coverage.regions, replaced: codes)
    // A part of a map may have no region of the table.
    if !options.isPart { try join?.check(coverage.regions) }
    join?.apply(to: &coverage)
  }

  /// Gives regions the boxes of `merge.main`. A code that no region has is passed over if the coverage is a part of a
  /// map.
  private func setMain(of coverage: inout Coverage) throws(StageError) {
    for (code, box) in options.main.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
      if let region = coverage.regions.firstIndex(where: { $0.code == code }) {
        coverage.regions[region].main = box
      } else if !options.isPart {
        throw StageError(
          .usage, "`merge.main` names the code \(code), which no region has", remedy: "take it out, or correct it")
      }
    }
  }

  /// If codes are replaced: the table with one more field, which has the code of each feature as `codes` says. `key`
  /// becomes that field. A code that no feature has is passed over if the table is a part of a map.
  private func recoded(_ table: FeatureTable, key: inout Template?) throws(StageError) -> FeatureTable {
    guard !codes.isEmpty else { return table }
    guard let template = key else {
      throw StageError(
        .usage, "`names.codes` replaces codes, and there is no key", remedy: "name the field with the code: `merge.key`"
      )
    }
    let bound = try BoundTemplate(template, in: table)
    let found = (0..<table.featureCount).map { bound.code(of: $0, in: table) }
    let distinct = Set(found)
    for (old, new) in codes.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
      guard distinct.contains(old) || options.isPart else {
        throw StageError(
          .usage, "`names.codes` replaces \(old), a code that no feature has", remedy: "remove or correct it")
      }
      // A code that is itself replaced is free, so two codes can be exchanged.
      guard !distinct.contains(new) || codes[new] != nil else {
        throw StageError(
          .usage, "`names.codes` replaces \(old) by \(new), which is the code of another region",
          remedy: "choose another code")
      }
    }
    var field = "names.codes"
    while table.fields.contains(field) { field += "'" }
    var recoded = table
    recoded.fields.append(field)
    recoded.values.append(found.map { code in code.map { .text(codes[$0] ?? $0) } ?? .null })
    key = try Template(field)
    return recoded
  }
}

extension MergeOptions {
  /// The names of the fields that the merge uses.
  fileprivate var fields: [String] {
    [key, name, group].compactMap(\.self).flatMap(\.fields) + attributes + numbers.map(\.field)
  }
}

/// An edition of a map: a pack, a stage file, a source or a pipeline file, as the ending of the path tells.
///
/// `key`, `name` and `schema` are used for sources and feature tables, `reading` for sources alone. A pipeline file
/// brings its own.
package struct EditionStage {
  /// For features that have none yet.
  package var key: Template?
  /// For features that have none yet.
  package var name: Template?
  /// What key and name are if they are not said.
  package var schema: SourceSchema?
  package var reading = ReadingOptions()
  package var jobs: Int

  package init(
    key: Template? = nil, name: Template? = nil, schema: SourceSchema? = nil,
    reading: ReadingOptions = ReadingOptions(), jobs: Int
  ) {
    (self.key, self.name, self.schema, self.reading, self.jobs) = (key, name, schema, reading, jobs)
  }

  /// Reads the edition at a path. Features are merged for that, and nothing is simplified.
  ///
  /// The coverage of a pack is on its pack grid. That of features is in longitude and latitude. Only an edition from a
  /// pack has a size in bytes.
  package func run(_ path: String, progress: ProgressHandler?) throws(StageError) -> Edition {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "mappack":
      let pack = try OpenPack.verified(path)
      return Edition(
        name: path, coverage: Coverage(pack),
        bytes: try FileReading.contents(of: path, called: path).count)
    case "coverage":
      return Edition(name: path, coverage: try StageInput.coverage(path))
    case "yml", "yaml":
      return try run(PipelineFile(contentsOf: path), progress: progress)
    case "features":
      return try merged(try StageInput.featureTable([path]), path, progress)
    default:
      let stage = try IngestStage(arguments: [path], reading: reading, map: nil, select: nil, drop: nil)
      return try merged(try stage.run(jobs: jobs, progress: progress), path, progress)
    }
  }

  /// Does the same with what a pipeline file says, as it was read.
  package func run(_ pipeline: PipelineFile, progress: ProgressHandler?) throws(StageError) -> Edition {
    let table = try IngestStage(pipeline).run(jobs: jobs, progress: progress)
    return Edition(
      name: pipeline.path, coverage: try MergeStage(pipeline, jobs: jobs).run(consume table, progress: progress))
  }

  private func merged(
    _ table: consuming FeatureTable, _ path: String, _ progress: ProgressHandler?
  ) throws(StageError) -> Edition {
    var options = MergeOptions(key: key, name: name, jobs: jobs)
    var table = consume table
    if let schema {
      table = try schema.adding(to: table)
      if key == nil { options.key = try Template(SourceSchema.codeField) }
      if name == nil { options.name = try Template(SourceSchema.nameField) }
    }
    guard options.key != nil else {
      let known = SourceSchema.matching(table.fields).map { ", or say --schema \($0.id)" } ?? ""
      throw StageError(
        .usage, file: path, "features are compared by their codes, and no field is named that holds them",
        remedy: "name it with --key\(known)")
    }
    return Edition(name: path, coverage: try MergeStage(options: options).run(consume table, progress: progress))
  }
}
