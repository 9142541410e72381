import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackMerge
import MapPackNames
import MapPackProject
import MapPackRun

/// `mappack emit`: the pack and the enum of a finished coverage. With a pipeline file, a live code that was given to
/// other land is an error. With `--pack` or `--swift`, only the outputs that they name are written.
package struct Emit: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Write the pack and the enum of a simplified coverage.",
    usage: "mappack emit <C.coverage> [<options>]",
    discussion: """
      With --pipeline, cases and raw values are those of the map's name lock, and
      the pack and the enum go where the pipeline file says. Without it, names are
      given anew. Only `mappack run` writes the lock itself.

      EXAMPLES
        mappack emit small.coverage --type States \\
          --pack States.mappack --swift States.swift
        mappack emit small.coverage --pack States.mappack
        mappack emit world.coverage --pipeline Pipelines/world.yml
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp("A coverage that `simplify` has written.", valueName: "C.coverage"), completion: .coverage)
  var coverage: String

  @Option(help: ArgumentHelp("Where the pack goes.", valueName: "X.mappack"), completion: .pack)
  var pack: String?

  @Option(help: ArgumentHelp("Where the enum goes.", valueName: "X.swift"), completion: .file(extensions: ["swift"]))
  var swift: String?

  @Option(help: ArgumentHelp("The enum's name. Without it, the map's name.", valueName: "NAME"))
  var type: String?

  @OptionGroup var jobs: JobsOption
  @OptionGroup var common: CommonOptions
  @OptionGroup var talk: QuietOption

  package init() {}

  package func validate() throws {
    try require(
      pack != nil || swift != nil || common.pipeline != nil,
      "Say what to write: --pack, --swift, or --pipeline for both.")
  }

  package func run() throws {
    let pipeline = try common.pipelineFile()
    // Of each result, the map's own and that of its groups: where its pack and its enum go.
    var targets: [(result: Int, name: String, location: String, data: KeyPath<EmitStage.Result, Data>)] = []
    if let pack { targets.append((0, pack, pack, \.pack)) }
    if let swift { targets.append((0, swift, swift, \.swift)) }
    if let pipeline, targets.isEmpty {
      for (result, map) in pipeline.maps.enumerated() {
        for (name, data) in [(map.pack, \EmitStage.Result.pack), (map.swift, \.swift)] {
          targets.append((result, name, pipeline.project.location(of: name), data))
        }
      }
    }
    var roles = FileRoles()
    try roles.read([coverage])
    if let pipeline { try roles.read(pipeline) }
    for target in targets { try roles.write(target.name, at: target.location) }
    var meter = common.meter
    let input = try StageInput.coverage(coverage)
    meter?.mark("read")
    guard let map = pipeline?.map ?? input.map ?? type else {
      throw StageError(
        .usage, file: coverage, "the coverage does not say which map it is of", remedy: "name it: --type States")
    }
    var stage: EmitStage
    if let pipeline {
      stage = try EmitStage(pipeline, jobs: jobs.jobs)
      talk.note(try LandCheck(MapOutput(of: pipeline), stage.naming, jobs: jobs.jobs).findings(of: input))
    } else {
      stage = EmitStage(map: map, jobs: jobs.jobs)
      if let pack { stage.resource = EmitStage.resource(ofPack: pack) }
    }
    if let type { stage.typeName = type }
    var results = [try stage.run(input)]
    if pack == nil, swift == nil, let groups = try stage.runOfGroups(input) { results.append(groups.result) }
    meter?.mark("emit")

    var outputs = OutputSet()
    for target in targets {
      outputs.add(results[target.result][keyPath: target.data], to: target.location, called: target.name)
    }
    try outputs.commit()
    meter?.mark("write")
    for file in outputs.files { talk.print("\(file.name): \(Figures.grouped(file.contents.byteCount)) bytes") }
  }
}
