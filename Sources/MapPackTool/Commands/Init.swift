import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackProject
import MapPackRun

/// `mappack init`: a pipeline file for a new map, and its first run.
///
/// The pipeline files and their JSON Schema are written together, or none of them; an older schema is replaced. If the
/// run fails, what was written is taken back.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Propose a pipeline file for a new map, and make it.",
    usage: "mappack init <MAP> <SOURCE> ... [<options>]\nmappack init <MAP> <ID> [<options>]",
    discussion: """
      Reads the sources, works out from their fields who published them and which
      field identifies a region, writes Pipelines/MAP.yml with comments, and runs
      it. To change the map, edit Pipelines/MAP.yml and run it again. `mappack
      schemas` lists the publishers whose fields are known.
      A building in IMDF becomes a map for each floor and each kind of thing on
      it: rooms, fixtures, doors, amenities, shops. With --layer '*', layers whose
      fields differ become a map each; a layer that has the groups of another one
      becomes their map.
      An ID of the catalog stands for a file of a publisher, which is downloaded:
      `mappack search` finds it.

      EXAMPLES
        mappack init Ishikawa n03:17             # n03:17@2024 for an older edition
        mappack init Counties census:county --scale 500k
        mappack init Saga RawData/saga/N03-20240101_41_GML.zip
        mappack init Saga RawData/saga/N03.zip --names Pipelines/names/japan.csv
        mappack init Vermont RawData/cb_2016_us_county_500k.shp
        mappack init Norge RawData/norge.gpkg --layer '*'
        mappack init Shizuoka RawData/N03-20240101_22_GML.zip --schema n03-cities
        mappack init Towns RawData/east.geojson RawData/west.geojson
      """)

  @Argument(help: ArgumentHelp("The name of the map and of the enum.", valueName: "MAP"))
  var map: String

  @Argument(
    help: ArgumentHelp("Files, folders or patterns to read; or an ID of the catalog.", valueName: "SOURCE"),
    completion: .file())
  var sources: [String]

  @Option(help: ArgumentHelp("The scale of an ID that has several.", valueName: "SCALE"))
  var scale: String?

  @Flag(help: "Of an ID, write the pipeline file and download nothing.")
  var offline = false

  @Flag(help: "Download a file whose license forbids an app to ship it, or to earn money.")
  var acceptLicense = false

  @OptionGroup var catalog: CatalogOption

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp("The schema of the sources, if not the one that their fields tell.", valueName: "SCHEMA"),
    completion: .schemas)
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "A CSV or a spreadsheet (.xlsx) with names and readings by code.", valueName: "TABLE.csv"),
    completion: .table)
  var names: String?

  @Option(
    help: ArgumentHelp("The folder with Pipelines, RawData and Output, if not this one.", valueName: "DIR"),
    completion: .directory)
  var project: String = "."

  @Flag(help: "Write the pipeline file and do not run it.")
  var noRun = false

  @OptionGroup var talk: QuietOption

  @Flag(help: "Print what each stage of the run costs, and notes of usual runs.")
  var verbose = false

  @OptionGroup var jobs: JobsOption

  func validate() throws {
    if let remedy = PipelineFile.remedy(forMapName: map) {
      throw ValidationError("“\(map)” cannot be the name of a Swift type: \(remedy.words(for: .stage)).")
    }
  }

  mutating func run() throws {
    for line in pipelines.sweep() { talk.note(line) }
    try pipelines.checkHasNone(of: map)
    let file = try fileOfCatalog()
    var roles = FileRoles()
    if !offline { try roles.read(sources: sources, layer: source.reading.layer) }
    try roles.read([names].compactMap(\.self))
    try roles.write(path(of: map), at: path(of: map))
    let schemaFile = inProject("Pipelines") + "/" + PipelineSchema.fileName
    try roles.write(schemaFile, at: schemaFile)
    let table = try names.map { path throws(StageError) in try NameTable(contentsOf: path, called: path) }
    let layers = try offline ? [] : layersOfBuilding()
    // Of a building, those that are drawn; else what the options say.
    let drawn: [(name: String, kind: GeometryKind)?] =
      layers.isEmpty ? [nil] : IMDFArchive.drawnLayers.filter { layers.contains($0.name) }
    let others = layers.subtracting(drawn.compactMap { $0?.name }).sorted()
    let proposals = try talk.withProgress { progress throws(StageError) in
      let schema = try schema.map { id throws(StageError) in try SourceSchema.named(id) }
      if let file, offline {
        return [MapProposal(map: map, file: file, schema: schema, geometry: source.reading.geometry)]
      }
      if let maps = try mapsOfLayers(progress: progress) { return maps }
      return try MapProposal.all(
        of: try readings(of: drawn, schema: schema, progress: progress), map: map, schema: schema, file: file)
    }
    let maps = proposals.map { (path: path(of: $0.map), proposal: $0, lack: table?.lack(of: $0.codes)) }
    let paths = maps.map(\.path)
    let folder = ProjectFolder(ofPipeline: path(of: map))
    var outputs = OutputSet()
    for (path, proposal, lack) in maps {
      try pipelines.checkHasNone(of: proposal.map)
      let text = proposal.text(
        sources: sources.map(folder.name), reading: source.reading, names: names.map(folder.name), lack: lack)
      outputs.add(Data(text.utf8), to: path, called: path)
    }
    outputs.add(try PipelineSchema.encoded(), to: schemaFile, called: schemaFile)
    let folders = ["Pipelines", "Output"].map(folder.location)
    let first = FirstRun(pipelines: paths, others: [schemaFile], folders: [project] + folders)
    var made: [String] = []
    for folder in folders {
      guard let path = ResolvedPath(folder) else { throw OutputTarget.cannotCreate(folder, errno) }
      _ = try OutputTarget.makeFolder(path, for: folder, &made)
    }
    try outputs.commit()
    for (path, proposal, lack) in maps {
      talk.print(
        offline ? "\(path): `mappack fetch \(map) && mappack run \(map)` makes the map" : "\(path): \(proposal.summary)"
      )
      let shapeless = proposal.shapeless.flatMap { $0.drop == nil ? nil : $0.words }
      for words in [shapeless].compactMap(\.self) + proposal.warnings + [lack?.words].compactMap(\.self) {
        talk.note("\(path): warning: \(words)")
      }
    }
    for name in sources.map(folder.name) where name.hasPrefix("/") {
      talk.note(
        "\(map): \(name) lies outside of the project, so the pipeline file has its whole path; move it into RawData, so "
          + "that the map can be made on other machines")
    }
    if !others.isEmpty {
      talk.note(
        "\(map): no map was proposed of \(others.joined(separator: ", ")); `layer` in a pipeline file reads one")
    }
    guard !noRun, !offline else { return }
    let status = first.run(MapTask.Settings(jobs: jobs.jobs, isQuiet: talk.quiet, isVerbose: verbose))
    guard status != .success else {
      if !talk.quiet { for path in paths { proposeCleaning(of: path) } }
      return
    }
    Console.current.note(
      "\(map): nothing\(file == nil ? "" : " but the download") was written, because the first run failed; with --no-run the pipeline file is written, to be "
        + "corrected by hand")
    throw ExitCode(status.rawValue)
  }

  /// The file of the catalog that the only source is the id of. Then it is the source, and it is here, unless the
  /// command is offline. `nil` if the sources are files.
  private mutating func fileOfCatalog() throws(StageError) -> CatalogFile? {
    guard let id = sources.first, sources.count == 1, FileReading.isFolder(id) == nil,
      var file = try catalog.catalog().file(id, scale: scale)
    else {
      guard scale == nil, !offline else {
        throw StageError(
          .usage, "--scale and --offline are about an ID of the catalog, and there is none",
          remedy: "`mappack search` lists them")
      }
      return nil
    }
    if let restriction = file.entry.knownSchema?.restriction, !acceptLicense {
      throw StageError(
        .usage, "\(file.id) is not downloaded: \(restriction)", remedy: "if you may use it, add --accept-license")
    }
    if offline, file.isUnsure {
      throw StageError(
        .usage, "only the publisher knows which edition of \(file.id) there is", remedy: "leave out --offline")
    }
    if !offline { file = try file.confirmed(isAsked: id.contains("@")) }
    let path = inProject("RawData/\(file.entry.head)/\(file.fileName)")
    sources = [path]
    source.layers = [source.layer ?? file.layer].compactMap(\.self)
    guard !offline else { return file }
    let said = try talk.withProgress { progress throws(StageError) in
      try file.fetch(to: path, called: path, progress: progress)
    }
    talk.print("\(map): \(said)")
    if let note = file.entry.note { talk.note("\(map): \(file.id): \(note)") }
    return file
  }

  /// The map is made already, so nothing that cannot be read again is an error.
  private func proposeCleaning(of path: String) {
    guard let pipeline = try? PipelineFile(contentsOf: path), let stage = try? IngestStage(pipeline),
      let table = try? stage.run(faults: .report, jobs: jobs.jobs, progress: nil), table.kind == .areas
    else { return }
    var options = pipeline.merge
    options.jobs = jobs.jobs
    guard let proposal = try? CleaningProposal(table, options: options) else { return }
    Console.current.note("\(path): borders miss each other; in the pipeline file, \(proposal.words)")
  }

  /// Reads the layers of the sources. Layers of a building without a feature are left out.
  private func readings(
    of layers: [(name: String, kind: GeometryKind)?], schema: SourceSchema?, progress: ProgressHandler?
  ) throws(StageError) -> [MapProposal.Reading] {
    var readings: [MapProposal.Reading] = []
    for layer in layers {
      var reading = source.reading
      if let layer { (reading.layer, reading.geometry) = (layer.name, layer.kind) }
      let features = try IngestStage.table(
        of: sources, reading: reading, map: map, schema: schema, jobs: jobs.jobs, progress: progress)
      if var error = ProposalRefusal.unsound(features) {
        // `init` itself leaves out nothing that has a name.
        if error.remedy?.value(of: .drop) != nil, let record = error.record {
          error.remedy =
            "mend the source, or write the pipeline file with --no-run, and add `drop: { record: \(record) }` to it"
        }
        if !noRun || features.polygonCount == 0 { throw error }
        Console.current.note(error)
      }
      // A building need not have anything on every layer.
      if layer == nil || features.polygonCount > 0 {
        readings.append((features, layer?.name))
      }
    }
    return readings
  }

  /// The maps of the layers of the only source, if `*` asks for all and their fields differ; else `nil`: they are parts of
  /// one map. Says of each other layer why there is no map, and what makes one.
  private func mapsOfLayers(progress: ProgressHandler?) throws(StageError) -> [MapProposal]? {
    guard source.reading.layer == "*", schema == nil, let path = sources.first, sources.count == 1,
      FileReading.isFolder(path) == false
    else { return nil }
    let request = SourceRequest(location: path, source: Source(path: path))
    let readings = try layers(of: request).map { layer throws(StageError) -> MapProposal.Reading in
      var reading = source.reading
      reading.layer = layer.name
      return (
        try IngestStage.table(of: sources, reading: reading, map: map, jobs: jobs.jobs, progress: progress), layer.name
      )
    }.filter { $0.table.polygonCount > 0 }
    guard Set(readings.map(\.table.fields)).count > 1 else { return nil }
    let (maps, others) = MapProposal.ofLayers(readings, of: path, map: map)
    for (layer, name, why) in others {
      let command = ["mappack", "init", name, path, "--layer", layer].map(ShellText.word).joined(separator: " ")
      talk.note("\(map): no map was proposed of the layer \(layer): \(why); to make one: \(command)")
    }
    return maps
  }

  /// All layers of a building; empty if the sources are no building, or if the options name a layer or a geometry.
  private func layersOfBuilding() throws(StageError) -> Set<String> {
    guard let path = sources.first, sources.count == 1, source.reading.layer == nil, source.reading.geometry == nil,
      schema == nil,
      let layers = try IMDFArchive.layers(at: path, shownAs: path), layers.contains(IMDFArchive.defaultLayer)
    else { return [] }
    return layers
  }

  private var pipelines: PipelineFolder { PipelineFolder(ofProject: project) }

  private func path(of map: String) -> String {
    "\(inProject("Pipelines"))/\(map).yml"
  }

  private func inProject(_ name: String) -> String { project == "." ? name : "\(project)/\(name)" }
}
