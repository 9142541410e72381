import ArgumentParser
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackProject
import MapPackRun

/// `mappack ingest`: from files to a feature table.
package struct Ingest: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Read \(SourceFormat.names), also from archives, into a feature table.",
    discussion: """
      EXAMPLES
        mappack ingest counties.shp -o counties.features
        mappack ingest N03-20_13.shp --encoding CP932 -o tokyo.features
        mappack ingest N03-20240101_42_GML.zip --layer N03-20240101_42 -o nagasaki.features
        mappack ingest counties.shp --select STATEFP=25 -o state-25.features
        mappack ingest --pipeline Pipelines/world.yml -o world.features
        mappack ingest --pipeline Pipelines/japan.yml --part 3/47 -o 3.features
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("Files, folders or patterns to read.", valueName: "SOURCE"), completion: .file())
  var sources: [String] = []

  @OptionGroup var file: OutputOption

  @Option(
    help: ArgumentHelp(
      "Read one of several parts of the pipeline's files: 3/47 is the third of 47. `merge` joins them.",
      valueName: "K/N"))
  var part: IngestPart?

  @OptionGroup var source: SourceOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions
  @OptionGroup var talk: QuietOption

  package init() {}

  package func validate() throws {
    try require(!sources.isEmpty || common.pipeline != nil, "Name a file to read, or a pipeline file by --pipeline.")
    try require(
      part == nil || sources.isEmpty, "--part is about the files of a pipeline file; name no others.")
  }

  package func run() throws {
    let pipeline = try common.pipelineFile()
    let output = file.output
    var roles = FileRoles()
    try roles.read(sources: sources, layer: source.reading.layer)
    if let pipeline { try roles.read(pipeline) }
    try roles.write(output, at: output)
    var meter = common.meter
    let table = try table(pipeline)
    meter?.mark("ingest")
    try file.write(.stageFile(table.stageFile()))
    meter?.mark("write")
    talk.note(table.findings, isVerbose: common.verbose)
    talk.print("\(output): \(StageInput.figures(table))")
  }

  /// Flags win over the pipeline file. Only without them the table keeps the digests of the pipeline file and of the
  /// files that were read, without which `run --merged` takes no coverage of it.
  private func table(_ pipeline: PipelineFile?) throws(StageError) -> FeatureTable {
    let flags = filter.filters
    var stage: IngestStage
    var sealed: (seal: InputSeal, files: [SourceFiles.File])?
    if let pipeline, sources.isEmpty {
      stage = try IngestStage(pipeline)
      if let part { try stage.take(part, pipeline: pipeline.path) }
      if source.reading != ReadingOptions() || flags.select != nil || flags.drop != nil {
        stage.read(by: source.reading)
        stage.select = flags.select ?? stage.select
        stage.drop = flags.drop ?? stage.drop
      } else {
        let files = stage.files.flatMap(\.self)
        var seal = try pipeline.seal(files)
        seal.takeDigests(jobs: jobs.jobs)
        sealed = (seal, files)
      }
    } else {
      stage = try IngestStage(
        arguments: sources, reading: source.reading, map: pipeline?.map, select: flags.select ?? pipeline?.select,
        drop: flags.drop ?? pipeline?.drop)
      stage.schema = pipeline?.schema
      stage.bounds = pipeline?.expect.bounds
    }
    var table = try talk.withProgress { progress throws(StageError) in
      try stage.run(jobs: jobs.jobs, progress: progress)
    }
    if let pipeline, let (seal, files) = sealed {
      table.inputs = try [pipeline.asInput(seal)] + files.map(seal.input)
    }
    return table
  }
}
