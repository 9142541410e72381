import ArgumentParser
import Dispatch
import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackPreview
import MapPackProject

/// `mappack preview`: a page that shows a map, and on which its settings are chosen.
struct Preview: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at a map in the browser, and choose its settings.",
    usage: """
      mappack preview [<PIPELINE.yml | SOURCE ... | B.coverage | X.mappack>]
      mappack preview <…> --export <FILE.html>
      """,
    discussion: """
      Reads and merges the sources, and opens a page in your browser. A slider
      sets how much is simplified. What you see is what `mappack run` makes with
      these settings, proved valid. The page shows every region by name, what was
      dropped, what is wrong in the sources, and what has changed since the pack
      of the last run. Save writes the settings into the pipeline file.

      Without a map, the page is empty, and files can be dropped on it. Key, name
      and the rest are chosen there. Save makes the pipeline file, with the map's
      name that it asks for, and copies the files into RawData.

      The page is served to this computer only, and its address holds a secret.
      The command ends when the page is closed, or by Ctrl-C.

      EXAMPLES
        mappack preview
        mappack preview Pipelines/nagasaki.yml
        mappack preview RawData/N03-20240101_17_GML.zip
        mappack preview Output/World.mappack
        mappack preview Pipelines/world.yml --against old/World.mappack
        mappack preview Pipelines/world.yml --export world.html
      """)

  @Argument(
    help: ArgumentHelp(
      "A pipeline file, a stage file or a pack; or files to read, for which a pipeline file is proposed. Without any, the page is empty.",
      valueName: "MAP"), completion: .file())
  var inputs: [String] = []

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "The edition to compare with, if not the pack that the pipeline file names.", valueName: "OLD.mappack"),
    completion: .pack)
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Write the page into one file that needs no server, and end. It has the levels of the map, and no slider.",
      valueName: "FILE.html"), completion: .file(extensions: ["html"]))
  var export: String?

  @Option(help: ArgumentHelp("The port to serve at. Without it, a free one is taken.", valueName: "N"))
  var port: UInt16 = 0

  @Flag(help: "Print the page's address and do not open a browser.")
  var noOpen = false

  @OptionGroup var talk: QuietOption

  @OptionGroup var jobs: JobsOption

  func validate() throws {
    try require(export == nil || port == 0 && !noOpen, "--export serves nothing: leave out --port and --no-open.")
    try require(export == nil || !inputs.isEmpty, "--export needs a map.")
    try require(against == nil || !inputs.isEmpty, "--against needs a map to compare.")
    if let export, !export.hasSuffix(".html") { throw ValidationError("--export must end in .html.") }
  }

  func run() throws {
    guard !inputs.isEmpty else { return try serve(nil) }
    let source = try talk.withProgress { progress throws(StageError) in
      try PreviewSource(inputs, reading: self.source.reading, former: against, jobs: jobs.jobs, progress: progress)
    }
    guard let export else { return try serve(source) }
    if let problem = source.problem { throw problem }
    try FileRoles.check(inputs + [against].compactMap(\.self), to: export)
    var work = try PreviewWork(source, uploads: nil, jobs: jobs.jobs)
    let page = try work.exportedPage()
    try OutputSet.write(.data(page), to: export)
    talk.print("\(export): \(Figures.grouped(page.count)) bytes")
  }

  private func serve(_ source: PreviewSource?) throws {
    let over = DispatchSemaphore(value: 0)
    let end = End()
    let tabs = PreviewTabs(
      jobs: jobs.jobs, open: { () throws(StageError) in try source?.asWritten() },
      ended: {
        end.isWanted = true
        over.signal()
      })
    let server = PreviewServer(
      uploads: { tabs.uploads($0) }, presence: { tab, isThere in Task { await tabs.page(of: tab, isThere: isThere) } },
      respond: { await tabs.respond($0) })
    let console = Console.current
    let (port, opens, isQuiet) = (port, !noOpen, talk.quiet)
    Thread.detachNewThread {
      do {
        try server.run(port: port) { address in
          console.print(address)
          if !isQuiet { console.note("The page is at the address above. Close it, or press Ctrl-C, to end.") }
          if opens { Self.open(address) }
        }
      } catch {
        end.words = String(describing: error)
      }
      over.signal()
    }
    over.wait()
    guard !end.isWanted, let words = end.words else { return }
    throw StageError(
      .cannotCreate, "the page cannot be served at port \(port): \(words)",
      remedy: "leave out --port and have a free one taken")
  }

  /// Why serving ended. It is written before `over` is signaled, and read after that.
  private final class End: @unchecked Sendable {
    /// Whether the page was closed.
    var isWanted = false
    var words: String?
  }

  /// Opens an address in the browser, if there is a screen. A failure is ignored, because the address is also printed.
  private static func open(_ address: String) {
    #if canImport(Darwin)
      let program = "/usr/bin/open"
    #else
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
      let program = "/usr/bin/xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
