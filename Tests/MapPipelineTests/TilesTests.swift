import Foundation
import MapPipeline
import TestSupport
import Testing

/// What `mappack tiles` writes, and what it refuses before it writes.
@Suite struct TilesTests {
  private static let sample = SwiftCompiler.root.appendingPathComponent("Output/SamplePrefecture.mappack").path

  private static func tiles(_ arguments: String..., in workspace: Workspace, to output: String) -> CommandOutput {
    CommandOutput.of(MapPackTool.self, ["tiles", sample, "-o", workspace.path(output)] + arguments)
  }

  @Test func `the archive holds the zooms that are asked for, and the command says how many tiles`() throws {
    let workspace = try Workspace()
    let run = Self.tiles("--zooms", "6-8", in: workspace, to: "p.pmtiles")
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.results.contains("tiles at zooms 6 to 8, ") && run.results.contains(" bytes"), "\(run.results)")
    let data = try Data(contentsOf: URL(fileURLWithPath: workspace.path("p.pmtiles")))
    // The specification's header: name and version, and the lowest and the highest zoom.
    #expect(data.prefix(8) == Data("PMTiles".utf8) + [3])
    #expect(data[100] == 6 && data[101] == 8)
  }

  @Test(arguments: ["SampleRailways", "SampleStations"])
  func `maps of lines and of points become tiles too`(map: String) throws {
    let workspace = try Workspace()
    let pack = SwiftCompiler.root.appendingPathComponent("Output/\(map).mappack").path
    let run = CommandOutput.of("tiles", pack, "-o", workspace.path("p.pmtiles"), "--zooms", "6-10")
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.results.contains("tiles at zooms 6 to 10, "), "\(run.results)")
  }

  @Test func `the same tiles come from one job as from four`() throws {
    let workspace = try Workspace()
    for jobs in ["1", "4"] {
      #expect(
        Self.tiles("--zooms", "9", "--quiet", "--jobs", jobs, in: workspace, to: "\(jobs).pmtiles").messages.isEmpty)
    }
    #expect(
      FileManager.default.contentsEqual(atPath: workspace.path("1.pmtiles"), andPath: workspace.path("4.pmtiles")))
  }

  @Test(arguments: [
    (["--zooms", "8-6"], "p.pmtiles", "--zooms must be a zoom or two"),
    (["--zooms", "0-99"], "p.pmtiles", "--zooms must be a zoom or two"),
    (["--zooms", "6-"], "p.pmtiles", "--zooms must be a zoom or two"),
    (["--zooms", "1-2-3"], "p.pmtiles", "--zooms must be a zoom or two"),
    ([], "p.mbtiles", "--output must end in .pmtiles"),
  ])
  func `what cannot be asked for is refused, and nothing is written`(arguments: [String], output: String, words: String)
    throws
  {
    let workspace = try Workspace()
    let run = CommandOutput.of(MapPackTool.self, ["tiles", Self.sample, "-o", workspace.path(output)] + arguments)
    #expect(run.status == 64)
    #expect(run.messages.contains(words), "\(run.messages)")
    #expect(workspace.files().isEmpty)
  }
}
