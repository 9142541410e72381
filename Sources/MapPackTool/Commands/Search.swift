import ArgumentParser
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// `mappack search`: files of publishers that `mappack init` gets.
struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find files of publishers that init can get.",
    discussion: """
      Prints the ids of files in the catalog, what they are, and their license. A
      part in capitals, such as SCALE, is yours to fill in; search for the word
      before the first colon to see its codes. Words may be in the language of
      the country: a file has to have all of them.

      EXAMPLES
        mappack search ishikawa
        mappack search 石川
        mappack search norway municipalities
        mappack search census
      """)

  @Argument(help: ArgumentHelp("Words, or codes. All files if there are none.", valueName: "WORD"))
  var words: [String] = []

  @OptionGroup var catalog: CatalogOption

  func run() throws {
    let table = try catalog.catalog()
    let hits = table.search(words)
    for hit in hits { Console.current.print(hit.entry.form(hit.parts), hit.words) }
    guard hits.isEmpty else { return }
    Console.current.note("nothing is found; \(table.hint(for: words))`mappack search` without words lists all")
    throw ExitCode(ExitStatus.findings.rawValue)
  }
}

/// Where the catalog of publishers' files is.
struct CatalogOption: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp("A newer catalog of publishers' files.", valueName: "FILE.yml"), completion: .pipelineFile)
  var path: String?

  func catalog() throws(StageError) -> Catalog { try Catalog.read(path) }
}
