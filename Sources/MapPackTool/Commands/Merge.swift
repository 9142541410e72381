import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackProject
import MapPackRun

/// `mappack merge`: from feature tables to a coverage.
package struct Merge: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Merge features into regions that share their borders.",
    discussion: """
      Features with the same key become one region; borders are made to meet and
      stored once.

      EXAMPLES
        mappack merge counties.features --key GEOID --name NAME -o counties.coverage
        mappack merge counties.features --key STATEFP -o states.coverage
        mappack merge tokyo.features -o tokyo.coverage \\
          --key N03_007 --name "{N03_003}{N03_004}"
        mappack merge parcels.features --key ID --fill-gaps 2m2 -o parcels.coverage
        mappack merge east.features west.features --key CODE -o both.coverage \\
          --snap "20 cm"
        mappack merge nagasaki.features -o nagasaki.coverage \\
          --key N03_007 --name N03_004 --names Pipelines/names/japan.csv

      A large map can be made in parts, on as many machines as it takes:

        mappack ingest --pipeline japan.yml --part 1/47 -o 1.features
        mappack merge 1.features --pipeline japan.yml --keep-features -o 1.coverage
        mappack merge *.coverage --pipeline japan.yml -o japan.coverage
        mappack run japan --merged japan.coverage

      The result is what `mappack run japan` gives, byte for byte: borders of two
      parts are noded with all that lies around them.
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp(
      "Feature tables that `ingest` has written, and coverages that keep their features.", valueName: "A.features"),
    completion: .file(extensions: ["features", "coverage"]))
  var tables: [String]

  @OptionGroup var output: OutputOption

  @Option(help: .merge("key", "TEMPLATE"), transform: QuantityArguments.template)
  var key: Template?

  @Option(help: .merge("name", "TEMPLATE"), transform: QuantityArguments.template)
  var name: Template?

  @Option(help: .merge("group", "TEMPLATE"), transform: QuantityArguments.template)
  var group: Template?

  @Option(parsing: .upToNextOption, help: .merge("attributes", "FIELD"))
  var attributes: [String] = []

  @Option(help: .merge("keyless", "WAY"))
  var keyless: MergeOptions.Keyless?

  @Option(
    help: ArgumentHelp(
      "A CSV or a spreadsheet (.xlsx) with names and readings by code.", valueName: "TABLE.csv"),
    completion: .table)
  var names: String?

  @Flag(help: "Give regions their English names from the table.")
  var english = false

  @Option(help: .clean("mode", "MODE"))
  var clean: MergeOptions.Clean?

  @Option(help: .clean("snap", "LENGTH"), transform: QuantityArguments.positiveLength)
  var snap: Double?

  @Option(help: .clean("fillGaps", "AREA|LENGTH"), transform: QuantityArguments.gapLimit)
  var fillGaps: MergeOptions.GapLimit?

  @Flag(help: "Make a part of a map: keep the features beside the coverage, so that `merge` can join it with others.")
  var keepFeatures = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions
  @OptionGroup var talk: QuietOption

  package init() {}

  package func run() throws {
    let pipeline = try common.pipelineFile()
    try FileRoles.check(tables + [names].compactMap(\.self), of: pipeline, to: output.output)
    var stage = MergeStage(options: MergeOptions(jobs: jobs.jobs))
    if let pipeline { stage = try MergeStage(pipeline, jobs: jobs.jobs) }
    // Whether the pipeline file alone said how to merge. Only then the coverage keeps the digests of its inputs, which
    // `run --merged` needs.
    var isAsAsked = pipeline != nil
    func take<Value>(_ value: Value?, _ set: (Value) throws -> Void) rethrows {
      guard let value else { return }
      try set(value)
      isAsAsked = false
    }
    take(key) { stage.options.key = $0 }
    take(name) { stage.options.name = $0 }
    take(group) { stage.options.group = $0 }
    take(attributes.isEmpty ? nil : attributes) { stage.options.attributes = $0 }
    take(keyless) { stage.options.keyless = $0 }
    try take(names) { stage.names = try NameTable(contentsOf: $0, called: $0) }
    try take(english ? true : nil) {
      try require(stage.names != nil, "--english needs a name table: --names.")
      stage.english = $0
    }
    take(clean) { stage.options.clean = $0 }
    take(snap) { stage.options.snap = $0 }
    take(fillGaps) { stage.options.fillGaps = $0 }
    stage.options.isPart = keepFeatures
    var meter = common.meter
    let table = try StageInput.featureTable(tables, in: pipeline)
    meter?.mark("read")
    var seal = InputSeal()
    let beside = stage.masks.flatMap { $0.ingest.files.flatMap(\.self) } + (pipeline?.mergeTables ?? [])
    for file in beside { try seal.note(file.name, at: file.location) }
    var coverage = try talk.withProgress { progress throws(StageError) in
      try stage.run(table, progress: progress)
    }
    if !isAsAsked { coverage.inputs = [] }
    if !coverage.inputs.isEmpty { for file in beside { coverage.inputs.append(try seal.input(file)) } }
    meter?.mark("merge")
    try output.write(.stageFile(coverage.stageFile(keeping: keepFeatures ? table : nil)))
    meter?.mark("write")
    talk.note(coverage.findings, after: table.findings, isVerbose: common.verbose)
    talk.print("\(output.output): \(StageInput.figures(coverage))")
  }
}

extension MergeOptions.Clean: ExpressibleByArgument {}
extension MergeOptions.Keyless: ExpressibleByArgument {}

extension GeometryKind {
  /// The parts and the size of a region, in words: `2 polygons, 12.30 km²`, `1 line, 40 vertices, 3.22 km`, `1 point`.
  /// - Parameters:
  ///   - area: in m².
  ///   - length: in m; `nil` for areas and points.
  func size(parts: Int, vertices: Int? = nil, area: Double, length: Double?) -> String {
    var words = [Figures.counted(parts, part)]
    if let vertices, self != .points { words.append("\(Figures.grouped(vertices)) vertices") }
    switch self {
    case .areas: words.append(Quantity.area(squareMeters: area).words)
    case .lines: words.append(Quantity.length(meters: length ?? 0).words)
    case .points: break
    }
    return words.joined(separator: ", ")
  }
}
