import ArgumentParser
import MapPackFeatures
import MapPackFiles
import MapPackProject
import MapPackRun

/// `mappack run`: maps from their pipeline files, from the sources to the pack and the enum.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make maps from their pipeline files.",
    usage: "mappack run [<MAP> ...] [<options>]",
    discussion: """
      Reads the sources, merges, simplifies, proves the result, and writes the
      pack, the enum, the name lock and the provenance: all of them, or none.

      A map is up to date, and is skipped, if its outputs are what a run would give.

      EXAMPLES
        mappack run                           # every map of the folder Pipelines
        mappack run world                     # Pipelines/world.yml
        mappack run --dry-run                 # says what would be made, and why
        mappack run --check                   # compares all, writes nothing
        mappack run --force --report report.json
        mappack run world --output /tmp/trial
        mappack run counties --retire 46113
        mappack run counties --rename         # after a change of the name table
        mappack run counties --settle         # after a merge of two branches
        mappack run japan --merged japan.coverage   # parts joined by merge
        mappack run --list                    # the files of each map, in JSON

      A PIPELINE FILE
        map: NewEngland                  # the enum's name
        sources:                         # paths: from the folder above Pipelines
          - path: RawData/counties.shp   # a file, a folder or a pattern
            publisher: US Census Bureau
        select: { STATEFP: ["25", "44"] }   # fields by and, values by or
        merge: { key: STATEFP, name: "{NAME}" }
        simplify: { tolerance: 100 m, levels: 4 }
        output:
          pack: Output/NewEngland.mappack
          swift: Output/NewEngland.swift

      `mappack help pipeline` lists all keys.
      """)

  @OptionGroup var maps: MapsArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write all outputs, the name lock too, into this folder instead.", valueName: "DIR"),
    completion: .directory)
  var output: String?

  @Flag(help: "Make each map, compare it with its outputs and say why they differ; write nothing.")
  var check = false

  @Flag(help: "Say which maps would be made, and why; write nothing.")
  var dryRun = false

  @Flag(help: "Make maps that are up to date too.")
  var force = false

  @Flag(
    help:
      "Print in JSON which files each map is made from and which are written, for programs that run jobs; make nothing."
  )
  var list = false

  @Option(
    help: ArgumentHelp("Make all maps, and write a report of them in JSON.", valueName: "FILE.json"),
    completion: .file(extensions: ["json"]))
  var report: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      """
      Retire CODE; its case stays, deprecated. For a code with a minus, write --retire=-99. If a region and a group have \
      one code, write MAP:CODE.
      """,
      valueName: "CODE"), completion: .codes)
  var retire: [String] = []

  @Flag(
    help: """
      Rename cases that no longer follow from the names or the name table; the old ones stay as deprecated aliases. A \
      map that no branch of git ever had is named anew, without aliases.
      """)
  var rename = false

  @Flag(
    help: """
      Settle a name lock that has the marks of a merge, is damaged or gone, or is at odds with the pack; no published \
      raw value changes.
      """)
  var settle = false

  @Option(
    help: ArgumentHelp(
      "Go on with this coverage, which `merge --pipeline` made of all parts of the map; read no sources.",
      valueName: "ALL.coverage"), completion: .coverage)
  var merged: String?

  @OptionGroup var talk: QuietOption

  @Flag(
    help: """
      Print what each stage costs (seconds, processor time and memory), and notes of usual runs. Maps are then made one \
      by one.
      """)
  var verbose = false

  @OptionGroup var jobs: JobsOption

  func validate() throws {
    try require(
      [check, dryRun, force, list].count(where: \.self) <= 1,
      "--check, --dry-run, --force and --list exclude each other.")
    try require(!dryRun || report == nil, "--report is about maps that are made; leave out --dry-run.")
    try require(
      !dryRun || !rename && !settle, "--rename and --settle are about maps that are made; leave out --dry-run.")
    try require(!rename || !settle, "--rename and --settle exclude each other: settle first.")
  }

  func run() throws {
    guard !list else {
      var files = MapFiles()
      for path in try maps.paths() {
        let pipeline = try PipelineFile(contentsOf: path)
        if let reason = try pipeline.reasonToSkip() {
          talk.note("\(pipeline.map): \(reason)")
        } else {
          try files.add(pipeline)
        }
      }
      return Console.current.output(String(decoding: try SortedJSON.encoded(files), as: UTF8.self))
    }
    // A report tells of every map, so it makes those that are up to date too.
    let mode: MapTask.Mode = check ? .check : dryRun ? .dryRun : force || report != nil ? .force : .make
    let settings = MapTask.Settings(
      mode: mode, outputFolder: output, retire: retire, names: rename ? .rename : settle ? .settle : .none,
      merged: merged, jobs: jobs.jobs, isQuiet: talk.quiet,
      isVerbose: verbose)
    let paths = try maps.paths()
    guard retire.isEmpty && merged == nil || paths.count == 1 else {
      throw StageError(
        .usage, "--\(merged == nil ? "retire" : "merged") is about one map",
        remedy: "name it first: mappack run MAP --\(merged == nil ? "retire CODE" : "merged FILE")")
    }
    let status = Runner(settings: settings, reportPath: report).run(paths)
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
