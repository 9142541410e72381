import MapPackFeatures
import MapPackMerge

/// Merges a feature table into a coverage whose regions have their final codes and names.
///
/// `merge` in MapPackMerge does the work. Before it, this type replaces codes; after it, it takes names from the name
/// table. `MapRun`, `mappack merge`, `mappack diff` and the preview use it.
struct MergeStage {
  var options: MergeOptions
  /// The table that names regions; `nil` if they keep the names of the data.
  var names: NameTable?
  /// Whether regions get their English names from the table.
  var english = false
  /// Codes that replace those of the data: the new code by the old one.
  var codes: [String: String] = [:]

  /// The stage that a pipeline file asks for.
  ///
  /// - Throws: `noInput` if its name table is absent or cannot be read; `unreadableData` if the table is malformed;
  ///   `unavailable` if this system cannot decode the table's CP932.
  init(_ pipeline: PipelineFile, jobs: Int) throws(StageError) {
    options = pipeline.merge
    options.jobs = jobs
    codes = pipeline.names.codes
    english = pipeline.names.english
    if let table = pipeline.names.table {
      names = try NameTable(contentsOf: pipeline.project.location(of: table), called: table)
    }
  }

  init(options: MergeOptions) { self.options = options }

  /// Merges a table. The coverage is in longitude and latitude, on the noding grid, and has one level.
  ///
  /// - Throws: `usage` if `codes` does not fit the table (`names.codes` in messages), if a template names an unknown
  ///   field, or if the options contradict each other or the kind of the features; `findings` if there is nothing to
  ///   merge, if keys are missing or ambiguous, if a region has no shape, if a repair is needed and forbidden, or if
  ///   the ledger does not close; `unreadableData` if the ledger and the table do not go together.
  func run(_ table: FeatureTable, progress: ProgressHandler?) throws(StageError) -> Coverage {
    var coverage: Coverage
    if codes.isEmpty {
      coverage = try Self.merged(table, options, progress)
    } else {
      var options = options
      let recoded = try recoded(table, key: &options.key)
      coverage = try Self.merged(recoded, options, progress)
    }
    names?.apply(to: &coverage, english: english)
    if let key = options.key, !options.isPart {
      let doubts = try KeyDoubts(table, key: key)
      coverage.findings += [
        doubts.namesakes(key: key),
        options.name.flatMap { doubts.repeatedNames(coverage.regions, key: key, name: $0) },
      ].compactMap(\.self)
    }
    return coverage
  }

  /// Merges. If something had to be mended, the findings name the features that had the faults.
  private static func merged(
    _ table: FeatureTable, _ options: MergeOptions, _ progress: ProgressHandler?
  ) throws(StageError) -> Coverage {
    try merge(
      table, options: options,
      judge: { table, features throws(StageError) in
        try structuralFindings(
          of: table, features: features, key: options.key, name: options.name, jobs: options.jobs
        )
        .compactMap { finding in
          // A note is a defect that rounding to the grid has mended.
          guard finding.severity != .note, let mended = finding.rule.explanation.mended else { return nil }
          var finding = finding
          finding.severity = .warning
          finding.remedy = "nothing to do: \(mended)"
          return finding
        }
      }, progress: progress)
  }

  /// The table with one more field, which has the code of each feature, replaced as `codes` says. `key` becomes that
  /// field.
  ///
  /// A code that no feature has is passed over if the table is a part of a map.
  ///
  /// - Throws: `usage` if there is no key or it names an unknown field, if `codes` replaces a code that no feature has,
  ///   or if it replaces one by the code of another region.
  private func recoded(_ table: FeatureTable, key: inout Template?) throws(StageError) -> FeatureTable {
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
    var field = "code"
    while table.fields.contains(field) { field += "'" }
    var recoded = table
    recoded.fields.append(field)
    recoded.values.append(found.map { code in code.map { .text(codes[$0] ?? $0) } ?? .null })
    key = try Template(field)
    return recoded
  }
}
