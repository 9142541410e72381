import ArgumentParser
import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject
import MapPackRun

/// `mappack fetch`: the sources of a map and its table of names, from their publishers.
///
/// Sources are fetched one by one. The first error ends the command; what was fetched before stays.
struct Fetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Download the missing sources of maps.",
    usage: "mappack fetch [<MAP> ...] [<options>]",
    discussion: """
      Takes every source that has a `url`, and the name table if it has one. A file
      that is here and has the `sha256` of the pipeline file is left alone. A
      download replaces the file only if it is whole and has that digest. If the
      pipeline file has no digest, fetch adds it, so that the next download is the
      same file. No other command opens a connection.

      EXAMPLES
        mappack fetch nagasaki                # Pipelines/nagasaki.yml
        mappack fetch && mappack run          # every map of the folder Pipelines
      """)

  @OptionGroup var maps: MapsArgument

  @OptionGroup var talk: QuietOption

  func run() throws {
    let line = ProgressLine(console: Console.current, isQuiet: talk.quiet)
    for path in try maps.paths() {
      let sources = try PipelineFile(contentsOf: path).fetchedEntries
      if sources.allSatisfy({ $0.url == nil }) {
        talk.print("\(path): no source has a `url`, so there is nothing to fetch")
      }
      for index in sources.indices {
        // Reads the file again, because the digest of the source before may have been added to it.
        let pipeline = try PipelineFile(contentsOf: path)
        defer { line.erase() }
        let said = try SourceFetch(
          pipeline: pipeline, entry: pipeline.fetchedEntries[index], progress: line.handler
        ).run()
        line.erase()
        if let said { talk.print("\(pipeline.map): \(said)") }
      }
    }
  }
}
