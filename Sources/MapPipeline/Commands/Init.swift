import ArgumentParser
import Foundation
import MapFeatures

/// `mappack init`: a pipeline file for a new map, and its first run.
package struct Init: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Propose a pipeline file for a new map, and make the map.",
    discussion: """
      Reads the sources, finds out by their fields who published them and which
      field tells regions apart, writes Pipelines/MAP.yml with comments, and runs
      it. Change what you would have otherwise, and run it again. Known by their
      fields: N03, e-Stat, US Census, Natural Earth, geoBoundaries, GADM; and IMDF,
      of which each level becomes a map.

      EXAMPLES
        mappack init Nagasaki RawData/nagasaki/N03-20240101_42_GML.zip
        mappack init Nagasaki RawData/nagasaki/N03.zip --names Pipelines/names/japan.csv
        mappack init Vermont RawData/cb_2016_us_county_500k.shp
        mappack init Towns RawData/east.geojson RawData/west.geojson
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("The map's name, which is the enum's.", valueName: "MAP"))
  var map: String

  @Argument(help: ArgumentHelp("Files, folders or patterns to read.", valueName: "SOURCE"))
  var sources: [String]

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "A CSV with names and readings by code; `mappack names` makes one for all of Japan.", valueName: "TABLE.csv"))
  var names: String?

  @Option(help: ArgumentHelp("The folder with Pipelines, RawData and Output, if not this one.", valueName: "DIR"))
  var project: String = "."

  @Flag(help: "Write the pipeline file and do not run it.")
  var noRun = false

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  @OptionGroup var jobs: JobsOption

  package init() {}

  package func validate() throws {
    guard PipelineFile.isMapName(map) else {
      throw ValidationError(
        "“\(map)” cannot be the name of a Swift type: use a letter, then letters, digits and underscores.")
    }
  }

  package func run() throws {
    try refuseIfThere(path(of: map))
    var roles = FileRoles()
    try roles.read(sources: sources, layer: source.reading.layer)
    try roles.read([names].compactMap(\.self))
    try roles.write(path(of: map), at: path(of: map))
    let line = ProgressLine(console: Console.current, isQuiet: quiet)
    let proposals: [MapProposal]
    do {
      defer { line.erase() }
      let stage = try IngestStage(arguments: sources, reading: source.reading, map: map, select: nil, drop: nil)
      proposals = try MapProposal.all(of: try stage.run(faults: .report, progress: line.handler), map: map)
    }
    let paths = proposals.map { path(of: $0.map) }
    let folder = ProjectFolder(ofPipeline: path(of: map))
    var outputs = OutputSet()
    for (path, proposal) in zip(paths, proposals) {
      try refuseIfThere(path)
      let text = proposal.text(
        sources: sources.map(folder.name), reading: source.reading, names: names.map(folder.name))
      outputs.add(Data(text.utf8), to: path, called: path)
    }
    for name in ["Pipelines", "Output"] { try create(folder.location(of: name)) }
    try outputs.commit()
    if !quiet {
      for (path, proposal) in zip(paths, proposals) { Console.current.print("\(path): \(proposal.summary)") }
    }
    guard !noRun else { return }
    let status = Runner(jobs: jobs.jobs, isQuiet: quiet).run(paths)
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func path(of map: String) -> String {
    project == "." ? "Pipelines/\(map).yml" : "\(project)/Pipelines/\(map).yml"
  }

  private func refuseIfThere(_ path: String) throws(StageError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    throw StageError(
      .cannotCreate, file: path, "there is a pipeline file of this map already",
      remedy: "run it, or give the new map another name")
  }

  private func create(_ folder: String) throws(StageError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw StageError(
        .cannotCreate, file: folder, "cannot be created: \(error.localizedDescription)",
        remedy: "check that its folder may be written to")
    }
  }
}
