import ArgumentParser
import MapFeatures
import MapIngest

/// `mappack ingest`: from files to a feature table.
package struct Ingest: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Read Shapefiles, GeoJSON, TopoJSON, KML and IMDF, also out of archives, into a feature table.",
    discussion: """
      EXAMPLES
        mappack ingest counties.shp -o counties.features
        mappack ingest N03-20_13.shp --encoding CP932 -o tokyo.features
        mappack ingest N03-20240101_42_GML.zip --layer N03-20240101_42 -o nagasaki.features
        mappack ingest counties.shp --select STATEFP=25 -o state-25.features
        mappack ingest --pipeline Pipelines/world.yml -o world.features
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("Files, folders or patterns to read.", valueName: "SOURCE"))
  var sources: [String] = []

  @OptionGroup var output: OutputOption

  @OptionGroup var source: SourceOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions

  package init() {}

  package func validate() throws {
    guard !sources.isEmpty || common.pipeline != nil else {
      throw ValidationError("Name a file to read, or a pipeline file by --pipeline.")
    }
  }

  package func run() throws {
    var roles = FileRoles()
    try roles.read(sources: sources, layer: source.reading.layer)
    if let pipeline = try common.pipelineFile() { try roles.read(pipeline) }
    try roles.write(output.output, at: output.output)
    let table = try table()
    try output.write(table.stageFile())
    common.report(
      "\(output.output): \(Figures.counted(table.featureCount, "feature")), "
        + "\(Figures.counted(table.polygonCount, "polygon")), \(Figures.grouped(table.vertexCount)) vertices",
      findings: table.findings)
  }

  private func table() throws(StageError) -> FeatureTable {
    let pipeline = try common.pipelineFile()
    let flags = filter.filters
    var stage: IngestStage
    if let pipeline, sources.isEmpty {
      stage = try IngestStage(pipeline)
      stage.read(by: source.reading)
      stage.select = flags.select ?? stage.select
      stage.drop = flags.drop ?? stage.drop
    } else {
      stage = try IngestStage(
        arguments: sources, reading: source.reading, map: pipeline?.map, select: flags.select ?? pipeline?.select,
        drop: flags.drop ?? pipeline?.drop)
      stage.schema = pipeline?.schema
      stage.bounds = pipeline?.expect.bounds
    }
    return try common.withProgress { progress throws(StageError) in try stage.run(jobs: jobs.jobs, progress: progress) }
  }
}
