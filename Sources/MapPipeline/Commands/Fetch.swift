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
        mappack fetch Pipelines/nagasaki.yml
        mappack fetch Pipelines/*.yml && mappack run Pipelines/*.yml
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("The maps' pipeline files.", valueName: "PIPELINE.yml"))
  var pipelines: [String]

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  package init() {}

  package func run() throws {
    let line = ProgressLine(console: Console.current, isQuiet: quiet)
    for path in pipelines where !path.hasSuffix(".names.yml") {
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
