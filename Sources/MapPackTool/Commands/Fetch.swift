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
    abstract: "Download the missing sources of maps, or newer editions of them.",
    usage: "mappack fetch [<MAP> ...] [<options>]",
    discussion: """
      Takes every source that has a `url`, and the name table if it has one. A file
      that is here and has the `sha256` of the pipeline file is left alone. A
      download replaces the file only if it is whole and has that digest. If the
      pipeline file has no digest, fetch adds that of what it has downloaded, so
      that the next download is the same file. Beside `init`, and `preview` if you
      ask its page for a publisher's file, no other command opens a connection.

      A source with a `catalog` id may have a newer edition. --newer asks the
      publishers, once for each map, and exits 1 if there is one. --edition
      downloads an edition beside the old one, writes the pipeline file anew,
      runs it, and prints what differs. If the run refuses the new edition, the
      outputs stay, and it says what to write into the change table.

      EXAMPLES
        mappack fetch nagasaki                # Pipelines/nagasaki.yml
        mappack fetch && mappack run          # every map of the folder Pipelines
        mappack fetch --newer                 # which maps have a newer edition
        mappack fetch nagasaki --edition 2026
      """)

  @OptionGroup var maps: MapsArgument

  @Flag(help: "Say which maps have a newer edition, and download nothing.")
  var newer = false

  @Option(help: ArgumentHelp("Take this edition of one map.", valueName: "EDITION"))
  var edition: String?

  @OptionGroup var catalog: CatalogOption

  @OptionGroup var jobs: JobsOption

  @OptionGroup var talk: QuietOption

  func validate() throws {
    try require(edition == nil || !newer, "--newer and --edition do not go together.")
    try require(edition == nil || maps.maps.count == 1, "--edition is about one map; name it.")
  }

  func run() throws {
    if newer { return try sayWhatIsNewer() }
    if let edition { return try take(edition, path: maps.paths()[0]) }
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

  /// A publisher that does not answer is noted, and the others are asked all the same.
  private func sayWhatIsNewer() throws {
    var status = ExitStatus.success
    let catalog = try catalog.catalog()
    for path in try maps.paths() {
      let pipeline = try PipelineFile(contentsOf: path)
      let files = try EditionChange(pipeline: pipeline, catalog: catalog).files()
      if files.isEmpty { talk.print("\(pipeline.map): no source has a `catalog` id, so there is nobody to ask") }
      for (entry, file) in files {
        let own = entry.request.source.edition
        do throws(StageError) {
          let newest = try file.newest(than: own).edition
          let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
          if let newest, newest != own {
            Console.current.print(
              "\(pipeline.map): \(file.id) has the edition \(newest), and the map has \(own ?? "none"): "
                + "mappack fetch \(name) --edition \(newest)")
            if status == .success { status = .findings }
          } else {
            talk.print("\(pipeline.map): \(file.id) has nothing newer than \(own ?? "what the map has")")
          }
        } catch {
          Console.current.note(error)
          if status == .success || status == .findings { status = error.status }
        }
      }
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func take(_ edition: String, path: String) throws {
    let pipeline = try PipelineFile(contentsOf: path)
    let stage = EditionStage(jobs: jobs.jobs)
    let pack = MapOutput(of: pipeline).packPath
    var before = try FileReading.isFolder(pack) == nil ? nil : stage.run(pack, progress: nil)
    let change = EditionChange(pipeline: pipeline, catalog: try catalog.catalog())
    for said in try talk.withProgress({ line throws(StageError) in try change.take(edition, progress: line) }) {
      talk.print("\(pipeline.map): \(said)")
    }
    let status = Runner(settings: MapTask.Settings(jobs: jobs.jobs, isQuiet: talk.quiet)).run([path])
    // Without a new pack, sources are compared with sources, since simplified borders lie elsewhere.
    if status != .success, before != nil { before = (try? stage.run(pipeline, progress: nil)) ?? before }
    if var before {
      var after = try stage.run(status == .success ? pack : path, progress: nil)
      before.name = [pipeline.map, before.published].compactMap(\.self).joined(separator: " ")
      after.name = [pipeline.map, after.published].compactMap(\.self).joined(separator: " ")
      Console.current.output(MapDifference(before, after, share: RedrawingNoise.defaultShare, jobs: jobs.jobs).text())
    }
    guard status != .success else { return }
    Console.current.note(
      "\(path): it names the new edition now; `mappack run` makes the map"
        + (status == .findings ? " if you have answered" : ""))
    throw ExitCode(status.rawValue)
  }
}
