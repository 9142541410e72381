import ArgumentParser
import MapPackFeatures
import MapPackIngest

/// `mappack`: the stages, and the commands for finished maps.
package struct RootCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "mappack",
    abstract: "Makes map datasets for Swift apps: from boundary files to a pack of shapes and an enum of regions.",
    discussion: """
      EXAMPLES
        Make a map of a file of boundaries:
          mappack init Vermont RawData/cb_2016_us_county_500k.shp
        Look at a file or at a map on a page, change it there, and save it:
          mappack preview RawData/cb_2016_us_county_500k.shp
        Make the maps of the folder Pipelines that are not up to date:
          mappack run
        Check in CI that the committed files are what the sources give:
          mappack run --check
        Make a map stage by stage:
          mappack ingest counties.shp -o counties.features
          mappack merge counties.features --key STATEFP -o states.coverage
          mappack simplify states.coverage --keep 10% -o small.coverage
          mappack emit small.coverage --type States \\
            --pack States.mappack --swift States.swift

      PAGES
        `mappack help pipeline` lists all keys of a pipeline file. \(pages)

      EXIT STATUS
        0 all well                      66 no such input
        1 findings, or a difference     69 something has to be installed
        64 wrong usage, pipeline file   70 no memory, or a fault of the tool
        65 unreadable data              73 output cannot be created
                                        74 output cannot be written
      """,
    version: ToolVersion.current,
    subcommands: [
      Run.self, Ingest.self, Merge.self, Simplify.self, Validate.self, Emit.self, Export.self, Inspect.self,
      Locate.self, Diff.self, Preview.self, Explain.self, Init.self, Search.self, Fetch.self, Schemas.self,
      PipelineTopics.self,
    ])

  /// Where the pages of the documentation are.
  private static var pages: String {
    guard let start = ReleasedFile.path("AddingAMap.md", in: "doc/mappack") else {
      return "The pages are\n  in Sources/MapPackTool/MapPackTool.docc of the repository."
    }
    return "The pages\n  begin with \(start)."
  }

  package init() {}
}
