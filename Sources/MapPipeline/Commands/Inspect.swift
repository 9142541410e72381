import ArgumentParser
import MapFeatures
import MapPack

/// `mappack inspect`: what a pack holds.
package struct Inspect: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Show what a pack holds: its map, its sections, its regions.",
    discussion: """
      EXAMPLES
        mappack inspect Output/World.mappack
        mappack inspect Output/World.mappack --json | jq '.regions[].code'
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("A pack.", valueName: "X.mappack"))
  var pack: String

  @Flag(help: "Print all of it as JSON.")
  var json = false

  package init() {}

  package func run() throws {
    let contents = PackInspection(try OpenPack.verified(pack))
    if json {
      Console.current.output(String(decoding: try SortedJSON.encoded(contents), as: UTF8.self))
    } else {
      Console.current.print(contents.text)
    }
  }
}
