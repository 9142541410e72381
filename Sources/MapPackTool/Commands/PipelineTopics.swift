import ArgumentParser
import MapPackFiles
import MapPackProject

/// `mappack help pipeline`: all keys of pipeline files.
struct PipelineTopics: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "List all keys of pipeline files, by topic.",
    discussion: """
      EXAMPLES
        mappack help pipeline        # the same as: mappack pipeline
        mappack help pipeline join
        mappack pipeline | less
      """, shouldDisplay: false)

  @Argument(help: ArgumentHelp("A key of the document; all keys if there is none.", valueName: "KEY"))
  var key: String?

  /// How people ask for it, beside its name.
  static let question = ["help", "pipeline"]

  func run() throws {
    let console = Console.current
    console.output(try PipelineHelp.text(of: key, isStyled: console.isStyled))
  }
}
