import ArgumentParser
import MapFeatures

/// `mappack run`: a map from its pipeline file, from the sources to the pack and the enum.
package struct Run: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Make maps from their pipeline files.",
    discussion: """
      Reads the sources, merges, simplifies, proves the result, and writes the
      pack, the enum, the name lock and the provenance: all of them, or none.

      EXAMPLES
        mappack run Pipelines/world.yml
        mappack run Pipelines/*.yml --report report.json
        mappack run --check Pipelines/world.yml   # compares, writes nothing
        mappack run Pipelines/world.yml --output /tmp/trial
        mappack run Pipelines/counties.yml --retire 46113

      A PIPELINE FILE
        map: NewEngland                  # the enum's name
        schema: census                   # for fields and credits that are not
                                         #   written: mappack schemas
        sources:                         # paths: from the folder above Pipelines
          - path: RawData/counties.shp   # a file, a folder or a pattern
            publisher: US Census Bureau  # also: layer url sha256 encoding crs
                                         #   licence edition attribution
        select: { STATEFP: ["25", "44"] }   # fields by and, values by or;
                                            #   null: has none; drop: likewise
        merge: { key: STATEFP, name: "{NAME}" }
                                         # also: keyless attributes group
        names: { table: names.csv }      # columns code, name, kana, …; also:
                                         #   english codes: { OLD: NEW }
                                         #   overrides: { CODE: case }
        changes: changes.csv             # columns date, kind, from, to
        expect: { count: 2 }             # also: codes bounds
        clean: { mode: repair }          # or none: every repair is an error
        simplify: { tolerance: 100 m, levels: 4 }   # or keep: 10 %, zoom: 6,
                                         #   size: 64 KB; also: method grid
                                         #   minimumIsland maximumParts
                                         #   keepIslands regions
        output:                          # also: preview (.svg, .html) report
          pack: Output/NewEngland.mappack
          swift: Output/NewEngland.swift
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp("The maps' pipeline files; name locks beside them are passed over.", valueName: "PIPELINE.yml"))
  var pipelines: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write all outputs, the name lock too, into this folder instead.", valueName: "DIR"))
  var output: String?

  @Flag(help: "Compare the outputs with those that are there and say why they differ; write none.")
  var check = false

  @Option(help: ArgumentHelp("Write a report of all maps, in JSON.", valueName: "FILE.json"))
  var report: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Let a region go that the name lock expects; its case stays, deprecated. A code that begins with a minus: "
        + "--retire=-99.", valueName: "CODE"))
  var retire: [String] = []

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  @OptionGroup var jobs: JobsOption

  package init() {}

  /// The pipeline files without the name locks that a pattern such as *.yml catches.
  private var maps: [String] { pipelines.filter { !$0.hasSuffix(".names.yml") } }

  package func validate() throws {
    guard !maps.isEmpty else { throw ValidationError("Name a pipeline file, such as Pipelines/world.yml.") }
    guard retire.isEmpty || maps.count == 1 else {
      throw ValidationError("--retire is about one map; name one pipeline file.")
    }
  }

  package func run() throws {
    let runner = Runner(
      outputFolder: output, isCheck: check, retire: retire, jobs: jobs.jobs, isQuiet: quiet, reportPath: report)
    let status = runner.run(maps)
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
