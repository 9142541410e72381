import ArgumentParser
import Foundation
import MapPack
import MapPackFeatures

/// `mappack inspect`: what a pack or a stage file holds. A file with an unknown ending is taken for a pack.
package struct Inspect: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Show what a pack or a stage file holds.",
    discussion: """
      Of a .features file, it shows the fields, with how many values each has and
      the first of them, which helps to find a map's key. Of a .coverage file, it
      shows the regions. Of a pack, it shows the map, sections and regions; in
      JSON the regions have their cases, if the map's name lock lies beside the
      pack, or in the folder Pipelines beside the pack's folder.

      EXAMPLES
        mappack inspect counties.features
        mappack inspect Output/World.mappack
        mappack inspect Output/World.mappack --json | jq '.regions[].code'
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp("A .mappack, .features or .coverage file.", valueName: "FILE"),
    completion: .file(extensions: ["mappack", "features", "coverage"]))
  var input: String

  @Flag(help: "Print all of it as JSON.")
  var json = false

  package init() {}

  package func run() throws {
    switch URL(fileURLWithPath: input).pathExtension.lowercased() {
    case "features":
      let contents = TableInspection(try StageInput.featureTable([input]))
      try show(contents, lines: contents.lines)
    case "coverage":
      let contents = CoverageInspection(try StageInput.coverage(input))
      try show(contents, lines: contents.lines)
    default:
      let pack = try OpenPack.verified(input)
      let contents = PackInspection(pack, lock: NameLockFile.lock(of: pack, at: input))
      try show(contents, lines: contents.lines)
    }
  }

  private func show(_ contents: some Encodable, lines: [[String]]) throws {
    if json {
      Console.current.output(String(decoding: try SortedJSON.encoded(contents), as: UTF8.self))
    } else {
      for columns in lines { Console.current.print(columns) }
    }
  }
}
