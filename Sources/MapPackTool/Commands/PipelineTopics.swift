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
        mappack pipeline | less
      """, shouldDisplay: false)

  /// How people ask for it, beside its name.
  static let question = ["help", "pipeline"]

  func run() {
    let console = Console.current
    console.output(PipelineHelp.text(isStyled: console.isStyled))
  }
}
