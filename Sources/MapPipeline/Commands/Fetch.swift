import ArgumentParser
import Foundation
import MapFeatures

/// `mappack fetch`: the sources of a map, from their publishers.
package struct Fetch: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Download the sources of maps that are not here yet.",
    discussion: """
      Takes every source that has a `url`. A file that is here, and has the
      `sha256` that the pipeline file says, is left alone. A download takes its
      place only when it is whole and has that digest; where the pipeline file has
      none, it is written into it, so that the next one is the same file. No other
      command opens a connection.

      EXAMPLES
        mappack fetch nagasaki                # Pipelines/nagasaki.yml
        mappack fetch && mappack run          # every map of the folder Pipelines
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp(
      "Maps: pipeline files, or their names in the folder Pipelines. All that are there if none is named.",
      valueName: "MAP"), completion: .maps)
  var maps: [String] = []

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  package init() {}

  package func run() throws {
    let line = ProgressLine(console: Console.current, isQuiet: quiet)
    for path in try PipelineFolder(ofProject: ".").paths(maps) {
      for index in try PipelineFile(contentsOf: path).sources.indices {
        // Read again: the digest of the source before may have been added.
        let pipeline = try PipelineFile(contentsOf: path)
        let said: String?
        do {
          defer { line.erase() }
          said = try SourceFetch(pipeline: pipeline, entry: pipeline.sources[index], progress: line.handler).run()
        }
        if let said, !quiet { Console.current.print("\(pipeline.map): \(said)") }
      }
    }
  }
}
