import ArgumentParser
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackNames
import MapPackProject
import MapPackRun
import MapPackSimplify

/// `mappack simplify`: a coverage on the plane, with as many vertices as are asked for.
package struct Simplify: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Project a coverage to the plane and simplify it.",
    discussion: """
      Borders stay shared, no region is lost, and every level of detail is proved
      to be valid.

      EXAMPLES
        mappack simplify states.coverage --tolerance 1km -o small.coverage
        mappack simplify states.coverage --keep 10% -o small.coverage
        mappack simplify states.coverage --zoom 6 -o web.coverage
        mappack simplify states.coverage --tolerance 1km \\
          --method weighted-visvalingam -o smooth.coverage
        mappack simplify states.coverage --tolerance 30m --levels 6 \\
          --minimum-island 0.01km2 -o levels.coverage
        mappack simplify states.coverage --size 64KB -o small.coverage
        mappack simplify states.coverage --none --grid 1m -o full.coverage
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("A coverage that `merge` has written.", valueName: "B.coverage"), completion: .coverage)
  var coverage: String

  @OptionGroup var output: OutputOption

  @Option(help: .simplify("tolerance", "LENGTH"), transform: QuantityArguments.length)
  var tolerance: Double?

  @Option(help: .simplify("keep", "SHARE"), transform: QuantityArguments.share)
  var keep: Double?

  @Option(help: .simplify("size", "BYTES"), transform: QuantityArguments.bytes)
  var size: Int?

  @Option(help: .simplify("zoom", "Z"), transform: QuantityArguments.zoom)
  var zoom: Int?

  @Flag(help: "Keep every vertex (the default).")
  var none = false

  @Option(help: ArgumentHelp("How the next vertex to go is chosen; the first is the default.", valueName: "METHOD"))
  var method: SimplifyOptions.Method?

  @Option(help: .simplify("grid", "LENGTH"), transform: QuantityArguments.positiveLength)
  var grid: Double?

  @Option(help: .simplify("minimumIsland", "AREA"), transform: QuantityArguments.area)
  var minimumIsland: Double?

  @Option(help: .simplify("maximumParts", "N"))
  var maximumParts: Int?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Codes of regions whose islands stay, however small.", valueName: "CODE"))
  var keepIslands: [String] = []

  @Option(help: .simplify("levels", "N"))
  var levels: Int?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions
  @OptionGroup var talk: QuietOption

  package init() {}

  package func validate() throws {
    try require(
      [tolerance != nil, keep != nil, zoom != nil, size != nil, none].count(where: \.self) <= 1,
      "Use one of --tolerance, --keep, --zoom, --size and --none.")
    try require(
      levels.map((1...SimplifyOptions.maximumLevels).contains) ?? true,
      "--levels must be from 1 to \(SimplifyOptions.maximumLevels).")
    try require(maximumParts.map({ $0 >= 1 }) ?? true, "--maximum-parts must be 1 or more.")
  }

  /// How much is removed, if a flag says so; `nil` for `--size`.
  private var amount: SimplifyOptions.Amount? {
    if none { return SimplifyOptions.Amount.none }
    if let tolerance { return .tolerance(meters: tolerance) }
    if let keep { return .keep(share: keep) }
    return zoom.map { .zoom($0) }
  }

  /// Stands for a map's name that is not known yet, so that a pack of a given size has room for it.
  private static let longMapName = String(repeating: "M", count: 64)

  package func run() throws {
    let pipeline = try common.pipelineFile()
    try FileRoles.check([coverage], of: pipeline, to: output.output)
    var settings = pipeline?.simplify ?? PipelineFile.Simplify()
    if let amount {
      settings.options.amount = amount
      settings.packSize = nil
    }
    if let size { settings.packSize = size }
    // Tolerances of single regions only make sense beside a tolerance of the map.
    if none || keep != nil || zoom != nil || size != nil { settings.options.regionTolerances = [:] }
    if let method { settings.options.method = method }
    if let grid { settings.options.cellExponent = GridChoice.exponent(nearestTo: grid) }
    if let minimumIsland { settings.options.minimumIsland = minimumIsland }
    if let maximumParts { settings.options.maximumParts = maximumParts }
    if !keepIslands.isEmpty { settings.options.keptIslands.codes = keepIslands }
    if let levels { settings.options.levels = levels }
    var meter = common.meter
    let input = try StageInput.coverage(coverage)
    meter?.mark("read")
    var emit = EmitStage(map: input.map ?? Self.longMapName, jobs: jobs.jobs)
    if let pipeline { emit = try EmitStage(pipeline, jobs: jobs.jobs) }
    let stage = SimplifyStage(settings: settings, emit: emit)
    let result = try talk.withProgress { progress throws(StageError) in try stage.run(input, progress: progress)
    }
    meter?.mark("simplify")
    try output.write(.stageFile(result.stageFile()))
    meter?.mark("write")
    talk.note(result.findings, after: input.findings, isVerbose: common.verbose)
    talk.print("\(output.output): \(StageInput.figures(result))")
  }
}

extension SimplifyOptions.Method: ExpressibleByArgument {}
