import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackProject
import MapPackSimplify

struct MapsArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Maps: pipeline files, or their names in the folder Pipelines. All of them if none is named.",
      valueName: "MAP"), completion: .maps)
  var maps: [String] = []

  /// The paths of their pipeline files.
  func paths() throws(StageError) -> [String] { try PipelineFolder(ofProject: ".").paths(maps) }
}
